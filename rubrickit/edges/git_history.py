"""Git: refs, trees and blobs, read by object id and never checked out."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from subprocess import PIPE
from typing import cast

import git
from git.exc import GitCommandNotFound, InvalidGitRepositoryError, NoSuchPathError

from rubrickit.core import git_output
from rubrickit.core.git_output import Commit, TreeFile
from rubrickit.edges.git_commands import failed
from rubrickit.edges.git_objects import GitObjects, GitTrees, Process, unreadable
from rubrickit.errors import RubrickitError, WorldError

# Whole names, since a tag may be called `origin/main` and would be found first.
_DEFAULT_BRANCHES = (
    "refs/remotes/origin/HEAD", "refs/remotes/origin/main",
    "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master",
)  # fmt: skip
# Replaced objects and grafts are one clone's view; and reading takes no lock.
_PLAIN = {
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
}
_OURS = (
    "-c", "user.name=rubrickit demo", "-c", "user.email=demo@localhost",
    "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false",
    "-c", f"core.hooksPath={os.devnull}",
)  # fmt: skip


class GitHistory:
    """One repository of Git's. Every path is relative to `root`, a folder in it.

    Each method raises WorldError where Git itself fails.
    """

    def __init__(self, repo: git.Repo, root: Path) -> None:
        self._repo = repo
        self._repo.git.update_environment(**_PLAIN)
        self._objects = GitObjects(partial(_started, repo.git))
        self._trees = GitTrees(self._objects)
        top = repo.working_tree_dir
        self.prefix = "" if top is None else _prefix(Path(top), root)

    @classmethod
    def find(cls, root: Path) -> "GitHistory | None":
        """None where `root` lies in no repository."""
        try:
            repo = git.Repo(root, search_parent_directories=True)
        except (InvalidGitRepositoryError, NoSuchPathError):
            return None
        return cls(repo, root)

    @classmethod
    def create(cls, root: Path) -> "GitHistory":
        """A new repository whose first branch is `main`."""
        with _finding_git():
            return cls(git.Repo.init(root, initial_branch="main"), root)

    def commit_all(self, message: str, *, branch: str = "") -> str:
        """Everything in the folder, on a new branch where one is named.

        The person's own hooks and ignored files play no part.
        """
        if branch:
            self._bytes(*_OURS, "checkout", "-q", "-b", branch)
        self._bytes(*_OURS, "add", "--all", "--force")
        self._bytes(*_OURS, "commit", "-q", "-m", message)
        return self.commit("HEAD")

    @property
    def folder(self) -> Path:
        """The repository's own folder, one for all its work trees."""
        return Path(self._repo.common_dir).resolve()

    @property
    def is_bare(self) -> bool:
        return self._repo.bare

    def close(self) -> None:
        self._objects.close()
        self._repo.close()

    def commit(self, ref: str) -> str:
        """The id of the commit that a branch, tag or id stands for."""
        if ref.startswith(("-", "^")):
            raise RubrickitError(f"`{ref}` is an option, not a commit")
        found = self.find_commit(ref)
        if found is None:
            raise self._unknown(ref)
        return found

    def find_commit(self, ref: str) -> str | None:
        """The same, or None where Git knows no such commit."""
        if git_output.is_id(ref) and self._objects.kind(ref) == "commit":
            return ref
        status, out, told = self._run(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"
        )
        if status and "safe.directory" in told:
            raise failed(told)
        return None if status else git_output.text(out).strip()

    def parents(self, commit: str) -> tuple[str, ...]:
        """As the commit itself names them, whether they were fetched or not."""
        return git_output.parents(self.read([commit])[commit])

    def touching(self, commit: str, folder: str, most: int) -> list[str]:
        """The last commits on its first-parent line that changed the folder, newest
        first; a merge counts where it changed what its first parent had."""
        listing = self._bytes(
            "rev-list", "--first-parent", f"--max-count={most}", commit,
            "--", self._full(folder),
        )  # fmt: skip
        return git_output.text(listing).split()

    def _unknown(self, ref: str) -> RubrickitError:
        if not self._bytes("rev-list", "--max-count=1", "--all"):
            hint = "commit your rubrics first: `git add -A && git commit`"
            return RubrickitError("there is no commit yet", hint=hint)
        hint = "`git fetch origin` brings the branches of the remote"
        return RubrickitError(f"Git knows no commit `{ref}`", hint=hint)

    def default_branch(self) -> str:
        """The remote's default branch, else `main` or `master`, by its whole name.

        `HEAD` where it is the only branch and there is no remote; raises RubrickitError
        where nobody can tell which one it is.
        """
        for ref in _DEFAULT_BRANCHES:
            if self.find_commit(ref):
                return ref
        if not self._bytes("remote"):
            if len(git_output.lines(self._bytes("branch", "--format=%(refname)"))) > 1:
                hint = "name the base: `rubrickit delta BRANCH`"
                raise RubrickitError("there is no branch `main` or `master`", hint=hint)
            return "HEAD"
        hint = "name the base, or `git remote set-head origin --auto` and fetch it"
        raise RubrickitError("the default branch is not in this clone", hint=hint)

    def merge_base(self, one: str, other: str) -> str:
        """Never another commit in silence: without a merge base this stops."""
        found = self.find_merge_base(one, other)
        if found is not None:
            return found
        message = f"`{one}` and `{other}` have no merge base here"
        why = "the clone is shallow: `git fetch --unshallow`" * bool(self.shallow())
        hint = why or "name a base that the head descends from"
        raise RubrickitError(message, hint=hint)

    def find_merge_base(self, one: str, other: str) -> str | None:
        """The same, or None where a shallow clone may hide it, or there is none."""
        tips = self.commit(one), self.commit(other)
        status, out, told = self._run("merge-base", *tips)
        if status > 1:
            raise failed(told)
        found = git_output.text(out).strip()
        # Where history ends between base and tips, a later base may lie.
        if status or not (found in tips or self.has_all_between(found, *tips)):
            return None
        return found

    def has_all_between(self, base: str, *tips: str) -> bool:
        """Whether nothing is cut off of what the tips have and `base` has not."""
        cut = self.shallow()
        between = self._bytes("rev-list", *tips, f"^{base}") if cut else b""
        return cut.isdisjoint(git_output.text(between).split())

    def shallow(self) -> frozenset[str]:
        """The commits whose parents were not fetched."""
        try:
            return frozenset((self.folder / "shallow").read_text("ascii").split())
        except (OSError, ValueError):
            return frozenset()

    def files(self, commit: str, folder: str) -> dict[str, TreeFile]:
        """Every file under the folder; empty where the commit has no such folder."""
        found = self._trees.files(commit, self._inner(folder))
        cut = len(self.prefix)
        return {path[cut:]: file for path, file in sorted(found)}

    def tracked(self, commit: str, paths: Iterable[Path]) -> list[Path]:
        """Those that are files of the commit, in the same order."""
        top = Path(self._repo.working_tree_dir or "").resolve()
        inside = (path for path in paths if path.is_relative_to(top))
        names = {path.relative_to(top).as_posix(): path for path in inside}
        tree = ("ls-tree", "--name-only", "-z", "--full-tree", commit)
        found = set(git_output.names(self._bytes(*tree, "--", *names)))
        return [path for name, path in names.items() if name in found]

    def changed(self, base: str, head: str | None, folder: str) -> frozenset[str]:
        """Paths under the folder whose bytes may differ; the work tree as no head."""
        if head is not None:
            old, new = self.files(base, folder), self.files(head, folder)
            every = old.keys() | new.keys()
            return frozenset(path for path in every if old.get(path) != new.get(path))
        names = self._bytes(
            "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
            "--no-textconv", "--no-relative", "--ignore-submodules=none", base,
            "--", self._full(folder),
        )  # fmt: skip
        found = {*git_output.names(names), *self._untracked(folder)}
        return frozenset(path.removeprefix(self.prefix) for path in found)

    def log(
        self, ends: Sequence[str], paths: Iterable[str], *options: str
    ) -> list[Commit]:
        """Newest first, of what `ends` reach, those that touched one of the paths.

        Where a shallow clone ends, nobody knows what a commit touched: it is left out.
        """
        out = self._bytes(
            "log", f"--format={git_output.LOG_FORMAT}", "--no-show-signature",
            "--no-color", "--no-mailmap", "--encoding=UTF-8", *options, *ends,
            "--", *map(self._full, paths),
        )  # fmt: skip
        cut = self.shallow()
        return [each for each in git_output.commits(out) if each.id not in cut]

    def tags(self, listing: str, *options: str) -> bytes:
        """All tags as `for-each-ref` lists them."""
        return self._bytes("for-each-ref", f"--format={listing}", *options, "refs/tags")

    def _untracked(self, folder: str) -> set[str]:
        names = self._bytes(
            "ls-files", "--others", "--exclude-standard", "-z", "--full-name",
            "--", self._full(folder),
        )  # fmt: skip
        return set(git_output.names(names))

    def read(self, blobs: Iterable[str]) -> Mapping[str, bytes]:
        """By object id."""
        return dict(self.each(frozenset(blobs)))

    def each(self, blobs: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The same, one after the other, in order."""
        for name, found in self._objects.each(blobs):
            if found is None:
                raise unreadable(name)
            yield name, found.data

    def read_some(self, blobs: Iterable[str]) -> Mapping[str, bytes]:
        """The same without those that are missing or damaged."""
        each = self._objects.each(frozenset(blobs))
        return {name: found.data for name, found in each if found is not None}

    def _inner(self, folder: str) -> str:
        return self.prefix.rstrip("/") if folder == "." else f"{self.prefix}{folder}"

    def _full(self, folder: str) -> str:
        return f":(top,literal){self._inner(folder)}"

    def _bytes(self, *arguments: str) -> bytes:
        status, out, told = self._run(*arguments)
        if status:
            raise failed(told)
        return out

    def _run(self, *arguments: str) -> tuple[int, bytes, str]:
        """Exit code, standard output, and what Git told the person."""
        command = ["git", *arguments]
        with _finding_git():
            status, out, told = self._repo.git.execute(
                command,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
            )
        return int(status), bytes(out), str(told)


def _started(commands: git.Git, command: Sequence[str]) -> Process:
    with _finding_git():
        child = commands.execute(command, as_process=True, istream=PIPE)
    return cast("Process", child)


@contextmanager
def _finding_git() -> Iterator[None]:
    try:
        yield
    except GitCommandNotFound as error:
        hint = "install git and try again"
        raise WorldError("there is no `git` command", hint=hint) from error


def _prefix(top: Path, root: Path) -> str:
    inner = root.resolve().relative_to(top.resolve()).as_posix()
    return "" if inner == "." else f"{inner}/"
