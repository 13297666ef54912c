"""GitLab as it should be, and what it refuses."""

from collections.abc import Iterator

import pytest
from support.gitlab_server import GitLabServer
from support.host_server import HTML, LOST, Fault, Reply
from support.hosting import access, gitlab, result

from rubrickit.core.hosting.posts import PullRequest
from rubrickit.edges.gitlab import GitLab
from rubrickit.errors import DeniedError, LostAnswerError, RubrickitError, WorldError

COMMIT = "c" * 40


@pytest.fixture
def server() -> Iterator[GitLabServer]:
    """Whatever a test does, it sends only what GitLab documents."""
    with GitLabServer() as server:
        server.open_merge_request(7)
        yield server
    assert server.violations == []


def test_a_merge_request_is_a_pull_request(server: GitLabServer) -> None:
    server.open_merge_request(8, sha="b" * 40, draft=True, target_branch="release")

    pull = gitlab(server).pull_request(8)

    assert pull == PullRequest(
        number=8,
        head="b" * 40,
        base_branch="release",
        is_fork=False,
        is_open=True,
        is_draft=True,
        author="project_7_bot",
    )


def test_a_merge_request_from_a_fork_is_one(server: GitLabServer) -> None:
    server.open_merge_request(8, source_project_id=9, state="merged")

    pull = gitlab(server).pull_request(8)

    assert pull.is_fork
    assert not pull.is_open


def test_a_note_is_added_changed_and_deleted(server: GitLabServer) -> None:
    client = gitlab(server)
    client.pull_request(7)

    added = client.add_comment(7, "first")
    changed = client.update_comment(7, added.identity, "second")
    listed = client.comments(7)
    client.delete_comment(7, added.identity)
    client.delete_comment(7, added.identity)

    assert (added.author, added.body) == ("project_7_bot", "first")
    assert added.url.endswith(f"/merge_requests/7#note_{added.identity}")
    assert [comment.body for comment in listed] == ["second"]
    assert listed == [changed]
    assert server.bodies(7) == []


def test_150_notes_are_paged_by_number_and_not_by_an_inner_address(
    server: GitLabServer,
) -> None:
    ids = [server.say(7, f"note {at}", login="octocat") for at in range(150)]

    comments = gitlab(server).comments(7)

    assert [comment.identity for comment in comments] == ids
    assert [each.query.get("page") for each in server.requests] == [None, "2"]


def test_what_gitlab_itself_notes_is_no_comment(server: GitLabServer) -> None:
    server.say(7, "added 1 commit", is_system=True)
    said = server.say(7, "looks good")

    comments = gitlab(server).comments(7)

    assert [comment.identity for comment in comments] == [said]


def test_hiding_leaves_a_note_as_it_is(server: GitLabServer) -> None:
    said = server.say(7, "old")

    gitlab(server).hide_comment(7, said)

    assert server.requests == []


def test_the_login_is_asked_for_once(server: GitLabServer) -> None:
    client = gitlab(server)

    logins = client.login(), client.login()

    assert logins == ("project_7_bot",) * 2
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("conclusion", "state"),
    [("success", "success"), ("neutral", "success"), ("failure", "failed")],
)
def test_a_check_is_a_status_of_the_commit(
    server: GitLabServer, conclusion: str, state: str
) -> None:
    client = gitlab(server)

    identity = client.start("rubrics/main", COMMIT, "https://ci.example/1")
    begun = dict(server.statuses)
    client.finish(identity, result(conclusion=conclusion, title="✅" * 300))

    assert begun[COMMIT, "rubrics/main"]["state"] == "running"
    assert begun[COMMIT, "rubrics/main"]["target_url"] == "https://ci.example/1"
    [ended] = server.statuses.values()
    assert ended["state"] == state
    assert ended["description"] == "✅" * 85


def test_starting_a_check_twice_is_no_error(server: GitLabServer) -> None:
    client = gitlab(server)

    identities = {client.start("rubrics", COMMIT, "") for _ in range(2)}

    assert len(identities) == 1
    assert len(server.asked("POST")) == 2


def test_a_status_whose_answer_is_lost_is_set_all_the_same(
    server: GitLabServer,
) -> None:
    server.fail("POST", LOST)

    gitlab(server).start("rubrics", COMMIT, "")

    assert server.statuses[COMMIT, "rubrics"]["state"] == "running"
    assert len(server.asked("POST")) == 2


def test_a_note_that_is_too_long_is_refused_in_gitlabs_words(
    server: GitLabServer,
) -> None:
    with pytest.raises(WorldError, match=r"HTTP 400: .*is too long") as caught:
        gitlab(server).add_comment(7, "x" * 1_000_001)

    assert type(caught.value) is WorldError


def test_a_token_that_may_not_write_is_told_which_one_may() -> None:
    with GitLabServer(may_write=False) as server:
        server.open_merge_request(7)
        client = gitlab(server)

        with pytest.raises(DeniedError) as caught:
            client.add_comment(7, "text")

    assert "`CI_JOB_TOKEN` may not" in caught.value.hint


def test_a_wrong_token_and_a_project_out_of_sight_are_denials(
    server: GitLabServer,
) -> None:
    strangers = GitLab(access(server.url, "glpat-of-a-stranger"), server.project)
    elsewhere = GitLab(access(server.url, "glpat-fake-0123456789"), "acme/hidden")

    with pytest.raises(DeniedError, match="HTTP 401"):
        strangers.login()
    with pytest.raises(DeniedError, match="HTTP 404"):
        elsewhere.pull_request(7)


def test_a_lost_note_is_not_sent_again(server: GitLabServer) -> None:
    server.fail("POST", LOST)

    with pytest.raises(LostAnswerError):
        gitlab(server).add_comment(7, "once")

    assert server.bodies(7) == ["once"]


def test_a_page_instead_of_a_note_says_nothing_of_its_fate(
    server: GitLabServer,
) -> None:
    server.fail("POST", HTML)

    with pytest.raises(LostAnswerError):
        gitlab(server).add_comment(7, "text")


@pytest.mark.parametrize(
    "document", [None, 7, {}, [7], {"iid": 7}, {"iid": 7, "sha": "main"}]
)
def test_replies_of_another_shape_are_the_worlds_failure(
    server: GitLabServer, document: object
) -> None:
    server.fail("GET", Fault(Reply(200, document)), times=3)
    client = gitlab(server)

    for ask in (
        lambda: client.pull_request(7),
        client.login,
        lambda: client.comments(7),
    ):
        with pytest.raises(WorldError):
            ask()


def test_a_project_must_be_named() -> None:
    with pytest.raises(RubrickitError, match="project"):
        GitLab(access("https://gitlab.example/api/v4", "token"), "")


@pytest.mark.parametrize("project", ["acme/../../users", "acme?x=1", "acme#x"])
def test_a_projects_name_leads_nowhere_else(server: GitLabServer, project: str) -> None:
    client = GitLab(access(server.url, "glpat-fake-0123456789"), project)

    with pytest.raises(DeniedError):
        client.pull_request(7)

    assert server.requests[0].path.count("/") == 4


def test_an_identity_that_gitlab_never_gave_reaches_no_path() -> None:
    client = GitLab(access("https://gitlab.example", "token"), "7")

    with pytest.raises(ValueError, match="no note"):
        client.update_comment(7, "../9", "text")
