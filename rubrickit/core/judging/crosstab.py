"""Two judges' verdicts on the same checks, counted against each other (T6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core.sheets import FAIL, PASS, UNJUDGED, Column


@dataclass(frozen=True, slots=True)
class Crosstab:
    """Checks by the first judge's verdict and the second's.

    `open` are checks that one of them left unjudged; they count nowhere else.
    """

    both_pass: int = 0
    first_only: int = 0
    second_only: int = 0
    both_fail: int = 0
    open: int = 0

    @property
    def n(self) -> int:
        return self.both_pass + self.first_only + self.second_only + self.both_fail

    @property
    def flips(self) -> int:
        return self.first_only + self.second_only

    @property
    def agreement(self) -> Fraction | None:
        """The share of checks with one verdict; None of no checks."""
        return Fraction(self.n - self.flips, self.n) if self.n else None

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's: beyond what chance makes of two fixed pass rates.

        None where both judges gave one verdict only: nothing is beyond chance then.
        """
        first, second = self._rates
        return self._beyond(first * second + (1 - first) * (1 - second))

    @property
    def ac1(self) -> Fraction | None:
        """Gwet's (2008), which rare verdicts do not drag to 0 as they do kappa."""
        first, second = self._rates
        rate = (first + second) / 2
        return self._beyond(2 * rate * (1 - rate))

    @property
    def _rates(self) -> tuple[Fraction, Fraction]:
        size = max(self.n, 1)
        first = Fraction(self.both_pass + self.first_only, size)
        return first, Fraction(self.both_pass + self.second_only, size)

    def _beyond(self, chance: Fraction) -> Fraction | None:
        if self.agreement is None or chance == 1:
            return None
        return (self.agreement - chance) / (1 - chance)


def count(first: Column, second: Column) -> Crosstab:
    """Two columns of verdicts on the same responses, those that do not apply apart."""
    pairs = list(zip(first, second, strict=True))
    return Crosstab(
        both_pass=pairs.count((PASS, PASS)),
        first_only=pairs.count((PASS, FAIL)),
        second_only=pairs.count((FAIL, PASS)),
        both_fail=pairs.count((FAIL, FAIL)),
        open=sum(UNJUDGED in pair for pair in pairs),
    )


def total(tables: Iterable[Crosstab]) -> Crosstab:
    every = list(tables)
    return Crosstab(
        both_pass=sum(each.both_pass for each in every),
        first_only=sum(each.first_only for each in every),
        second_only=sum(each.second_only for each in every),
        both_fail=sum(each.both_fail for each in every),
        open=sum(each.open for each in every),
    )
