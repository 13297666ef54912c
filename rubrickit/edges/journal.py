"""Journals on disk: what a run has graded is safe before the run ends."""

import errno
import fcntl
import os
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from rubrickit.core import journals
from rubrickit.edges import durable
from rubrickit.errors import WorldError

SUFFIX = ".journal"

_SECONDS_BETWEEN_SYNCS = 0.8


class Journal:
    """A file that this process alone holds; its lock dies with the process."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._size = os.fstat(handle).st_size
        self._lock = threading.Lock()
        self._unsynced = False
        self._failure: OSError | None = None
        self._closing = threading.Event()
        self._syncer = threading.Thread(target=self._sync_often, daemon=True)

    def read(self) -> bytes:
        return self.path.read_bytes()

    def append(self, line: bytes) -> None:
        """One write of one whole line; raises WorldError where the disk refuses."""
        with self._lock:
            try:
                self._write(line)
            except OSError as error:
                raise _full(self.path, error) from error
        if not self._syncer.ident:
            self._syncer.start()

    def close(self, *, remove: bool) -> None:
        """Without `remove` the file stays for the next run to recover."""
        self._closing.set()
        if self._syncer.ident:
            self._syncer.join()
        if remove:
            self.path.unlink(missing_ok=True)
        os.close(self._handle)

    def _write(self, line: bytes) -> None:
        if self._failure:
            raise self._failure
        written = os.write(self._handle, line)
        if written < len(line):
            os.ftruncate(self._handle, self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._size += written
        self._unsynced = True

    def _sync_often(self) -> None:
        while not self._closing.wait(_SECONDS_BETWEEN_SYNCS):
            self._sync()
        self._sync()

    def _sync(self) -> None:
        if not self._unsynced:
            return
        self._unsynced = False
        try:
            os.fsync(self._handle)
        except OSError as error:
            self._failure = error


def begin(folder: Path, created: str) -> Journal:
    """A new journal in this folder, held by this process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        journal = _new(folder, created.replace(":", ""))
        durable.sync_folder(folder)
    except OSError as error:
        raise _full(folder, error) from error
    try:
        journal.append(journals.opening(created))
    except WorldError:
        journal.close(remove=True)
        raise
    return journal


def paths(folder: Path) -> list[Path]:
    """All journals: this run's, those of other runs, and those of dead ones."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return []


def read_all(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Those that can be read, live ones as far as they have come."""
    for path in paths(folder):
        try:
            yield path, path.read_bytes()
        except OSError:
            continue


def claim_dead(folder: Path) -> Iterator[Journal]:
    """The journals that no living process holds; this one holds them now."""
    for path in paths(folder):
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        except OSError:
            continue
        if _hold(path, handle):
            yield Journal(path, handle)


def _new(folder: Path, stem: str) -> Journal:
    for number in count():
        path = folder / f"{stem}-{os.getpid()}-{number}{SUFFIX}"
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL
        try:
            handle = os.open(path, flags, 0o666)
        except FileExistsError:
            continue
        if _hold(path, handle):
            return Journal(path, handle)
    raise AssertionError("there is always a next number")


def _hold(path: Path, handle: int) -> bool:
    """False, and closed, where another process holds the file or has removed it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), path.stat()):
            return True
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(handle)
    return False


def _full(path: Path, error: OSError) -> WorldError:
    return WorldError(
        f"{path}: cannot be written: {error.strerror}",
        hint="no recorded grade is lost; make room and run the same command again",
    )
