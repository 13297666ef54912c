"""A rubric with some of its edits applied and the others not."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from rubrickit.core.changes import Changes, EditKind
from rubrickit.core.matching import Pair, Spot
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric

_LEAF_FIELDS: dict[str, tuple[EditKind, ...]] = {
    "kind": ("reworded", "shared"),
    "texts": ("reworded", "shared"),
    "pass_example": ("reworded", "shared"),
    "fail_example": ("reworded", "shared"),
    "looks_at": ("reworded", "shared"),
    "points": ("reweighted",),
    "expect": ("expect",),
}
_NODE_FIELDS: dict[str, tuple[EditKind, ...]] = {
    "id": ("renamed",),
    "weight": ("reweighted",),
    "tier": ("tier",),
    "gate": ("gate",),
    "when": ("when",),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a pair's node stands in a mixture.

    Under the pair `home`, or `moved_home` once the edit `move` is applied; -1 is the
    root, and no edit. It stands at all unless `presence` is an edit whose being applied
    differs from `is_added`.
    """

    home: int
    moved_home: int
    move: int
    presence: int
    is_added: bool


class Variants:
    """Every mixture of an old and a new tree."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._by_pair: dict[int, dict[EditKind, int]] = defaultdict(dict)
        for index, edit in enumerate(changes.edits):
            self._by_pair[edit.pair][edit.kind] = index
        self._pair_of_old = _positions(changes.pairs, old=True)
        self._pair_of_new = _positions(changes.pairs, old=False)
        self._places = [self._place(i, pair) for i, pair in enumerate(changes.pairs)]
        self._forms: dict[tuple[int, tuple[EditKind, ...]], Node] = {}

    def rubric(self, applied: Collection[int]) -> Rubric:
        """The old rubric with the edits of these indexes applied."""
        children: dict[int, list[int]] = defaultdict(list)
        for index, place in enumerate(self._places):
            if place.presence < 0 or (place.presence in applied) is place.is_added:
                is_moved = place.move in applied
                home = place.moved_home if is_moved else place.home
                children[home].append(index)
        kinds = self._applied_to(-1, applied)
        frame = self._changes.new if "question" in kinds else self._changes.old
        shape = self._changes.new if "weighting" in kinds else self._changes.old
        nodes = self._nodes(-1, children, applied)
        return replace(frame, nodes=tuple(nodes), weighting=shape.weighting)

    def _nodes(
        self, parent: int, children: dict[int, list[int]], applied: Collection[int]
    ) -> Iterator[Node]:
        for index in children[parent]:
            node = self._node(index, applied)
            if isinstance(node, Branch):
                inner = tuple(self._nodes(index, children, applied))
                node = replace(node, children=inner)
            yield node

    def _node(self, index: int, applied: Collection[int]) -> Node:
        kinds = self._applied_to(index, applied)
        if (index, kinds) not in self._forms:
            self._forms[index, kinds] = _form(self._changes.pairs[index], kinds)
        return self._forms[index, kinds]

    def _applied_to(self, pair: int, applied: Collection[int]) -> tuple[EditKind, ...]:
        edits = self._by_pair.get(pair, {})
        return tuple(kind for kind, edit in edits.items() if edit in applied)

    def _place(self, index: int, pair: Pair) -> _Place:
        old_home, new_home = self._home(pair.old, new=False), self._home(pair.new)
        presence = -1
        kind: EditKind = "added" if pair.new else "removed"
        if not (pair.old and pair.new):
            presence = self._by_pair[self._top(pair, index)][kind]
        return _Place(
            home=old_home if pair.old else new_home,
            moved_home=new_home,
            move=self._by_pair.get(index, {}).get("moved", -1),
            presence=presence,
            is_added=bool(pair.new),
        )

    def _home(self, spot: Spot | None, *, new: bool = True) -> int:
        positions = self._pair_of_new if new else self._pair_of_old
        return positions[spot.parent] if spot and spot.parent else -1

    def _top(self, pair: Pair, index: int) -> int:
        """The added or removed node that this one came or went with."""
        positions = self._pair_of_new if pair.new else self._pair_of_old
        parent = _spot(pair).parent
        if not parent:
            return index
        above = positions[parent]
        other = self._changes.pairs[above]
        return index if other.old and other.new else self._top(other, above)


def _form(pair: Pair, kinds: Collection[EditKind]) -> Node:
    """The pair's node with these kinds of its edits applied."""
    if not (pair.old and pair.new and kinds):
        return (pair.old or _spot(pair)).node
    old, new = pair.old.node, pair.new.node
    fields = _NODE_FIELDS | (_LEAF_FIELDS if isinstance(old, Leaf) else {})
    taken = {
        name: getattr(new, name)
        for name, deciding in fields.items()
        if not set(deciding).isdisjoint(kinds)
    }
    return replace(old, **taken)


def _spot(pair: Pair) -> Spot:
    spot = pair.new or pair.old
    if spot is None:
        message = "a pair holds at least one spot"
        raise ValueError(message)
    return spot


def _positions(pairs: tuple[Pair, ...], *, old: bool) -> dict[str, int]:
    spots = ((index, pair.old if old else pair.new) for index, pair in enumerate(pairs))
    return {spot.path: index for index, spot in spots if spot}
