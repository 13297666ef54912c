"""A code host that is busy, broken or gone: what is tried again, and what is not."""

from collections.abc import Callable, Iterator
from itertools import count
from time import time

import pytest
from support import host_server
from support.github_server import TOKEN, GitHubServer
from support.host_server import Fault, Reply
from support.hosting import Clock, access, github, result

from rubrickit.edges.github import GitHub
from rubrickit.edges.rest import Access
from rubrickit.errors import DeniedError, LostAnswerError, WorldError

Act = Callable[[GitHub], object]
SAID = "1001"

READS: dict[str, tuple[str, Act]] = {
    "reading": ("GET", lambda client: client.comments(7)),
    "updating": ("PATCH", lambda client: client.update_comment(7, SAID, "new")),
    "deleting": ("DELETE", lambda client: client.delete_comment(7, SAID)),
}
REFUSED = {
    "429": (host_server.BUSY, 7.0),
    "429 without a time": (host_server.BUSY_UNTIL_UNKNOWN, 60.0),
    "secondary limit": (host_server.SECONDARY, 9.0),
    "secondary limit without a time": (host_server.SECONDARY_UNTIL_UNKNOWN, 60.0),
}
BROKEN = {
    "502": host_server.BAD_GATEWAY,
    "502 after it was done": host_server.DONE_BUT_502,
    "dropped": host_server.DROPPED,
    "lost": host_server.LOST,
    "cut short": host_server.CUT_SHORT,
}


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with GitHubServer() as server:
        server.open_pull(7)
        server.say(7, "old")
        yield server
    assert server.violations == []


