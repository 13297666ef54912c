"""A grading run, over a world in memory."""

from collections.abc import Sequence

import pytest
from support.builders import leaf, response, rubric
from support.worlds import Says, ScriptedJudge, a_world, asked

from rubrickit.core.grades import Task, Verdictless
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.judging.local import LocalJudge
from rubrickit.flows import grading
from rubrickit.world import World

TREE = rubric(leaf("dose", "mg"), leaf("route", "mouth"))
GOLD = [response("5 mg", id="r1"), response("by mouth", id="r2")]


def world(says: Says, passes: int = 1) -> World:
    return a_world([TREE], None, GOLD, judge=ScriptedJudge(says), passes=passes)


def numbers(tasks: Sequence[Task]) -> list[tuple[str, str, int]]:
    return sorted((t.leaf.id, t.response, t.key.pass_number) for t in tasks)


def by_pass(*answers: bool | Verdictless) -> Says:
    return lambda task: answers[task.key.pass_number - 1]


def test_each_grade_is_recorded_as_the_judge_gave_it() -> None:
    here = world(lambda task: task.leaf.texts[0] in task.response)

    run = grading.fill(here, [(TREE, GOLD)])

    assert (run.succeeded, run.reused, run.usage.calls) == (4, 0, 4)
    for task in asked(here):
        key = task.key
        column = here.ledger.column(key.judge, key.question, key.leaf, 1)
        assert column[key.response] is (task.leaf.texts[0] in task.response)
        assert here.ledger.reason(key) == "because"


def test_the_second_run_asks_nothing_and_reuses_all() -> None:
    here = world(by_pass(True, True), passes=2)
    grading.fill(here, [(TREE, GOLD)])

    run = grading.fill(here, [(TREE, GOLD)])

    assert (len(asked(here)), run.reused, run.usage.calls) == (8, 4, 0)


@pytest.mark.parametrize(
    ("answers", "calls"),
    [
        ((True, True, True), 2),
        ((True, False, True), 3),
        ((True, "timeout", True), 3),
        (("timeout", True, True), 3),
        (("timeout", "timeout", True), 2),
        ((True, False, "timeout"), 3),
    ],
)
def test_adaptive_asks_a_third_time_where_two_do_not_settle_it(
    answers: tuple[bool | Verdictless, ...], calls: int
) -> None:
    here = a_world(
        [TREE], None, GOLD, judge=ScriptedJudge(by_pass(*answers)), passes="adaptive"
    )

    grading.fill(here, [(TREE, GOLD)])

    assert len(asked(here)) == 4 * calls


def test_a_pass_that_failed_is_asked_again_in_the_next_run_only() -> None:
    here = world(by_pass("timeout"))

    first, second = (grading.fill(here, [(TREE, GOLD)]) for _ in range(2))

    assert len(asked(here)) == 8
    assert set(first.failures.values()) == {"timeout"}
    assert first.no_call_succeeded
    assert second.no_call_succeeded


def test_a_run_that_needs_no_call_has_not_failed() -> None:
    here = world(by_pass(True))
    grading.fill(here, [(TREE, GOLD)])

    assert not grading.fill(here, [(TREE, GOLD)]).no_call_succeeded


def test_calls_are_counted_by_check() -> None:
    run = grading.fill(world(by_pass(True, True), 2), [(TREE, GOLD)])

    assert sorted(run.calls.values()) == [4, 4]


@pytest.mark.parametrize(
    "judge", [HumanJudge([]), LocalJudge()], ids=["human", "local"]
)
def test_a_judge_that_knows_is_never_asked(judge: HumanJudge | LocalJudge) -> None:
    here = a_world([TREE], None, GOLD, judge=judge)

    run = grading.fill(here, [(TREE, GOLD)])

    assert grading.plan(here, [(TREE, GOLD)]).calls == 0
    assert (run.usage.calls, run.failures, run.no_call_succeeded) == (0, {}, False)


def test_progress_hears_of_every_task_and_answer() -> None:
    here = world(by_pass("timeout"))

    grading.fill(here, [(TREE, GOLD)])

    assert (here.progress.expected, here.progress.answers) == (4, 4)
