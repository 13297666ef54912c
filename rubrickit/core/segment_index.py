"""What is worth remembering of a segment that was read whole once."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from rubrickit.core import segment_reading, segment_writing
from rubrickit.core.canonical import Digest
from rubrickit.core.segments import Header, Segment

KIND = "segment-index/1"


@dataclass(frozen=True, slots=True)
class Index:
    """Where each question's lines stand in an intact segment, as byte ranges."""

    header: Header
    spans: Mapping[Digest, tuple[int, int]]


def of(segment: Segment) -> Index:
    return Index(segment.header, segment.spans)


def dump(index: Index) -> bytes:
    header = segment_writing.line(index.header.document())
    return header + segment_writing.line(index.spans)


def load(data: bytes) -> Index | None:
    """None where this is no index."""
    first, _, second = data.partition(b"\n")
    header = segment_reading.parse_header(first)
    try:
        spans = json.loads(second)
    except ValueError:
        return None
    if header is None or not isinstance(spans, dict):
        return None
    return Index(header, {question: tuple(span) for question, span in spans.items()})
