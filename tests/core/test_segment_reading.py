"""A segment is right as a whole, or it does not count at all."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import EARLY, LATER, TOOL, grade, intact, name, segment

from rubrickit.core import folding, segment_reading, segment_writing, segments
from rubrickit.core.segments import Damage, Segment

DATA = segment_writing.encode(
    [
        grade("r1", reason="names it"),
        grade("r2", False),
        grade("r1", leaf="l2"),
        grade("r3", question="q8", pass_number=2),
    ],
    EARLY,
    TOOL,
)
FOLDED = folding.fold([segment(grade()), segment(grade("r2"), created=LATER)], TOOL)


def problem(data: bytes) -> str:
    """Of bytes that are named rightly, so that only their content can be wrong."""
    read = segment_reading.decode(segments.name_of(data), data)
    return read.problem if isinstance(read, Damage) else ""


def edited(line: int, edit: Callable[[dict[str, Any]], object], data: bytes) -> bytes:
    lines = data.splitlines()
    value = json.loads(lines[line])
    edit(value)
    lines[line] = json.dumps(value).encode()
    return b"\n".join([*lines, b""])


def setting(key: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda line: line.__setitem__(key, value)


def test_a_flipped_bit_at_any_place_makes_it_damaged() -> None:
    expected = segments.name_of(DATA)

    for place in range(len(DATA)):
        for bit in (1, 32, 128):
            flipped = bytearray(DATA)
            flipped[place] ^= bit
            read = segment_reading.decode(expected, bytes(flipped))
            assert isinstance(read, Damage)


def test_a_segment_that_was_cut_is_damaged_even_under_its_own_name() -> None:
    assert all(problem(DATA[:size]) for size in range(len(DATA)))


def test_a_renamed_segment_is_damaged_and_says_whose_bytes_it_has() -> None:
    read = segment_reading.decode(name("another"), DATA)

    assert isinstance(read, Damage)
    assert str(read) == (
        f"{name('another')}: damaged or renamed: "
        f"its bytes belong to `{segments.name_of(DATA)}`"
    )


def test_an_empty_file_is_no_segment() -> None:
    assert problem(b"") == "it is empty"


def test_a_newer_format_is_refused_as_a_whole() -> None:
    newer = edited(0, setting("format", 2), DATA)

    assert problem(newer) == "format 2: a newer rubrickit wrote it"


HEADER, BLOCK, ROW = 0, 1, 2


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (HEADER, "format", True),
        (HEADER, "format", "1"),
        (HEADER, "kind", "journal"),
        (HEADER, "created", "2026-01-01"),
        (HEADER, "created", 20260101),
        (HEADER, "tool", None),
        (HEADER, "grades", 5),
        (HEADER, "grades", -1),
        (HEADER, "replaces", "none"),
        (HEADER, "replaces", ["x"]),
        (HEADER, "replaces", ["b" * 32, "a" * 32]),
        (HEADER, "replaces", [7]),
        (HEADER, "origins", [["2026-01-01T00:00:00Z"]]),
        (HEADER, "origins", [["then", name("a")]]),
        (HEADER, "signed", "by nobody"),
        (BLOCK, "judge", name("a").upper()),
        (BLOCK, "question", ""),
        (BLOCK, "responses", []),
        (BLOCK, "responses", [name("r1")]),
        (BLOCK, "responses", [name("r1"), name("r1")]),
        (BLOCK, "responses", [f"{name('r1')},{name('r2')}"]),
        (BLOCK, "clashes", -1),
        (BLOCK, "note", "unknown"),
        (ROW, "leaf", None),
        (ROW, "pass", 0),
        (ROW, "pass", True),
        (ROW, "met", "y"),
        (ROW, "met", "yny"),
        (ROW, "met", "yx"),
        (ROW, "met", ".."),
        (ROW, "met", ["y", "n"]),
        (ROW, "reasons", []),
        (ROW, "reasons", [[2, "too far"]]),
        (ROW, "reasons", [[-1, "too near"]]),
        (ROW, "reasons", [[0, ""]]),
        (ROW, "reasons", [[0, 1]]),
        (ROW, "reasons", [[0, "twice"], [0, "twice"]]),
        (ROW, "reasons", {"0": "by name"}),
        (ROW, "origin", 0),
        (ROW, "revoked", True),
    ],
)
def test_a_value_that_does_not_belong_makes_it_damaged(
    line: int, key: str, value: Any
) -> None:
    assert problem(edited(line, setting(key, value), DATA))


@pytest.mark.parametrize("origin", [None, -1, 2, True, "0", [0], [0, 2], [0, None]])
def test_a_folded_grade_must_say_where_it_comes_from(origin: Any) -> None:
    assert problem(FOLDED) == ""
    assert problem(edited(2, setting("origin", origin), FOLDED))


@pytest.mark.parametrize(("line", "key"), [(0, "replaces"), (1, "judge"), (2, "met")])
def test_a_key_that_is_missing_makes_it_damaged(line: int, key: str) -> None:
    assert problem(edited(line, lambda value: value.pop(key), DATA))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"\xff",
        b'{"judge":',
        b"[" * 100_000,
        b"\xef\xbb\xbf{}",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_line_that_is_no_row_makes_it_damaged(line: bytes, place: int) -> None:
    lines = DATA.split(b"\n")

    assert problem(b"\n".join([*lines[:place], line, *lines[place:]]))


def test_lines_out_of_order_make_it_damaged() -> None:
    header, *lines = DATA.splitlines(keepends=True)
    first, second = lines[:3], lines[3:]
    assert second[0].startswith(b'{"judge":')

    assert problem(b"".join([header, *second, *first])) == "its blocks are out of order"
    assert "out of order" in problem(
        b"".join([header, first[0], *first[:0:-1], *second])
    )


@given(st.binary(max_size=200))
def test_no_bytes_at_all_make_the_reader_fail(data: bytes) -> None:
    assert problem(data)


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=4))
def test_overwritten_bytes_never_make_the_reader_fail(at: int, new: bytes) -> None:
    data = DATA[:at] + new + DATA[at + len(new) :]

    read = segment_reading.decode(segments.name_of(data), data)

    assert isinstance(read, Segment | Damage)


def test_each_question_can_be_read_alone() -> None:
    whole = intact(DATA)

    for question in (name("q1"), name("q8")):
        span = whole.spans[question]
        blocks = segment_reading.question_blocks(DATA[slice(*span)], whole.header)
        assert blocks == tuple(b for b in whole.blocks if b.question == question)
