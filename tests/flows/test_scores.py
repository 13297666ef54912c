"""Scoring a whole repository, over a world in memory."""

from fractions import Fraction

import pytest
from support.builders import branch, leaf, response, rubric
from support.worlds import BASE, ScriptedJudge, a_world, asked

from rubrickit.errors import Exit, NothingToGradeError
from rubrickit.flows import scoring

ONE = rubric(leaf("dose", "mg"), leaf("route", "mouth"), id="q1")
TWO = rubric(leaf("doctor", "doctor"), id="q2")
GOLD = [
    response("5 mg", id="r1"),
    response("5 mg by mouth", id="r2"),
    response("see a doctor", id="r3", question_id="q2"),
]


def test_means_are_over_responses_and_then_over_questions() -> None:
    scores = scoring.score(a_world([TWO, ONE], None, GOLD), BASE)

    assert [(q.question_id, q.mean) for q in scores.questions] == [
        ("q1", Fraction(3, 4)),
        ("q2", Fraction(1)),
    ]
    assert scores.mean == Fraction(7, 8)


def test_a_leaf_that_was_never_judged_leaves_no_number() -> None:
    tree = rubric(branch("a", branch("b", leaf("dose", "mg"))), leaf("r", "mouth"))
    judge = ScriptedJudge(lambda t: "timeout" if t.leaf.id == "dose" else True)

    scores = scoring.score(a_world([tree], None, GOLD[:2], judge=judge), BASE)

    assert (scores.mean, scores.pending) == (None, 2)
    (question,) = scores.questions
    (codes,) = question.sheet.codes.values()
    assert codes == {0: "timeout", 1: "timeout"}


def test_a_pending_response_is_not_averaged_away() -> None:
    judge = ScriptedJudge(lambda t: "timeout" if "mouth" in t.response else True)

    scores = scoring.score(a_world([ONE], None, GOLD[:2], judge=judge), BASE)

    assert scores.pending == 1
    assert scores.questions[0].mean == 1
    assert [s.result for s in scores.questions[0].side.scores] == ["pass", "pending"]


def test_equal_texts_are_asked_once_and_score_the_same() -> None:
    twins = [response("5 mg", id="r1"), response("5 mg", id="r2")]
    world = a_world([ONE], None, twins)

    scores = scoring.score(world, BASE)

    assert len(asked(world)) == 2
    assert [s.value for s in scores.questions[0].side.scores] == [Fraction(1, 2)] * 2


@pytest.mark.parametrize("gold", [[], [response("x", question_id="q9")]])
def test_nothing_to_grade_is_no_score_of_0(gold: list[object]) -> None:
    with pytest.raises(NothingToGradeError, match="nothing was graded") as caught:
        scoring.score(a_world([ONE], None, gold), BASE)

    assert caught.value.exit_code == Exit.PENDING


def test_a_rubric_without_responses_is_named_and_has_no_score() -> None:
    scores = scoring.score(a_world([ONE, TWO], None, GOLD[:2]), BASE)

    assert scores.ungraded == ("q2",)
    assert scores.mean == Fraction(3, 4)
