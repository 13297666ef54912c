"""Columns: what all segments together say of one (judge, question, leaf, pass)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import itemgetter

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade
from rubrickit.core.segments import MET, NO_GRADE, NOT_MET, Block, Header, Origin, Row
from rubrickit.core.sheets import UNKNOWN

ColumnKey = tuple[Digest, Digest, Digest, int]
"""Judge, question, leaf, pass number."""

_VERDICTS = {MET: True, NOT_MET: False}
_CODE_OF_MARK = bytes.maketrans(NO_GRADE.encode(), bytes([UNKNOWN]))


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
    clashes: int = 0


class Marked(Mapping[Digest, bool]):
    """A line's verdicts by response, as the line holds them."""

    def __init__(self, responses: tuple[Digest, ...], marks: str) -> None:
        self._responses = responses
        self._marks = marks

    def codes(self, responses: tuple[Digest, ...]) -> bytes:
        """A sheet's column of these responses."""
        marks = f"{self._marks}{NO_GRADE}".encode()
        picked = bytes(_picker(self._responses, responses)(marks))
        return picked[: len(responses)].translate(_CODE_OF_MARK)

    def __getitem__(self, response: Digest) -> bool:
        return self._met[response]

    def __iter__(self) -> Iterator[Digest]:
        return iter(self._met)

    def __len__(self) -> int:
        return len(self._marks) - self._marks.count(NO_GRADE)

    @cached_property
    def _met(self) -> Mapping[Digest, bool]:
        return _met(self._responses, self._marks)


# All lines of a question have the same responses.
@lru_cache(maxsize=2048)
def _picker(
    having: tuple[Digest, ...], wanted: tuple[Digest, ...]
) -> Callable[[bytes], tuple[int, ...]]:
    """Picks the mark of each; the one behind the last for those that have none.

    Two more are picked, since a getter of a single item would not return a tuple.
    """
    place = {response: at for at, response in enumerate(having)}
    last = len(having)
    return itemgetter(*[place.get(each, last) for each in wanted], last, last)


def _met(responses: Sequence[Digest], marks: str) -> dict[Digest, bool]:
    if NO_GRADE not in marks:
        verdicts = map(_VERDICTS.__getitem__, marks)
        return dict(zip(responses, verdicts, strict=True))
    pairs = zip(responses, marks, strict=True)
    return {each: mark == MET for each, mark in pairs if mark != NO_GRADE}


@dataclass(frozen=True, slots=True)
class Line:
    """A segment's row with what it needs from around it."""

    own: Origin
    origins: tuple[Origin, ...]
    responses: tuple[Digest, ...]
    row: Row

    def marked(self) -> Marked:
        return Marked(self.responses, self.row.marks)

    def parts(self) -> list[Part]:
        """One, but in a folded segment perhaps one for each run that was folded."""
        where, reasons = self.row.origin, self._reasons()
        met = _met(self.responses, self.row.marks)
        if not isinstance(where, tuple):
            origin = self.own if where is None else self.origins[where]
            return [Part(origin, met, reasons)]
        apart: dict[int, dict[Digest, bool]] = {}
        for response, index in zip(self.responses, where, strict=True):
            if response in met:
                apart.setdefault(index, {})[response] = met[response]
        return [
            Part(self.origins[index], mine, reasons) for index, mine in apart.items()
        ]

    def _reasons(self) -> dict[Digest, str]:
        return {self.responses[at]: why for at, why in self.row.reasons.items()}


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


def settle(lines: Sequence[Line], loose: Sequence[Part] = ()) -> Column:
    """What counts; where one line says all, nothing must be compared."""
    if len(lines) == 1 and not loose:
        return Column(lines[0].marked())
    return merge([*parts_of(lines), *loose])


def merge(parts: Sequence[Part]) -> Column:
    """The part of the earliest origin counts, in whatever order they come."""
    met: dict[Digest, bool] = {}
    for part in sorted(parts, key=_origin, reverse=True):
        met.update(part.met)
    if len(met) == sum(len(part.met) for part in parts):
        return Column(met)
    contradicting = (
        verdict != met[response]
        for part in parts
        for response, verdict in part.met.items()
    )
    return Column(met, sum(contradicting))


def reason_for(parts: Iterable[Part], response: Digest) -> str:
    """The one that was given with the verdict that counts."""
    having = [part for part in parts if response in part.met]
    return min(having, key=_origin).reasons.get(response, "") if having else ""


def reasons_of(
    parts: Sequence[Part], met: Mapping[Digest, bool] | None = None
) -> dict[Digest, str]:
    """The same for each response that has one; `met`: only with this verdict."""
    found: dict[Digest, str] = {}
    if not any(part.reasons for part in parts):
        return found
    for part in sorted(parts, key=_origin, reverse=True):
        for response, verdict in part.met.items():
            if met is None or met.get(response) is verdict:
                found[response] = part.reasons.get(response, "")
    return {response: reason for response, reason in found.items() if reason}


def parts_of(lines: Iterable[Line]) -> Iterator[Part]:
    return (part for line in lines for part in line.parts())


def _origin(part: Part) -> Origin:
    return part.origin


def replaced(headers: Iterable[Header]) -> frozenset[Digest]:
    """The segments that intact folds stand for."""
    return frozenset(name for header in headers for name in header.replaces)
