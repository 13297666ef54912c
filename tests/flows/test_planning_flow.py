"""What would be asked: of an edit, and of a whole state."""

from typing import Any

import pytest
from support.builders import branch, leaf, response, rubric
from support.reports import AFTER, BEFORE, RESPONSES
from support.worlds import HEAD, SPAN, a_world, asked

from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.results import PlanReport
from rubrickit.core.rubric import Rubric
from rubrickit.errors import Exit, NothingToGradeError
from rubrickit.flows import delta, grading, planning
from rubrickit.flows.delta import Window


def of_edit(before: Rubric, after: Rubric, **world: Any) -> PlanReport:
    given = {"responses": RESPONSES} | world
    return planning.of_edit(a_world(base=[before], head=[after], **given), SPAN)


def test_a_plan_asks_nobody() -> None:
    world = a_world(base=[BEFORE], head=[AFTER], responses=RESPONSES)
    planning.of_edit(world, SPAN)
    planning.of_state(world, HEAD)
    assert asked(world) == []


def test_a_plan_is_what_the_delta_then_asks() -> None:
    world = a_world(base=[BEFORE], head=[AFTER], responses=RESPONSES)
    planned = planning.of_edit(world, SPAN).plan
    delta.delta(world, SPAN)
    assert planned.calls == len(asked(world)) == 15
    again = planning.of_edit(world, SPAN).plan
    assert (again.calls, again.reused) == (0, 15)


def test_an_edit_that_needs_no_grade_plans_none_once_the_base_is_graded() -> None:
    after = rubric(*reversed(BEFORE.nodes))
    world = a_world(base=[BEFORE], head=[after], responses=RESPONSES)
    grading.fill(world, [(BEFORE, RESPONSES)])
    assert planning.of_edit(world, SPAN).plan.calls == 0


def test_leaves_changed_are_those_whose_text_is_new() -> None:
    found = of_edit(BEFORE, AFTER)
    assert (found.leaves_changed, found.leaves_total) == (2, 4)
    assert (found.asks, found.span) == (True, SPAN)


def test_a_new_question_asks_every_leaf_anew() -> None:
    after = rubric(*BEFORE.nodes, question="How often?")
    found = of_edit(BEFORE, after)
    assert (found.leaves_changed, found.leaves_total) == (3, 3)
    assert found.plan.calls == 18


def test_rules_are_leaves_and_no_calls() -> None:
    after = rubric(*BEFORE.nodes, leaf("r", "5", kind="rule"))
    found = of_edit(BEFORE, after)
    assert (found.leaves_changed, found.leaves_total) == (0, 4)


def test_an_edit_without_responses_costs_nothing() -> None:
    found = of_edit(BEFORE, AFTER, responses=[])
    assert (found.plan.calls, found.plan.reused) == (0, 0)
    assert found.leaves_total == 4


def test_a_window_leaves_the_others_out() -> None:
    old, new, undated = (
        response(text, text, created=day)
        for text, day in (("x", "2026-01-01"), ("y", "2026-02-01T10:00:00Z"), ("z", ""))
    )
    world = a_world(base=[BEFORE], head=[AFTER], responses=[old, new, undated])

    def calls(since: str, until: str) -> int:
        return planning.of_edit(world, SPAN, Window(since, until)).plan.calls

    assert calls("", "") == 15
    assert calls("2026-01-01", "") == 10
    assert calls("2026-01-02", "") == 5
    assert calls("", "2026-02-01") == 10
    assert calls("", "2026-01-31") == 5
    assert calls("2026-01-02", "2026-01-31") == 0


def test_a_judge_that_knows_is_planned_as_a_model_that_knows_nothing() -> None:
    found = of_edit(BEFORE, AFTER, judge=LocalJudge())
    assert (found.asks, found.plan.calls, found.plan.reused) == (False, 15, 0)
    assert found.judge.kind == "local"


def test_a_state_s_plan_counts_the_rubrics_that_have_responses() -> None:
    empty = rubric(branch("b", leaf("a"), leaf("c")), id="empty")
    world = a_world(base=[BEFORE, empty], responses=RESPONSES)
    found = planning.of_state(world, HEAD)
    assert (found.span, found.leaves_changed, found.leaves_total) == (None, 0, 3)
    assert found.plan.calls == 9


def test_a_state_without_a_common_question_is_no_plan() -> None:
    world = a_world(base=[rubric(leaf("a"), id="other")], responses=RESPONSES)

    with pytest.raises(NothingToGradeError) as caught:
        planning.of_state(world, HEAD)

    assert str(caught.value) == (
        "nothing was graded: no response names one of the rubrics"
    )
    assert (
        caught.value.hint == "a response in `gold/` names its rubric by `question_id`"
    )
    assert caught.value.exit_code == Exit.PENDING
