"""A response's score; numbers of method.md T1 and T2, and the odd shapes of trees."""

from decimal import Decimal
from fractions import Fraction

import pytest
from support.builders import branch, leaf, rubric

from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Scheme, Score, mean, question_mean, shares

GATED = "weighted_sum_with_safety_gate"
NAMES = {"P": b"P", "F": b"F", "U": b"U", "-": b"-"}

T1 = rubric(
    branch("clinical", leaf("a"), leaf("b"), leaf("c"), weight="0.5"),
    branch("memory", leaf("d"), leaf("e"), weight="0.3"),
    branch("safety", leaf("f"), leaf("g"), weight="0.2"),
    weighting=GATED,
)


def scored(tree: Rubric, verdicts: str) -> Score:
    """A letter a leaf: `P`, `F`, `U` or `-`; spaces are for the reader."""
    return Scheme(tree).score(tuple(verdicts.replace(" ", "").encode()))


def points(*given: int) -> Rubric:
    leaves = (leaf(f"l{n}", points=p) for n, p in enumerate(given))
    return rubric(*leaves, weighting="points")


def test_t1_a_branch_is_the_weighted_mean_of_its_children() -> None:
    score = scored(T1, "PPF PF PP")

    assert score.value == Fraction(41, 60)  # 0.68333
    assert score.ungated == score.value
    assert score.result == "pass"


def test_t1_a_failed_gate_makes_it_0_and_keeps_the_ungated_score() -> None:
    score = scored(T1, "PPF PF PF")

    assert score.value == 0
    assert score.ungated == Fraction(7, 12)  # 0.58333
    assert score.result == "fail"
    assert score.gates_closed == (6,)


def test_t1_a_branch_of_which_nothing_applies_drops_out() -> None:
    assert scored(T1, "PPF -- PP").value == Fraction(16, 21)  # 0.76190


def test_t1_siblings_are_renormalised_locally() -> None:
    assert scored(T1, "PPF P- PP").value == Fraction(5, 6)  # 0.83333, not 0.80392


def test_t1_unjudged_leaves_leave_bounds() -> None:
    score = scored(T1, "PPF UU PP")

    assert (score.low, score.high) == (Fraction(8, 15), Fraction(5, 6))
    assert score.value is None
    assert score.ungated is None
    assert score.result == "pending"


def test_t2_points_are_what_was_met_over_the_positive_ones() -> None:
    assert scored(points(10, 8, 7, -8, -9), "PPFFP").value == Fraction(9, 25)
    assert scored(points(5, 3, -10), "PFP").value == Fraction(-5, 8)


def test_t2_only_the_mean_of_points_is_clipped() -> None:
    values = [Fraction("0.9"), Fraction("-0.625"), Fraction("0.5")]
    low = [Fraction("0.5"), Fraction("-0.625")]

    assert question_mean(points(1), values) == Fraction(31, 120)  # 0.25833
    assert question_mean(points(1), low) == 0
    assert question_mean(T1, low) == Fraction(-1, 16)


def test_t2_tiers_are_counted_apart() -> None:
    tree = rubric(
        branch("must", *map(leaf, "abc")),
        branch("may", *map(leaf, "defg"), tier="additional"),
    )

    score = scored(tree, "PPP PPFF")

    assert score.required_met is True
    assert (score.required.share, score.additional.share) == (1, Fraction(1, 2))


@pytest.mark.parametrize(
    ("verdicts", "met"),
    [
        ("PP P", True),
        ("PF P", False),
        ("PP F", True),
        ("PU P", None),
        ("UF P", False),
        ("UP U", None),
        ("-P P", True),
    ],
)
def test_requirements_are_met_or_not_or_not_known(
    verdicts: str, met: bool | None
) -> None:
    tree = rubric(leaf("a", gate=True), leaf("b"), leaf("c", tier="additional"))

    assert scored(tree, verdicts).required_met is met


def test_a_closed_gate_of_the_additional_tier_leaves_requirements_unmet() -> None:
    tree = rubric(leaf("a", gate=True, tier="additional"), leaf("b"))

    assert scored(tree, "FP").required_met is False
    assert scored(tree, "UP").required_met is None


