"""A run's progress in words: what is known, and never longer than its place."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.config import Prices
from rubrickit.core.grades import Usage
from rubrickit.reports import progress_line

PRICES = Prices(Decimal("0.15"), Decimal("0.60"))
BESIDE_THE_BAR = 80 - 17


def line(
    answered: int = 500,
    expected: int = 2000,
    seconds: float = 40,
    usage: Usage | None = None,
    prices: Prices = PRICES,
) -> str:
    return progress_line.of(
        answered=answered,
        expected=expected,
        usage=usage or Usage(answered, 2_000_000, 100_000),
        prices=prices,
        seconds=seconds,
    )


def test_a_run_tells_rate_cost_and_time_left() -> None:
    assert line() == "500/2,000 · 12.5/s · cost 0.36 · 2 min left · 500 calls"


def test_nothing_is_foretold_from_the_first_seconds() -> None:
    assert line(seconds=1.9) == "500/2,000 · cost 0.36 · 500 calls"
    assert line(answered=0, usage=Usage()) == "0/2,000 · cost 0.00 · 0 calls"


def test_without_prices_there_is_no_cost() -> None:
    assert line(prices=Prices()) == "500/2,000 · 12.5/s · 2 min left · 500 calls"


@pytest.mark.parametrize(
    ("expected", "left"),
    [
        (500, "0 s"),
        (501, "1 s"),
        (1249, "60 s"),
        (1250, "1 min"),
        (45_000, "60 min"),
        (45_500, "1 h 00 min"),
        (145_500, "3 h 14 min"),
    ],
)
def test_time_left_is_told_in_whole_units(expected: int, left: str) -> None:
    assert line(expected=expected).endswith(f" · {left} left · 500 calls")


@given(
    st.integers(0, 99_999),
    st.integers(0, 99_999),
    st.floats(0, 36_000),
    st.integers(0, 10**10),
)
def test_all_but_the_calls_fits_beside_the_bar(
    answered: int, more: int, seconds: float, tokens: int
) -> None:
    usage = Usage(answered, tokens, 0)

    said = line(answered, answered + more, max(seconds, answered / 999), usage)

    kept, _, calls = said.rpartition(" · ")
    assert len(kept) <= BESIDE_THE_BAR
    assert calls.endswith(("calls", "call"))
    assert "-" not in said
