"""One comment over real HTTP, from clients that lose answers, race, and may not."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

import pytest
from support.github_server import READS, GitHubServer
from support.gitlab_server import GitLabServer
from support.host_server import BAD_GATEWAY, DONE_BUT_502, DROPPED, LOST, Fault
from support.hosting import github, gitlab

from rubrickit.core.hosting import marker
from rubrickit.core.hosting.turns import Behaviour, History, Said, Wish
from rubrickit.flows import posting
from rubrickit.flows.posting import Posted
from rubrickit.world import Discussion

NUMBER = 7


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with GitHubServer() as server:
        server.open_pull(NUMBER)
        yield server
    assert server.violations == []


def post(
    host: Discussion,
    run: int,
    behaviour: Behaviour = "update",
    pause: float = 0.0,
) -> Posted:
    """As a run with a client of its own would."""
    head = host.pull_request(NUMBER).head
    wish = Wish(run, 1, head, behaviour)
    text = partial(text_of, run)
    return posting.post(host, NUMBER, text, wish, Said("fail"), partial(sleep, pause))


def text_of(run: int, _: History) -> str:
    return f"run {run}"


def ours(bodies: list[str]) -> list[str]:
    """The visible text of each that begins with a marker."""
    return [body.partition("\n")[2] for body in bodies if marker.parse(body)]


def test_150_other_comments_do_not_hide_ours(server: GitHubServer) -> None:
    for at in range(150):
        server.say(NUMBER, f"comment {at}", "somebody")
    first = post(github(server), 1)
    for at in range(30):
        server.say(NUMBER, f"comment {at}", "somebody")

    second = post(github(server), 2)

    assert ours(server.bodies(NUMBER)) == ["run 2"]
    assert first.url == second.url != ""


@pytest.mark.parametrize("fault", [LOST, DONE_BUT_502, DROPPED, BAD_GATEWAY])
@pytest.mark.parametrize("behaviour", ["update", "delete-and-new"])
def test_one_comment_is_left_of_a_post_without_an_answer(
    server: GitHubServer, fault: Fault, behaviour: Behaviour
) -> None:
    server.fail("POST", fault)

    posted = post(github(server), 1, behaviour)

    assert ours(server.bodies(NUMBER)) == ["run 1"]
    assert posted.url


@pytest.mark.parametrize("attempt", range(3))
@pytest.mark.parametrize("behaviour", ["update", "delete-and-new"])
def test_of_many_at_once_the_newest_is_left(
    server: GitHubServer, behaviour: Behaviour, attempt: int
) -> None:
    runs = [3, 5, 1, 4, 2][attempt:] + [3, 5, 1, 4, 2][:attempt]
    server.fail("POST", LOST, times=2)

    with ThreadPoolExecutor(len(runs)) as pool:
        list(pool.map(lambda run: post(github(server), run, behaviour, 0.3), runs))

    assert ours(server.bodies(NUMBER)) == ["run 5"]


def test_a_token_that_only_reads_is_told_what_it_needs() -> None:
    with GitHubServer(permissions=READS) as server:
        server.open_pull(NUMBER)
        posted = post(github(server), 1)

    assert (posted.url, server.bodies(NUMBER)) == ("", [])
    assert "pull-requests: write" in posted.note


def test_earlier_comments_are_hidden(server: GitHubServer) -> None:
    posted = [post(github(server), run, "hide-and-new") for run in (1, 2)]

    assert ours(server.bodies(NUMBER)) == ["run 1", "run 2"]
    assert len(server.hidden) == 1
    assert posted[0].url != posted[1].url


def test_gitlab_gets_one_note_too() -> None:
    with GitLabServer() as server:
        server.open_merge_request(NUMBER)
        for at in range(150):
            server.say(NUMBER, f"note {at}", "somebody")
        server.fail("POST", LOST)
        for run in (1, 3, 2):
            post(gitlab(server), run)

    assert ours(server.bodies(NUMBER)) == ["run 3"]
    assert server.violations == []
