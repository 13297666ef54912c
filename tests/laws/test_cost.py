"""Law 1: a judge is asked only for what changed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from support import trees
from support.laws import EDITED, SEEDS, judge
from support.worlds import (
    BASE,
    SPAN,
    a_world,
    asked,
)

from rubrickit.core.grades import Task
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.flows import delta as flow
from rubrickit.flows import grading
from rubrickit.flows import scoring as score_flow


@given(trees.edited(free=True), trees.gold(), SEEDS)
def test_an_edit_that_changes_no_words_costs_no_call(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed), passes=2)
    score_flow.score(world, BASE)

    plan = grading.plan(world, [(before, gold), (after, gold)])

    assert (plan.calls, plan.calls_max, tuple(plan.tasks())) == (0, 0, ())


@given(trees.rubrics(), st.data(), trees.gold(), SEEDS, st.sampled_from([1, 2, 3]))
def test_a_reworded_leaf_costs_a_call_for_each_text_and_pass(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int, passes: int
) -> None:
    spot = data.draw(st.sampled_from(trees.leaf_spots(before)))
    leaf = replace(trees.at(before, spot), kind="check", texts=("Is it new?",))
    after = trees.put(before, spot, leaf)
    world = a_world([before], [after], gold, judge=judge(seed), passes=passes)
    score_flow.score(world, BASE)

    plan = grading.plan(world, [(before, gold), (after, gold)])

    texts = {r.digest_for(leaf.looks_at) for r in gold} - {""}
    assert plan.calls == plan.calls_max == passes * len(texts)
    assert {task.leaf.texts for task in plan.tasks()} <= {leaf.texts}


@given(EDITED, trees.gold(), SEEDS, st.sampled_from([1, 2, 3, "adaptive"]))
def test_no_key_is_asked_twice_and_nothing_in_a_second_run(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int, passes: int
) -> None:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed, flips=20), passes=passes)
    flow.delta(world, SPAN)
    first = [task.key for task in asked(world)]

    flow.delta(world, SPAN)

    assert len(first) == len(set(first))
    assert len(asked(world)) == len(first)


@given(EDITED, trees.gold(), SEEDS)
def test_a_plan_says_what_a_run_will_ask(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed), passes=2)
    edit = flow.edited(world, SPAN)

    plan = grading.plan(world, edit.graded)
    grading.fill(world, edit.graded)

    assert plan.calls == plan.calls_max == len(asked(world))
    assert [task.key for task in plan.tasks()] == [task.key for task in asked(world)]


@given(EDITED, trees.gold(), SEEDS)
def test_what_reaches_the_judge_is_what_the_key_digests(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    """Two wordings of one key in the ledger would make a grade depend on the run."""
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed))
    score_flow.score(world, BASE)
    first = {task.key: _seen(task) for task in asked(world)}
    other = a_world(pair[1:], pair[:1], gold, judge=judge(seed))
    score_flow.score(other, BASE)

    second = {task.key: _seen(task) for task in asked(other)}

    assert {key: second[key] for key in first.keys() & second.keys()} == {
        key: first[key] for key in first.keys() & second.keys()
    }


def _seen(task: Task) -> tuple[object, ...]:
    leaf = task.leaf
    asks = (leaf.kind, leaf.texts, leaf.pass_example, leaf.fail_example, leaf.looks_at)
    given = (task.question, task.context, task.response, task.response_context)
    return (*asks, *given, task.trace)
