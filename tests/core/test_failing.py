"""The leaves that fail most stand first."""

from fractions import Fraction

from support.builders import leaf, rubric
from support.overviews import by, laid_out

from rubrickit.core.failing import FailingLeaf, most_failed

A, B, C = leaf("a"), leaf("b"), leaf("c")


def test_the_worst_share_is_first_and_then_what_was_judged_most() -> None:
    question = laid_out(
        rubric(A, B, C),
        {A.texts[0]: "nnyy", B.texts[0]: "nnnn", C.texts[0]: "yyyn"},
        by("x@1", "x@1", "x@1", "x@2"),
    )

    found = most_failed([question])

    assert found == (
        FailingLeaf("q1", "b", "x@1", 3, 3),
        FailingLeaf("q1", "b", "x@2", 1, 1),
        FailingLeaf("q1", "c", "x@2", 1, 1),
        FailingLeaf("q1", "a", "x@1", 2, 3),
    )
    assert found[-1].failed_share == Fraction(2, 3)


def test_what_is_not_judged_is_no_failure_and_in_no_share() -> None:
    question = laid_out(
        rubric(A, B), {A.texts[0]: "un-", B.texts[0]: "uuu"}, by("x", "x", "x")
    )

    assert most_failed([question]) == (FailingLeaf("q1", "a", "x", 1, 1),)


def test_a_leaf_that_never_failed_is_not_listed() -> None:
    assert most_failed([laid_out(rubric(A), {A.texts[0]: "y"}, by("x"))]) == ()
    assert most_failed([]) == ()
