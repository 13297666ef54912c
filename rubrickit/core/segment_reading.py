"""Reading a segment: all of it is right, or none of it counts."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import lt
from typing import Any

from rubrickit.core.canonical import Digest
from rubrickit.core.segments import (
    FORMAT,
    MET,
    NO_GRADE,
    NOT_MET,
    Block,
    Damage,
    Header,
    Origin,
    Row,
    Segment,
    name_of,
)

_OPENING = b'{"judge":'
_DIGEST = re.compile(r"[0-9a-f]{32}").fullmatch
_DIGESTS = re.compile(r"(?:[0-9a-f]{32},)*").fullmatch
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ").fullmatch
_HEADER = {"format", "kind", "created", "tool", "grades", "replaces"}
_BLOCK = {"judge", "question", "responses"}
_ROW = {"leaf", "pass", "met"}


class _MalformedError(ValueError):
    pass


def decode(name: str, data: bytes) -> Segment | Damage:
    """The whole segment or, for any fault in it, nothing of it."""
    actual = name_of(data)
    if actual != name:
        return Damage(name, f"damaged or renamed: its bytes belong to `{actual}`")
    try:
        return _segment(name, data)
    except _MalformedError as error:
        return Damage(name, str(error))


def question_blocks(data: bytes, header: Header) -> tuple[Block, ...]:
    """The blocks in one span of an intact segment."""
    return tuple(_blocks(_lines(data), 1, header))


def parse_header(line: bytes) -> Header | None:
    """None where the line is not a segment's header."""
    try:
        return _header(line)
    except _MalformedError:
        return None


def _segment(name: Digest, data: bytes) -> Segment:
    lines = _lines(data)
    header = _header(lines[0])
    blocks = tuple(_blocks(lines[1:], 2, header))
    if not _rising([(block.question, block.judge) for block in blocks]):
        raise _MalformedError("its blocks are out of order")
    rows = (row for block in blocks for row in block.rows)
    found = sum(len(row.marks) - row.marks.count(NO_GRADE) for row in rows)
    if found != header.grades:
        raise _MalformedError(f"{found} grades where {header.grades} were announced")
    return Segment(name, header, blocks, _spans(lines, blocks))


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    if lines.pop():
        raise _MalformedError("its last line is cut")
    if not lines:
        raise _MalformedError("it is empty")
    return lines


def _spans(
    lines: Sequence[bytes], blocks: Iterable[Block]
) -> dict[Digest, tuple[int, int]]:
    """Blocks of one question stand side by side, so that it has one span."""
    spans: dict[Digest, tuple[int, int]] = {}
    number, stop = 1, len(lines[0]) + 1
    for block in blocks:
        start = stop
        last = number + 1 + len(block.rows)
        stop += sum(map(len, lines[number:last])) + last - number
        spans[block.question] = (spans.get(block.question, (start, 0))[0], stop)
        number = last
    return spans


def _header(line: bytes) -> Header:
    value = _object(line)
    if value.get("kind") != "segment" or type(value.get("format")) is not int:
        raise _MalformedError("line 1: not the header of a segment")
    if value["format"] != FORMAT:
        raise _MalformedError(f"format {value['format']}: a newer rubrickit wrote it")
    _keys(value, _HEADER, {"origins"})
    created, tool, grades = value["created"], value["tool"], value["grades"]
    if not _is_time(created) or type(tool) is not str or not _is_count(grades):
        raise _MalformedError("line 1: not the header of a segment")
    origins = tuple(map(_origin, _list(value.get("origins", []))))
    if not _rising(origins):
        raise _MalformedError("line 1: its origins are out of order")
    return Header(created, tool, grades, _digests(value["replaces"]), origins)


def _origin(value: Any) -> Origin:
    created, segment = _list(value, 2)
    if not _is_time(created):
        raise _MalformedError("line 1: an origin without its time")
    return Origin(created, _digest(segment))


