"""A small local cache; without it everything works the same, only slower."""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

_CREATE = (
    "create table if not exists entries (kind text not null, key text not null,"
    " crc integer not null, value blob not null, primary key (kind, key))"
)
_BATCH = 500
_PATIENCE = 0.5

NOWHERE = Path(os.devnull) / "cache"
"""The path of a cache that stays empty."""


class Cache:
    """Bytes by kind and key, in one sqlite file that several processes may share.

    A kind carries its format's version (`segment-index/1`). A file that is corrupt,
    locked, not writable or not there at all behaves as an empty one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def get_many(self, kind: str, keys: Iterable[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        if not self._path.is_file():
            return found
        with self._forgiving(), closing(self._connect()) as connection:
            for batch in _batches(keys):
                places = ",".join("?" * len(batch))
                rows = connection.execute(
                    "select key, crc, value from entries"
                    f" where kind = ? and key in ({places})",
                    [kind, *batch],
                )
                for key, crc, value in rows:
                    if type(value) is bytes and crc == _checksum(kind, key, value):
                        found[key] = value
        return found

    def put_many(self, kind: str, entries: Mapping[str, bytes]) -> None:
        if not entries or not self._has_folder():
            return
        rows = [
            (kind, key, _checksum(kind, key, value), value)
            for key, value in entries.items()
        ]
        with self._forgiving(), closing(self._connect()) as connection, connection:
            connection.execute("pragma synchronous = off")
            connection.execute(_CREATE)
            connection.executemany(
                "insert or replace into entries values (?, ?, ?, ?)", rows
            )

    def _has_folder(self) -> bool:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        return True

    @contextmanager
    def _forgiving(self) -> Iterator[None]:
        """Whatever sqlite says against the file ends the block in silence."""
        try:
            yield
        except sqlite3.OperationalError:
            return
        except sqlite3.DatabaseError:
            self._start_afresh()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=_PATIENCE)

    def _start_afresh(self) -> None:
        """The file is corrupt: the next writer makes a new one."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return


def _checksum(kind: str, key: str, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(f"{kind}\n{key}".encode()))


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(keys)
    while batch := list(islice(rest, _BATCH)):
        yield batch
