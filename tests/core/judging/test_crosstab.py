"""Agreement of two judges; the vectors are method.md's T6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.judging.crosstab import Crosstab, count, total

counts = st.integers(0, 60)
tables = st.builds(Crosstab, counts, counts, counts, counts, counts)


@pytest.mark.parametrize(
    ("table", "agreement", "kappa", "ac1"),
    [
        (Crosstab(45, 5, 5, 45), 0.90, 0.80, 0.80),
        (Crosstab(94, 2, 3, 1), 0.95, 0.26036, 0.94638),
        (Crosstab(60, 25, 0, 15), 0.75, 0.41860, 0.58420),
    ],
)
def test_t6_tables(table: Crosstab, agreement: float, kappa: float, ac1: float) -> None:
    """The last AC1 is not in T6: chance is 2 * 0.725 * 0.275."""
    found = [table.agreement, table.kappa, table.ac1]

    assert None not in found
    assert [float(value or 0) for value in found] == pytest.approx(
        [agreement, kappa, ac1], abs=1e-5
    )


def test_nothing_that_both_judged_has_no_agreement() -> None:
    empty = Crosstab(open=7)

    assert (empty.n, empty.flips) == (0, 0)
    assert (empty.agreement, empty.kappa, empty.ac1) == (None, None, None)


@pytest.mark.parametrize("table", [Crosstab(both_pass=9), Crosstab(both_fail=9)])
def test_one_verdict_only_agrees_but_not_beyond_chance(table: Crosstab) -> None:
    assert (table.agreement, table.kappa, table.ac1) == (1, None, 1)


def test_verdicts_are_counted_with_the_first_judges_first() -> None:
    found = count(b"PPPFFUU-P", b"PPFPFPF--")

    assert found == Crosstab(2, 1, 1, 1, open=2)
    assert (found.n, found.flips) == (5, 2)


def test_a_total_is_of_all_counts() -> None:
    assert total([Crosstab(1, 2, 3, 4, 5)] * 3) == Crosstab(3, 6, 9, 12, 15)
    assert total([]) == Crosstab()


@given(tables)
def test_neither_judge_nor_verdict_is_favoured(table: Crosstab) -> None:
    swapped = Crosstab(
        table.both_pass, table.second_only, table.first_only, table.both_fail
    )
    turned = Crosstab(
        table.both_fail, table.second_only, table.first_only, table.both_pass
    )

    for other in (swapped, turned):
        assert other.agreement == table.agreement
        assert other.kappa == table.kappa
        assert other.ac1 == table.ac1


@given(tables)
def test_agreement_beyond_chance_is_never_more_than_agreement(table: Crosstab) -> None:
    for value in (table.kappa, table.ac1):
        if value is not None and table.agreement is not None:
            assert -1 <= value <= table.agreement
