"""The action on pull requests of the repository itself, run by act."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from act_payloads import pull_request
from act_runs import KEY, PIN, Ran, host, shipped
from act_scenes import SAME, WORSE, Scene, scene
from command_line import OTHER
from git_sample import git
from support.github_server import READS, TOKEN, GitHubServer
from support.judge_server import JudgeServer

SHADOWS = (
    "click.py", "git.py", "openai.py", "pip.py", "rubrickit/__init__.py",
    "rubrickit/__main__.py", "sitecustomize.py", "venv.py",
)  # fmt: skip


@dataclass(frozen=True)
class Story:
    """An edit that made the answers score worse, and the run that told of it."""

    at: Scene
    head: str
    ran: Ran


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Scene]:
    with GitHubServer() as github, JudgeServer() as judge:
        yield scene(tmp_path, github, judge)
        assert github.violations == []


@pytest.fixture(scope="module")
def worse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with GitHubServer() as github, JudgeServer() as judge:
        made = scene(tmp_path_factory.mktemp("worse"), github, judge)
        proof = f"open({str(made.host.folder / 'ran')!r}, 'w').write(__file__)"
        made.propose(dict.fromkeys(SHADOWS, proof))
        head = made.edit(WORSE)
        yield Story(made, head, made.run(head))
        assert github.violations == []


def test_an_edit_that_regresses_fails_with_one_comment(worse: Story) -> None:
    merged = git(worse.at.host.origin, "rev-parse", "refs/pull/7/merge")

    assert worse.ran.jobs == {
        "rubrickit offline": "success",
        "rubrickit grade": "failure",
    }, worse.ran.log
    (comment,) = worse.at.github.bodies(7)
    assert "❌" in comment
    assert "sleep" in comment
    assert worse.at.conclusions(worse.head) == ["failure"]
    assert worse.ran.outputs["verdict"] == "fail"
    assert worse.ran.outputs["changed-rubrics"] == "1"
    assert worse.ran.outputs["head-sha"] == merged
    assert worse.ran.outputs["base-sha"] == worse.at.branches.main()


def test_every_output_of_the_action_is_set(worse: Story) -> None:
    assert worse.ran.outputs.keys() >= {
        "base-sha", "changed-rubrics", "comment-url", "head-sha", "json-path",
        "max-drop", "pending", "report-path", "verdict",
    }  # fmt: skip


def test_it_leaves_no_trace_in_the_checked_out_tree(worse: Story) -> None:
    assert worse.ran.workspaces
    assert worse.ran.traces() == []


def test_no_code_of_the_pull_request_runs(worse: Story) -> None:
    assert not (worse.at.host.folder / "ran").exists()


def test_its_report_is_kept_as_an_artifact(worse: Story) -> None:
    kept = {path.suffix: path for path in worse.at.host.artifacts.iterdir()}

    assert kept.keys() == {".md", ".json"}, worse.ran.log
    assert json.loads(kept[".json"].read_text())["outcome"] == "fail"


def test_its_grades_are_kept_on_the_ledgers_branch(worse: Story) -> None:
    origin = worse.at.host.origin

    names = git(origin, "ls-tree", "-r", "--name-only", "rubrickit-ledger")

    assert any(name.startswith("scores/ledger/") for name in names.splitlines())


def test_key_and_token_reach_what_grades_and_no_installer(worse: Story) -> None:
    graded = [text for text in worse.at.host.seen("git") if KEY in text]
    installed = worse.at.host.seen("install")

    assert any(TOKEN in text for text in graded)
    assert installed
    assert not [text for text in installed if KEY in text or TOKEN in text]
    assert KEY not in worse.ran.log
    assert TOKEN not in worse.ran.log


@pytest.mark.slow
def test_a_second_push_updates_the_comment_and_buys_nothing_twice(at: Scene) -> None:
    at.run(at.edit(WORSE))
    identity, asked = list(at.github.comments), at.judge.calls

    head = at.edit(SAME)
    ran = at.run(head)

    assert ran.jobs["rubrickit grade"] == "success", ran.log
    assert list(at.github.comments) == identity
    assert "❌" not in at.github.bodies(7)[0].partition("<details>")[0]
    assert at.conclusions(head) == ["success"]
    assert (asked > 0, at.judge.calls) == (True, asked), ran.log


@pytest.mark.slow
def test_a_clone_of_one_commit_is_enough(at: Scene) -> None:
    ran = at.run(at.edit(WORSE), depth=1)

    assert ran.outputs["verdict"] == "fail", ran.log
    assert ran.outputs["base-sha"] == at.branches.main()


@pytest.mark.slow
def test_a_token_that_may_only_read_changes_no_result(at: Scene) -> None:
    at.github.permissions = READS

    ran = at.run(at.edit(WORSE))

    assert ran.jobs["rubrickit grade"] == "failure"
    assert ran.outputs["verdict"] == "fail", ran.log
    assert at.github.bodies(7) == []
    assert "pull-requests: write" in ran.log
    assert "checks: write" in ran.log


@pytest.mark.slow
def test_it_runs_by_its_version_and_at_enterprise_server(tmp_path: Path) -> None:
    with GitHubServer(is_enterprise=True) as github, JudgeServer() as judge:
        at = scene(tmp_path, github, judge)
        name = ".github/workflows/rubrickit.yml"
        workflow = (at.branches.work / name).read_text()
        at.branches.commit("main", {name: workflow.replace(f"@{PIN}", "@v1")})

        ran = at.run(at.edit(WORSE))

        assert github.url.endswith("/api/v3")
        assert len(github.bodies(7)) == 1, ran.log
        assert github.violations == []


@pytest.mark.slow
def test_this_repository_grades_itself_and_stays_clean(tmp_path: Path) -> None:
    with GitHubServer() as github, JudgeServer() as judge:
        at = Scene(host(tmp_path, github, shipped()), github, judge)
        at.branches.commit("main", {})
        name = "rubrics/avoiding_migraines.yaml"
        never = '  - id: never\n    weight: 5\n    rule: "false"\n'
        head = at.propose({name: shipped()[name] + never})

        ran = at.run(head)

        assert ran.jobs["rubrickit grade"] == "failure", ran.log
        assert ran.outputs["changed-rubrics"] == "1"
        assert len(github.bodies(7)) == 1
        assert ran.workspaces
        assert ran.traces() == []
        assert github.violations == []


@pytest.mark.slow
def test_two_pull_requests_at_once_lose_no_grade(at: Scene) -> None:
    heads = {7: at.edit(OTHER.replace("habit?", "tea?")), 8: at.edit(SAME, 8)}

    asked = []
    for _ in range(2):
        with at.host.together() as start:
            for number, head in heads.items():
                checkout = at.host.checkout(f"refs/pull/{number}/merge")
                payload = pull_request(number, head)
                start("rubrickit.yml", "pull_request", payload, checkout)
        asked.append(at.judge.calls)

    assert asked[0] > 0
    assert asked[1] == asked[0]
    assert len(at.github.bodies(7)) == len(at.github.bodies(8)) == 1
