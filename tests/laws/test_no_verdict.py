"""Law 3: no verdict is not a verdict."""

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from support import trees
from support.laws import EDITED, SEEDS, compared, judge
from support.worlds import (
    BASE,
    HEAD,
    SPAN,
    a_world,
    asked,
)

from rubrickit.core import changes
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.sheets import UNJUDGED
from rubrickit.flows import delta as flow
from rubrickit.flows import scoring as score_flow


@given(EDITED, trees.gold(most=3), SEEDS)
def test_any_failed_answer_leaves_its_cell_unjudged(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed, fails=40))
    result = flow.delta(world, SPAN)
    failed = {(key[0], key[1], key[2]) for key in result.run.failures}

    for comparison in result.evidence.comparisons:
        for side in (comparison.before, comparison.after):
            for response, row, score in zip(gold, side.rows, side.scores, strict=True):
                cells = _cells(side.rubric, response, row)
                assert all(code in b"U-" for cell, code in cells if cell in failed)
                if UNJUDGED in row and not score.gates_closed:
                    assert score.value is None
                    assert score.result == "pending"


def _cells(
    rubric: Rubric, response: Response, row: tuple[int, ...]
) -> Iterator[tuple[tuple[str, str, str], int]]:
    question = changes.question_digest(rubric)
    for placed, code in zip(rubric.leaves(), row, strict=True):
        digest = changes.leaf_digest(placed.leaf)
        yield (question, digest, response.digest_for(placed.leaf.looks_at)), code


@given(EDITED, trees.gold(most=3), SEEDS)
def test_a_pending_delta_bounds_every_delta_that_it_could_become(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    partly = compared(pair, gold, seed, fails=30)
    fully = compared(pair, gold, seed)

    for some, all_of_it in zip(partly, fully, strict=True):
        if some.counted == all_of_it.counted and some.low is not None:
            assert some.low <= all_of_it.low <= all_of_it.high <= some.high


@given(trees.rubrics(), st.data(), trees.gold(), SEEDS)
def test_what_grades_the_same_moves_nothing_though_the_judge_would_flip(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int
) -> None:
    names = st.lists(st.sampled_from(["note", "reorder"]), min_size=1, max_size=3)
    after = before
    for name in data.draw(names):
        after = trees.FREE[name](data.draw, after)
    world = a_world([before], [after], gold, judge=judge(seed, flips=50), passes=3)
    score_flow.score(world, BASE)
    calls = len(asked(world))

    result = flow.delta(world, SPAN)

    assert result.edited.pairs == ()
    assert result.decision.outcome == "none"
    assert len(asked(world)) == calls
    assert score_flow.score(world, BASE).mean == score_flow.score(world, HEAD).mean


@given(trees.rubrics(), trees.gold(), SEEDS)
def test_a_rename_moves_nothing_though_the_judge_would_flip(
    before: Rubric, gold: list[Response], seed: int
) -> None:
    renamed = trees.put(before, (0,), replace(trees.at(before, (0,)), id="another"))
    pair = before, renamed
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed, flips=50), passes=2)

    for comparison in flow.delta(world, SPAN).evidence.comparisons:
        gone = {edit.kind for edit in comparison.changes.edits} - {"renamed"}
        if not gone and comparison.counted:
            assert comparison.delta == 0
