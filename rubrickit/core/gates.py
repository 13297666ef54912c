"""What an edit lets through: loosened gates, and other weakenings of a rubric."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rubrickit.core.bonds import bond, is_only_reworded
from rubrickit.core.canonical import Digest
from rubrickit.core.changes import summary
from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import Leaf, PlacedLeaf, Rubric
from rubrickit.core.scoring import shares
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS

LooseningKind = Literal["opened", "removed", "narrowed"]
WeakeningKind = Literal[
    "deleted", "removed", "demoted", "narrowed", "expect", "share", "reworded gate"
]


@dataclass(frozen=True, slots=True)
class Loosening:
    """A gate that lets more through by the edit alone; it needs sign-offs.

    `opened`: these responses failed the gate leaf and don't any more. `removed` and
    `narrowed`: the gate no longer holds, or holds under more conditions, whether or not
    a response shows it. `leaf_digest` is of the words that are signed, and `change`
    binds the edit of this leaf (see `bonds`); `reworded`: the words are all of it.
    """

    question_id: str
    kind: LooseningKind
    leaf: str
    leaf_digest: Digest
    response_ids: tuple[str, ...]
    change: Digest = ""
    reworded: bool = False


@dataclass(frozen=True, slots=True)
class Weakening:
    """An edit that asks less of a response; listed first, and decided by people."""

    question_id: str
    kind: WeakeningKind
    leaf: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """A leaf before and after, with its position among the leaves of its tree."""

    old: PlacedLeaf
    new: PlacedLeaf | None
    old_index: int
    new_index: int

    @property
    def leaf_now(self) -> Leaf:
        """The old one where it is gone."""
        return (self.new or self.old).leaf


def loosenings(comparison: Comparison) -> Iterator[Loosening]:
    """In the order of the old tree's leaves."""
    for kept in _kept(comparison):
        if kept.old.is_gate:
            yield from _gate_loosenings(comparison, kept)


def deleted_gates(rubric: Rubric) -> Iterator[Loosening]:
    """A deleted rubric takes its gates with it."""
    for placed in rubric.leaves():
        if placed.is_gate:
            yield Loosening(
                rubric.question_id,
                "removed",
                placed.path,
                leaf_digest(placed.leaf),
                (),
                bond(rubric, placed),
            )


def weakenings(comparison: Comparison) -> Iterator[Weakening]:
    """Required leaves that ask less, shares lowered by half or more, gates reworded.

    A gate's new words may let everything through although no response shows it yet, so
    a person is pointed to them.
    """
    old, new = comparison.before.rubric, comparison.after.rubric
    old_shares, new_shares = shares(old), shares(new)
    question_id = comparison.question_id
    for kept in _kept(comparison):
        path = kept.old.path
        if kept.old.tier == "required":
            for kind, before, after in _required_weakenings(kept):
                yield Weakening(question_id, kind, path, before, after)
        if _is_reworded_gate(kept):
            before, after = summary(kept.old.leaf), summary(kept.leaf_now)
            yield Weakening(question_id, "reworded gate", path, before, after)
        if kept.new and _is_halved(old_shares[path], new_shares[kept.new.path]):
            before, after = (
                f"{float(share):.3f}"
                for share in (old_shares[path], new_shares[kept.new.path])
            )
            yield Weakening(question_id, "share", path, before, after)


def _required_weakenings(kept: _Kept) -> Iterator[tuple[WeakeningKind, str, str]]:
    if kept.new is None:
        yield "removed", "required", ""
        return
    if kept.new.tier != "required":
        yield "demoted", "required", kept.new.tier
    if _is_narrowed(kept.old, kept.new):
        before, after = (
            " and ".join(p.conditions) or "always" for p in (kept.old, kept.new)
        )
        yield "narrowed", before, after
    if kept.old.leaf.expect != kept.new.leaf.expect:
        before, after = ("yes" if p.leaf.expect else "no" for p in (kept.old, kept.new))
        yield "expect", before, after


def _is_reworded_gate(kept: _Kept) -> bool:
    is_gate = kept.old.is_gate and kept.new is not None
    return is_gate and leaf_digest(kept.old.leaf) != leaf_digest(kept.leaf_now)


def _is_halved(before: Fraction, after: Fraction) -> bool:
    return before > 0 and after * 2 <= before


def _is_narrowed(old: PlacedLeaf, new: PlacedLeaf) -> bool:
    return bool(set(new.conditions) - set(old.conditions))


def _gate_loosenings(comparison: Comparison, kept: _Kept) -> Iterator[Loosening]:
    subject = kept.new if kept.new and kept.new.is_gate else kept.old
    digest = leaf_digest(subject.leaf)
    change, reworded = _bound(comparison, kept)

    def found(kind: LooseningKind, after: frozenset[int]) -> Loosening:
        responses = _turned(comparison, kept, after)
        path = kept.old.path
        return Loosening(
            comparison.question_id, kind, path, digest, responses, change, reworded
        )

    if kept.new is None or not kept.new.is_gate:
        yield found("removed", frozenset())
        return
    is_narrowed = _is_narrowed(kept.old, kept.new)
    if is_narrowed:
        yield found("narrowed", frozenset({NOT_APPLICABLE}))
    let_through = {PASS} if is_narrowed else {PASS, NOT_APPLICABLE}
    opened = found("opened", frozenset(let_through))
    if opened.response_ids:
        yield opened


def _bound(comparison: Comparison, kept: _Kept) -> tuple[Digest, bool]:
    old, new = comparison.changes.old, comparison.changes.new
    if kept.new is None:
        return bond(old, kept.old), False
    ends = (old, kept.old, new, kept.new)
    return bond(*ends), is_only_reworded(*ends)


def _turned(
    comparison: Comparison, kept: _Kept, after: frozenset[int]
) -> tuple[str, ...]:
    """The responses that failed the leaf before; with `after`, only those so now."""
    rows = zip(comparison.before.rows, comparison.after.rows, strict=True)
    return tuple(
        response.response_id
        for response, (old, new) in zip(comparison.sheet.responses, rows, strict=True)
        if old[kept.old_index] == FAIL and (not after or new[kept.new_index] in after)
    )


def _kept(comparison: Comparison) -> Iterator[_Kept]:
    changes = comparison.changes
    origins = {p.old.path: p.new.path for p in changes.pairs if p.old and p.new}
    after = {
        placed.path: (index, placed)
        for index, placed in enumerate(changes.new.leaves())
    }
    for index, old in enumerate(changes.old.leaves()):
        new_index, new = after.get(origins.get(old.path, ""), (-1, None))
        yield _Kept(old, new, index, new_index)
