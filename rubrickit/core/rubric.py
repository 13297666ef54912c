"""A rubric: a tree of yes/no checks that grades one question's responses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Literal

Kind = Literal["check", "states", "rule", "schema"]
Tier = Literal["required", "additional"]
LooksAt = Literal["response", "trace"]
Weighting = Literal["weighted_sum", "weighted_sum_with_safety_gate", "points"]

SAFETY = "safety"
ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; lines and columns count from 1."""

    path: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Leaf:
    """One yes/no check.

    `texts` holds the check, the phrasings of a statement, the CEL expression or the
    canonical JSON Schema, as `kind` says; only `states` may have more than one.
    `tier` is None where the branch above decides. Notes and places never change what
    is graded, so two leaves that differ only in them are equal.
    """

    id: str
    kind: Kind
    texts: tuple[str, ...]
    weight: Decimal = ONE
    points: Decimal | None = None
    expect: bool = True
    tier: Tier | None = None
    gate: bool = False
    when: str = ""
    looks_at: LooksAt = "response"
    pass_example: str = ""
    fail_example: str = ""
    shared: str = ""
    note: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    owner: str = field(default="", compare=False)
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def is_judged(self) -> bool:
        """Needs a judge; rules and schemas are computed."""
        return self.kind in ("check", "states")


@dataclass(frozen=True, slots=True)
class Branch:
    """Checks that share a weight; a child's weight is relative to its siblings."""

    id: str
    children: tuple[Node, ...]
    weight: Decimal = ONE
    tier: Tier | None = None
    gate: bool = False
    when: str = ""
    shared: str = ""
    place: Place = field(default=NOWHERE, compare=False)


Node = Leaf | Branch


def leaves_below(node: Node) -> Iterator[Leaf]:
    """The leaf itself, or all under the branch, in file order."""
    if isinstance(node, Leaf):
        yield node
        return
    for child in node.children:
        yield from leaves_below(child)


@dataclass(frozen=True, slots=True)
class PlacedLeaf:
    """A leaf with what it inherits from the branches above it."""

    path: str
    leaf: Leaf
    tier: Tier
    is_gate: bool
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class Rubric:
    """One question and the tree that grades its responses."""

    question_id: str
    nodes: tuple[Node, ...]
    question: str = ""
    context: str = ""
    reference: str = ""
    weighting: Weighting = "weighted_sum"
    place: Place = field(default=NOWHERE, compare=False)

    def leaves(self) -> Iterator[PlacedLeaf]:
        """Every leaf in file order, with its inherited gate, tier and conditions."""
        return iter(self._leaves)

    @cached_property
    def _leaves(self) -> tuple[PlacedLeaf, ...]:
        found: list[PlacedLeaf] = []
        for node in self.nodes:
            _place(node, _Above("", None, self.is_safety_gate(node), ()), found)
        return tuple(found)

    def is_safety_gate(self, root_node: Node) -> bool:
        """The root branch `safety` gates where the weighting says so."""
        gated = self.weighting == "weighted_sum_with_safety_gate"
        return gated and isinstance(root_node, Branch) and root_node.id == SAFETY


@dataclass(frozen=True, slots=True)
class _Above:
    path: str
    tier: Tier | None
    is_gate: bool
    conditions: tuple[str, ...]


def _place(node: Node, above: _Above, found: list[PlacedLeaf]) -> None:
    path = f"{above.path}/{node.id}" if above.path else node.id
    tier = node.tier or above.tier
    is_gate = node.gate or above.is_gate
    when = node.when.strip()
    conditions = (*above.conditions, when) if when else above.conditions
    if isinstance(node, Leaf):
        found.append(PlacedLeaf(path, node, tier or "required", is_gate, conditions))
        return
    here = _Above(path, tier, is_gate, conditions)
    for child in node.children:
        _place(child, here, found)
