"""A question's tree with what its responses made of each node."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rubrickit.core import scoring
from rubrickit.core.deltas import Side
from rubrickit.core.rubric import Leaf, Node, PlacedLeaf
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, Column


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts of verdicts, over the responses of a leaf, or all leaves of a branch."""

    passed: int
    failed: int
    unjudged: int
    not_applicable: int

    def __add__(self, other: "Rates") -> "Rates":
        return Rates(
            self.passed + other.passed,
            self.failed + other.failed,
            self.unjudged + other.unjudged,
            self.not_applicable + other.not_applicable,
        )

    @property
    def n(self) -> int:
        """Verdicts that there are."""
        return self.passed + self.failed

    @property
    def pass_rate(self) -> Fraction | None:
        """Of the `n`, unweighted; None where there are none."""
        return Fraction(self.passed, self.n) if self.n else None


NOTHING = Rates(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class RatedNode:
    """A node, its children failing first.

    `share` is its part of the whole where every leaf applies, the sum of its leaves'.
    `points` is None but for a leaf that counts by them. `is_gate` and `is_additional`
    hold for a branch where they hold for all below it.
    """

    id: str
    weight: Decimal
    points: Decimal | None
    share: Fraction
    is_gate: bool
    is_additional: bool
    rates: Rates
    children: tuple["RatedNode", ...] = ()


def rated(side: Side) -> tuple[RatedNode, ...]:
    """The root's nodes, failing first; what nothing is known of comes last."""
    shares = scoring.shares(side.rubric)
    leaves = zip(side.scheme.leaves, side.columns, strict=True)
    found = ((placed, shares[placed.path], column) for placed, column in leaves)
    return _failing_first(_node(node, found) for node in side.rubric.nodes)


_Known = Iterator[tuple[PlacedLeaf, Fraction, Column]]


def _node(node: Node, known: _Known) -> RatedNode:
    """Takes what is known of each leaf below, in file order."""
    if isinstance(node, Leaf):
        placed, share, column = next(known)
        return RatedNode(
            id=node.id,
            weight=node.weight,
            points=node.points,
            share=share,
            is_gate=placed.is_gate,
            is_additional=placed.tier == "additional",
            rates=_counted(column),
        )
    children = _failing_first([_node(child, known) for child in node.children])
    return RatedNode(
        id=node.id,
        weight=node.weight,
        points=None,
        share=sum((child.share for child in children), Fraction(0)),
        is_gate=all(child.is_gate for child in children),
        is_additional=all(child.is_additional for child in children),
        rates=sum((child.rates for child in children), NOTHING),
        children=children,
    )


def _counted(column: Column) -> Rates:
    return Rates(*map(column.count, (PASS, FAIL, UNJUDGED, NOT_APPLICABLE)))


def _failing_first(nodes: Iterable[RatedNode]) -> tuple[RatedNode, ...]:
    return tuple(sorted(nodes, key=_standing))


def _standing(node: RatedNode) -> tuple[bool, Fraction]:
    rate = node.rates.pass_rate
    return rate is None, rate or Fraction(0)