def _blocks(lines: Sequence[bytes], first: int, header: Header) -> Iterator[Block]:
    starts = [at for at, line in enumerate(lines) if line.startswith(_OPENING)]
    if starts[:1] != [0]:
        raise _MalformedError(f"line {first}: neither a judge's nor a leaf's line")
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        try:
            yield _block(lines[start:stop], len(header.origins))
        except _MalformedError as error:
            places = f"lines {first + start} to {first + stop - 1}"
            raise _MalformedError(f"{places}: {error}") from error


def _block(lines: Sequence[bytes], origins: int) -> Block:
    value = _object(lines[0])
    _keys(value, _BLOCK, {"clashes"})
    responses, clashes = _digests(value["responses"]), value.get("clashes", 0)
    rows = tuple(_row(line, len(responses), origins) for line in lines[1:])
    if not rows or not _rising([(row.leaf, row.pass_number) for row in rows]):
        raise _MalformedError("its leaves are missing or out of order")
    if not _is_count(clashes):
        raise _MalformedError("`clashes` is no count")
    judge, question = _digest(value["judge"]), _digest(value["question"])
    return Block(judge, question, responses, rows, clashes)


def _row(line: bytes, size: int, origins: int) -> Row:
    value = _object(line)
    _keys(value, _ROW, {"reasons", "origin"})
    pass_number, marks = value["pass"], value["met"]
    if not _is_count(pass_number) or not pass_number:
        raise _MalformedError("`pass` counts from 1")
    if type(marks) is not str or len(marks) != size:
        raise _MalformedError("not one verdict for each response")
    if marks.strip("yn.") or not marks.strip(NO_GRADE):
        raise _MalformedError("a verdict that is neither y, n nor .")
    reasons = _reasons(value["reasons"], marks) if "reasons" in value else {}
    origin = _row_origin(value.get("origin"), size, origins)
    return Row(_digest(value["leaf"]), pass_number, marks, reasons, origin)


def _reasons(value: Any, marks: str) -> dict[int, str]:
    pairs = [_list(pair, 2) for pair in _list(value)]
    for place, reason in pairs:
        if not _is_count(place) or marks[place : place + 1] not in (MET, NOT_MET):
            raise _MalformedError("a reason without its grade")
        if type(reason) is not str or not reason:
            raise _MalformedError("a reason that is no text")
    if not pairs or not _rising([place for place, _ in pairs]):
        raise _MalformedError("its reasons are missing or out of order")
    return dict(pairs)


def _row_origin(value: Any, size: int, origins: int) -> int | tuple[int, ...] | None:
    if value is None and not origins:
        return None
    several = type(value) is list
    every = _list(value, size) if several else [value]
    if any(type(each) is not int or not 0 <= each < origins for each in every):
        raise _MalformedError("a grade of unknown origin")
    return tuple(every) if several else every[0]


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(str(line, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise _MalformedError("not a line of JSON") from error
    if type(value) is not dict:
        raise _MalformedError("not a JSON object")
    return value


def _keys(value: Mapping[str, Any], needed: set[str], allowed: set[str]) -> None:
    if not needed <= value.keys() or not value.keys() <= needed | allowed:
        raise _MalformedError("keys are missing or unknown")


def _digest(value: Any) -> Digest:
    if type(value) is not str or not _DIGEST(value):
        raise _MalformedError("a digest is not 32 hex digits")
    return value


def _digests(value: Any) -> tuple[Digest, ...]:
    """Checked as one text: there may be 100,000 of them in a segment."""
    every = _list(value)
    try:
        joined = ",".join([*every, ""])
    except TypeError as error:
        raise _MalformedError("a digest is no text") from error
    if not _DIGESTS(joined) or len(joined) != 33 * len(every) or not _rising(every):
        raise _MalformedError("digests are malformed or out of order")
    return tuple(every)


def _list(value: Any, size: int | None = None) -> list[Any]:
    if type(value) is not list or (size is not None and len(value) != size):
        raise _MalformedError("a list is missing or has the wrong length")
    return value


def _rising(values: Sequence[Any]) -> bool:
    return all(map(lt, values, values[1:]))


def _is_time(value: Any) -> bool:
    return type(value) is str and _TIME(value) is not None


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0
