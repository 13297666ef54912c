"""Which lines of a file of responses belong to which question, and their digests."""

from collections.abc import Mapping
from dataclasses import dataclass

from rubrickit.core.canonical import Digest
from rubrickit.core.responses import Response

Ranges = list[list[int]]
"""Byte ranges of whole lines: first byte, byte after the last."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file's lines of one question: where they stand, and a value a response."""

    ranges: Ranges
    ids: list[str]
    digests: list[Digest]
    trace_digests: list[Digest]


Index = Mapping[str, Entry]
"""By question id."""


def of(data: bytes, responses: tuple[Response, ...]) -> Index:
    """Neighbouring lines of a question are one range."""
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    index: dict[str, Entry] = {}
    for response in responses:
        first, after = starts[response.place.line - 1 : response.place.line + 1]
        entry = index.setdefault(response.question_id, Entry([], [], [], []))
        if entry.ranges and entry.ranges[-1][1] == first:
            entry.ranges[-1][1] = after
        else:
            entry.ranges.append([first, after])
        entry.ids.append(response.response_id)
        entry.digests.append(response.digest)
        entry.trace_digests.append(response.trace_digest)
    return index


def cut(data: bytes, ranges: Ranges) -> bytes:
    """Only these lines, in the order of the file."""
    return b"\n".join(
        data[first:after].rstrip(b"\n") for first, after in sorted(ranges)
    )
