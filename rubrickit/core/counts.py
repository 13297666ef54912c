"""How many verdicts there are of each kind, and how many of them pass."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add

from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, Column


@dataclass(frozen=True, slots=True)
class Counts:
    """Of a leaf over some responses, or of several leaves together."""

    passed: int = 0
    failed: int = 0
    unjudged: int = 0
    not_applicable: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.passed + other.passed,
            self.failed + other.failed,
            self.unjudged + other.unjudged,
            self.not_applicable + other.not_applicable,
        )

    @property
    def judged(self) -> int:
        return self.passed + self.failed

    @property
    def pass_rate(self) -> Fraction | None:
        """Passes of all verdicts that there are, unweighted; None without one."""
        return Fraction(self.passed, self.judged) if self.judged else None


def of(column: Column) -> Counts:
    return Counts(*map(column.count, (PASS, FAIL, UNJUDGED, NOT_APPLICABLE)))


def together(counts: Iterable[Counts]) -> Counts:
    return reduce(add, counts, Counts())
