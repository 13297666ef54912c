"""Two judges of the same responses: what they say, and what that does to the scores."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from support.agent_pairs import JUDGE, answers, scored, scores
from support.builders import branch, leaf, rubric

from rubrickit.core.judges import JudgeComparison, JudgedQuestion, compare
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.rubric import Rubric
from rubrickit.errors import RubrickitError

OTHER = JudgeCard(kind="human", model="people")
Verdicts = Mapping[str, tuple[str, str]]
"""Check text → the first judge's letters and the second's."""


def judged(
    *questions: tuple[Rubric, Verdicts], holds: Mapping[str, str] | None = None
) -> JudgeComparison:
    sides = [
        scores(
            *(
                scored(
                    tree,
                    {check: letters[at] for check, letters in met.items()},
                    answers("coach@1", len(next(iter(met.values()))[0])),
                    holds,
                )
                for tree, met in questions
            )
        )
        for at in (0, 1)
    ]
    return compare(sides[0], replace(sides[1], judge=OTHER))


def one(*nodes: object, **met: tuple[str, str]) -> JudgedQuestion:
    (found,) = judged((rubric(*nodes), met)).questions  # type: ignore[arg-type]
    return found


def test_verdicts_are_counted_by_leaf() -> None:
    found = one(
        leaf("a", "A"), leaf("b", "B"), A=("yyynn", "ynynn"), B=("yyyyy", "yyynn")
    )

    assert [(each.path, each.table) for each in found.leaves] == [
        ("a", Crosstab(2, 1, 0, 2)),
        ("b", Crosstab(3, 2, 0, 0)),
    ]
    assert found.table == Crosstab(5, 3, 0, 2)


def test_a_verdict_is_what_the_rubric_makes_of_the_answer() -> None:
    found = one(leaf("a", "A", expect=False), A=("yyn", "nnn"))

    assert found.leaves[0].table == Crosstab(1, 0, 2, 0)


def test_the_effect_is_on_the_responses_that_both_have_a_score_of() -> None:
    found = one(leaf("a", "A"), leaf("b", "B"), A=("yyyu", "ynyy"), B=("yyyy", "yyuy"))

    assert (found.responses, found.counted, found.pending) == (4, 2, 2)
    assert (found.before, found.after) == (1, Fraction(3, 4))
    assert found.delta == Fraction(-1, 4)
    assert found.table.open == 2


def test_a_response_that_neither_scores_is_pending_once() -> None:
    found = one(leaf("a", "A"), A=("u", "u"))

    assert (found.counted, found.pending, found.delta) == (0, 1, None)


def test_what_no_judge_answers_is_not_agreement() -> None:
    rule = leaf("r", "size(response) > 1", kind="rule")

    found = one(
        leaf("a", "A"), rule, **{"A": ("yn", "yn"), rule.texts[0]: ("yy", "yy")}
    )

    assert [each.path for each in found.leaves] == ["a"]
    assert (found.before, found.after) == (Fraction(3, 4),) * 2


def test_what_does_not_apply_is_neither_agreement_nor_open() -> None:
    tree = rubric(leaf("a", "A"), leaf("b", "B", when="adult"))
    met = {"A": ("yy", "yy"), "B": ("yy", "yy")}

    (found,) = judged((tree, met), holds={"adult": "ny"}).questions

    assert found.leaves[1].table == Crosstab(both_pass=1)


def test_a_gate_that_one_judge_closes_moves_the_score_to_zero() -> None:
    found = one(
        leaf("a", "A"),
        branch("s", leaf("g", "G"), gate=True),
        A=("y", "y"),
        G=("y", "n"),
    )

    assert (found.before, found.after, found.delta) == (1, 0, -1)


def three() -> JudgeComparison:
    tree = rubric(leaf("a", "A"), id="q2")
    return judged(
        (replace(tree, question_id="q1"), {"A": ("yyyy", "yyyn")}),
        (tree, {"A": ("yyyy", "nnnn")}),
        (replace(tree, question_id="q3"), {"A": ("uuuu", "yyyy")}),
    )


def test_least_agreement_comes_first_and_no_agreement_last() -> None:
    assert [each.question_id for each in three().questions] == ["q2", "q1", "q3"]
    assert [(name, each.path) for name, each in three().leaves] == [
        ("q2", "a"),
        ("q1", "a"),
    ]


def test_overall_each_question_counts_once() -> None:
    found = three()

    assert found.table == Crosstab(3, 5, 0, 0, open=4)
    assert found.means == (1, Fraction(3, 8))
    assert found.delta == Fraction(-5, 8)
    assert found.pending == 4


@pytest.mark.parametrize(
    ("first", "second", "outcome", "reasons"),
    [
        ("ynyn", "nnyn", "pass", ("the same verdict on 3 of 4 check(s)",)),
        (
            "ynyu",
            "nnyn",
            "pending",
            (
                "the same verdict on 2 of 3 check(s)",
                "1 check(s) open, 1 response(s) pending",
            ),
        ),
        ("uu", "yn", "pending", ("no check has a verdict of both judges",)),
    ],
)
def test_what_is_open_is_never_green(
    first: str, second: str, outcome: str, reasons: tuple[str, ...]
) -> None:
    decision = judged((rubric(leaf("a", "A")), {"A": (first, second)})).decision

    assert (decision.outcome, decision.reasons) == (outcome, reasons)


def test_a_closed_gate_settles_a_response_and_not_its_checks() -> None:
    tree = rubric(leaf("a", "A"), branch("s", leaf("g", "G"), gate=True))

    found = judged((tree, {"A": ("y", "u"), "G": ("n", "n")}))

    assert (found.pending, found.table.open) == (0, 1)
    assert found.decision.outcome == "pending"


def test_a_judge_is_not_compared_with_itself() -> None:
    same = scores()

    with pytest.raises(
        RubrickitError, match="both names stand for one judge"
    ) as caught:
        compare(same, same)

    assert JUDGE.digest[:8] in str(caught.value)
    assert caught.value.hint == "name two judges"
