"""Better, worse, or not to be told: two agents on the same questions."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.agent_pairs import (
    NEW,
    OLD,
    answers,
    compared,
    difference,
    differences,
    question,
    scored,
)
from support.builders import leaf, response, rubric

from rubrickit.core import agents
from rubrickit.core.agents import finding
from rubrickit.errors import RubrickitError

T3 = ("-0.10", "0.05", "0", "-0.04", "0", "-0.20", "0.02", "0.03")


ONE_EACH = [*answers(OLD, 1), *answers(NEW, 1)]


def test_t3_eight_questions_that_decide_nothing() -> None:
    found = finding(differences(*T3))

    assert found.delta == Fraction(-3, 100)
    assert found.test.p == 0.4375
    assert found.interval
    assert found.interval.low == pytest.approx(-0.09937, abs=1e-5)
    assert found.interval.high == pytest.approx(0.03937, abs=1e-5)
    assert (found.questions, found.differing) == (8, 6)
    assert found.answer == "inconclusive"
    assert found.needed == 61  # ((1.95996 + 0.84162) * 0.08298 / 0.03)², rounded up


@pytest.mark.parametrize(
    ("count", "answer"), [(5, "inconclusive"), (6, "worse"), (30, "worse")]
)
def test_five_questions_never_decide_however_clear_they_are(
    count: int, answer: str
) -> None:
    assert finding(differences(*["-0.1"] * count)).answer == answer


def test_the_other_direction_is_better() -> None:
    assert finding(differences(*["0.1"] * 6)).answer == "better"


def test_the_interval_must_agree_with_the_exact_test() -> None:
    """One in 32 by the signs, but one question did nearly all of it."""
    found = finding(differences("-0.5", *["-0.001"] * 5))

    assert found.test.p == 1 / 32
    assert found.interval
    assert found.interval.low < 0 < found.interval.high
    assert found.answer == "inconclusive"


def test_an_interval_ends_where_scores_end() -> None:
    interval = finding(differences("-0.9", "0.8", "-0.7")).interval

    assert interval
    assert (interval.low, interval.high) == (-1, 1)
    assert interval.error == pytest.approx(0.5364, abs=1e-4)


def test_where_all_moved_alike_only_the_exact_test_can_tell() -> None:
    found = finding(differences(*["-0.1"] * 6))

    assert found.interval is None
    assert (found.test.p, found.answer) == (1 / 32, "worse")


def test_nothing_moved_is_neither_better_nor_worse() -> None:
    found = finding(differences(*["0"] * 50))

    assert (found.delta, found.differing, found.needed) == (0, 0, 0)
    assert (found.answer, found.test.p) == ("inconclusive", 1)


@pytest.mark.parametrize("deltas", [(), ("-0.5",)])
def test_one_question_or_none_says_nothing(deltas: tuple[str, ...]) -> None:
    found = finding(differences(*deltas))

    assert (found.answer, found.interval, found.needed) == ("inconclusive", None, 0)


@pytest.mark.parametrize(
    ("deltas", "needed"),
    [
        (("-0.1", "-0.1"), 6),  # no spread, but two can never decide
        (("-0.1",) * 8, 9),  # always more than there are
        (("-0.1", "0.3"), 63),  # 7.849 * 0.08 / 0.01
        (("-0.1", "0.1"), 0),  # nothing says which way
    ],
)
def test_how_many_questions_would_decide(deltas: tuple[str, ...], needed: int) -> None:
    assert finding(differences(*deltas)).needed == needed


@given(st.lists(st.fractions(-1, 1, max_denominator=10), max_size=12))
def test_both_directions_are_judged_alike(deltas: list[Fraction]) -> None:
    there = finding(differences(*deltas))
    back = finding(differences(*(-delta for delta in deltas)))

    turned = {"better": "worse", "worse": "better", "inconclusive": "inconclusive"}
    assert back.answer == turned[there.answer]
    assert back.needed == there.needed


def test_equal_agents_are_called_different_once_in_twenty_at_most() -> None:
    """Of all the ways in which chance can sign the same differences."""
    sizes = [Fraction(at % 4 + 1, 20) for at in range(8)]
    every = [
        finding(
            differences(*(size * sign for size, sign in zip(sizes, signs, strict=True)))
        )
        for signs in product((1, -1), repeat=len(sizes))
    ]

    decided = [found for found in every if found.answer != "inconclusive"]
    assert 0 < len(decided) <= len(every) * agents.LEVEL


def test_a_question_counts_once_whatever_its_responses() -> None:
    found = compared(question("q1", "y" * 9, "n" * 9), question("q2", "n", "y"))

    assert found.finding.delta == 0
    assert (found.finding.before, found.finding.after) == (Fraction(1, 2),) * 2


def test_the_worst_question_comes_first_and_the_unknown_one_last() -> None:
    found = compared(
        question("up", "n", "y"),
        question("open", "u", "y"),
        question("b", "y", "n"),
        question("a", "y", "n"),
        question("same", "y", "y"),
    )

    ids = [each.question_id for each in found.questions]
    assert ids == ["a", "b", "same", "up", "open"]
    assert found.finding.questions == 4


def test_a_question_that_one_agent_was_not_asked_is_named() -> None:
    found = compared(
        question("both", "y", "y"), question("gone", "y", ""), question("new", "", "y")
    )

    assert [each.question_id for each in found.questions] == ["both"]
    assert (found.only_before, found.only_after) == (("gone",), ("new",))


def test_leaves_that_flipped_most_surely_come_first() -> None:
    found = compared(
        question("a", "yn", "yn"),
        question("b", "y" * 9 + "nn", "n" * 9 + "yy"),
        question("c", "yyyyyy", "nnnnnn"),
        question("d", "yy", "n", samples=((0, 1), (2,))),
    )

    assert [each.question_id for each in found.leaves] == ["c", "b", "d", "a"]
    c, b, d, a = found.leaves
    assert b.p == pytest.approx(0.06543, abs=1e-5)  # method.md T17
    assert c.p == pytest.approx(1 / 32)
    assert (c.adjusted, b.adjusted) == pytest.approx((1 / 16, 0.06543), abs=1e-5)
    assert (d.p, a.p, a.adjusted) == (None, None, None)


def decided(old: str, new: str, count: int = 8) -> tuple[str, tuple[str, ...]]:
    """So many questions of one check with these verdicts."""
    alike = [question(f"q{at}", old, new) for at in range(count)]
    decision = compared(*alike).decision
    return decision.outcome, decision.reasons


def test_a_worse_agent_fails() -> None:
    assert decided("yy", "yn") == (
        "fail",
        ("coach@2 is worse than coach@1: -0.5 over 8 question(s), p = 0.0078",),
    )


def test_a_better_agent_passes() -> None:
    assert decided("yn", "yy") == (
        "pass",
        ("coach@2 is better than coach@1: +0.5 over 8 question(s), p = 0.0078",),
    )


def test_too_few_questions_are_said_to_be_too_few() -> None:
    assert decided("yy", "yn", count=3) == (
        "inconclusive",
        (
            "coach@2 is not shown to be better or worse than coach@1:"
            " -0.5 over 3 question(s), p = 0.25",
            "3 question(s) differ, and fewer than 6 can never decide",
            "about 6 questions like these would decide",
        ),
    )


def test_a_doubtful_interval_is_said_to_be_why() -> None:
    tree = rubric(leaf("a", "A"), leaf("b", "B", weight=999))
    small = [
        scored(replace(tree, question_id=f"q{at}"), {"A": "yn", "B": "yy"}, ONE_EACH)
        for at in range(5)
    ]

    decision = compared(question("large", "y", "n"), *small).decision

    assert decision.outcome == "inconclusive"
    assert decision.reasons[0].endswith("-0.1675 over 6 question(s), p = 0.031")
    assert decision.reasons[1].startswith("the interval holds 0 all the same")


def test_equal_scores_are_said_to_be_equal() -> None:
    assert decided("yn", "ny") == (
        "inconclusive",
        ("coach@2 scores as coach@1 does over 8 question(s)",),
    )


def test_what_is_pending_keeps_a_better_agent_from_passing() -> None:
    outcome, reasons = decided("ynu", "yyy")

    assert outcome == "pending"
    assert reasons[0] == "8 response(s) pending"
    assert reasons[1].startswith("coach@2 is better than coach@1: +0.5")


def test_a_worse_agent_fails_whatever_is_pending() -> None:
    assert decided("yyu", "yny")[0] == "fail"


def test_without_a_common_score_there_is_no_answer() -> None:
    for found in (compared(), compared(question("q", "u", "y"))):
        nothing = "no question has a score of both coach@1 and coach@2"
        assert found.decision.outcome == "pending"
        assert found.decision.reasons == (nothing,)


RESPONSES = {
    "q1": (*answers(OLD, 2), *answers("other@1", 1)),
    "q2": tuple(answers("other@1", 1)),
    "q3": (*answers(NEW, 1), response("nobody's")),
}


def test_only_what_the_two_answered_is_kept() -> None:
    kept = agents.by_agents(RESPONSES, (OLD, NEW))

    assert {q: [each.agent for each in found] for q, found in kept.items()} == {
        "q1": [OLD, OLD],
        "q3": [NEW],
    }


@pytest.mark.parametrize(
    ("names", "message", "hint"),
    [
        (
            (OLD, "coach"),
            "no response to a rubric is by `coach`",
            "agents with responses: coach@1, coach@2, other@1",
        ),
        ((OLD, OLD), "`coach@1` is on both sides", "name two agents or versions"),
    ],
)
def test_an_agent_that_nobody_knows_is_a_mistake(
    names: tuple[str, str], message: str, hint: str
) -> None:
    with pytest.raises(RubrickitError) as caught:
        agents.by_agents(RESPONSES, names)

    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_without_any_agent_it_is_said_where_they_are_named() -> None:
    with pytest.raises(RubrickitError) as caught:
        agents.by_agents({"q": (response(),)}, (OLD, NEW))

    assert caught.value.hint == "a response names its agent by `agent`"


def test_a_difference_of_nothing_known_is_none() -> None:
    assert difference("q", "0").delta == 0
    assert finding([]).delta is None
