"""What an edit of a rubric did to its tree, node by node."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import leaf_digest, question_digest
from rubrickit.core.matching import Pair, explicit, match
from rubrickit.core.rubric import Branch, Leaf, Node, Place, Rubric, leaves_below

EditKind = Literal[
    "added", "removed", "reworded", "shared", "moved", "renamed", "reweighted",
    "expect", "tier", "gate", "when", "question", "weighting",
]  # fmt: skip

INERT: frozenset[EditKind] = frozenset({"renamed", "tier"})
"""Kinds that can move no score: ids are names, and a tier is only counted."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of one node.

    `node` is its path in the new tree, or in the old one where it was removed; "" for
    the rubric itself. `pair` is its index in `Changes.pairs`, -1 for the rubric.
    """

    kind: EditKind
    node: str
    before: str
    after: str
    pair: int
    place: Place


@dataclass(frozen=True, slots=True)
class Changes:
    """A rubric before and after, its nodes matched, and what was edited.

    Both rubrics have their gates spelled out (see `matching.explicit`).
    """

    old: Rubric
    new: Rubric
    pairs: tuple[Pair, ...]
    edits: tuple[Edit, ...]

    def graded_by(self, edit: Edit) -> tuple[Digest, ...]:
        """The judged leaves that the edited node now holds, each once."""
        spot = self.pairs[edit.pair].new if edit.pair >= 0 else None
        leaves = leaves_below(spot.node) if spot else ()
        return tuple(dict.fromkeys(leaf_digest(x) for x in leaves if x.is_judged))


def compare(old: Rubric, new: Rubric) -> Changes:
    """Empty edits mean: the same thing is graded in the same way."""
    before, after = explicit(old), explicit(new)
    pairs = match(before, after)
    edits = (*_rubric_edits(old, new), *_node_edits(pairs))
    return Changes(before, after, pairs, edits)


def _rubric_edits(old: Rubric, new: Rubric) -> Iterator[Edit]:
    if _frame(old) != _frame(new):
        was, now = _frame_text(old), _frame_text(new)
        yield Edit("question", "", was, now, -1, new.place)
    if (old.weighting == "points") != (new.weighting == "points"):
        yield Edit("weighting", "", old.weighting, new.weighting, -1, new.place)


def _frame(rubric: Rubric) -> tuple[str, str]:
    return question_digest(rubric), canonical.text(rubric.reference)


def _frame_text(rubric: Rubric) -> str:
    parts = (rubric.question, rubric.context, rubric.reference)
    return " · ".join(canonical.folded(part) for part in parts if part)


def _node_edits(pairs: tuple[Pair, ...]) -> Iterator[Edit]:
    added = {p.new.path for p in pairs if p.new and not p.old}
    removed = {p.old.path for p in pairs if p.old and not p.new}
    origins = {p.old.path: p.new.path for p in pairs if p.old and p.new}
    for index, pair in enumerate(pairs):
        if pair.old and pair.new:
            yield from _kept_edits(pair, index, origins)
        elif pair.new and pair.new.parent not in added:
            after = summary(pair.new.node)
            yield Edit("added", pair.new.path, "", after, index, pair.new.node.place)
        elif pair.old and pair.old.parent not in removed:
            before = summary(pair.old.node)
            yield Edit("removed", pair.old.path, before, "", index, pair.old.node.place)


def _kept_edits(pair: Pair, index: int, origins: dict[str, str]) -> Iterator[Edit]:
    if not pair.old or not pair.new:
        return
    node, path = pair.new.node, pair.new.path
    parent = origins.get(pair.old.parent, "\n") if pair.old.parent else ""
    if parent != pair.new.parent:
        was, now = pair.old.path, pair.new.path
        yield Edit("moved", path, was, now, index, node.place)
    for kind, was, now in _differences(pair.old.node, node):
        yield Edit(kind, path, was, now, index, node.place)


def _differences(old: Node, new: Node) -> Iterator[tuple[EditKind, str, str]]:
    if old.id != new.id:
        yield "renamed", old.id, new.id
    if isinstance(old, Leaf) and isinstance(new, Leaf):
        yield from _leaf_differences(old, new)
    if (old.weight, _points(old)) != (new.weight, _points(new)):
        yield "reweighted", weight(old), weight(new)
    if old.tier != new.tier:
        yield "tier", str(old.tier), str(new.tier)
    if old.gate != new.gate:
        yield "gate", _yes_no(old.gate), _yes_no(new.gate)
    if old.when.strip() != new.when.strip():
        yield "when", old.when, new.when


def _leaf_differences(old: Leaf, new: Leaf) -> Iterator[tuple[EditKind, str, str]]:
    if leaf_digest(old) != leaf_digest(new):
        is_shared = bool(old.shared) and old.shared == new.shared
        yield "shared" if is_shared else "reworded", summary(old), summary(new)
    if old.expect != new.expect:
        yield "expect", _yes_no(old.expect), _yes_no(new.expect)


def summary(node: Node) -> str:
    """What a node grades, in one line."""
    if isinstance(node, Branch):
        count = sum(1 for _ in leaves_below(node))
        return f"{count} leaf" if count == 1 else f"{count} leaves"
    extra = (node.pass_example, node.fail_example)
    looks = f" [looks at the {node.looks_at}]" if node.looks_at == "trace" else ""
    examples = "".join(f" (e.g. {canonical.folded(e)})" for e in extra if e)
    return canonical.folded(" | ".join(node.texts)) + examples + looks


def weight(node: Node) -> str:
    """A weight, or the points where there are some; 0.50 and 0.5 read the same."""
    alone, points = f"{node.weight.normalize():f}", _points(node)
    if points is None:
        return alone
    beside = "" if node.weight == 1 else f", weight {alone}"
    return f"{points.normalize():f} points{beside}"


def _points(node: Node) -> Decimal | None:
    return node.points if isinstance(node, Leaf) else None


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"
