"""How far apart the slices of the responses score."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rubrickit.core.deltas import Comparison, Side
from rubrickit.core.scoring import mean


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
    """Over the counted responses of the changed questions, a question's mean each."""
    names = {
        name
        for comparison in comparisons
        for index in comparison.counted
        for name in comparison.sheet.responses[index].slices
    }
    found = (_gap(name, comparisons) for name in sorted(names))
    return tuple(gap for gap in found if gap)


def _gap(name: str, comparisons: Sequence[Comparison]) -> SliceGap | None:
    before = _means(name, comparisons, after=False)
    after = _means(name, comparisons, after=True)
    if len(after) < 2:
        return None
    best = max(sorted(after), key=lambda value: after[value])
    worst = min(sorted(after), key=lambda value: after[value])
    spread = max(before.values()) - min(before.values())
    return SliceGap(name, best, worst, spread, after[best] - after[worst])


def _means(
    name: str, comparisons: Sequence[Comparison], *, after: bool
) -> Mapping[str, Fraction]:
    by_value: dict[str, list[Fraction]] = defaultdict(list)
    for comparison in comparisons:
        version = comparison.after if after else comparison.before
        for value, average in _question_means(name, comparison, version).items():
            by_value[value].append(average)
    averages = {value: mean(found) for value, found in by_value.items()}
    return {value: found for value, found in averages.items() if found is not None}


def _question_means(
    name: str, comparison: Comparison, version: Side
) -> Mapping[str, Fraction]:
    scores: dict[str, list[Fraction]] = defaultdict(list)
    for index in comparison.counted:
        value = comparison.sheet.responses[index].slices.get(name)
        score = version.scores[index].value
        if value is not None and score is not None:
            scores[value].append(score)
    averages = {value: mean(found) for value, found in scores.items()}
    return {value: found for value, found in averages.items() if found is not None}
