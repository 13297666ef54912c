"""A cache that can only make things faster."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from rubrickit.edges.cache import NOWHERE, Cache

KIND = "kind/1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "cache.sqlite"


def test_what_was_put_is_there_for_the_next_process(path: Path) -> None:
    Cache(path).put_many(KIND, {"a": b"1", "b": b"\x00\xff"})

    assert Cache(path).get_many(KIND, ["a", "b", "c"]) == {"a": b"1", "b": b"\x00\xff"}


def test_kinds_are_apart(path: Path) -> None:
    Cache(path).put_many(KIND, {"a": b"1"})

    assert Cache(path).get_many("kind/2", ["a"]) == {}


def test_the_last_value_counts(path: Path) -> None:
    cache = Cache(path)
    cache.put_many(KIND, {"a": b"1"})
    cache.put_many(KIND, {"a": b"2"})

    assert cache.get_many(KIND, ["a"]) == {"a": b"2"}


def test_many_thousand_keys_are_one_question(path: Path) -> None:
    entries = {f"key {number}": b"%d" % number for number in range(40_000)}
    Cache(path).put_many(KIND, entries)

    assert Cache(path).get_many(KIND, entries) == entries


def test_without_a_file_it_is_empty_and_makes_none(path: Path) -> None:
    assert Cache(path).get_many(KIND, ["a"]) == {}
    assert not path.parent.exists()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00"])
def test_a_file_that_is_no_cache_is_empty_and_is_replaced(
    path: Path, content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content * 200)

    assert Cache(path).get_many(KIND, ["a"]) == {}
    Cache(path).put_many(KIND, {"a": b"1"})
    Cache(path).put_many(KIND, {"a": b"1"})

    assert Cache(path).get_many(KIND, ["a"]) == {"a": b"1"}


def test_a_changed_byte_never_gives_another_value(path: Path) -> None:
    value = b"the true value"
    Cache(path).put_many(KIND, {"a": value})
    whole = path.read_bytes()

    for at in range(0, len(whole), 37):
        changed = bytearray(whole)
        changed[at] ^= 0x55
        path.write_bytes(changed)
        assert Cache(path).get_many(KIND, ["a"]) in ({}, {"a": value})


def test_a_changed_value_is_not_believed(path: Path) -> None:
    Cache(path).put_many(KIND, {"a": b"the true value"})
    path.write_bytes(path.read_bytes().replace(b"true", b"fake"))

    assert Cache(path).get_many(KIND, ["a"]) == {}


@pytest.mark.parametrize("value", ["null", "7", "'text'"])
def test_a_value_of_another_type_is_not_believed(path: Path, value: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("create table entries (kind, key, crc, value)")
        connection.execute(f"insert into entries values ('{KIND}', 'a', 0, {value})")

    assert Cache(path).get_many(KIND, ["a"]) == {}


def test_a_locked_file_is_empty_and_is_left_alone(path: Path) -> None:
    Cache(path).put_many(KIND, {"a": b"1"})
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        assert Cache(path).get_many(KIND, ["a"]) == {}
        Cache(path).put_many(KIND, {"a": b"2"})
        other.execute("rollback")

    assert Cache(path).get_many(KIND, ["a"]) == {"a": b"1"}


@pytest.mark.parametrize("place", ["folder", "below a file"])
def test_where_no_file_can_be_it_is_empty(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder" / "cache.sqlite").mkdir(parents=True)
    (tmp_path / "below a file").write_text("")
    cache = Cache(tmp_path / place / "cache.sqlite")

    cache.put_many(KIND, {"a": b"1"})

    assert cache.get_many(KIND, ["a"]) == {}


def test_several_writers_at_once_lose_nothing(path: Path) -> None:
    def write(writer: int) -> None:
        for number in range(10):
            Cache(path).put_many(KIND, {f"{writer} {number}": b"1"})

    writers = [threading.Thread(target=write, args=[number]) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    keys = [f"{writer} {number}" for writer in range(4) for number in range(10)]
    assert Cache(path).get_many(KIND, keys).keys() == set(keys)


def test_a_cache_that_is_nowhere_stays_empty() -> None:
    nowhere = Cache(NOWHERE)

    nowhere.put_many("a/1", {"key": b"value"})

    assert nowhere.get_many("a/1", ["key"]) == {}
