"""`rubrickit ci` from event to comment: what other tools' users have met, not here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from git_sample import git
from support import host_server
from support.attacked import DOSE, HARDER, REWORDED, SILENT, WORSE, Target
from support.attacked import target as a_target
from support.ci_runs import NUMBER, hosted
from support.command_line import RUBRIC, TEXTS, Repository, repository, rows
from support.github_server import GitHubServer

from rubrickit.core.hosting import marker
from rubrickit.reports.comment import BUDGET

OTHER_BOT = "other-app[bot]"


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    with a_target(tmp_path) as found:
        yield found


def ours(server: GitHubServer) -> list[str]:
    """Bodies with our marker that the action's own login wrote."""
    return [
        comment["body"]
        for _, comment in server.comments.values()
        if marker.parse(comment["body"]) and comment["user"]["login"] == server.login
    ]


def conclusion(server: GitHubServer) -> str | None:
    *_, last = server.checks.values()
    return last.conclusion


@pytest.mark.slow
def test_one_comment_stays_ours_among_150_a_quotation_and_an_edit(
    target: Target,
) -> None:
    server = target.host.server
    target.host.open({DOSE: WORSE})
    for at in range(150):
        server.say(NUMBER, f"comment {at}", "a-person")
    first = target.host.run()
    (said,) = ours(server)
    server.say(NUMBER, said, OTHER_BOT)
    mine = int(first.outputs["comment-url"].rpartition("-")[2])
    server.comments[mine][1]["body"] = said.replace("❌ fail", "✅ pass")
    for at in range(150):
        server.say(NUMBER, f"comment {at}", "a-person")

    second = target.host.run()

    assert (first.code, second.code) == (1, 1)
    assert second.outputs["comment-url"] == first.outputs["comment-url"]
    (now,) = ours(server)
    assert "### ❌ fail" in now
    assert server.bodies(NUMBER).count(said) == 1
    assert len(server.comments) == 302


def test_a_lost_answer_leaves_one_comment_and_the_verdict(target: Target) -> None:
    """Of the check and of the comment: both are at the host, and nobody heard so."""
    target.host.server.fail("POST", host_server.LOST, times=2)
    target.host.open({DOSE: WORSE})

    found = target.host.run()

    assert (found.code, found.outputs["verdict"]) == (1, "fail")
    assert len(ours(target.host.server)) == 1
    assert found.outputs["comment-url"]
    assert "The check could not be started" in found.summary


def test_a_comment_follows_the_pull_request_through_its_pushes(target: Target) -> None:
    """Fallen, then unreadable, then as it was: the last word is never an older one."""
    server = target.host.server
    target.host.open({DOSE: WORSE})
    target.host.run()
    told = [ours(server)]
    ends = [conclusion(server)]
    for text in (RUBRIC.replace("nodes", "noodes"), RUBRIC):
        target.host.push({DOSE: text})
        target.host.run()
        told.append(ours(server))
        ends.append(conclusion(server))

    assert [len(bodies) for bodies in told] == [1, 1, 1]
    assert "### ❌ fail: the mean fell by 0.05" in told[0][0]
    assert "### ❌ rubrickit could not grade" in told[1][0]
    assert "### ⚪ none" in told[2][0]
    assert ends == ["failure", "failure", "success"]


def test_what_changes_no_rubric_gets_a_check_and_no_comment(target: Target) -> None:
    target.host.open({"README.md": "More words.\n"})

    found = target.host.run()

    assert (found.code, found.outputs["verdict"]) == (0, "none")
    assert target.host.server.comments == {}
    assert conclusion(target.host.server) == "success"


@pytest.mark.slow
def test_an_older_run_that_ends_later_overwrites_nothing(target: Target) -> None:
    target.host.open({DOSE: WORSE})
    target.host.run(env={"GITHUB_RUN_ID": "500"})
    before = ours(target.host.server)

    again = {"GITHUB_RUN_ID": "400", "GITHUB_RUN_ATTEMPT": "9"}
    found = target.host.run("--warn-only", env=again)

    assert ours(target.host.server) == before
    assert "A newer run has commented already." in found.ran.err


def test_a_run_for_a_commit_that_was_replaced_posts_nothing(target: Target) -> None:
    target.host.open({DOSE: HARDER})
    event, place = target.host.event(), target.host.checkout("early")
    target.host.push({DOSE: REWORDED})

    found = target.host.run(event=event, place=place)

    assert "has moved on to" in found.ran.err
    assert (target.spent, target.host.server.comments) == (0, {})
    assert target.host.server.checks == {}


@pytest.mark.parametrize(
    ("now", "told"),
    [({"state": "closed"}, "is closed"), ({"is_draft": True}, "is a draft")],
    ids=["closed", "draft"],
)
def test_a_closed_one_and_a_draft_cost_nothing(
    target: Target, now: dict[str, object], told: str
) -> None:
    head = target.host.open({DOSE: HARDER})
    event = target.host.event()
    target.host.server.open_pull(NUMBER, head=head, **now)

    found = target.host.run(event=event)

    assert told in found.ran.err
    assert (target.spent, target.host.server.comments) == (0, {})


