"""GitHub as it should be: what is read, written, paged and capped."""

from collections.abc import Iterator

import pytest
from support.github_server import GitHubServer
from support.hosting import Clock, access, github, result

from rubrickit.core.hosting.posts import Annotation, Comment, PullRequest
from rubrickit.edges.github import GitHub
from rubrickit.errors import RubrickitError, WorldError


@pytest.fixture(params=["cloud", "enterprise"])
def server(request: pytest.FixtureRequest) -> Iterator[GitHubServer]:
    """Whatever a test does, it keeps to GitHub's own description."""
    with GitHubServer(is_enterprise=request.param == "enterprise") as server:
        server.open_pull(7)
        yield server
    assert server.violations == []


def test_a_pull_request_is_as_it_is_now(server: GitHubServer) -> None:
    server.open_pull(8, head="b" * 40, base_branch="release", is_draft=True)

    pull = github(server).pull_request(8)

    assert pull == PullRequest(
        number=8,
        head="b" * 40,
        base_branch="release",
        is_fork=False,
        is_open=True,
        is_draft=True,
    )


def test_a_fork_is_a_fork(server: GitHubServer) -> None:
    server.open_pull(8, home="stranger/rubrics")

    pull = github(server).pull_request(8)

    assert pull.is_fork


def test_a_fork_that_was_deleted_is_one_too() -> None:
    with GitHubServer() as server:  # GitHub's description knows of no such null
        server.open_pull(8, home=None)
        pull = github(server).pull_request(8)

    assert pull.is_fork


def test_a_closed_pull_request_is_not_open(server: GitHubServer) -> None:
    server.open_pull(8, state="closed", home="ACME/Rubrics")

    pull = github(server).pull_request(8)

    assert not pull.is_open
    assert not pull.is_fork


def test_a_comment_is_added_changed_and_deleted(server: GitHubServer) -> None:
    client = github(server)

    added = client.add_comment(7, "first ✅")
    changed = client.update_comment(7, added.identity, "second")
    listed = client.comments(7)
    client.delete_comment(7, added.identity)

    assert (added.body, added.author) == ("first ✅", "github-actions[bot]")
    assert added.url.startswith("https://")
    assert listed == [changed]
    assert changed == Comment(
        added.identity, added.author, "second", added.created, added.url
    )
    assert server.bodies(7) == []


def test_150_comments_of_others_hide_none(server: GitHubServer) -> None:
    ids = [server.say(7, f"comment {at}", login="octocat") for at in range(150)]
    server.open_pull(8)
    server.say(8, "elsewhere")

    comments = github(server).comments(7)

    assert [comment.identity for comment in comments] == ids
    assert {comment.author for comment in comments} == {"octocat"}
    assert [each.query.get("per_page") for each in server.requests] == ["100", "100"]


def test_a_comment_of_a_deleted_account_has_no_author(server: GitHubServer) -> None:
    said = server.say(7, "boo")
    server.comments[int(said)][1]["user"] = None

    [comment] = github(server).comments(7)

    assert comment.author == ""


def test_deleting_what_is_gone_is_no_error(server: GitHubServer) -> None:
    github(server).delete_comment(7, "4")

    assert len(server.asked("DELETE")) == 1


def test_updating_what_is_gone_is_one(server: GitHubServer) -> None:
    with pytest.raises(WorldError, match="HTTP 404: Not Found") as caught:
        github(server).update_comment(7, "4", "text")

    assert type(caught.value) is WorldError


def test_a_listed_comment_is_hidden_without_asking_again(server: GitHubServer) -> None:
    said = server.say(7, "old")
    client = github(server)
    [comment] = client.comments(7)

    client.hide_comment(7, comment.identity)

    assert server.hidden == [f"IC_{said}"]
    assert len(server.asked("GET")) == 1


def test_a_comment_that_was_never_listed_is_hidden_too(server: GitHubServer) -> None:
    said = server.say(7, "old")

    github(server).hide_comment(7, said)

    assert server.hidden == [f"IC_{said}"]


def test_a_workflows_token_has_a_login_though_it_has_no_user(
    server: GitHubServer,
) -> None:
    client = github(server)

    logins = client.login(), client.login()

    assert logins == ("github-actions[bot]",) * 2
    assert len(server.asked("GET")) == 1


