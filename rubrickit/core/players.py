"""Which edits can be told apart when a delta is shared out among them."""

from collections.abc import Iterator

from rubrickit.core.changes import INERT, Changes, Edit
from rubrickit.core.matching import Pair
from rubrickit.core.rubric import leaves_below

Player = tuple[int, ...]
"""Indexes of edits that only make sense together, in order."""


def players(changes: Changes) -> tuple[Player, ...]:
    """Every edit that can move a score, dependent ones joined.

    Joined are: a new question with the checks that were reworded, came or went with it,
    for nobody graded the new words under the old question; and a move with the coming,
    going or moving of the branches that it leaves or enters.
    """
    active = [i for i, edit in enumerate(changes.edits) if edit.kind not in INERT]
    groups = {index: {index} for index in active}
    for one, other in _joins(changes, active):
        if groups[one] is not groups[other]:
            merged = groups[one] | groups[other]
            groups.update(dict.fromkeys(merged, merged))
    unique = {tuple(sorted(group)) for group in groups.values()}
    return tuple(sorted(unique))


def _joins(changes: Changes, active: list[int]) -> Iterator[tuple[int, int]]:
    edits = changes.edits
    question = next((i for i in active if edits[i].kind == "question"), None)
    for index in active:
        if question is not None and _is_asked_anew(edits[index], changes):
            yield question, index
        if edits[index].kind == "moved":
            around = _around(changes.pairs[edits[index].pair])
            for other in active:
                if other != index and _places(edits[other], changes) & around:
                    yield index, other


def _is_asked_anew(edit: Edit, changes: Changes) -> bool:
    if edit.kind not in ("reworded", "shared", "added", "removed"):
        return False
    pair = changes.pairs[edit.pair]
    ends = (spot.node for spot in (pair.old, pair.new) if spot)
    return any(leaf.is_judged for node in ends for leaf in leaves_below(node))


def _around(pair: Pair) -> set[tuple[str, str]]:
    """The branches above a moved node, in the old and in the new tree."""
    old, new = (spot.parent if spot else "" for spot in (pair.old, pair.new))
    return {("old", path) for path in _upwards(old)} | {
        ("new", path) for path in _upwards(new)
    }


def _upwards(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]


def _places(edit: Edit, changes: Changes) -> set[tuple[str, str]]:
    """Where the node of a structural edit stood and stands."""
    if edit.kind not in ("added", "removed", "moved"):
        return set()
    pair = changes.pairs[edit.pair]
    old = {("old", pair.old.path)} if pair.old else set()
    return old | ({("new", pair.new.path)} if pair.new else set())
