"""How the slices of the responses score, and how far apart they are."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from rubrickit.core.deltas import Comparison, Side
from rubrickit.core.responses import Response
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


Interval = Callable[[Sequence[Sequence[float]]], tuple[float, float] | None]
"""Of the mean of clusters of scores; None where they don't tell."""


@dataclass(frozen=True, slots=True)
class SliceMean:
    """The mean score of the responses of one slice, over all questions.

    The questions' mix differs from slice to slice: `gaps` compares within questions.
    """

    name: str
    value: str
    scored: int
    mean: Fraction
    interval: tuple[float, float] | None


def means(
    scored: Sequence[tuple[Sequence[Response], Side]], interval: Interval
) -> tuple[SliceMean, ...]:
    """By name and value of the slice; `interval` gets a cluster a question."""
    found: dict[tuple[str, str], list[list[Fraction]]] = defaultdict(list)
    for responses, side in scored:
        here: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
        for response, score in zip(responses, side.scores, strict=True):
            for item in response.slices.items():
                if score.value is not None:
                    here[item].append(score.value)
        for item, values in here.items():
            found[item].append(values)
    return tuple(_slice_mean(*item, found[item], interval) for item in sorted(found))


def _slice_mean(
    name: str, value: str, clusters: Sequence[Sequence[Fraction]], interval: Interval
) -> SliceMean:
    every = [score for cluster in clusters for score in cluster]
    floats = [[float(score) for score in cluster] for cluster in clusters]
    average = mean(every) or Fraction(0)
    return SliceMean(name, value, len(every), average, interval(floats))