def test_an_apps_token_has_the_login_of_the_app() -> None:
    with GitHubServer(login="rubrics-of-acme[bot]") as server:
        login = github(server).login()

    assert login == "rubrics-of-acme[bot]"


def test_where_graphql_is_closed_it_is_the_workflows_login() -> None:
    with GitHubServer() as server:
        nowhere = f"{server.origin}/nowhere"
        reached = access(server.url, "ghs_fake_0123456789")
        login = GitHub(reached, "acme/rubrics", graphql_url=nowhere).login()

    assert login == "github-actions[bot]"


def test_a_persons_token_has_the_persons_login() -> None:
    with GitHubServer(login="octocat", is_app=False) as server:
        login = github(server).login()

    assert login == "octocat"
    assert server.violations == []


def test_a_check_is_in_progress_until_it_ends(server: GitHubServer) -> None:
    client = github(server)

    identity = client.start("rubrics", "c" * 40, "https://ci.example/1")
    [check] = server.checks.values()
    begun = check.status, check.commit, check.details_url
    client.finish(identity, result(title="Fine", conclusion="success"))

    assert begun == ("in_progress", "c" * 40, "https://ci.example/1")
    assert (check.status, check.conclusion) == ("completed", "success")
    assert check.output["title"] == "Fine"


def test_a_check_may_have_no_page(server: GitHubServer) -> None:
    github(server).start("rubrics", "c" * 40, "")

    assert "details_url" not in server.requests[0].document


def test_more_annotations_than_one_request_may_hold(server: GitHubServer) -> None:
    client = github(server)
    identity = client.start("rubrics", "c" * 40, "")

    client.finish(identity, result(rows=120))

    [check] = server.checks.values()
    assert [row["start_line"] for row in check.annotations] == list(range(1, 121))
    sent = [each.document for each in server.asked("PATCH")]
    assert [len(each["output"]["annotations"]) for each in sent] == [50, 50, 20]
    assert [each.get("conclusion") for each in sent] == ["failure", None, None]


def test_a_summary_is_cut_between_characters(server: GitHubServer) -> None:
    client = github(server)
    identity = client.start("rubrics", "c" * 40, "")

    client.finish(identity, result(summary="✅" * 30_000))

    [check] = server.checks.values()
    assert check.output["summary"] == "✅" * (65_535 // 3)


def test_an_annotation_has_a_line_and_a_message(server: GitHubServer) -> None:
    client = github(server)
    identity = client.start("rubrics", "c" * 40, "")
    bare = Annotation("notice", "rubrickit.yaml", 0, "title", "")

    client.finish(identity, result(annotations=(bare,)))

    [check] = server.checks.values()
    assert check.annotations[0]["start_line"] == 1
    assert check.annotations[0]["message"] == "title"


def test_writes_keep_a_second_apart(server: GitHubServer) -> None:
    clock = Clock()
    client = github(server, clock)

    said = client.add_comment(7, "one").identity
    client.update_comment(7, said, "two")
    clock.now += 0.75
    client.update_comment(7, said, "three")
    clock.now += 60
    client.update_comment(7, said, "four")

    assert clock.waits == [1.0, 0.25]


def test_half_a_surrogate_pair_becomes_a_question_mark(server: GitHubServer) -> None:
    comment = github(server).add_comment(7, "half \ud800 of one")

    assert comment.body == "half ? of one"


def test_a_comment_that_is_too_long_is_refused_in_githubs_words(
    server: GitHubServer,
) -> None:
    with pytest.raises(WorldError, match=r"HTTP 422: .*Body is too long") as caught:
        github(server).add_comment(7, "x" * 65_537)

    assert "\n" not in str(caught.value)
    assert len(server.asked("POST")) == 1


@pytest.mark.parametrize(
    "name", ["rubrics", "a/b/c", "../..", "a/..", "a/b?x", "a/b#", "", "a/b\n", "ä/b"]
)
def test_what_names_no_repository_is_not_asked_for(name: str) -> None:
    with pytest.raises(RubrickitError, match="owner/name"):
        GitHub(access("https://api.github.com", "token"), name)


@pytest.mark.parametrize("identity", ["", "../7", "1/2", "x", "²"])
def test_an_identity_that_the_host_never_gave_reaches_no_path(identity: str) -> None:
    client = GitHub(access("https://api.github.com", "token"), "acme/rubrics")

    with pytest.raises(ValueError, match="is known by"):
        client.delete_comment(7, identity)
