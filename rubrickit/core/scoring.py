"""A response's score, exactly: integers over a common denominator, never floats.

Sums of floats depend on their order, so that swapping two leaves could move a score in
its last digit. Weights are decimals that a person wrote; over one denominator they are
integers, and a delta between two equal trees is exactly 0.

In a weighted tree, what does not apply leaves its share to its siblings. With points, a
score is what was earned of the positive points that apply.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import lcm
from typing import Literal

from rubrickit.core.rubric import Leaf, Node, PlacedLeaf, Rubric, leaves_below
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED

Result = Literal["pass", "fail", "pending", "not_applicable"]
Row = tuple[int, ...]
"""One response's verdict codes, a leaf each."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Unweighted counts of one tier's applicable leaves."""

    passed: int
    failed: int
    unjudged: int

    @property
    def share(self) -> Fraction | None:
        """None where nothing applies or something is unjudged."""
        total = self.passed + self.failed
        return None if self.unjudged or not total else Fraction(self.passed, total)


@dataclass(frozen=True, slots=True)
class Score:
    """One response under one rubric.

    `low` and `high` bound the score (unjudged as fail, as pass) and are equal once it
    is settled. Where no leaf with weight applies they are None, but beside a gate that
    does not pass. `ungated` ignores gates; it is None while anything is unjudged.
    """

    low: Fraction | None
    high: Fraction | None
    ungated: Fraction | None
    gates_closed: tuple[int, ...]
    gates_unjudged: bool
    has_unjudged: bool
    required: Tally
    additional: Tally

    @property
    def result(self) -> Result:
        """A judged gate failure is a failure, whatever else is unjudged."""
        if self.gates_closed:
            return "fail"
        if self.has_unjudged:
            return "pending"
        return "not_applicable" if self.low is None else "pass"

    @property
    def value(self) -> Fraction | None:
        """None while pending, or where nothing applies."""
        if self.has_unjudged and not self.gates_closed:
            return None
        is_exact = self.low is self.high or self.low == self.high
        return self.low if is_exact else None

    @property
    def required_met(self) -> bool | None:
        """No gate closed and every applicable required leaf passes; None: not known."""
        if self.gates_closed or self.required.failed:
            return False
        return None if self.required.unjudged or self.gates_unjudged else True


@dataclass(frozen=True, slots=True)
class Shares:
    """What each leaf earns, over one denominator; 0 of them where nothing applies."""

    numerators: tuple[int, ...]
    denominator: int


_WHOLE = Shares((1,), 1)
_NONE = Shares((0,), 0)
_NOTHING = Decimal(0)
_NO_TALLY = Tally(0, 0, 0)


class Scheme:
    """A rubric made ready to score many rows; equal rows are scored once.

    `gates`, `required` and `additional` are positions of leaves; `whole` is what each
    leaf earns where every leaf applies.
    """

    def __init__(self, rubric: Rubric) -> None:
        self.rubric = rubric
        self.leaves: tuple[PlacedLeaf, ...] = tuple(rubric.leaves())
        self.gates = self._positions(lambda placed: placed.is_gate)
        self.required = self._positions(lambda placed: placed.tier == "required")
        self.additional = self._positions(lambda placed: placed.tier == "additional")
        self.whole = leaf_shares(rubric, (True,) * len(self.leaves))
        self._shares: dict[tuple[bool, ...], Shares] = {}
        self._scores: dict[Row, Score] = {}

    @property
    def is_weighted(self) -> bool:
        """Some leaf has weight, and no leaf counts below 0."""
        return self.rubric.weighting != "points" and self.whole.denominator > 0

    @cached_property
    def paths(self) -> tuple[str, ...]:
        return tuple(placed.path for placed in self.leaves)

    def score(self, row: Row) -> Score:
        known = self._scores.get(row)
        if known is None:
            known = self._scores[row] = self._score(row)
        return known

    def _score(self, row: Row) -> Score:
        low, high = _bounds(row, self._shares_for(row))
        closed, doubtful = self._gates(row)
        has_unjudged = UNJUDGED in row
        ungated = None if has_unjudged else low
        if low is None and (closed or doubtful):  # a gate needs no weight to close
            low, high = Fraction(0), Fraction(1)
        return Score(
            low=_gated(low, bool(closed or doubtful)),
            high=_gated(high, bool(closed)),
            ungated=ungated,
            gates_closed=closed,
            gates_unjudged=doubtful,
            has_unjudged=has_unjudged,
            required=_tally(row, self.required),
            additional=_tally(row, self.additional),
        )

    def _gates(self, row: Row) -> tuple[tuple[int, ...], bool]:
        gates = self.gates
        closed = tuple(i for i in gates if row[i] == FAIL)
        return closed, any(row[i] == UNJUDGED for i in gates)

    def _shares_for(self, row: Row) -> Shares:
        if NOT_APPLICABLE not in row:
            return self.whole
        applicable = tuple(code != NOT_APPLICABLE for code in row)
        known = self._shares.get(applicable)
        if known is None:
            known = self._shares[applicable] = leaf_shares(self.rubric, applicable)
        return known

    def _positions(self, chosen: Callable[[PlacedLeaf], bool]) -> tuple[int, ...]:
        return tuple(i for i, placed in enumerate(self.leaves) if chosen(placed))


def _tally(row: Row, positions: Sequence[int]) -> Tally:
    if not positions:
        return _NO_TALLY
    codes = row if len(positions) == len(row) else tuple(row[i] for i in positions)
    return Tally(codes.count(PASS), codes.count(FAIL), codes.count(UNJUDGED))


def _bounds(row: Row, shares: Shares) -> tuple[Fraction | None, Fraction | None]:
    if not shares.denominator:
        return None, None
    low = high = sum(compress(shares.numerators, map(PASS.__eq__, row)))
    if UNJUDGED in row:
        open_parts = tuple(compress(shares.numerators, map(UNJUDGED.__eq__, row)))
        low += sum(part for part in open_parts if part < 0)
        high += sum(part for part in open_parts if part > 0)
    exact = Fraction(low, shares.denominator)
    return exact, exact if low == high else Fraction(high, shares.denominator)


def _gated(value: Fraction | None, closed: bool) -> Fraction | None:
    """A gate never raises a score: negative points stay negative."""
    return value if value is None or not closed else min(value, Fraction(0))


def shares(rubric: Rubric) -> dict[str, Fraction]:
    """Each leaf's part of the whole, by path, when every leaf applies."""
    placed = tuple(rubric.leaves())
    exact = leaf_shares(rubric, (True,) * len(placed))
    bottom = exact.denominator or 1
    return {
        p.path: Fraction(n, bottom)
        for p, n in zip(placed, exact.numerators, strict=True)
    }


