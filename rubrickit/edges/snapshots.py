"""The files of one state of the repository: a commit's blobs, or a folder's files."""

import hashlib
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rubrickit.errors import RubrickitError, WorldError

if TYPE_CHECKING:
    # `lint` reads folders only, and Git's package is slow to load.
    from rubrickit.edges.git_history import GitHistory

MAX_FILE_BYTES = 256 * 1024 * 1024


Suffix = str | tuple[str, ...]
"""How the wanted files' names end."""


class Snapshot(Protocol):
    """Regular files only; a link or a submodule is refused by name."""

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        """Git's id of each file's bytes, by path, in the order of paths.

        `only` these paths where given; those that do not exist are left out.
        """

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        """The bytes by path, of a mapping that `blobs` returned."""


class CommitSnapshot:
    """A commit, read by object id."""

    def __init__(self, history: "GitHistory", commit: str) -> None:
        self._history = history
        self._commit = commit

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        files = self._history.files(self._commit, folder)
        wanted = [f for f in files.values() if only is None or f.path in only]
        for file in wanted:
            if not file.is_regular and _is_wanted(file.path, file.mode, suffix):
                raise _refused(file.path, "a submodule or a symbolic link")
        found = {f.path: f.blob for f in wanted if f.path.endswith(suffix)}
        return dict(sorted(found.items()))

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        by_id = self._history.read(set(blobs.values()))
        return {path: by_id[blob] for path, blob in blobs.items()}


class FolderSnapshot:
    """The files as they lie in the folder, whether or not Git knows them."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def blobs(
        self, folder: str, suffix: Suffix, only: Collection[str] | None = None
    ) -> dict[str, str]:
        place = self._root / folder
        if only is not None:
            paths = sorted(path for path in only if self._exists(path, suffix))
        elif place.is_file():
            paths = [folder] if self._exists(folder, suffix) else []
        else:
            paths = sorted(self._paths(place, suffix))
        return {path: _blob_id(self._read(path)) for path in paths}

    def read(self, blobs: Mapping[str, str]) -> dict[str, bytes]:
        return {path: self._read(path) for path in blobs}

    def _exists(self, path: str, suffix: Suffix) -> bool:
        place = self._root / path
        if place.is_symlink():
            raise _refused(path, "a symbolic link")
        return place.is_file() and path.endswith(suffix)

    def _paths(self, folder: Path, suffix: Suffix) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError as error:
            raise WorldError(f"{folder}: {error.strerror}") from error
        for entry in entries:
            yield from self._entry_paths(entry, suffix)

    def _entry_paths(self, entry: os.DirEntry[str], suffix: Suffix) -> Iterator[str]:
        path = Path(entry.path).relative_to(self._root).as_posix()
        if entry.is_symlink():
            raise _refused(path, "a symbolic link")
        if entry.is_dir(follow_symlinks=False):
            yield from self._paths(Path(entry.path), suffix)
        elif entry.name.endswith(suffix):
            if not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                raise _refused(path, "no regular file")
            yield path

    def _read(self, path: str) -> bytes:
        try:
            with self._root.joinpath(path).open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise WorldError(f"{path}: {error.strerror}") from error
        if len(data) > MAX_FILE_BYTES:
            raise RubrickitError(f"{path}: larger than {MAX_FILE_BYTES:,} bytes")
        return data


def _is_wanted(path: str, mode: str, suffix: Suffix) -> bool:
    """A link may hide a folder of files, whatever its name."""
    return path.endswith(suffix) or mode in ("120000", "160000")


def _refused(path: str, what: str) -> RubrickitError:
    hint = "put a regular file in its place"
    return RubrickitError(f"{path}: is {what}, which is not followed", hint=hint)


def _blob_id(data: bytes) -> str:
    head = f"blob {len(data)}\0".encode()
    return hashlib.sha1(head + data, usedforsecurity=False).hexdigest()
