"""What the responses of past releases come to under other rubrics.

A figure of many questions is a sum over them. From one state to the next only the
questions that changed are taken out of the sums and put in again, so that a table of
releases costs as much as what they changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from rubrickit.core import overview
from rubrickit.core.deltas import Side
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.overview import Group
from rubrickit.core.responses import Response
from rubrickit.core.results import PlanReport
from rubrickit.core.rubric import Rubric
from rubrickit.core.sheets import FAIL, UNJUDGED
from rubrickit.core.versions import Version

Word = Literal["clear", "gate closed", "unjudged", "no responses"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Responses, those of one question or of several, under one state's rubrics.

    `questions` have a mean, and `total` is the sum of these means. `closed` responses
    are certainly behind a gate. `unjudged` verdicts are missing, `gates_open` of them
    on gate leaves; it takes at least `calls` to fill them in. `unanswered` questions
    have a gate and no response.
    """

    questions: int = 0
    total: Fraction = Fraction(0)
    size: int = 0
    scored: int = 0
    met: int = 0
    known: int = 0
    closed: int = 0
    pending: int = 0
    unjudged: int = 0
    gates_open: int = 0
    calls: int = 0
    unanswered: int = 0

    def plus(self, other: "Mark", sign: int = 1) -> "Mark":
        return Mark(
            self.questions + sign * other.questions,
            # Not by a product: most of a large table's time goes into this line.
            self.total + other.total if sign > 0 else self.total - other.total,
            self.size + sign * other.size,
            self.scored + sign * other.scored,
            self.met + sign * other.met,
            self.known + sign * other.known,
            self.closed + sign * other.closed,
            self.pending + sign * other.pending,
            self.unjudged + sign * other.unjudged,
            self.gates_open + sign * other.gates_open,
            self.calls + sign * other.calls,
            self.unanswered + sign * other.unanswered,
        )

    @property
    def mean(self) -> Fraction | None:
        """Over questions, as everywhere; None where no response has a score."""
        return self.total / self.questions if self.questions else None

    @property
    def word(self) -> Word:
        """Would it have passed the safety gates? What fails fails, whatever is open."""
        if not self.size:
            return "no responses"
        if self.closed:
            return "gate closed"
        return "unjudged" if self.gates_open else "clear"


Marks = Mapping[str | None, Mark]
"""By agent; under None all responses."""

NOTHING: Marks = {}
_EMPTY = Mark()


def unanswered(rubric: Rubric) -> Marks:
    """Of a question without any response."""
    has_gate = any(placed.is_gate for placed in rubric.leaves())
    return {None: Mark(unanswered=1)} if has_gate else NOTHING


def whole(side: Side) -> Marks:
    """Of all responses to one question; none of them need be read."""
    return {None: _mark(overview.whole(side), side.scheme.gates)}


def needing(marks: Marks, calls: int) -> Marks:
    """The same, and what it takes to fill in what is unjudged."""
    return {name: replace(mark, calls=calls) for name, mark in marks.items()}


def by_agent(side: Side, responses: Sequence[Response]) -> Marks:
    """The same of each agent's; which calls are whose nobody can tell."""
    groups, gates = overview.by_agent(side, responses), side.scheme.gates
    return {name: _mark(group, gates) for name, group in groups.items()}


def _mark(group: Group, gates: Sequence[int]) -> Mark:
    found = group.totals
    return Mark(
        questions=int(found.mean is not None),
        total=found.mean or Fraction(0),
        size=group.size,
        scored=found.scored,
        met=found.met,
        known=found.known,
        closed=found.failed,
        pending=found.pending,
        unjudged=sum(counts.unjudged for counts in group.leaves),
        gates_open=sum(group.leaves[at].unjudged for at in gates),
    )


@dataclass(frozen=True, slots=True)
class Gated:
    """Places of responses to a question: behind a gate, or with a gate's verdict open.

    Counts would not do: a gate that closes on one response and another that no longer
    closes on a second leave them as they were.
    """

    closed: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()

    def newly_closed(self, own: "Gated") -> int:
        """Responses that only this closes on; none where `own` is not known."""
        return len(self.closed - own.closed - own.doubtful)