def test_one_that_goes_to_another_branch_now_is_compared_with_that(
    target: Target,
) -> None:
    """The event still says main, where its branch would be a fall."""
    git(target.work.root, "checkout", "--quiet", "-b", "release")
    target.work.commit({DOSE: WORSE})
    git(target.work.root, "push", "--quiet", "origin", "release")
    git(target.work.root, "checkout", "--quiet", "-B", "edit")
    head = target.host.push({"README.md": "More words.\n"})
    event = target.host.event()
    place = target.host.checkout("head", f"refs/pull/{NUMBER}/head")
    target.host.server.open_pull(NUMBER, head=head, base_branch="release")

    found = target.host.run(event=event, place=place)

    assert found.outputs["verdict"] == "none"
    assert target.host.server.comments == {}


def test_a_merge_queue_gets_a_check_and_no_comment(target: Target) -> None:
    target.host.open({DOSE: HARDER})
    place = target.host.checkout("queue")
    base, head = (git(place, "rev-parse", ref) for ref in ("HEAD^1", "HEAD"))
    queue = "refs/heads/gh-readonly-queue/main/pr-7-x"
    group = {"base_sha": base, "head_sha": head, "base_ref": "refs/heads/main"}
    event = target.host.event() | {"merge_group": {**group, "head_ref": queue}}
    del event["pull_request"], event["number"]

    found = target.host.run(name="merge_group", event=event, place=place)

    assert (found.code, target.spent) == (1, 8)
    assert target.host.server.comments == {}
    (check,) = target.host.server.checks.values()
    assert (check.commit, check.conclusion) == (head, "failure")


def test_a_merge_that_lies_behind_is_refused_and_told_why(target: Target) -> None:
    target.host.open({DOSE: HARDER})
    place = target.host.checkout("behind")
    target.host.push({DOSE: WORSE})

    found = target.host.run(place=place, env=SILENT)

    assert (found.code, found.outputs["verdict"]) == (2, "error")
    assert target.spent == 0
    assert "the merge ref is behind" in found.ran.err


@pytest.mark.parametrize("ref", ["merge", "head"])
def test_a_clone_of_depth_one_finds_its_base(target: Target, ref: str) -> None:
    target.host.open({DOSE: WORSE})
    base = git(target.work.root, "rev-parse", "main")
    place = target.host.checkout("shallow", f"refs/pull/{NUMBER}/{ref}", depth=1)

    found = target.host.run(place=place, env=SILENT)

    assert (found.code, found.outputs["base-sha"]) == (1, base)


def test_no_delta_is_invented_for_a_new_or_a_deleted_rubric(target: Target) -> None:
    target.edit()
    (target.work.root / "rubrics/sleep.yaml").unlink()

    found = target.push({"rubrics/new.yaml": RUBRIC.replace(": dose", ": new")})

    assert found.outputs["verdict"] == "none"
    assert found.outputs["max-drop"] == "0"
    assert "New rubrics (1)" in found.summary
    assert "Deleted rubrics (1)" in found.summary
    assert "| rubric |" not in found.summary
    assert target.spent == 0


def test_enterprise_addresses_come_from_the_environment(tmp_path: Path) -> None:
    work = ruled(tmp_path, 1)
    with GitHubServer(is_enterprise=True) as server:
        host = hosted(tmp_path, work, server)
        host.open(fallen(1))
        found = host.run(env={"GITHUB_SERVER_URL": "https://ghe.example"})

        assert server.violations == []

    (body,) = ours(server)
    assert "https://ghe.example/acme/rubrics/pull/7/files#diff-" in body
    assert "github.com" not in body
    assert found.code == 1


RULED = "question_id: q{}\nnodes:\n  - {{id: short, rule: size(response) {} 40}}\n"


def ruled(folder: Path, count: int) -> Repository:
    """So many rubrics that no judge is asked about."""
    files = {f"rubrics/q{at}.yaml": RULED.format(at, "<") for at in range(count)}
    gold = {f"gold/q{at}.jsonl": rows(f"q{at}", TEXTS[:1]) for at in range(count)}
    return repository(folder / "work", {"rubrickit.yaml": "", **files, **gold})


def fallen(count: int) -> dict[str, str]:
    return {f"rubrics/q{at}.yaml": RULED.format(at, ">") for at in range(count)}


@pytest.mark.slow
def test_four_hundred_changed_rubrics_keep_to_the_budget(tmp_path: Path) -> None:
    work = ruled(tmp_path, 400)
    with GitHubServer() as server:
        host = hosted(tmp_path, work, server)
        host.open(fallen(400))
        found = host.run()

        assert server.violations == []

    (body,) = ours(server)
    assert len(body.encode()) <= BUDGET
    assert "more in the full report" in body
    assert body.count("<details") == body.count("</details>")
    assert (found.code, found.outputs["changed-rubrics"]) == (1, "400")
    assert found.summary.count("| <code>q") >= 400
    (check,) = server.checks.values()
    assert len(check.output["summary"].encode()) <= 65_535
    assert len(check.annotations) <= 30
