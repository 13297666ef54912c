"""Columns: what all segments together say of one (judge, question, leaf, pass)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade
from rubrickit.core.segments import MET, NO_GRADE, NOT_MET, Block, Header, Origin, Row

ColumnKey = tuple[Digest, Digest, Digest, int]
"""Judge, question, leaf, pass number."""

_VERDICTS = {MET: True, NOT_MET: False}


@dataclass(frozen=True, slots=True)
class Part:
    """Grades of one column that share an origin, by response."""

    origin: Origin
    met: Mapping[Digest, bool]
    reasons: Mapping[Digest, str]


@dataclass(frozen=True, slots=True)
class Column:
    """The verdicts that count, and how many others contradict them."""

    met: Mapping[Digest, bool]
    reasons: Mapping[Digest, str]
    clashes: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A segment's row with what it needs from around it."""

    own: Origin
    origins: tuple[Origin, ...]
    responses: tuple[Digest, ...]
    row: Row

    def parts(self) -> Iterator[Part]:
        where = self.row.origin
        if not isinstance(where, tuple):
            origin = self.own if where is None else self.origins[where]
            yield self._part(origin, self.row.marks)
            return
        for index in sorted(set(where)):
            marks = zip(self.row.marks, where, strict=True)
            mine = [mark if at == index else NO_GRADE for mark, at in marks]
            yield self._part(self.origins[index], "".join(mine))

    def _part(self, origin: Origin, marks: str) -> Part:
        pairs = zip(self.responses, marks, strict=True)
        if NO_GRADE in marks:
            met = {each: mark == MET for each, mark in pairs if mark != NO_GRADE}
        else:
            verdicts = map(_VERDICTS.__getitem__, marks)
            met = dict(zip(self.responses, verdicts, strict=True))
        reasons = {
            self.responses[at]: reason
            for at, reason in self.row.reasons.items()
            if marks[at] != NO_GRADE
        }
        return Part(origin, met, reasons)


@dataclass(slots=True)
class LooseGrades:
    """Grades that are in no segment yet; the first of a key counts."""

    origin: Origin
    columns: dict[ColumnKey, dict[Digest, Grade]] = field(default_factory=dict)

    def add(self, grade: Grade) -> None:
        self.columns.setdefault(column_of(grade), {}).setdefault(
            grade.key.response, grade
        )

    def grades(self) -> Iterator[Grade]:
        return (grade for column in self.columns.values() for grade in column.values())

    def part(self, key: ColumnKey) -> Part | None:
        grades = self.columns.get(key)
        if grades is None:
            return None
        return Part(
            self.origin,
            {response: grade.met for response, grade in grades.items()},
            {response: grade.reason for response, grade in grades.items()},
        )


def column_of(grade: Grade) -> ColumnKey:
    key = grade.key
    return key.judge, key.question, key.leaf, key.pass_number


def lines(
    own: Origin, header: Header, block: Block
) -> Iterator[tuple[ColumnKey, Line]]:
    """Each row of a block, by its column."""
    for row in block.rows:
        key = (block.judge, block.question, row.leaf, row.pass_number)
        yield key, Line(own, header.origins, block.responses, row)


def merge(parts: Sequence[Part]) -> Column:
    """The part of the earliest origin counts, in whatever order they come."""
    if len(parts) == 1:
        return Column(parts[0].met, parts[0].reasons)
    met: dict[Digest, bool] = {}
    reasons: dict[Digest, str] = {}
    clashes = 0
    for part in sorted(parts, key=lambda part: part.origin):
        fresh = part.met.keys() - met.keys()
        clashes += sum(
            met.get(each, value) != value for each, value in part.met.items()
        )
        met |= {each: part.met[each] for each in fresh}
        reasons |= {each: part.reasons.get(each, "") for each in fresh}
    return Column(met, reasons, clashes)


def replaced(headers: Iterable[Header]) -> frozenset[Digest]:
    """The segments that intact folds stand for."""
    return frozenset(name for header in headers for name in header.replaces)
