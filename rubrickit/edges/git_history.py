"""Git: refs, trees and blobs, read by object id and never checked out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import git
from git.exc import (
    BadName,
    GitCommandError,
    GitCommandNotFound,
    InvalidGitRepositoryError,
    NoSuchPathError,
)

from rubrickit.errors import RubrickitError, WorldError

REGULAR = ("100644", "100755")
_DEFAULT_BRANCHES = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of a commit; `mode` as Git writes it, `blob` its object id."""

    path: str
    mode: str
    blob: str

    @property
    def is_regular(self) -> bool:
        return self.mode in REGULAR


class GitHistory:
    """One repository of Git's. Every path is relative to `root`, a folder in it."""

    def __init__(self, repo: git.Repo, root: Path) -> None:
        self._repo = repo
        self._root = root
        top = repo.working_tree_dir
        self._prefix = "" if top is None else _prefix(Path(top), root)

    @classmethod
    def find(cls, root: Path) -> "GitHistory | None":
        """None where `root` lies in no repository."""
        try:
            repo = git.Repo(root, search_parent_directories=True)
        except (InvalidGitRepositoryError, NoSuchPathError):
            return None
        except GitCommandNotFound as error:
            hint = "install git and try again"
            raise WorldError("there is no `git` command", hint=hint) from error
        return cls(repo, root)

    @classmethod
    def create(cls, root: Path) -> "GitHistory":
        """A new repository whose first branch is `main`."""
        return cls(git.Repo.init(root, initial_branch="main"), root)

    def commit_all(self, message: str, *, branch: str = "") -> str:
        """Everything in the folder, on a new branch where one is named."""
        if branch:
            self._bytes("checkout", "-q", "-b", branch)
        self._bytes("add", "--all")
        who = ("-c", "user.name=rubrickit demo", "-c", "user.email=demo@localhost")
        self._bytes(*who, "-c", "commit.gpgsign=false", "commit", "-q", "-m", message)
        return self.commit("HEAD")

    @property
    def folder(self) -> Path:
        """The repository's own folder, one for all its work trees."""
        return Path(self._repo.common_dir)

    @property
    def is_bare(self) -> bool:
        return self._repo.bare

    def close(self) -> None:
        self._repo.close()

    def commit(self, ref: str) -> str:
        """The id of the commit that a branch, tag or id stands for."""
        if ref.startswith("-"):
            raise RubrickitError(f"`{ref}` is an option, not a commit")
        found = self.find_commit(ref)
        if found is None:
            raise self._unknown(ref)
        return found

    def find_commit(self, ref: str) -> str | None:
        """The same, or None where Git knows no such commit."""
        name = f"{ref}^{{commit}}"
        try:
            return self._line("rev-parse", "--verify", "--quiet", name)
        except GitCommandError:
            return None

    def _unknown(self, ref: str) -> RubrickitError:
        if not self._has_commits():
            hint = "commit your rubrics first: `git add -A && git commit`"
            return RubrickitError("there is no commit yet", hint=hint)
        hint = "`git fetch origin` brings the branches of the remote"
        return RubrickitError(f"Git knows no commit `{ref}`", hint=hint)

    def _has_commits(self) -> bool:
        return bool(self._bytes("rev-list", "--max-count=1", "--all"))

    def default_branch(self) -> str:
        """The remote's default branch, else `main` or `master`, else `HEAD`."""
        found = (ref for ref in _DEFAULT_BRANCHES if self.find_commit(ref))
        return next(found, "HEAD")

    def merge_base(self, one: str, other: str) -> str:
        """Never another commit in silence: without a merge base this stops."""
        try:
            return self._line("merge-base", self.commit(one), self.commit(other))
        except GitCommandError as error:
            shallow = self._line("rev-parse", "--is-shallow-repository") == "true"
            message = f"`{one}` and `{other}` have no merge base here"
            why = "the clone is shallow: `git fetch --unshallow`" if shallow else ""
            hint = why or "name a base that the head descends from"
            raise RubrickitError(message, hint=hint) from error

    def files(self, commit: str, folder: str) -> dict[str, TreeFile]:
        """Every file under the folder; empty where the commit has no such folder."""
        listing = self._bytes(
            "ls-tree",
            "-r",
            "-z",
            "--full-tree",
            commit,
            "--",
            f"{self._prefix}{folder}",
        )
        return {file.path: file for file in self._tree_files(listing)}

    def _tree_files(self, listing: bytes) -> Iterator[TreeFile]:
        for entry in _split(listing):
            facts, _, path = entry.partition("\t")
            mode, _, blob = facts.split(" ")
            yield TreeFile(path.removeprefix(self._prefix), mode, blob)

    def changed(self, base: str, head: str | None, folder: str) -> frozenset[str]:
        """Paths under the folder whose bytes may differ; the work tree as no head."""
        ends = [base] if head is None else [base, head]
        names = self._bytes(
            "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
            "--no-textconv", "--no-relative", *ends, "--", self._full(folder),
        )  # fmt: skip
        found = set(_split(names)) | (set() if head else self._untracked(folder))
        return frozenset(path.removeprefix(self._prefix) for path in found)

    def _untracked(self, folder: str) -> set[str]:
        names = self._bytes(
            "ls-files", "--others", "--exclude-standard", "-z", "--full-name",
            "--", self._full(folder),
        )  # fmt: skip
        return set(_split(names))

    def read(self, blobs: Iterable[str]) -> Mapping[str, bytes]:
        """By object id."""
        return {blob: self._read(blob) for blob in blobs}

    def _read(self, blob: str) -> bytes:
        try:
            return bytes(self._repo.odb.stream(bytes.fromhex(blob)).read())
        except (ValueError, BadName, OSError) as error:
            hint = "`git fsck` tells more; a partial clone has to fetch it"
            raise WorldError(f"Git has no object `{blob}`", hint=hint) from error

    def _full(self, folder: str) -> str:
        return f":(top,literal){self._prefix}{folder}"

    def _line(self, *arguments: str) -> str:
        return self._bytes(*arguments).decode("utf-8", "surrogateescape").strip()

    def _bytes(self, *arguments: str) -> bytes:
        command = ["git", "-c", "core.quotePath=false", *arguments]
        out = self._repo.git.execute(
            command, stdout_as_string=False, strip_newline_in_stdout=False
        )
        return bytes(out)


def _prefix(top: Path, root: Path) -> str:
    inner = root.resolve().relative_to(top.resolve()).as_posix()
    return "" if inner == "." else f"{inner}/"


def _split(names: bytes) -> list[str]:
    texts = names.decode("utf-8", "surrogateescape").split("\0")
    return [text for text in texts if text]
