"""The files of one state of the repository: a commit's blobs, or a folder's files."""

import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rubrickit.core.findings import on_one_line
from rubrickit.errors import RubrickitError, WorldError

if TYPE_CHECKING:  # lint reads folders only, and starts without GitPython
    from rubrickit.core.git_output import TreeFile
    from rubrickit.edges.git_history import GitHistory

MAX_FILE_BYTES = 256 * 1024 * 1024

_FEW = 3
_LINK = "a symbolic link, which is not followed"
_SUBMODULE = "a submodule or another repository, which is not read"
_IRREGULAR = "no regular file"
_SURROGATE = re.compile("[\ud800-\udfff]")


Suffix = str | tuple[str, ...]
"""How the wanted files' names end."""

Found = tuple[str, RubrickitError | None]
"""A path, and why what lies there is refused."""


class Snapshot(Protocol):
    """Regular files only; a link or a submodule is refused by name.

    What is hidden below a folder (`.name`) is an editor's or the system's: not read.
    """

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        """Git's id of each file's bytes, by path, in the order of paths.

        `only` these paths where given; those that do not exist are left out.
        """

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        """The bytes by path, of a mapping that `blobs` returned."""

    def each(self, blobs: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        """The same, one after the other, in order."""


class CommitSnapshot:
    """A commit, read by object id."""

    def __init__(self, history: "GitHistory", commit: str) -> None:
        self._history = history
        self._commit = commit

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        found = {}
        for path, file in sorted(self._listed(folder, only).items()):
            if (only is not None and path not in only) or _is_hidden(path, folder):
                continue
            if not file.is_regular:
                raise _refused(path, _LINK if file.mode == "120000" else _SUBMODULE)
            if path.endswith(suffix):
                if (refusal := _bad_name(path)) is not None:
                    raise refusal
                found[path] = file.blob
        return found

    def _listed(
        self, folder: str, only: Collection[str] | None
    ) -> "dict[str, TreeFile]":
        """A few wanted files are asked for by name, however many lie beside them.

        Not at the root, where a name that begins with a colon would be a pattern.
        """
        if only is None or len(only) > _FEW or folder == ".":
            return self._history.files(self._commit, folder)
        below = (path for path in only if _is_below(path, folder))
        files = [self._history.files(self._commit, path) for path in below]
        return {path: file for listed in files for path, file in listed.items()}

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        by_id = self._history.read(blobs.values())
        return {path: by_id[blob] for path, blob in blobs.items()}

    def each(self, blobs: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        found = self._history.each(blobs.values())
        return ((path, data) for path, (_, data) in zip(blobs, found, strict=True))


class FolderSnapshot:
    """The files as they lie in the folder, whether or not Git knows them."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        blobs = {}
        for path, refusal in self.found(folder, suffix, only):
            if refusal is not None:
                raise refusal
            blobs[path] = _blob_id(self._read(path))
        return blobs

    def found(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> list[Found]:
        """In the order of paths; what is refused stands among them."""
        if only is None:
            return sorted(self._walk(folder, suffix), key=_path)
        wanted = [path for path in sorted(only) if not _is_hidden(path, folder)]
        return [found for path in wanted for found in self._at(path, suffix)]

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        return dict(self.each(blobs))

    def each(self, blobs: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        return ((path, self._read(path)) for path in blobs)

    def _walk(self, folder: str, suffix: Suffix) -> Iterator[Found]:
        waiting = [folder]
        above = _link_above(self._root, folder)
        while waiting and not above:
            path = waiting.pop()
            names = self._names(path)
            if names is None or (".git" in names and path != "."):
                yield from self._at(path, suffix)
                continue
            seen = [name for name in names if not name.startswith(".")]
            waiting.extend(seen if path == "." else [f"{path}/{n}" for n in seen])
        if above:
            yield above, _refused(above, _LINK)

    def _names(self, path: str) -> list[str] | None:
        """None where it is no folder."""
        mode = _mode(self._root, path)
        if mode is None or not stat.S_ISDIR(mode):
            return None
        try:
            return os.listdir(_full(self._root, path))  # noqa: PTH208
        except OSError as error:
            raise _unreadable(path, error) from error

    def _at(self, path: str, suffix: Suffix) -> Iterator[Found]:
        """Nothing where there is nothing that is wanted."""
        above = _link_above(self._root, path)
        mode = _mode(self._root, path)
        if above or mode is None:
            if above:
                yield above, _refused(above, _LINK)
        elif stat.S_ISLNK(mode):
            yield path, _refused(path, _LINK)
        elif stat.S_ISDIR(mode):
            if (self._root / path / ".git").exists():
                yield path.rstrip("/"), _refused(path.rstrip("/"), _SUBMODULE)
        elif path.endswith(suffix):
            is_regular = stat.S_ISREG(mode)
            yield path, _bad_name(path) if is_regular else _refused(path, _IRREGULAR)

    def _read(self, path: str) -> bytes:
        try:
            place = _full(self._root, path)
            with open(place, "rb", opener=_without_following) as file:
                if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
                    message = f"{path}: larger than {MAX_FILE_BYTES:,} bytes"
                    raise RubrickitError(message)
                return file.read()
        except OSError as error:
            raise _unreadable(path, error) from error


def _full(root: Path, path: str) -> str:
    """Joined as texts: building a path object takes longer than reading the file."""
    return f"{root}/{path}"


def _mode(root: Path, path: str) -> int | None:
    """None where nothing lies there."""
    try:
        return os.lstat(_full(root, path)).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unreadable(path, error) from error


def _link_above(root: Path, path: str) -> str:
    """The first folder on the way to `path` that is a link, "" without one."""
    at = path.find("/")
    while at > 0:
        mode = _mode(root, path[:at])
        if mode is not None and stat.S_ISLNK(mode):
            return path[:at]
        at = path.find("/", at + 1)
    return ""


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _is_hidden(path: str, folder: str) -> bool:
    below = path if folder == "." else path.removeprefix(folder)
    return below.startswith(".") or "/." in below


def _bad_name(path: str) -> RubrickitError | None:
    if path.isascii() or not _SURROGATE.search(path):
        return None
    hint = "rename it with letters that every system can write"
    return RubrickitError(f"{on_one_line(path)}: the name is not UTF-8", hint=hint)


def _refused(path: str, what: str) -> RubrickitError:
    hint = "put a regular file in its place"
    return RubrickitError(f"{on_one_line(path)}: is {what}", hint=hint)


def _unreadable(path: str, error: OSError) -> WorldError:
    shown = path if len(path) < 200 else f"{path[:199]}…"
    return WorldError(f"{on_one_line(shown)}: {error.strerror}")


def _path(found: Found) -> str:
    return found[0]


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)


def _blob_id(data: bytes) -> str:
    head = f"blob {len(data)}\0".encode()
    return hashlib.sha1(head + data, usedforsecurity=False).hexdigest()
