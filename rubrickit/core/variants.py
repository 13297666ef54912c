"""A rubric with some of its edits applied and the others not."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

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


class Variants:
    """Every mixture of an old and a new tree."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._by_pair: dict[int, dict[EditKind, int]] = defaultdict(dict)
        for index, edit in enumerate(changes.edits):
            self._by_pair[edit.pair][edit.kind] = index
        self._pair_of_old = _positions(changes.pairs, old=True)
        self._pair_of_new = _positions(changes.pairs, old=False)

    def rubric(self, applied: Collection[int]) -> Rubric:
        """The old rubric with the edits of these indexes applied."""
        children: dict[int, list[int]] = defaultdict(list)
        for index, pair in enumerate(self._changes.pairs):
            if self._stands(pair, index, applied):
                children[self._parent(pair, index, applied)].append(index)
        frame = self._changes.new if self._has(-1, "question", applied) else None
        shape = self._changes.new if self._has(-1, "weighting", applied) else None
        frame, shape = frame or self._changes.old, shape or self._changes.old
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
        pair = self._changes.pairs[index]
        if pair.old is None or pair.new is None:
            return _spot(pair).node
        old, new = pair.old.node, pair.new.node
        fields = _NODE_FIELDS | (_LEAF_FIELDS if isinstance(old, Leaf) else {})
        taken = {
            name: getattr(new, name)
            for name, kinds in fields.items()
            if any(self._has(index, kind, applied) for kind in kinds)
        }
        return replace(old, **taken)

    def _stands(self, pair: Pair, index: int, applied: Collection[int]) -> bool:
        if pair.old and pair.new:
            return True
        kind: EditKind = "added" if pair.new else "removed"
        return self._has(self._top(pair, index), kind, applied) is bool(pair.new)

    def _top(self, pair: Pair, index: int) -> int:
        """The added or removed node that this one came or went with."""
        positions = self._pair_of_new if pair.new else self._pair_of_old
        parent = _spot(pair).parent
        if not parent:
            return index
        above = positions[parent]
        other = self._changes.pairs[above]
        return index if other.old and other.new else self._top(other, above)

    def _parent(self, pair: Pair, index: int, applied: Collection[int]) -> int:
        is_new = not pair.old or self._has(index, "moved", applied)
        spot, positions = (
            (pair.new, self._pair_of_new) if is_new else (pair.old, self._pair_of_old)
        )
        return positions[spot.parent] if spot and spot.parent else -1

    def _has(self, pair: int, kind: EditKind, applied: Collection[int]) -> bool:
        return self._by_pair.get(pair, {}).get(kind) in applied


def _spot(pair: Pair) -> Spot:
    spot = pair.new or pair.old
    if spot is None:
        message = "a pair holds at least one spot"
        raise ValueError(message)
    return spot


def _positions(pairs: tuple[Pair, ...], *, old: bool) -> dict[str, int]:
    spots = ((index, pair.old if old else pair.new) for index, pair in enumerate(pairs))
    return {spot.path: index for index, spot in spots if spot}
