"""Clones of a clone, to make something in without touching the one that is there."""

from pathlib import Path

from rubrickit.edges.git_commands import GitCommands, first_line
from rubrickit.errors import WorldError


def whole(git: GitCommands, place: Path) -> GitCommands:
    """All refs and the checked-out commit of the clone that `git` works in.

    Its `origin` is the same remote. Raises WorldError.
    """
    top = git.out("rev-parse", "--show-toplevel").text
    head = git.out("rev-parse", "--verify", "HEAD^{commit}").text
    prefix = git.out("rev-parse", "--show-prefix").text
    address = git.out("remote", "get-url", "--push", "origin").text
    form = git.out("rev-parse", "--show-object-format").text
    git.out("init", "--quiet", f"--object-format={form}", "--", str(place))
    inside = _in(git, place)
    fetch = ("fetch", "--quiet", "--no-tags", "--update-head-ok", "--", top)
    inside.out(*fetch, "+refs/*:refs/*")
    inside.out("checkout", "--quiet", "--detach", head, "--")
    inside.out("remote", "add", "origin", "--", address)
    return _in(git, place / prefix)


def of_tag(git: GitCommands, tag: str, place: Path) -> Path:
    """A fresh clone of nothing but a tag; the rubric repository's folder in it."""
    top = git.out("rev-parse", "--show-toplevel").text
    prefix = git.out("rev-parse", "--show-prefix").text
    git.out("clone", "--quiet", f"--branch={tag}", "--", f"file://{top}", str(place))
    return place / prefix


def push(git: GitCommands, commit: str, branch: str, tag: str) -> None:
    """The branch and its tag, both or neither, and never by force.

    Raises WorldError where the remote takes neither.
    """
    refs = (f"{commit}:refs/heads/{branch}", f"refs/tags/{tag}:refs/tags/{tag}")
    done = git.run("push", "--porcelain", "--atomic", "--", "origin", *refs)
    if done.status:
        told = [line for line in done.text.splitlines() if line.startswith("!")]
        why = "; ".join(told) or first_line(done.told)
        raise WorldError(
            f"nothing was pushed: {why}",
            hint=f"where `{branch}` has moved on, start again; the job needs"
            " `permissions: contents: write`, and has to pass the branch's protection",
        )


def _in(git: GitCommands, folder: Path) -> GitCommands:
    return GitCommands(folder, git.environment, git.seconds)
