"""A dispatched run makes a release, verifies it and pushes it, or nothing happens."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from git_sample import git
from support import ci_runs, releases
from support.ci_runs import Hosted, Outcome
from support.command_line import Repository, judged, repository, rows
from support.github_server import GitHubServer
from support.judge_server import JudgeServer

RULES = "question_id: dose\nnodes:\n  - {id: short, rule: size(response) < 12}\n"
FILES = {
    "rubrickit.yaml": "",
    "rubrics/dose.yaml": RULES,
    "gold/dose.jsonl": rows("dose", ["5 mg", "Ask your doctor first."]),
}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hosted]:
    with GitHubServer() as server:
        work = repository(tmp_path / "work", FILES)
        yield ci_runs.hosted(tmp_path, work, server)
        assert server.violations == []


def released(at: Hosted, *options: str, ref: str = "main", **more: Any) -> Outcome:
    """A run that a person dispatched on a branch, in a shallow checkout of it."""
    place = more.pop("place", None) or at.checkout(
        f"run-{at.runs}", f"refs/heads/{ref}"
    )
    event = {
        "inputs": {"version": "1.0"},
        "ref": f"refs/heads/{ref}",
        "repository": {"default_branch": "main", "full_name": at.server.repository},
        "sender": {"login": "gh-ada"},
        **more,
    }
    given = ("--mode", "release", "--release", "1.0", *options)
    return at.run(*given, name="workflow_dispatch", event=event, place=place)


def refs(place: Path) -> str:
    return git(place, "for-each-ref", "--format=%(refname) %(objectname)")


def clone(at: Hosted, tmp_path: Path, tag: str = "1.0") -> Repository:
    address = f"file://{at.origin}"
    git(tmp_path, "clone", "-q", "--depth=1", f"--branch={tag}", address, "auditor")
    return Repository(tmp_path / "auditor", key="")


def test_branch_and_tag_arrive_and_an_auditor_verifies_them(
    at: Hosted, tmp_path: Path
) -> None:
    before = git(at.origin, "rev-parse", "main")

    done = released(at)

    assert done.code == 0, done.ran.err
    tip = git(at.origin, "rev-parse", "main")
    assert git(at.origin, "rev-parse", "1.0^{commit}", "main~1").split() == [
        tip,
        before,
    ]
    auditor = clone(at, tmp_path)
    assert auditor.run("verify", "1.0").code == 0
    about = releases.recorded(auditor).about
    assert about["by"] == "gh-ada <gh-ada@users.noreply.github.com>"
    assert about["run"].endswith(f"/actions/runs/{at.runs}/attempts/1")
    assert "Release 1.0: mean 0.500" in re.sub(r"&#(\d+);", _char, done.summary)


def _char(reference: "re.Match[str]") -> str:
    return chr(int(reference[1]))


def test_the_checkout_is_left_as_it_was(at: Hosted) -> None:
    place = at.checkout("kept", "refs/heads/main")
    before = refs(place), git(place, "rev-parse", "HEAD")

    done = released(at, place=place)

    assert done.code == 0
    kept = [line for line in refs(place).splitlines() if "refs/tags" not in line]
    assert ("\n".join(kept), git(place, "rev-parse", "HEAD")) == before
    assert git(place, "status", "--porcelain", "--ignored") == ""


def test_later_steps_get_what_an_attestation_needs(at: Hosted, tmp_path: Path) -> None:
    done = released(at)

    outputs = done.outputs
    manifest = clone(at, tmp_path).root / outputs["manifest-path"]
    digest = git(tmp_path, "hash-object", str(manifest))
    assert digest == git(at.origin, "rev-parse", f"1.0:{outputs['manifest-path']}")
    statement = json.loads(Path(outputs["statement-path"]).read_text())
    assert outputs["manifest-digest"] == (
        f"sha256:{statement['subject'][0]['digest']['sha256']}"
    )
    assert json.loads(outputs["predicate"]) == statement["predicate"]
    assert statement["predicate"]["warnedTests"] == ["dose"]
    assert (outputs["tag"], outputs["verdict"]) == ("1.0", "pass")
    assert outputs["head-sha"] == git(at.origin, "rev-parse", "1.0^{commit}")


def test_grades_of_the_data_branch_come_along(tmp_path: Path) -> None:
    with JudgeServer() as judge, GitHubServer() as server:
        at = ci_runs.hosted(tmp_path, judged(tmp_path / "work", judge.url), server)
        refused = released(at)
        ci_runs.pushed(at)
        asked = judge.calls

        done = released(at)

    assert (refused.code, "without a score yet" in refused.ran.err) == (2, True), (
        refused.ran.err
    )
    assert (done.code, judge.calls) == (0, asked), done.ran.err
    auditor = clone(at, tmp_path)
    assert auditor.run("verify", "1.0").code == 0
    assert auditor.json("verify", "1.0")["checked"]["segments"] == 1


def test_a_rubric_repository_in_a_folder_is_released_there(tmp_path: Path) -> None:
    files = {f"evals/{name}": text for name, text in FILES.items()}
    with GitHubServer() as server:
        at = ci_runs.hosted(tmp_path, repository(tmp_path / "work", files), server)
        done = released(at, place=at.checkout("run", "refs/heads/main") / "evals")

    assert done.code == 0, done.ran.err
    auditor = clone(at, tmp_path)
    assert Repository(auditor.root / "evals", key="").run("verify", "1.0").code == 0


def test_a_dry_run_pushes_nothing(at: Hosted) -> None:
    before = refs(at.origin)

    done = released(at, "--dry-run")

    assert (done.code, refs(at.origin)) == (0, before)
    assert done.outputs["tag"] == ""
    assert "1.0 could be released" in done.ran.out


def test_chosen_agents_are_released(at: Hosted, tmp_path: Path) -> None:
    done = released(at, "--agents", " coach@0 \n\n")

    assert done.code == 0, done.ran.err
    assert releases.recorded(clone(at, tmp_path)).agents == ("coach@0",)


def refused(at: Hosted, done: Outcome, before: str, why: str) -> None:
    assert done.code in (2, 3)
    assert why in done.ran.err
    assert refs(at.origin) == before
    assert done.ran.out.startswith("::error title=nothing was released::")
    assert "nothing was released" in done.summary
    assert done.outputs["verdict"] == "error"


def test_a_tag_that_is_there_is_never_moved(at: Hosted) -> None:
    assert released(at).code == 0
    before = refs(at.origin)

    refused(at, released(at), before, "1.0")


def test_a_fault_that_lint_finds_is_a_refusal(at: Hosted) -> None:
    at.work.commit({"rubrics/sleep.yaml": "question_id: sleep\nnodes: []\n"})
    git(at.work.root, "push", "--quiet", "origin", "main")
    before = refs(at.origin)

    refused(at, released(at), before, "rubrics/sleep.yaml")


def test_a_branch_that_has_moved_on_is_a_refusal(at: Hosted) -> None:
    place = at.checkout("old", "refs/heads/main")
    at.work.commit({"README.md": "more"})
    git(at.work.root, "push", "--quiet", "origin", "main")
    before = refs(at.origin)

    refused(at, released(at, place=place), before, "`main` has moved on")


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/tags/1.0"])
def test_a_remote_that_takes_one_of_the_two_gets_neither(at: Hosted, ref: str) -> None:
    hook = at.origin / "hooks/update"
    hook.write_text(f'#!/bin/sh\n[ "$1" != {ref} ] || {{ echo no >&2; exit 1; }}\n')
    hook.chmod(0o755)
    before = refs(at.origin)

    refused(at, released(at), before, "nothing was pushed")


def test_only_a_dispatch_on_the_default_branch_releases(at: Hosted) -> None:
    git(at.work.root, "push", "--quiet", "origin", "main:next")
    before = refs(at.origin)

    refused(at, released(at, ref="next"), before, "`next` is not the default branch")


def test_a_pull_request_releases_nothing(at: Hosted) -> None:
    at.open({"README.md": "more"})
    before = refs(at.origin)

    done = at.run("--mode", "release", "--release", "1.0")

    refused(at, done, before, "mode `release` does not fit a pull request")


@pytest.mark.parametrize("version", ["", "../x", "--force", "a b", "x\n::error::y"])
def test_a_name_that_is_no_version_is_refused(at: Hosted, version: str) -> None:
    before = refs(at.origin)

    refused(at, released(at, f"--release={version}"), before, "cannot be a version")
