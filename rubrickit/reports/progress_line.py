"""How far a run is, on one line: answers, calls, rate, cost so far and time left."""

from collections.abc import Iterator
from math import ceil

from rubrickit.core import estimates
from rubrickit.core.config import Prices
from rubrickit.core.grades import Usage
from rubrickit.reports import numbers

_ENOUGH = 2.0
"""Seconds before a rate says anything."""


def of(
    *, answered: int, expected: int, usage: Usage, prices: Prices, seconds: float
) -> str:
    """What matters least stands last, where a narrow terminal cuts.

    `seconds` is the time so far. The cost is that of the tokens which the endpoint has
    reported, in the currency of the prices.
    """
    return " · ".join(_parts(answered, expected, usage, prices, seconds))


def _parts(
    answered: int, expected: int, usage: Usage, prices: Prices, seconds: float
) -> Iterator[str]:
    yield f"{answered:,}/{expected:,}"
    rate = answered / seconds if seconds >= _ENOUGH else 0.0
    if rate:
        yield f"{_rate(rate)}/s"
    cost = estimates.cost_of(usage.input_tokens, usage.output_tokens, prices)
    if cost is not None:
        yield f"cost {numbers.money(cost)}"
    if rate:
        yield f"{_span((expected - answered) / rate)} left"
    yield numbers.count(usage.calls, "call")


def _rate(rate: float) -> str:
    return f"{rate:.1f}" if rate < 100 else f"{rate:,.0f}"


def _span(seconds: float) -> str:
    """Whole seconds, minutes or hours: nobody plans by more."""
    if seconds < 60:
        return f"{ceil(seconds)} s"
    if seconds < 3600:
        return f"{ceil(seconds / 60)} min"
    hours, rest = divmod(ceil(seconds / 60), 60)
    return f"{hours:,} h {rest:02} min"
