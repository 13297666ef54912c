"""Two agents and two judges, over a world in memory."""

from dataclasses import replace
from fractions import Fraction

import pytest
from support.builders import label, leaf, response, rubric
from support.worlds import BASE, a_world, asked

from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.errors import NothingToGradeError, RubrickitError
from rubrickit.flows import comparing, scoring
from rubrickit.world import World

DOSE, ROUTE = leaf("dose", "mg"), leaf("route", "mouth")
ONE = rubric(DOSE, ROUTE, id="q1")
TWO = rubric(leaf("doctor", "doctor"), id="q2")
GOLD = [
    response("5 mg", id="r1", agent="coach@1"),
    response("5 mg by mouth", id="r2", agent="coach@2"),
    response("nothing", id="r3", agent="other@1"),
    response("see a doctor", id="r4", question_id="q2", agent="coach@1"),
    response("stay at home", id="r5", question_id="q2", agent="coach@2"),
]
PAIR = ("coach@1", "coach@2")


def graded_world() -> World:
    """All grades are in its ledger; nobody is asked any more."""
    world = a_world([ONE, TWO], None, GOLD)
    scoring.score(world, BASE)
    return replace(world, judge=RecordedJudge(world.judge.card))


def test_agents_are_compared_by_recorded_grades() -> None:
    found = comparing.compare_agents(graded_world(), BASE, PAIR)

    deltas = {each.question_id: each.delta for each in found.questions}
    assert deltas == {"q1": Fraction(1, 2), "q2": -1}
    assert found.finding.delta == Fraction(-1, 4)
    assert found.decision.outcome == "inconclusive"


def test_nobody_elses_responses_are_graded() -> None:
    world = a_world([ONE, TWO], None, GOLD)

    comparing.compare_agents(world, BASE, PAIR)

    assert {task.response for task in asked(world)} == {
        each.text for each in GOLD if each.agent in PAIR
    }


def test_a_missing_grade_leaves_its_pair_out() -> None:
    world = a_world([ONE, TWO], None, GOLD)
    scoring.score(
        replace(world, repository=a_world([ONE], None, GOLD[:3]).repository), BASE
    )

    found = comparing.compare_agents(
        replace(world, judge=RecordedJudge(world.judge.card)), BASE, PAIR
    )

    assert found.pending == 2
    assert [each.delta for each in found.questions] == [Fraction(1, 2), None]
    assert found.decision.outcome == "pending"
    assert found.decision.reasons[0] == "2 response(s) pending"


def test_an_agent_without_a_response_is_a_mistake() -> None:
    with pytest.raises(RubrickitError, match="no response to a rubric is by `coach@3`"):
        comparing.compare_agents(graded_world(), BASE, ("coach@1", "coach@3"))


def test_nothing_to_grade_is_no_comparison() -> None:
    with pytest.raises(NothingToGradeError):
        comparing.compare_agents(a_world([ONE]), BASE, PAIR)


def test_a_question_that_only_others_answered_is_not_there() -> None:
    world = a_world([ONE, TWO], None, GOLD[:4])

    found = comparing.compare_agents(world, BASE, ("coach@1", "other@1"))

    assert [each.question_id for each in found.questions] == ["q1"]
    assert found.only_before == ("q2",)
    assert len(found.scores.questions) == 2


def test_two_judges_grade_the_same_responses() -> None:
    world = graded_world()
    people = HumanJudge(
        [
            label(DOSE, True, response_id="r1"),
            label(ROUTE, True, response_id="r1"),
            label(DOSE, True, response_id="r2"),
        ]
    )

    found = comparing.compare_judges((world, replace(world, judge=people)), BASE)

    q1 = next(each for each in found.questions if each.question_id == "q1")
    assert (q1.before, q1.after) == (Fraction(1, 2), 1)
    assert (q1.counted, q1.responses, q1.pending) == (1, 3, 2)
    assert (q1.table.both_pass, q1.table.second_only, q1.table.open) == (2, 1, 3)
    assert (found.before.judge.kind, found.after.judge.kind) == ("openai", "human")


def test_a_judge_that_graded_nothing_has_no_verdict() -> None:
    world = graded_world()
    stranger = RecordedJudge(JudgeCard(kind="openai", model="stranger"))

    found = comparing.compare_judges((world, replace(world, judge=stranger)), BASE)

    assert found.decision.reasons == ("no check has a verdict of both judges",)
    assert found.pending == len(GOLD)


def test_judging_again_by_the_ledger_asks_nobody() -> None:
    world = a_world([ONE, TWO], None, GOLD)
    scoring.score(world, BASE)
    before = len(asked(world))

    comparing.compare_judges(
        (
            replace(world, judge=RecordedJudge(world.judge.card)),
            replace(world, judge=HumanJudge([])),
        ),
        BASE,
    )

    assert len(asked(world)) == before
