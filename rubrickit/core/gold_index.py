"""Which lines of a file of responses belong to which question, and their outline."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rubrickit.core.canonical import Digest
from rubrickit.core.responses import Outline

_NONE: Mapping[str, str] = {}

Ranges = list[list[int]]
"""Byte ranges of whole lines: first byte, byte after the last."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file's lines of one question: where they stand, and a value a response."""

    ranges: Ranges
    ids: list[str]
    digests: list[Digest]
    trace_digests: list[Digest]
    agents: list[str]
    slices: list[Mapping[str, str]]


Index = Mapping[str, Entry]
"""By question id."""


def of(data: bytes, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> Index:
    """Of the fields of each row, and the number of its line in `data`.

    Neighbouring lines of a question are one range.
    """
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    index: dict[str, Entry] = {}
    for number, fields in rows:
        first, after = starts[number - 1 : number + 1]
        entry = index.get(fields["question_id"])
        if entry is None:
            entry = index[fields["question_id"]] = Entry([], [], [], [], [], [])
        if entry.ranges and entry.ranges[-1][1] == first:
            entry.ranges[-1][1] = after
        else:
            entry.ranges.append([first, after])
        entry.ids.append(fields["response_id"])
        entry.digests.append(fields["digest"])
        entry.trace_digests.append(fields["trace_digest"])
        entry.agents.append(fields.get("agent", ""))
        entry.slices.append(fields.get("slices", _NONE))
    return index


def outline(entries: Collection[Entry]) -> Outline:
    """Of one question's responses in several files, in the order of their ids."""
    ids = _joined(entry.ids for entry in entries)
    every = Outline(
        ids,
        tuple(_joined(entry.digests for entry in entries)),
        tuple(_joined(entry.trace_digests for entry in entries)),
        _joined(entry.agents for entry in entries),
        _joined(entry.slices for entry in entries),
    )
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return every if order == list(range(len(ids))) else every.at(order)


def _joined(columns: Iterable[list[Any]]) -> list[Any]:
    return [*chain.from_iterable(columns)]


def cut(data: bytes, ranges: Ranges) -> bytes:
    """Only these lines, in the order of the file."""
    return b"\n".join(
        data[first:after].rstrip(b"\n") for first, after in sorted(ranges)
    )
