"""The release's workflow as it stands, run by act against a remote of ours."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from act_payloads import push
from act_runs import REPOSITORY, Ran
from act_scenes import Scene, scene
from git_sample import git
from support.command_line import Repository
from support.github_server import GitHubServer
from support.judge_server import JudgeServer

pytestmark = pytest.mark.slow


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Scene]:
    with GitHubServer() as github, JudgeServer() as judge:
        yield scene(tmp_path, github, judge)
        assert github.violations == []


def graded(at: Scene) -> None:
    checkout = at.host.checkout("refs/heads/main", branch="main")
    after = at.branches.main()
    ran = at.host.run("rubrickit-push.yml", "push", push("0" * 40, after), checkout)
    assert ran.jobs == {"rubrickit push": "success"}, ran.log


def released(at: Scene, version: str = "1.0", checkout: Path | None = None) -> Ran:
    payload: dict[str, Any] = {
        "inputs": {"version": version, "agents": ""},
        "ref": "refs/heads/main",
        "repository": {"full_name": REPOSITORY, "default_branch": "main"},
        "sender": {"login": "gh-ada"},
        "workflow": ".github/workflows/rubrickit-release.yml",
    }
    place = checkout or at.host.checkout("refs/heads/main", branch="main")
    return at.host.run("rubrickit-release.yml", "workflow_dispatch", payload, place)


def refs(at: Scene) -> str:
    return git(at.host.origin, "for-each-ref", "--format=%(refname) %(objectname)")


def test_a_release_is_made_verified_and_pushed(at: Scene, tmp_path: Path) -> None:
    graded(at)
    asked = at.judge.calls

    ran = released(at)

    assert ran.jobs == {"rubrickit release": "success"}, ran.log
    assert (ran.outputs["tag"], at.judge.calls) == ("1.0", asked)
    address = at.host.origin.as_uri()
    git(tmp_path, "clone", "-q", "--depth=1", "--branch=1.0", address, "auditor")
    assert Repository(tmp_path / "auditor", key="").run("verify", "1.0").code == 0
    tip = git(at.host.origin, "rev-parse", "main")
    assert git(at.host.origin, "rev-parse", "1.0^{commit}") == tip


def test_a_refusal_and_an_existing_tag_push_nothing(at: Scene) -> None:
    before = refs(at)

    pending = released(at)

    assert pending.jobs == {"rubrickit release": "failure"}, pending.log
    assert "without a score yet" in pending.log
    assert refs(at) == before

    graded(at)
    assert released(at).jobs == {"rubrickit release": "success"}
    before = refs(at)
    again = released(at)

    assert again.jobs == {"rubrickit release": "failure"}, again.log
    assert "1.0" in again.log
    assert refs(at) == before


def test_a_push_that_came_between_stops_it(at: Scene) -> None:
    graded(at)
    old = at.host.checkout("refs/heads/main", branch="main")
    at.branches.commit("main", {"README.md": "more"})
    before = refs(at)

    ran = released(at, checkout=old)

    assert ran.jobs == {"rubrickit release": "failure"}, ran.log
    assert "has moved on" in ran.log
    assert refs(at) == before
