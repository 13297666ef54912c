"""A remote on the same disk, clones of it, and Git commands in them."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from git_sample import QUIET_GIT, git
from rubric_repositories import initialised

from rubrickit.edges.git_commands import GitCommands
from rubrickit.edges.git_remote import GitRemote


def remote_of(root: Path, files: Mapping[str, str], commits: int = 1) -> Path:
    """A bare repository whose `main` has so many commits, the files in the first."""
    remote = initialised(root / "remote.git", "--bare")
    content = "".join(
        f"M 100644 inline {name}\ndata {len(text.encode())}\n{text}\n"
        for name, text in files.items()
    )
    stream = "".join(
        "commit refs/heads/main\n"
        f"committer C. Committer <committer@example.org> {1_700_000_000 + at} +0000\n"
        f"data 1\n.\n{content if at == 0 else ''}\n"
        for at in range(commits)
    )
    command = ["git", "fast-import", "--quiet"]
    subprocess.run(command, cwd=remote, input=stream.encode(), check=True)
    return remote


def clone(remote: Path, name: str, *options: str) -> Path:
    """Beside the remote; by its URL, so that a depth is kept to."""
    url = f"file://{remote}"
    git(remote.parent, "clone", "--quiet", *options, url, name)
    return remote.parent / name


def commands(folder: Path, **variables: str) -> GitCommands:
    return GitCommands(folder, {**os.environ, **QUIET_GIT, **variables}, seconds=60)


def origin(folder: Path) -> GitRemote:
    return GitRemote(commands(folder))


def has(folder: Path, commit: str) -> bool:
    command = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True)
    return not done.returncode


def state(folder: Path) -> tuple[str, ...]:
    """Everything of a clone that a person would see change."""
    return (
        git(folder, "for-each-ref"),
        git(folder, "rev-parse", "HEAD"),
        git(folder, "symbolic-ref", "-q", "HEAD"),
        git(folder, "status", "--porcelain=v2", "--ignored"),
        git(folder, "ls-files", "--stage"),
        git(folder, "config", "--list", "--local"),
    )
