"""Folding: many segments become one that says the same, beside any others."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rubrickit.core import columns
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import Part
from rubrickit.core.segment_writing import Cell, block_lines, line
from rubrickit.core.segments import Header, Origin, Segment

_Parts = dict[tuple[Digest, int], list[Part]]


def fold(segments: Sequence[Segment], tool: str) -> bytes:
    """One segment that replaces all of these (at least one).

    Each grade keeps its origin, so that it wins or loses against a segment outside
    the fold exactly as before. `created` is the latest of the parts: whoever folds
    the same segments gets the same bytes.
    """
    origins = _origins(segments)
    places = {origin: place for place, origin in enumerate(origins)}
    parts, clashes = _by_block(segments)
    grades, body = 0, list[bytes]()
    for question, judge in sorted(parts):
        cells = {}
        for column, found in parts[question, judge].items():
            cells[column], lost = _cells(found, places)
            clashes[question, judge] += lost
            grades += len(cells[column])
        body += block_lines(judge, question, cells, clashes[question, judge])
    header = Header(max(each.header.created for each in segments), tool, grades)
    header = replace(header, replaces=_replaces(segments), origins=origins)
    return b"".join([line(header.document()), *body])


def _origins(segments: Sequence[Segment]) -> tuple[Origin, ...]:
    every: set[Origin] = set()
    for segment in segments:
        every.update(segment.header.origins or [segment.origin])
    return tuple(sorted(every))


def _replaces(segments: Sequence[Segment]) -> tuple[Digest, ...]:
    older = columns.replaced(segment.header for segment in segments)
    return tuple(sorted(older | {segment.name for segment in segments}))


def _by_block(
    segments: Sequence[Segment],
) -> tuple[dict[tuple[Digest, Digest], _Parts], Counter[tuple[Digest, Digest]]]:
    parts: dict[tuple[Digest, Digest], _Parts] = defaultdict(lambda: defaultdict(list))
    clashes: Counter[tuple[Digest, Digest]] = Counter()
    for segment in segments:
        for block in segment.blocks:
            clashes[block.question, block.judge] += block.clashes
            for key, row in columns.lines(segment.origin, segment.header, block):
                parts[block.question, block.judge][key[2:]] += row.parts()
    return parts, clashes


def _cells(
    parts: Sequence[Part], places: dict[Origin, int]
) -> tuple[dict[Digest, Cell], int]:
    merged = columns.merge(parts)
    cells: dict[Digest, Cell] = {}
    for part in sorted(parts, key=lambda part: part.origin, reverse=True):
        place, reasons = places[part.origin], part.reasons
        for response, met in part.met.items():
            cells[response] = Cell(met, reasons.get(response, ""), place)
    return cells, merged.clashes