def test_a_failing_safety_leaf_beside_ten_passing_ones_fails() -> None:
    tree = rubric(*[leaf(f"l{n}") for n in range(10)], leaf("safe", gate=True))

    score = scored(tree, "PPPPPPPPPP F")

    assert (score.result, score.value) == ("fail", 0)


def test_a_judged_gate_failure_is_0_whatever_else_is_unjudged() -> None:
    tree = rubric(leaf("a", gate=True), leaf("b", gate=True), leaf("c"))

    score = scored(tree, "FUU")

    assert (score.result, score.value) == ("fail", 0)
    assert score.gates_closed == (0,)


def test_an_unjudged_gate_is_bounded_by_0_and_the_ungated_score() -> None:
    score = scored(rubric(leaf("a", gate=True), leaf("b")), "UP")

    assert (score.low, score.high) == (0, 1)
    assert score.result == "pending"


def test_a_gate_keeps_negative_points_negative() -> None:
    tree = rubric(
        leaf("a", points=4, gate=True), leaf("b", points=-2), weighting="points"
    )

    assert scored(tree, "FP").value == Fraction(-1, 2)
    assert scored(tree, "FU").value is None


def test_a_weight_of_0_counts_for_nothing_and_is_not_unset() -> None:
    tree = rubric(leaf("a", weight=0), leaf("b"))

    assert scored(tree, "FP").value == 1
    assert shares(tree) == {"a": 0, "b": 1}


def test_an_unjudged_leaf_without_weight_leaves_the_response_pending() -> None:
    score = scored(rubric(leaf("a", weight=0), leaf("b")), "UP")

    assert score.result == "pending"
    assert score.value is None


def test_where_nothing_applies_there_is_no_score() -> None:
    for tree, verdicts in [
        (rubric(leaf("a"), branch("b", leaf("c"))), "--"),
        (rubric(leaf("a", weight=0)), "P"),
        (rubric(branch("a", leaf("b", weight=0)), leaf("c")), "P-"),
        (points(-3), "P"),
    ]:
        score = scored(tree, verdicts)
        assert (score.result, score.value, score.low) == ("not_applicable", None, None)


def test_a_gate_without_weight_closes_where_nothing_else_applies() -> None:
    tree = rubric(leaf("a", weight=0, gate=True), leaf("b"))

    closed, doubtful = scored(tree, "F-"), scored(tree, "U-")

    assert (closed.result, closed.value, closed.ungated) == ("fail", 0, None)
    assert (doubtful.result, doubtful.low, doubtful.high) == ("pending", 0, 1)


def test_weights_are_exact_decimals() -> None:
    tree = rubric(leaf("a", weight="0.1"), leaf("b", weight="0.2"))

    assert scored(tree, "PF").value == Fraction(1, 3)
    assert shares(tree) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}


def test_weights_are_relative_to_siblings() -> None:
    tree = rubric(branch("a", leaf("b", weight=3), leaf("c", weight=1)), leaf("d"))

    assert shares(tree) == {
        "a/b": Fraction(3, 8),
        "a/c": Fraction(1, 8),
        "d": Fraction(1, 2),
    }


def test_shares_of_points_are_parts_of_the_positive_ones() -> None:
    tree = rubric(leaf("a", points=3), leaf("b", points=-1), weighting="points")

    assert shares(tree) == {"a": 1, "b": Fraction(-1, 3)}
    assert shares(points(-3, -1)) == {"l0": 0, "l1": 0}


def test_a_tier_with_something_unjudged_has_no_share() -> None:
    assert scored(rubric(leaf("a"), leaf("b")), "PU").required.share is None
    assert scored(rubric(leaf("a")), "-").required.share is None


def test_a_mean_is_exact_and_of_nothing_is_none() -> None:
    assert mean([Fraction(1, 3), Fraction(1, 6), Fraction(0)]) == Fraction(1, 6)
    assert mean([]) is None


def test_a_very_long_weight_loses_no_digit() -> None:
    tree = rubric(leaf("a", weight=Decimal("1." + "0" * 40 + "1")), leaf("b"))

    assert shares(tree)["a"] > Fraction(1, 2)
