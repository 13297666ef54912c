"""What was graded once is never paid for again: by a push, a pull request, a clone."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from git_sample import git
from support.ci_runs import NUMBER, Hosted, hosted, pushed
from support.command_line import RUBRIC, Repository, judged, repository
from support.github_server import GitHubServer
from support.judge_server import JudgeServer, parity

REWORDED = RUBRIC.replace("name a dose", "say how much")
DOSE = "rubrics/dose.yaml"


@pytest.fixture
def judge() -> Iterator[JudgeServer]:
    with JudgeServer(verdict=parity) as server:
        yield server


@pytest.fixture
def host(tmp_path: Path, judge: JudgeServer) -> Iterator[Hosted]:
    with GitHubServer() as server:
        yield hosted(tmp_path, judged(tmp_path / "work", judge.url), server)
        assert server.violations == []


def kept(host: Hosted, branch: str = "rubrickit-ledger") -> list[str]:
    """The segments on a branch of the host's."""
    listed = git(host.origin, "ls-tree", "-r", "--name-only", branch)
    return [path for path in listed.splitlines() if "/ledger/" in path]


def test_a_push_grades_what_lacks_a_grade_and_keeps_it(
    host: Hosted, judge: JudgeServer
) -> None:
    first = pushed(host)
    calls = judge.calls
    second = pushed(host)

    assert (first.code, second.code) == (0, 0)
    assert calls > 0
    assert judge.calls == calls
    assert len(kept(host)) == 1
    assert first.outputs["verdict"] == "pass"
    assert "Scores by rubric" in first.summary


def test_a_pull_request_pays_only_for_the_leaf_that_it_rewords(
    host: Hosted, judge: JudgeServer
) -> None:
    pushed(host)
    before = judge.calls
    host.open({DOSE: REWORDED})

    assert host.run().code == 0
    paid = judge.calls - before
    assert host.run().code == 0

    assert paid == 4 * 2
    assert judge.calls == before + paid
    assert len(kept(host)) == 2


def test_the_merge_of_a_graded_pull_request_costs_nothing(
    host: Hosted, judge: JudgeServer
) -> None:
    pushed(host)
    before = git(host.origin, "rev-parse", "main")
    host.open({DOSE: REWORDED})
    host.run()
    calls = judge.calls
    git(host.origin, "update-ref", "refs/heads/main", "refs/pull/7/merge")

    done = pushed(host, before)

    assert (done.code, judge.calls) == (0, calls)
    assert "reworded" in done.summary


def test_a_run_leaves_no_trace_in_the_checkout(host: Hosted) -> None:
    host.open({DOSE: REWORDED})

    done = host.run()

    assert git(done.place, "status", "--porcelain", "--ignored") == ""


def test_grades_committed_to_the_default_branch_are_read_there(
    host: Hosted, judge: JudgeServer
) -> None:
    settings = host.work.root / "rubrickit.yaml"
    host.work.commit(
        {"rubrickit.yaml": settings.read_text("utf-8") + "ledger: {write: commit}\n"}
    )
    git(host.work.root, "push", "--quiet", "origin", "main")

    first = pushed(host)
    calls = judge.calls
    host.work.commit({"unrelated.txt": "x"})
    git(host.work.root, "fetch", "--quiet", "origin", "main")
    git(host.work.root, "rebase", "--quiet", "FETCH_HEAD")
    git(host.work.root, "push", "--quiet", "origin", "main")
    second = pushed(host)

    assert (first.code, second.code, judge.calls) == (0, 0, calls)
    assert len(kept(host, "main")) == 1


def test_a_pull_request_says_where_its_grades_are_kept_nowhere(host: Hosted) -> None:
    settings = host.work.root / "rubrickit.yaml"
    host.work.commit(
        {"rubrickit.yaml": settings.read_text("utf-8") + "ledger: {write: commit}\n"}
    )
    host.open({DOSE: REWORDED})

    done = host.run()

    assert "kept nowhere" in done.ran.err


def test_a_ledger_that_may_not_be_written_changes_no_verdict(host: Hosted) -> None:
    host.open({DOSE: REWORDED})
    hook = host.origin / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho protected >&2\nexit 1\n")
    hook.chmod(0o755)

    done = host.run()

    assert done.code == 0
    assert "The grades could not be kept" in done.ran.err


def test_a_dispatch_grades_the_commit_that_a_person_has_read(
    host: Hosted, judge: JudgeServer
) -> None:
    head = host.open({DOSE: REWORDED})
    host.server.open_pull(NUMBER, head=head, home="stranger/rubrics")
    place = host.checkout("default", "refs/heads/main")

    done = host.run(name="workflow_dispatch", event=dispatch(host, head), place=place)

    (check,) = host.server.checks.values()
    assert (done.code, check.commit, check.conclusion) == (0, head, "success")
    assert judge.calls > 0
    assert len(host.server.bodies(NUMBER)) == 1


def test_a_dispatch_refuses_what_was_pushed_after_the_reading(
    host: Hosted, judge: JudgeServer
) -> None:
    read = host.open({DOSE: REWORDED})
    head = host.push({DOSE: REWORDED.replace("say", "tell")})
    host.server.open_pull(NUMBER, head=head, home="stranger/rubrics")
    place = host.checkout("default", "refs/heads/main")

    done = host.run(name="workflow_dispatch", event=dispatch(host, read), place=place)

    assert done.code == 2
    assert "its head is" in done.ran.err
    assert judge.calls == 0


def dispatch(host: Hosted, sha: str) -> dict[str, Any]:
    return {
        "inputs": {"pull_request": str(NUMBER), "sha": sha},
        "ref": "refs/heads/main",
        "repository": {"default_branch": "main", "full_name": host.server.repository},
    }


def test_a_repository_in_a_folder_is_told_by_the_host_s_paths(
    tmp_path: Path, judge: JudgeServer
) -> None:
    inner = judged(tmp_path / "inner", judge.url)
    work = repository(tmp_path / "whole", {f"evals/{n}": t for n, t in _all(inner)})
    with GitHubServer() as server:
        host = hosted(tmp_path, work, server)
        host.open({f"evals/{DOSE}": RUBRIC.replace("weight: 3", "weight: 9")})

        done = host.run(place=host.checkout("again") / "evals")

        (comment,) = server.bodies(NUMBER)
    anchor = sha256(b"evals/rubrics/dose.yaml").hexdigest()
    assert done.code in (0, 1), done.ran.err
    assert f"#diff-{anchor}R" in comment
    assert [path.partition("/")[0] for path in kept(host)] == ["evals"]


def _all(place: Repository) -> list[tuple[str, bytes]]:
    return list(place.files().items())
