"""Every node of a rubric with what it inherits, and which leaves lie below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rubrickit.core.rubric import Leaf, Node, PlacedLeaf, Rubric


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """`first` and `last` bound its leaves among the rubric's, as a slice does.

    `tier` is "" for a branch that leaves it to its leaves.
    """

    path: str
    node: Node
    tier: str
    is_gate: bool
    first: int
    last: int
    children: tuple["PlacedNode", ...] = ()

    @property
    def points(self) -> Decimal | None:
        """None but for a leaf that counts by them."""
        return self.node.points if isinstance(self.node, Leaf) else None


def placed(rubric: Rubric) -> tuple[PlacedNode, ...]:
    """The root nodes, in file order."""
    leaves = tuple(rubric.leaves())
    found: list[PlacedNode] = []
    at = 0
    for node in rubric.nodes:
        above = _Above("", "", rubric.is_safety_gate(node))
        found.append(_placed(node, above, leaves, at))
        at = found[-1].last
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Above:
    path: str
    tier: str
    is_gate: bool


def _placed(
    node: Node, above: _Above, leaves: Sequence[PlacedLeaf], first: int
) -> PlacedNode:
    if isinstance(node, Leaf):
        own = leaves[first]
        return PlacedNode(own.path, node, own.tier, own.is_gate, first, first + 1)
    path = f"{above.path}/{node.id}" if above.path else node.id
    here = _Above(path, node.tier or above.tier, node.gate or above.is_gate)
    children: list[PlacedNode] = []
    last = first
    for child in node.children:
        children.append(_placed(child, here, leaves, last))
        last = children[-1].last
    return PlacedNode(path, node, here.tier, here.is_gate, first, last, tuple(children))
