"""The action on pull requests of the repository itself, run by act."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from act_payloads import pull_request
from act_runs import KEY, PIN
from act_scenes import SAME, WORSE, Scene, scene
from command_line import OTHER
from git_sample import git
from support.github_server import READS, GitHubServer
from support.judge_server import JudgeServer


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Scene]:
    with GitHubServer() as github, JudgeServer() as judge:
        yield scene(tmp_path, github, judge)
        assert github.violations == []


def test_an_edit_that_regresses_fails_with_one_comment(at: Scene) -> None:
    head = at.edit(WORSE)

    ran = at.run(head)

    assert ran.jobs["rubrickit grade"] == "failure", ran.log
    (comment,) = at.github.bodies(7)
    assert "❌" in comment
    assert "sleep" in comment
    assert at.conclusions(head) == ["failure"]
    assert ran.outputs["verdict"] == "fail"
    assert ran.outputs["head-sha"] == head
    assert ran.traces() == []
    assert KEY not in ran.log


def test_its_report_is_kept_as_an_artifact(at: Scene) -> None:
    ran = at.run(at.edit(WORSE))

    kept = {path.suffix for path in at.host.artifacts.iterdir()}
    assert kept == {".md", ".json"}, ran.log


def test_an_edit_that_moves_nothing_passes_and_is_told(at: Scene) -> None:
    head = at.edit(SAME)

    ran = at.run(head)

    assert ran.jobs["rubrickit grade"] == "success", ran.log
    assert len(at.github.bodies(7)) == 1
    assert at.conclusions(head) == ["success"]


def test_a_second_push_updates_the_comment_and_buys_nothing_twice(at: Scene) -> None:
    at.run(at.edit(WORSE))
    identity, asked = list(at.github.comments), at.judge.calls

    head = at.edit(SAME)
    ran = at.run(head)

    assert list(at.github.comments) == identity
    assert "❌" not in at.github.bodies(7)[0].partition("<details>")[0]
    assert at.conclusions(head) == ["success"]
    assert (asked > 0, at.judge.calls) == (True, asked), ran.log


@pytest.mark.parametrize("depth", [1, 50])
def test_any_depth_of_the_clone_will_do(at: Scene, depth: int) -> None:
    base = at.branches.main()

    ran = at.run(at.edit(WORSE), depth=depth)

    assert ran.outputs["verdict"] == "fail", ran.log
    assert ran.outputs["base-sha"] == base


def test_a_token_that_may_only_read_changes_no_result(at: Scene) -> None:
    at.github.permissions = READS

    ran = at.run(at.edit(WORSE))

    assert ran.jobs["rubrickit grade"] == "failure"
    assert ran.outputs["verdict"] == "fail", ran.log
    assert at.github.bodies(7) == []
    assert "pull-requests: write" in ran.log


def test_the_action_runs_by_its_version_too(at: Scene) -> None:
    workflow = ".github/workflows/rubrickit.yml"
    text = (at.branches.work / workflow).read_text()
    at.branches.commit("main", {workflow: text.replace(f"@{PIN}", "@v1")})

    ran = at.run(at.edit(WORSE))

    assert ran.outputs["verdict"] == "fail", ran.log
    assert len(at.github.bodies(7)) == 1


def test_enterprise_server_is_asked_at_its_own_address(tmp_path: Path) -> None:
    with GitHubServer(is_enterprise=True) as github, JudgeServer() as judge:
        at = scene(tmp_path, github, judge)

        ran = at.run(at.edit(WORSE))

        assert github.url.endswith("/api/v3")
        assert len(github.bodies(7)) == 1, ran.log
        assert github.violations == []


def test_two_pull_requests_at_once_lose_no_grade(at: Scene) -> None:
    heads = {7: at.edit(OTHER.replace("habit?", "tea?")), 8: at.edit(SAME, 8)}
    checkouts = {n: at.host.checkout(f"refs/pull/{n}/merge") for n in heads}

    with at.host.together() as start:
        for number, head in heads.items():
            payload = pull_request(number, head)
            start("rubrickit.yml", "pull_request", payload, checkouts[number])
    asked = at.judge.calls
    for number, head in heads.items():
        at.run(head, number)

    assert asked > 0
    assert at.judge.calls == asked
    assert len(at.github.bodies(7)) == len(at.github.bodies(8)) == 1


def test_what_is_kept_on_the_ledgers_branch_are_segments(at: Scene) -> None:
    at.run(at.edit(WORSE))

    names = git(at.host.origin, "ls-tree", "-r", "--name-only", "rubrickit-ledger")

    assert any(name.startswith("scores/ledger/") for name in names.splitlines())
    with pytest.raises(subprocess.CalledProcessError):
        git(at.host.origin, "diff", "--quiet", "main", "refs/pull/7/head")
