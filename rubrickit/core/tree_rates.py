"""A question's tree with what its responses made of each node."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core import counts, scoring, trees
from rubrickit.core.counts import Counts
from rubrickit.core.deltas import Side
from rubrickit.core.trees import PlacedNode


@dataclass(frozen=True, slots=True)
class RatedNode:
    """A node, its children failing first.

    `share` is its part of the whole where every leaf applies, the sum of its leaves'.
    """

    placed: PlacedNode
    share: Fraction
    counts: Counts
    children: tuple["RatedNode", ...] = ()


def rated(side: Side) -> tuple[RatedNode, ...]:
    """The root's nodes, failing first; what nothing is known of comes last."""
    shares = tuple(scoring.shares(side.rubric).values())
    counted = tuple(map(counts.of, side.columns))
    return _failing_first(
        _rated(node, shares, counted) for node in trees.placed(side.rubric)
    )


def _rated(
    placed: PlacedNode, shares: Sequence[Fraction], counted: Sequence[Counts]
) -> RatedNode:
    below = slice(placed.first, placed.last)
    return RatedNode(
        placed=placed,
        share=sum(shares[below], Fraction(0)),
        counts=counts.together(counted[below]),
        children=_failing_first(
            _rated(child, shares, counted) for child in placed.children
        ),
    )


def _failing_first(nodes: Iterable[RatedNode]) -> tuple[RatedNode, ...]:
    return tuple(sorted(nodes, key=_standing))


def _standing(node: RatedNode) -> tuple[bool, Fraction]:
    rate = node.counts.pass_rate
    return rate is None, rate or Fraction(0)