def leaf_shares(rubric: Rubric, applicable: Sequence[bool]) -> Shares:
    """In the order of the leaves; `applicable` says which of them are."""
    flags = iter(applicable)
    if rubric.weighting != "points":
        return _weight_shares(rubric.nodes, flags)
    leaves = (leaf for node in rubric.nodes for leaf in leaves_below(node))
    points = _integers(
        (leaf.points or _NOTHING) if applies else _NOTHING
        for leaf, applies in zip(leaves, flags, strict=True)
    )
    positive = sum(point for point in points if point > 0)
    return Shares(points if positive else (0,) * len(points), positive)


def _weight_shares(nodes: Sequence[Node], flags: Iterator[bool]) -> Shares:
    """Takes a flag a leaf; a branch without applicable weight drops out."""
    parts = [_node_shares(node, flags) for node in nodes]
    weights = _integers(
        node.weight if part.denominator else _NOTHING
        for node, part in zip(nodes, parts, strict=True)
    )
    inner = lcm(*(part.denominator or 1 for part in parts))
    numerators = (
        numerator * weight * (inner // (part.denominator or 1))
        for part, weight in zip(parts, weights, strict=True)
        for numerator in part.numerators
    )
    return Shares(tuple(numerators), sum(weights) * inner)


def _node_shares(node: Node, flags: Iterator[bool]) -> Shares:
    if isinstance(node, Leaf):
        return _WHOLE if next(flags) else _NONE
    return _weight_shares(node.children, flags)


def _integers(numbers: Iterable[Decimal]) -> tuple[int, ...]:
    """The same proportions without a fraction."""
    ratios = [number.as_integer_ratio() for number in numbers]
    bottom = lcm(*(below for _, below in ratios))
    return tuple(above * (bottom // below) for above, below in ratios)


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Exact, so the order does not matter; None of nothing."""
    if not values:
        return None
    bottom = lcm(*{value.denominator for value in values})
    total = sum(value.numerator * (bottom // value.denominator) for value in values)
    return Fraction(total, bottom * len(values))


def question_mean(rubric: Rubric, values: Sequence[Fraction]) -> Fraction | None:
    """Of the counted responses; only the mean of points is clipped."""
    average = mean(values)
    if average is None or rubric.weighting != "points":
        return average
    return clipped(average)


def clipped(value: Fraction) -> Fraction:
    return min(max(value, Fraction(0)), Fraction(1))
