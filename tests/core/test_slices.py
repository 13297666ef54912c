"""How far apart slices score."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from support.builders import leaf, response, rubric, with_node
from support.comparing import compared

from rubrickit.core.deltas import Comparison
from rubrickit.core.slices import SliceGap, SliceMean, gaps, means


def of_sexes(
    before: str, after: str, sexes: str, question_id: str = "q1"
) -> Comparison:
    """Verdicts of one leaf before and after; a letter a response."""
    old = rubric(leaf("a", "Old"), id=question_id)
    gold = [
        response(f"t{i}", slices={"sex": sex} if sex != "?" else {})
        for i, sex in enumerate(sexes)
    ]
    met = {"Old": before, "New": after}
    return compared(old, with_node(old, "a", texts=("New",)), met, gold)


def test_the_gap_is_between_the_means_of_slices_before_and_after() -> None:
    assert gaps([of_sexes("yyyy", "yyyn", "ffmm")]) == (
        SliceGap("sex", "f", "m", Fraction(0), Fraction(1, 2)),
    )


def test_responses_without_the_slice_do_not_count() -> None:
    assert gaps([of_sexes("yyyyn", "yyynn", "ffmm?")]) == (
        SliceGap("sex", "f", "m", Fraction(0), Fraction(1, 2)),
    )


def test_one_value_has_no_gap() -> None:
    assert gaps([of_sexes("yy", "yn", "ff")]) == ()


def test_t13_slices_are_compared_within_a_question() -> None:
    """Crude, f is 0.4818 above m; within each question it is below or level."""
    first = "y" * 90 + "n" * 10 + "y" * 9 + "n"
    second = "y" * 2 + "n" * 8 + "y" * 30 + "n" * 70

    (gap,) = gaps(
        [
            of_sexes(first, first, "f" * 100 + "m" * 10, "q1"),
            of_sexes(second, second, "f" * 10 + "m" * 100, "q2"),
        ]
    )

    assert (gap.best, gap.worst, gap.after) == ("m", "f", Fraction(1, 20))


def test_slices_that_never_meet_in_a_question_are_not_compared() -> None:
    """One question is harder than the other, which is no gap between people."""
    easy, hard = of_sexes("yy", "yy", "ff", "q1"), of_sexes("nn", "nn", "mm", "q2")

    assert gaps([easy, hard]) == ()


def test_the_widest_pair_counts() -> None:
    (gap,) = gaps([of_sexes("yyyyyy", "yyynnn", "ffmmxx")])

    assert (gap.best, gap.worst, gap.after) == ("f", "x", 1)


def test_pending_responses_make_no_gap() -> None:
    assert gaps([of_sexes("yyyy", "yyun", "ffmm")]) == ()


@pytest.mark.parametrize(
    ("before", "after", "limit", "exceeds"),
    [
        ("0", "0.1", "0.1", False),
        ("0", "0.1001", "0.1", True),
        ("0.3", "0.3", "0.1", False),
        ("0.3", "0.2", "0.1", False),
        ("0", "0.0001", "0", True),
        ("0", "0", "0", False),
    ],
)
def test_an_edit_answers_for_a_gap_that_it_widened(
    before: str, after: str, limit: str, exceeds: bool
) -> None:
    gap = SliceGap("sex", "f", "m", Fraction(before), Fraction(after))

    assert gap.exceeds(Decimal(limit)) is exceeds


def as_given(clusters: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """Not an interval: how many clusters there are, and how many scores."""
    return len(clusters), sum(map(len, clusters))


def test_the_mean_of_a_slice_is_over_responses_with_a_question_a_cluster() -> None:
    first, second = of_sexes("yyyn", "yynu", "ffmf"), of_sexes("yy", "yn", "ff", "q2")
    scored = [(each.sheet.responses, each.after) for each in (first, second)]

    assert means(scored, as_given) == (
        SliceMean("sex", "f", 4, Fraction(3, 4), (2, 4)),
        SliceMean("sex", "m", 1, Fraction(0), (1, 1)),
    )


def test_a_slice_without_a_score_is_not_told() -> None:
    one = of_sexes("y", "u", "f")

    assert means([(one.sheet.responses, one.after)], as_given) == ()
