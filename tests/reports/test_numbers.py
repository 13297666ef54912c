"""Numbers as people read them."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rubrickit.reports import numbers


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(7, 100), "+0.070"),
        (Fraction(-1, 10**9), "0.000"),
        (Fraction(0), "0.000"),
        (Fraction(-1, 3), "-0.333"),
        (None, "-"),
    ],
)
def test_a_movement_is_never_minus_nothing(value: Fraction | None, shown: str) -> None:
    assert numbers.signed(value) == shown


def test_bounds_are_shown_where_it_is_not_settled() -> None:
    assert numbers.between(Fraction(-1, 2), Fraction(1, 4)) == "-0.500 to +0.250"
    assert numbers.between(Fraction(1, 4), Fraction(1, 4)) == "+0.250"


def test_no_score_is_no_zero() -> None:
    assert numbers.score(None) == "-"
    assert numbers.score(Fraction(0)) == "0.000"


@pytest.mark.parametrize(
    ("count", "shown"), [(0, "0 leaves"), (1, "1 leaf"), (12744, "12,744 leaves")]
)
def test_a_count_has_its_noun(count: int, shown: str) -> None:
    assert numbers.count(count, "leaf", "leaves") == shown


def test_without_a_price_there_is_no_cost() -> None:
    assert numbers.money(None) == "no price set"
    assert numbers.money(Decimal("0.005")) == "under 0.01"
    assert numbers.money(Decimal("1.999")) == "2.00"
    assert numbers.money(Decimal(0)) == "0.00"


def test_a_short_wait_is_no_zero_minutes() -> None:
    assert numbers.minutes(0.2) == "under a minute"
    assert numbers.minutes(61.7) == "about 62 min"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(-1, 10_000), "0.000"),
        (Fraction(-1, 3), "-0.333"),
        (Fraction(2, 3), "0.667"),
        (Fraction(1), "1.000"),
    ],
)
def test_a_score_is_never_minus_nothing(value: Fraction, shown: str) -> None:
    assert numbers.score(value) == shown