@pytest.mark.parametrize("fault", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize(("method", "act"), READS.values(), ids=READS)
def test_what_may_be_repeated_is_repeated(
    server: GitHubServer, method: str, act: Act, fault: Fault
) -> None:
    server.fail(method, fault, times=2)
    clock = Clock()

    act(github(server, clock))

    assert len(server.asked(method)) == 3
    assert clock.waits == [2.0, 4.0]


@pytest.mark.parametrize(("fault", "wait"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize(("method", "act"), READS.values(), ids=READS)
def test_a_busy_host_is_waited_for(
    server: GitHubServer, method: str, act: Act, fault: Fault, wait: float
) -> None:
    server.fail(method, fault)
    clock = Clock()

    act(github(server, clock))

    assert len(server.asked(method)) == 2
    assert clock.waits == [wait]


@pytest.mark.parametrize(("fault", "wait"), REFUSED.values(), ids=REFUSED)
def test_a_comment_that_a_busy_host_refused_is_sent_again(
    server: GitHubServer, fault: Fault, wait: float
) -> None:
    server.fail("POST", fault)
    clock = Clock()

    github(server, clock).add_comment(7, "new")

    assert server.bodies(7) == ["old", "new"]
    assert clock.waits == [wait]


@pytest.mark.parametrize("fault", BROKEN.values(), ids=BROKEN)
def test_a_lost_answer_makes_no_second_comment(
    server: GitHubServer, fault: Fault
) -> None:
    server.fail("POST", fault)

    with pytest.raises(LostAnswerError, match="issues/7/comments"):
        github(server).add_comment(7, "new")

    assert len(server.asked("POST")) == 1
    assert server.bodies(7) == ["old", "new"][: 1 + fault.is_done]


@pytest.mark.parametrize("fault", [host_server.LOST, host_server.BAD_GATEWAY])
def test_a_lost_answer_makes_no_second_check(
    server: GitHubServer, fault: Fault
) -> None:
    server.fail("POST", fault)

    with pytest.raises(LostAnswerError, match="check-runs"):
        github(server).start("rubrics", "c" * 40, "")

    assert len(server.checks) == int(fault.is_done)


@pytest.mark.parametrize("fault", [host_server.HTML, host_server.TRUNCATED])
def test_an_unreadable_answer_to_a_new_comment_counts_as_lost(
    server: GitHubServer, fault: Fault
) -> None:
    server.fail("POST", Fault(fault.reply, is_done=True))

    with pytest.raises(LostAnswerError):
        github(server).add_comment(7, "new")

    assert server.bodies(7) == ["old", "new"]


def test_an_unreadable_answer_to_a_new_check_counts_as_lost(
    server: GitHubServer,
) -> None:
    server.fail("POST", Fault(host_server.HTML.reply, is_done=True))

    with pytest.raises(LostAnswerError):
        github(server).start("rubrics", "c" * 40, "")

    assert len(server.checks) == 1


def test_hiding_may_be_repeated_though_it_is_a_post(server: GitHubServer) -> None:
    server.fail("POST", host_server.LOST)

    github(server).hide_comment(7, SAID)

    assert set(server.hidden) == {"IC_1001"}


def test_a_host_that_stays_broken_is_given_up(server: GitHubServer) -> None:
    server.fail("GET", host_server.BAD_GATEWAY, times=9)
    clock = Clock()

    with pytest.raises(WorldError, match="HTTP 502: an HTML page") as caught:
        github(server, clock).comments(7)

    assert type(caught.value) is WorldError
    assert len(server.requests) == 5
    assert clock.waits == [2.0, 4.0, 8.0, 16.0]


def test_all_waiting_together_has_a_bound(server: GitHubServer) -> None:
    server.fail("GET", host_server.BUSY, times=99)
    clock = Clock()
    client = github(server, clock, patience=20.0)

    for _ in range(2):
        with pytest.raises(WorldError, match="would have to wait 7 s"):
            client.comments(7)

    assert clock.waits == [7.0, 7.0]
    assert len(server.requests) == 4


def test_a_host_that_asks_for_no_wait_at_all_is_not_asked_for_ever(
    server: GitHubServer,
) -> None:
    at_once = Fault(host_server.error(429, "Too Many Requests", Retry_After="0"))
    server.fail("GET", at_once, times=99)

    with pytest.raises(WorldError, match="HTTP 429"):
        github(server, patience=20.0).comments(7)

    assert len(server.requests) == 21


def test_the_time_of_failing_requests_counts_as_waiting(server: GitHubServer) -> None:
    server.fail("GET", host_server.BAD_GATEWAY, times=99)
    ten_seconds_each_look = count(0, 10).__next__
    slow = Access(
        server.url,
        TOKEN,
        patience=60.0,
        timeout=1000.0,
        wait=lambda _: None,
        clock=ten_seconds_each_look,
    )

    with pytest.raises(WorldError, match="HTTP 502"):
        GitHub(slow, "acme/rubrics").comments(7)

    assert len(server.requests) < 4


def test_a_wait_beyond_the_bound_is_not_begun(server: GitHubServer) -> None:
    day = Fault(host_server.error(429, "Too Many Requests", Retry_After="86400"))
    server.fail("POST", day)
    clock = Clock()

    with pytest.raises(WorldError, match="would have to wait 86400 s") as caught:
        github(server, clock).add_comment(7, "new")

    assert not isinstance(caught.value, LostAnswerError)
    assert clock.waits == []


def test_a_spent_quota_is_waited_for_by_the_hosts_clock(server: GitHubServer) -> None:
    reset = {"X_RateLimit_Remaining": "0", "X_RateLimit_Reset": str(int(time()) + 30)}
    server.fail("GET", Fault(host_server.error(403, "API rate limit", **reset)))
    clock = Clock()

    github(server, clock).comments(7)

    assert 28.0 <= clock.waits[0] <= 32.0


def test_nobody_at_the_address_is_said_so() -> None:
    with GitHubServer() as server:
        url = server.url
    clock = Clock()
    client = GitHub(access(url, TOKEN, clock), "acme/rubrics")

    with pytest.raises(WorldError, match="no connection") as caught:
        client.add_comment(7, "text")

    assert type(caught.value) is WorldError
    assert len(clock.waits) == 4


def test_a_read_only_token_is_told_the_line_to_add(server: GitHubServer) -> None:
    server.permissions = dict.fromkeys(server.permissions, "read")
    client = github(server)

    with pytest.raises(DeniedError, match="not accessible by integration") as comment:
        client.add_comment(7, "new")
    with pytest.raises(DeniedError) as check:
        client.start("rubrics", "c" * 40, "")
    with pytest.raises(DeniedError) as hidden:
        client.hide_comment(7, SAID)

    assert "`pull-requests: write` under `permissions:`" in comment.value.hint
    assert "a fork's token may only read" in comment.value.hint
    assert "`checks: write`" in check.value.hint
    assert "`pull-requests: write`" in hidden.value.hint
    assert len(server.asked("POST")) == 3


def test_a_denial_without_githubs_header_names_the_permission_too(
    server: GitHubServer,
) -> None:
    server.fail("PATCH", Fault(host_server.error(403, "Resource not accessible")))

    with pytest.raises(DeniedError) as caught:
        github(server).finish("1", result())

    assert "`checks: write`" in caught.value.hint


def test_a_wrong_token_is_a_denial(server: GitHubServer) -> None:
    client = GitHub(access(server.url, "ghs_of_a_stranger"), "acme/rubrics")

    with pytest.raises(DeniedError, match="HTTP 401: Bad credentials") as caught:
        client.login()

    assert "wrong or has expired" in caught.value.hint


def test_what_is_not_there_may_only_be_out_of_sight(server: GitHubServer) -> None:
    with pytest.raises(DeniedError, match="HTTP 404: Not Found") as caught:
        github(server).pull_request(99)

    assert "`pull-requests: read`" in caught.value.hint


def test_a_refused_graphql_question_is_the_worlds_failure(server: GitHubServer) -> None:
    told = {"errors": [{"type": "NOT_FOUND", "message": "Could not resolve"}]}
    server.fail("POST", Fault(Reply(200, told)))

    with pytest.raises(WorldError, match="Could not resolve") as caught:
        github(server).hide_comment(7, SAID)

    assert type(caught.value) is WorldError
