"""Numbers for people: rounded, of one width, and never `-0.000`."""

from decimal import Decimal
from fractions import Fraction

Number = Fraction | float | None


def score(value: Number) -> str:
    """Three decimals; a dash where there is no score."""
    return "-" if value is None else f"{round(float(value), 3) or 0:.3f}"


def signed(value: Number) -> str:
    """Three decimals with their sign; a dash where it is not known."""
    if value is None:
        return "-"
    rounded = round(float(value), 3)
    return f"{rounded:+.3f}" if rounded else "0.000"


def between(low: Number, high: Number) -> str:
    """One number, or the bounds where it is not settled."""
    if low == high:
        return signed(low)
    return f"{signed(low)} to {signed(high)}"


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 leaf`, `2 leaves`, `12,744 grades`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def money(cost: Decimal | None) -> str:
    if cost is None:
        return "no price set"
    return "under 0.01" if 0 < cost < Decimal("0.01") else f"{cost:.2f}"


def minutes(value: float) -> str:
    return "under a minute" if value < 1 else f"about {value:,.0f} min"


def plain(value: float) -> str:
    """For programs: the shortest text of the exact float, and never `-0.0`."""
    return repr(value) if value else "0"
