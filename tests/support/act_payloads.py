"""Branches and pull requests at a pretended GitHub, and the events that it sends."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from act_runs import REPOSITORY, Host
from git_sample import git

_REPOSITORY = {"full_name": REPOSITORY, "default_branch": "main", "fork": False}
_FORK = {"full_name": "stranger/rubrics", "default_branch": "main", "fork": True}


@dataclass(frozen=True)
class Branches:
    """Pushes to a host's origin from the work tree beside it."""

    host: Host

    @property
    def work(self) -> Path:
        return self.host.folder / "work"

    def commit(self, branch: str, files: Mapping[str, str]) -> str:
        """On a branch that starts at `main` where it is new; the commit's id."""
        git(self.work, "checkout", "--quiet", *self._switch(branch))
        for name, text in files.items():
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            (self.work / name).write_text(text)
        git(self.work, "add", "--all")
        git(self.work, "commit", "--quiet", "--allow-empty", "--message", "change")
        git(self.work, "push", "--quiet", "origin", f"HEAD:refs/heads/{branch}")
        return git(self.work, "rev-parse", "HEAD")

    def open(self, number: int, branch: str) -> str:
        """As GitHub does: the pull request's own commit, and its merge with `main`."""
        head = git(self.work, "rev-parse", branch)
        git(self.work, "checkout", "--quiet", "--detach", "main")
        git(self.work, "merge", "--quiet", "--no-ff", "--no-edit", branch)
        for name, commit in (("head", head), ("merge", "HEAD")):
            target = f"+{commit}:refs/pull/{number}/{name}"
            git(self.work, "push", "--quiet", "origin", target)
        git(self.work, "checkout", "--quiet", branch)
        return head

    def main(self) -> str:
        return git(self.work, "rev-parse", "main")

    def _switch(self, branch: str) -> tuple[str, ...]:
        known = git(self.work, "branch", "--list", branch)
        is_first = not git(self.work, "branch", "--list", "main")
        if known or is_first:
            return (branch,) if known else ("-b", branch)
        return ("-b", branch, "main")


def pull_request(
    number: int, head: str, *, fork: bool = False, draft: bool = False
) -> dict[str, Any]:
    """Somebody pushed to an open pull request against `main`."""
    return {
        "action": "synchronize",
        "number": number,
        "pull_request": {
            "number": number,
            "state": "open",
            "draft": draft,
            "user": {"login": "stranger" if fork else "author"},
            "head": {
                "sha": head,
                "ref": "edit",
                "repo": _FORK if fork else _REPOSITORY,
            },
            "base": {"sha": "0" * 40, "ref": "main", "repo": _REPOSITORY},
        },
        "repository": _REPOSITORY,
    }


def merge_group(base: str, head: str) -> dict[str, Any]:
    return {
        "action": "checks_requested",
        "merge_group": {
            "base_sha": base,
            "base_ref": "refs/heads/main",
            "head_sha": head,
            "head_ref": f"refs/heads/gh-readonly-queue/main/pr-7-{base}",
        },
        "repository": _REPOSITORY,
    }


def push(before: str, after: str) -> dict[str, Any]:
    return {
        "ref": "refs/heads/main",
        "before": before,
        "after": after,
        "deleted": False,
        "repository": _REPOSITORY,
    }


def dispatch(number: int, sha: str) -> dict[str, Any]:
    """A maintainer asks for one commit of a fork's pull request to be graded."""
    return {
        "inputs": {"pull_request": str(number), "sha": sha},
        "ref": "refs/heads/main",
        "repository": _REPOSITORY,
        "workflow": ".github/workflows/rubrickit-fork.yml",
    }
