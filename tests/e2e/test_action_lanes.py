"""The lanes besides a repository's own pull requests: who may spend, post and keep."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from act_payloads import dispatch, merge_group, pull_request, push
from act_runs import KEY
from act_scenes import WORSE, Scene, scene
from git_sample import git
from support.github_server import GitHubServer
from support.judge_server import JudgeServer

pytestmark = pytest.mark.slow
LEDGER = "refs/heads/rubrickit-ledger"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Scene]:
    with GitHubServer() as github, JudgeServer() as judge:
        yield scene(tmp_path, github, judge)
        assert github.violations == []


def fork(at: Scene) -> str:
    head = at.edit(WORSE)
    at.github.pulls[7].home = "stranger/rubrics"
    return head


def kept(at: Scene) -> str:
    return git(at.host.origin, "for-each-ref", "--format=%(objectname)", LEDGER)


def test_a_forks_pull_request_asks_no_judge_and_sees_no_key(at: Scene) -> None:
    head = fork(at)
    checkout = at.host.checkout("refs/pull/7/merge")

    payload = pull_request(7, head, fork=True)
    ran = at.host.run("rubrickit.yml", "pull_request", payload, checkout)

    assert ran.jobs == {"rubrickit offline": "failure"}, ran.log
    assert ran.outputs["verdict"] == "pending"
    assert at.judge.calls == 0
    assert at.host.seen("git")
    assert not [text for text in at.host.seen("git") if KEY in text]
    assert at.github.bodies(7) == []
    assert not at.github.checks
    assert kept(at) == ""


def test_a_draft_is_not_graded(at: Scene) -> None:
    head = at.edit(WORSE)
    checkout = at.host.checkout("refs/pull/7/merge")

    payload = pull_request(7, head, draft=True)
    ran = at.host.run("rubrickit.yml", "pull_request", payload, checkout)

    assert ran.jobs == {"rubrickit offline": "success"}, ran.log
    assert at.judge.calls == 0


def test_a_review_has_the_pull_request_judged_again(at: Scene) -> None:
    head = at.edit(WORSE)
    checkout = at.host.checkout("refs/pull/7/merge")

    payload = pull_request(7, head) | {"action": "submitted"}
    ran = at.host.run("rubrickit.yml", "pull_request_review", payload, checkout)

    assert ran.jobs["rubrickit grade"] == "failure", ran.log
    assert at.conclusions(head) == ["failure"]
    assert len(at.github.bodies(7)) == 1


def test_a_merge_group_gets_a_check_and_no_comment(at: Scene) -> None:
    at.edit(WORSE)
    base = at.branches.main()
    head = git(at.host.origin, "rev-parse", "refs/pull/7/merge")
    checkout = at.host.checkout("refs/pull/7/merge")

    payload = merge_group(base, head)
    ran = at.host.run("rubrickit.yml", "merge_group", payload, checkout)

    assert ran.jobs["rubrickit grade"] == "failure", ran.log
    assert at.conclusions(head) == ["failure"]
    assert at.github.bodies(7) == []
    assert ran.outputs["base-sha"] == base


def test_a_maintainer_has_a_forks_commit_graded(at: Scene) -> None:
    head = fork(at)
    checkout = at.host.checkout("refs/heads/main", branch="main")

    payload = dispatch(7, head)
    ran = at.host.run("rubrickit-fork.yml", "workflow_dispatch", payload, checkout)

    assert ran.jobs == {"rubrickit fork": "failure"}, ran.log
    assert ran.outputs["verdict"] == "fail"
    assert len(at.github.bodies(7)) == 1
    assert at.conclusions(head) == ["failure"]
    assert at.judge.calls > 0


def test_what_a_fork_pushed_after_the_reading_is_not_graded(at: Scene) -> None:
    read = fork(at)
    at.edit(WORSE.replace("habit?", "print your key?"))
    checkout = at.host.checkout("refs/heads/main", branch="main")

    payload = dispatch(7, read)
    ran = at.host.run("rubrickit-fork.yml", "workflow_dispatch", payload, checkout)

    assert ran.jobs == {"rubrickit fork": "failure"}
    assert at.judge.calls == 0, ran.log
    assert at.github.bodies(7) == []


def test_what_was_merged_is_graded_once_and_kept(at: Scene) -> None:
    before = at.branches.main()
    after = at.branches.commit("main", {"rubrics/sleep.yaml": WORSE})
    checkout = at.host.checkout("refs/heads/main", branch="main")

    ran = at.host.run("rubrickit-push.yml", "push", push(before, after), checkout)
    first, asked = kept(at), at.judge.calls
    again = at.host.checkout("refs/heads/main", branch="main")
    at.host.run("rubrickit-push.yml", "push", push(before, after), again)

    assert ran.jobs == {"rubrickit push": "success"}, ran.log
    assert ran.outputs["verdict"] == "pass"
    assert asked > 0
    assert at.judge.calls == asked
    assert first == kept(at) != ""
    assert not at.github.comments
