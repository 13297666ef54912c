"""A response's score, exactly: integers over a common denominator, never floats.

Sums of floats depend on their order, so that swapping two leaves could move a score in
its last digit. Weights are decimals that a person wrote; over one denominator they are
integers, and a delta between two equal trees is exactly 0.

In a weighted tree, what does not apply leaves its share to its siblings. With points, a
score is what was earned of the positive points that apply.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal

from rubrickit.core.rubric import Leaf, Node, PlacedLeaf, Rubric, leaves_below
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, Column

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
    is settled; the ungated pair ignores gates. Where no leaf with weight applies they
    are None, but for the first pair beside a gate that does not pass.
    """

    low: Fraction | None
    high: Fraction | None
    ungated_low: Fraction | None
    ungated_high: Fraction | None
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
        is_settled = self.result != "pending" and self.low == self.high
        return self.low if is_settled else None

    @property
    def ungated(self) -> Fraction | None:
        return None if self.has_unjudged else self.ungated_low

    @property
    def required_met(self) -> bool | None:
        """No gate closed and every applicable required leaf passes; None: not known."""
        if self.gates_closed or self.required.failed:
            return False
        return None if self.required.unjudged or self.gates_unjudged else True


@dataclass(frozen=True, slots=True)
class _Shares:
    """What each leaf earns, over one denominator; 0 of them where nothing applies."""

    numerators: tuple[int, ...]
    denominator: int


class Scheme:
    """A rubric made ready to score many rows; equal rows are scored once."""

    def __init__(self, rubric: Rubric) -> None:
        self._rubric = rubric
        self.leaves: tuple[PlacedLeaf, ...] = tuple(rubric.leaves())
        self._shares: dict[tuple[bool, ...], _Shares] = {}
        self._scores: dict[Row, Score] = {}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        return tuple(placed.path for placed in self.leaves)

    def scores(self, columns: Sequence[Column], size: int) -> tuple[Score, ...]:
        """One a response, from a verdict column a leaf; `size` responses."""
        rows: Iterable[Row] = zip(*columns, strict=True) if columns else [()] * size
        return tuple(self.score(row) for row in rows)

    def score(self, row: Row) -> Score:
        known = self._scores.get(row)
        if known is None:
            known = self._scores[row] = self._score(row)
        return known

    def _score(self, row: Row) -> Score:
        ungated_low, ungated_high = _bounds(row, self._shares_for(row))
        closed, doubtful = self._gates(row)
        low, high = ungated_low, ungated_high
        if low is None and (closed or doubtful):  # a gate needs no weight to close
            low, high = Fraction(0), Fraction(1)
        return Score(
            low=_gated(low, bool(closed or doubtful)),
            high=_gated(high, bool(closed)),
            ungated_low=ungated_low,
            ungated_high=ungated_high,
            gates_closed=closed,
            gates_unjudged=doubtful,
            has_unjudged=UNJUDGED in row,
            required=self._tally(row, "required"),
            additional=self._tally(row, "additional"),
        )

    def _gates(self, row: Row) -> tuple[tuple[int, ...], bool]:
        gates = [i for i, placed in enumerate(self.leaves) if placed.is_gate]
        closed = tuple(i for i in gates if row[i] == FAIL)
        return closed, any(row[i] == UNJUDGED for i in gates)

    def _tally(self, row: Row, tier: str) -> Tally:
        pairs = zip(row, self.leaves, strict=True)
        codes = [code for code, placed in pairs if placed.tier == tier]
        return Tally(codes.count(PASS), codes.count(FAIL), codes.count(UNJUDGED))

    def _shares_for(self, row: Row) -> _Shares:
        applicable = tuple(code != NOT_APPLICABLE for code in row)
        known = self._shares.get(applicable)
        if known is None:
            known = self._shares[applicable] = _shares(self._rubric, applicable)
        return known


def _bounds(row: Row, shares: _Shares) -> tuple[Fraction | None, Fraction | None]:
    if not shares.denominator:
        return None, None
    parts = tuple(zip(shares.numerators, row, strict=True))
    earned = sum(part for part, code in parts if code == PASS)
    open_parts = [part for part, code in parts if code == UNJUDGED]
    low = earned + sum(part for part in open_parts if part < 0)
    high = earned + sum(part for part in open_parts if part > 0)
    exact = Fraction(low, shares.denominator)
    return exact, exact if low == high else Fraction(high, shares.denominator)


def _gated(value: Fraction | None, closed: bool) -> Fraction | None:
    """A gate never raises a score: negative points stay negative."""
    return value if value is None or not closed else min(value, Fraction(0))


def shares(rubric: Rubric) -> dict[str, Fraction]:
    """Each leaf's part of the whole, by path, when every leaf applies."""
    placed = tuple(rubric.leaves())
    exact = _shares(rubric, (True,) * len(placed))
    bottom = exact.denominator or 1
    return {
        p.path: Fraction(n, bottom)
        for p, n in zip(placed, exact.numerators, strict=True)
    }


def _shares(rubric: Rubric, applicable: Sequence[bool]) -> _Shares:
    fractions = (
        _point_shares(rubric, applicable)
        if rubric.weighting == "points"
        else _weight_shares(rubric.nodes, iter(applicable))
    )
    if fractions is None:
        return _Shares((0,) * len(applicable), 0)
    bottom = lcm(*(share.denominator for share in fractions))
    return _Shares(tuple(int(share * bottom) for share in fractions), bottom)


def _point_shares(rubric: Rubric, applicable: Sequence[bool]) -> list[Fraction] | None:
    points = [
        Fraction(placed.leaf.points or 0) if applies else Fraction(0)
        for placed, applies in zip(rubric.leaves(), applicable, strict=True)
    ]
    positive = sum(max(point, Fraction(0)) for point in points)
    return [point / positive for point in points] if positive else None


def _weight_shares(
    nodes: Sequence[Node], applicable: Iterable[bool]
) -> list[Fraction] | None:
    """Of the leaves under `nodes`, in order; None where no weight applies."""
    parts: list[tuple[Fraction, list[Fraction]]] = []
    flags = iter(applicable)
    for node in nodes:
        inner, applies = _node_shares(node, flags)
        parts.append((Fraction(node.weight) if applies else Fraction(0), inner))
    total = sum(weight for weight, _ in parts)
    if not total:
        return None
    return [share * weight / total for weight, inner in parts for share in inner]


def _node_shares(node: Node, flags: Iterable[bool]) -> tuple[list[Fraction], bool]:
    if isinstance(node, Leaf):
        applies = next(iter(flags))
        return [Fraction(1 if applies else 0)], applies
    inner = _weight_shares(node.children, flags)
    if inner is None:
        return [Fraction(0)] * sum(1 for _ in leaves_below(node)), False
    return inner, True


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Exact, so the order does not matter; None of nothing."""
    if not values:
        return None
    bottom = lcm(*{value.denominator for value in values})
    total = sum(value.numerator * (bottom // value.denominator) for value in values)
    return Fraction(total, bottom * len(values))


def question_mean(rubric: Rubric, scores: Sequence[Score]) -> Fraction | None:
    """Over the counted responses; only the mean of points is clipped."""
    average = mean([s.value for s in scores if s.value is not None])
    if average is None or rubric.weighting != "points":
        return average
    return clipped(average)


def clipped(value: Fraction) -> Fraction:
    return min(max(value, Fraction(0)), Fraction(1))
