"""Verdicts are counted by kind, and a rate is of those that there are."""

from fractions import Fraction

from rubrickit.core import counts
from rubrickit.core.counts import Counts


def test_a_column_is_counted_by_kind() -> None:
    assert counts.of(b"PFUP--UPP") == Counts(4, 1, 2, 2)


def test_a_pass_rate_leaves_out_what_is_not_judged_or_does_not_apply() -> None:
    assert Counts(1, 2, 7, 9).pass_rate == Fraction(1, 3)
    assert Counts(0, 0, 7, 9).pass_rate is None


def test_counts_add_up_kind_by_kind() -> None:
    found = counts.together([Counts(1, 2, 3, 4), Counts(4, 5, 6, 7)])

    assert found == Counts(5, 7, 9, 11)
    assert counts.together([]) == Counts()
