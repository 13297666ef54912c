"""Segments that are intact, side by side; a question is read when it is asked for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rubrickit.core import columns, segment_index, segment_reading, segments
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import ColumnKey, Line
from rubrickit.core.segment_index import Index
from rubrickit.core.segments import Block, Damage, Origin


@dataclass(frozen=True, slots=True)
class Intact:
    """A segment whose bytes were checked against its name.

    `blocks` are there, by question, where it had to be read whole anyway.
    """

    own: Origin
    index: Index
    data: bytes
    blocks: Mapping[Digest, Sequence[Block]] | None = None

    def question(self, question: Digest) -> Sequence[Block]:
        if self.blocks is not None:
            return self.blocks.get(question, ())
        span = self.index.spans.get(question)
        if span is None:
            return ()
        return segment_reading.question_blocks(
            self.data[slice(*span)], self.index.header
        )


@dataclass(slots=True)
class Shelf:
    """All intact segments; a question is read when it is first asked for."""

    segments: Sequence[Intact]
    damage: tuple[str, ...]
    folded_clashes: Counter[tuple[Digest, Digest]] = field(default_factory=Counter)
    _questions: dict[Digest, dict[ColumnKey, list[Line]]] = field(default_factory=dict)

    def lines(self, key: ColumnKey) -> Sequence[Line]:
        question = key[1]
        if question not in self._questions:
            self._questions[question] = self._read(question)
        return self._questions[question].get(key, ())

    def _read(self, question: Digest) -> dict[ColumnKey, list[Line]]:
        found: dict[ColumnKey, list[Line]] = {}
        for segment in self.segments:
            header = segment.index.header
            for block in segment.question(question):
                self.folded_clashes[block.judge, question] += block.clashes
                for key, line in columns.lines(segment.own, header, block):
                    found.setdefault(key, []).append(line)
        return found


def checked(
    name: str, place: str, data: bytes, known: bytes | None = None
) -> Intact | Damage:
    """The segment in `data`, if it is what `name` says; `known` is its kept index.

    `place` is where a person finds it.
    """
    if known is not None and segments.name_of(data) == name:
        index = segment_index.load(known)
        if index:
            return Intact(Origin(index.header.created, name), index, data)
    segment = segment_reading.decode(name, data)
    if isinstance(segment, Damage):
        return Damage(place, segment.problem)
    index, by_question = segment_index.of(segment), segment.by_question()
    return Intact(segment.origin, index, data, by_question)
