"""Which node of the new tree is which node of the old one."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rubrickit.core import canonical
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric, Tier

_ALIKE = 0.6
_ALIKE_WITH_SAME_ID = 0.3
_MOST_COMPARED = 40_000
_COMPARED_WORDS = 80
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Spot:
    """A node where it stands; `parent` is the path above, "" at the root."""

    path: str
    parent: str
    node: Node


@dataclass(frozen=True, slots=True)
class Pair:
    """One node before and after; `old` is None where it was added."""

    old: Spot | None
    new: Spot | None


def explicit(rubric: Rubric) -> Rubric:
    """The same grading with safety gates and inherited tiers spelled out.

    So a gate that goes away by renaming its branch shows as a gate that goes away, and
    a tier set on a branch shows on each leaf that it decides.
    """
    nodes = tuple(
        _with_tiers(replace(node, gate=True) if rubric.is_safety_gate(node) else node)
        for node in rubric.nodes
    )
    gated = rubric.weighting == "weighted_sum_with_safety_gate"
    return replace(
        rubric, nodes=nodes, weighting="weighted_sum" if gated else rubric.weighting
    )


def _with_tiers(node: Node, above: Tier = "required") -> Node:
    tier = node.tier or above
    if isinstance(node, Leaf):
        return replace(node, tier=tier)
    children = tuple(_with_tiers(child, tier) for child in node.children)
    return replace(node, tier=None, children=children)


def match(old: Rubric, new: Rubric) -> tuple[Pair, ...]:
    """By path, then by what is graded, then by likeness; branches by their leaves."""
    matcher = _Matcher(old, new)
    matcher.pair_by(_path_and_shape)
    matcher.pair_by(_graded)
    matcher.pair_alike_leaves()
    matcher.pair_branches()
    return matcher.result()


def spots(nodes: Iterable[Node], parent: str = "") -> Iterator[Spot]:
    """Every node below, each before its children."""
    for node in nodes:
        path = f"{parent}/{node.id}" if parent else node.id
        yield Spot(path, parent, node)
        if isinstance(node, Branch):
            yield from spots(node.children, path)


def _path_and_shape(spot: Spot) -> Hashable:
    return spot.path, isinstance(spot.node, Leaf)


def _graded(spot: Spot) -> Hashable:
    """None where there is nothing to compare."""
    return leaf_digest(spot.node) if isinstance(spot.node, Leaf) else None


class _Matcher:
    def __init__(self, old: Rubric, new: Rubric) -> None:
        self._old = {spot.path: spot for spot in spots(old.nodes)}
        self._new = {spot.path: spot for spot in spots(new.nodes)}
        self._every_old, self._every_new = dict(self._old), dict(self._new)
        self._origins: dict[str, Spot] = {}  # old spots by new path

    def pair_by(self, identity: Callable[[Spot], Hashable]) -> None:
        waiting: dict[Hashable, list[Spot]] = defaultdict(list)
        for spot in self._old.values():
            waiting[identity(spot)].append(spot)
        for spot in list(self._new.values()):
            same = identity(spot)
            if same is not None and waiting[same]:
                self._take(waiting[same].pop(0), spot)

    def pair_alike_leaves(self) -> None:
        old = [s for s in self._old.values() if isinstance(s.node, Leaf)]
        new = [s for s in self._new.values() if isinstance(s.node, Leaf)]
        if len(old) * len(new) > _MOST_COMPARED:
            return
        for _, old_path, new_path in sorted(_alike(old, new)):
            if old_path in self._old and new_path in self._new:
                self._take(self._old[old_path], self._new[new_path])

    def pair_branches(self) -> None:
        """A branch is the one where most of its nodes come from."""
        for new_path in sorted(self._new, key=lambda path: -path.count("/")):
            origins = [
                old.parent
                for path, old in self._origins.items()
                if path.rpartition("/")[0] == new_path and old.parent in self._old
            ]
            if origins and isinstance(self._new[new_path].node, Branch):
                best = max(sorted(set(origins)), key=origins.count)
                self._take(self._old[best], self._new[new_path])

    def result(self) -> tuple[Pair, ...]:
        kept = (Pair(self._origins.get(p), new) for p, new in self._every_new.items())
        gone = (Pair(old, None) for p, old in self._every_old.items() if p in self._old)
        return (*kept, *gone)

    def _take(self, old: Spot, new: Spot) -> None:
        del self._old[old.path], self._new[new.path]
        self._origins[new.path] = old


def _alike(old: list[Spot], new: list[Spot]) -> Iterator[tuple[float, str, str]]:
    """Pairs that are like enough to be one leaf, with 0 for equal words, 1 for none."""
    said = [(spot, _words(spot.node)) for spot in old]
    matcher = SequenceMatcher[str](autojunk=False)
    for after in new:
        matcher.set_seq2(_words(after.node))  # what is costly to prepare
        for before, words in said:
            is_namesake = before.node.id == after.node.id
            limit = _ALIKE_WITH_SAME_ID if is_namesake else _ALIKE
            matcher.set_seq1(words)
            if matcher.quick_ratio() >= limit and (ratio := matcher.ratio()) >= limit:
                yield 1 - ratio, before.path, after.path


def _words(node: Node) -> list[str]:
    texts = node.texts if isinstance(node, Leaf) else ()
    return _WORD.findall(canonical.folded(" ".join(texts)).lower())[:_COMPARED_WORDS]