def gated(side: Side) -> Gated:
    columns = [side.columns[at] for at in side.scheme.gates]
    return Gated(*(_with(code, columns) for code in (FAIL, UNJUDGED)))


def _with(code: int, columns: Sequence[bytes]) -> frozenset[int]:
    found = (
        at for column in columns for at, is_so in enumerate(column) if is_so == code
    )
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Under:
    """A state whose rubrics, settings and judge decide; `fault`: why it cannot."""

    version: Version
    judge: JudgeCard | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A release: its responses, those of its `agents` where any are named.

    `recorded` is the mean that its manifest holds. A cell for each state that decides,
    None where that cannot or was not looked at. The current gates close on
    `newly_closed` responses that its own do not; None where one of both is not known.
    """

    version: Version
    agents: tuple[str, ...] = ()
    size: int = 0
    recorded: Fraction | None = None
    fault: str = ""
    cells: tuple[Marks | None, ...] = ()
    newly_closed: int | None = None


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """`past` releases, oldest first, `under` the rubrics of some states.

    The last of these is the current one; `asked` has the places of those that a person
    asked for. `strangers` are tags that say to be releases and are not, and why.
    `plans` hold what it takes to fill in what is unjudged, one for each judge.
    """

    past: tuple[Past, ...]
    under: tuple[Under, ...]
    asked: frozenset[int] = frozenset()
    strangers: tuple[tuple[str, str], ...] = ()
    plans: tuple[PlanReport, ...] = ()

    def own(self, past: Past) -> Marks | None:
        """Its cell under the rubrics that it was released with."""
        pairs = zip(self.under, past.cells, strict=False)
        return next(
            (cell for each, cell in pairs if each.version == past.version), None
        )


State = Mapping[str, Any]
"""By question id: rubrics, or responses. What is the same is the same object."""

Marked = Callable[[Any, Any], Marks]
"""Of a row's entry for a question, None without one, and a column's: responses under a
rubric."""

Cell = tuple[int, int]
"""A row's place and a column's."""


def every(rows: int, columns: int) -> list[Cell]:
    """All cells, each beside the one before it."""
    turns = (range(columns), range(columns - 1, -1, -1))
    return [(row, column) for row in range(rows) for column in turns[row % 2]]


def table(
    rows: Sequence[State],
    columns: Sequence[State],
    wanted: Sequence[Cell],
    marked: Marked,
) -> dict[Cell, Marks]:
    """The wanted cells, each made out of the one before it.

    `marked` is asked for nothing but what changed from one to the other.
    """
    moved: dict[tuple[int, int], list[str]] = {}
    nothing: State = {}
    found: dict[Cell, Marks] = {}
    sums, row_before, column_before = NOTHING, nothing, nothing
    for row_at, column_at in wanted:
        row, column = rows[row_at], columns[column_at]
        names: dict[str, None] = {}
        for before, after in ((row_before, row), (column_before, column)):
            if before is not after:
                pair = id(before), id(after)
                if pair not in moved:
                    moved[pair] = [*_moved(before, after)]
                names |= dict.fromkeys(moved[pair])
        cells = (row_before, column_before), (row, column)
        sums = _stepped(sums, names, *cells, marked)
        found[row_at, column_at] = sums
        row_before, column_before = row, column
    return found


def _moved(before: State, after: State) -> Iterator[str]:
    """What is not the same object on both sides."""
    yield from (name for name, found in after.items() if before.get(name) is not found)
    yield from (name for name in before if name not in after)


def _stepped(
    sums: Marks,
    names: Iterable[str],
    old: tuple[State, State],
    new: tuple[State, State],
    marked: Marked,
) -> Marks:
    found = dict(sums)
    for name in names:
        for sign, (row, column) in ((-1, old), (1, new)):
            if name in column:
                for agent, mark in marked(row.get(name), column[name]).items():
                    found[agent] = found.get(agent, _EMPTY).plus(mark, sign)
    return {agent: mark for agent, mark in found.items() if mark != _EMPTY}
