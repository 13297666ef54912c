"""Law 2: a delta is the exact sum of what each edit did."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from support import trees
from support.laws import EDITED, SEEDS, compared, judge
from support.worlds import (
    a_world,
)

from rubrickit.core import changes, deltas
from rubrickit.core.players import players
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.variants import Variants
from rubrickit.flows import evidence, grading
from rubrickit.flows.grading import Run


@given(EDITED, trees.gold(), SEEDS)
def test_a_delta_is_the_exact_sum_of_what_each_edit_did(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    for comparison in compared(pair, gold, seed):
        parts = [part for part in comparison.contributions if part is not None]
        if comparison.delta is not None:
            assert sum(parts, Fraction(0)) == comparison.delta
            assert len(comparison.contributions) == len(comparison.changes.edits)


@settings(max_examples=10)
@given(trees.rubrics(), st.data(), trees.gold(), SEEDS)
def test_nor_has_it_one_where_many_edits_are_sampled(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int
) -> None:
    after = data.draw(trees.edits(before, most=30))

    for comparison in compared((before, after), gold, seed):
        parts = [part for part in comparison.contributions if part is not None]
        if comparison.delta is not None:
            assert sum(parts, Fraction(0)) == comparison.delta


@given(EDITED, trees.gold(), SEEDS)
def test_no_edit_is_the_old_rubric_and_all_of_them_are_the_new_one(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    old, new = pair
    world = a_world([old], [new], gold, judge=judge(seed))
    grading.fill(world, [(old, gold), (new, gold)])
    sheet = evidence.sheet(world, [old, new], gold, Run())
    found = changes.compare(old, new)
    every = range(len(found.edits))

    none_of_them = deltas.side(Variants(found).rubric(frozenset()), sheet)
    all_of_them = deltas.side(Variants(found).rubric(frozenset(every)), sheet)

    assert _values(none_of_them) == _values(deltas.side(old, sheet))
    assert _values(all_of_them) == _values(deltas.side(new, sheet))


def _values(side: deltas.Side) -> list[tuple[object, ...]]:
    return [(score.low, score.high, score.required_met) for score in side.scores]


@given(EDITED)
def test_every_mixture_of_edits_holds_each_leaf_at_most_once(
    pair: tuple[Rubric, Rubric],
) -> None:
    """No node is lost in a mixture because the branch above it is not there."""
    found = changes.compare(*pair)
    groups = players(found)[:6]
    for chosen in product([False, True], repeat=len(groups)):
        applied = {
            i
            for group, is_in in zip(groups, chosen, strict=True)
            if is_in
            for i in group
        }
        mixed = Variants(found).rubric(applied)
        assert sum(1 for _ in mixed.leaves()) == _standing(found, applied)


def _standing(found: changes.Changes, applied: set[int]) -> int:
    """Leaves kept, with those added by the applied edits, removed by the others."""
    kept = sum(
        isinstance(pair.new.node, trees.Leaf)
        for pair in found.pairs
        if pair.old and pair.new
    )
    for index, edit in enumerate(found.edits):
        pair = found.pairs[edit.pair]
        if edit.kind == "added" and index in applied and pair.new:
            kept += _lone(
                pair.new.node,
                {p.new.path for p in found.pairs if p.new and p.old},
                pair.new.path,
            )
        if edit.kind == "removed" and index not in applied and pair.old:
            kept += _lone(
                pair.old.node,
                {p.old.path for p in found.pairs if p.new and p.old},
                pair.old.path,
            )
    return kept


def _lone(node: trees.Node, matched: set[str], path: str) -> int:
    """The leaves at and below a node that came or went with it."""
    if path in matched:
        return 0
    if isinstance(node, trees.Leaf):
        return 1
    return sum(_lone(child, matched, f"{path}/{child.id}") for child in node.children)
