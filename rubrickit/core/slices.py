"""How far apart the slices of the responses score."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from rubrickit.core.deltas import Comparison, Side
from rubrickit.core.scoring import mean, question_mean

_Means = Mapping[str, Fraction]
"""One question's mean score by the value of a slice."""


@dataclass(frozen=True, slots=True)
class SliceGap:
    """The widest gap of mean scores within one slice, before and after the edit."""

    name: str
    best: str
    worst: str
    before: Fraction
    after: Fraction

    def exceeds(self, limit: Decimal) -> bool:
        """An edit answers for a gap that it widened, not for one that it found."""
        return self.after > Fraction(limit) and self.after > self.before


def gaps(comparisons: Sequence[Comparison]) -> tuple[SliceGap, ...]:
    """Over the counted responses of the changed questions; none while one is pending.

    Slices are compared within a question, so that one which got the harder questions
    does not look worse, then averaged over the questions.
    """
    if any(comparison.pending for comparison in comparisons):
        return ()
    names = {
        name
        for comparison in comparisons
        for index in comparison.counted
        for name in comparison.sheet.responses[index].slices
    }
    found = (_gap(name, comparisons) for name in sorted(names))
    return tuple(gap for gap in found if gap)


def _gap(name: str, comparisons: Sequence[Comparison]) -> SliceGap | None:
    before = _leads([_means(name, c, c.before) for c in comparisons])
    after = _leads([_means(name, c, c.after) for c in comparisons])
    if not after:
        return None
    best, worst = max(sorted(after), key=lambda pair: after[pair])
    return SliceGap(name, best, worst, max(before.values()), after[best, worst])


def _leads(questions: Sequence[_Means]) -> Mapping[tuple[str, str], Fraction]:
    """How far the first of two slices is above the second where both were asked."""
    values = {value for means in questions for value in means}
    found: dict[tuple[str, str], Fraction] = {}
    for one, other in combinations(sorted(values), 2):
        both = [m[one] - m[other] for m in questions if one in m and other in m]
        if (lead := mean(both)) is not None:
            found[(one, other) if lead >= 0 else (other, one)] = abs(lead)
    return found


def _means(name: str, comparison: Comparison, version: Side) -> _Means:
    scores: dict[str, list[Fraction]] = defaultdict(list)
    for index in comparison.counted:
        value = comparison.sheet.responses[index].slices.get(name)
        score = version.scores[index].value
        if value is not None and score is not None:
            scores[value].append(score)
    means = {v: question_mean(version.rubric, found) for v, found in scores.items()}
    return {value: found for value, found in means.items() if found is not None}
