"""How sure a difference is, where responses or questions are a sample."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import ceil, fsum, inf, sqrt
from statistics import fmean, stdev, variance

from scipy.stats import binomtest, false_discovery_control, norm, t

from rubrickit.core.deltas import Comparison
from rubrickit.core.policy import Statistic, Total

_CONFIDENCE = 0.95
_POWER = 0.80
_NOTHING = 1e-18
"""Below it a sum of squares is what rounding left."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A two-sided interval on a mean, and the mean's standard error."""

    low: float
    high: float
    error: float


def statistic(
    comparisons: Sequence[Comparison], total: Total, limit: Decimal
) -> Statistic:
    """One-sided bounds on `total.delta`; questions are fixed, responses are sampled.

    Standard error: sqrt(sum of s²/R over changed questions) / all questions (T4), with
    Satterthwaite's degrees of freedom. Without two counted responses in each changed
    question nothing can be said, and the bounds are infinite.
    """
    spreads = [deltas for c in comparisons if (deltas := _deltas(c))]
    if total.delta is None or any(len(deltas) < 2 for deltas in spreads):
        return Statistic(-inf, inf, 0)
    parts = [(variance(d) / len(d), len(d) - 1) for d in spreads]
    error = sqrt(sum(part for part, _ in parts)) / total.size
    if not error:
        return Statistic(float(total.delta), float(total.delta), 0)
    freedom = sum(part for part, _ in parts) ** 2 / sum(p**2 / df for p, df in parts)
    reach = float(t.ppf(_CONFIDENCE, freedom)) * error
    spread = sqrt(sum(variance(d) for d in spreads)) / total.size
    delta = float(total.delta)
    return Statistic(delta - reach, delta + reach, needed(spread, float(limit)))


def clustered_interval(
    clusters: Sequence[Sequence[float]],
) -> tuple[float, float] | None:
    """Two-sided 95 % bounds of the mean of all scores, a cluster a question (T4).

    Standard error: sqrt(sum over clusters of (sum of residuals)²) / n, corrected by
    sqrt(C / (C - 1)), with Student's t of C - 1 degrees of freedom. A score lies
    between 0, or its mean where points make that negative, and 1, and so do the
    bounds. None of fewer than two clusters, and where no cluster differs from another.
    """
    count, size = len(clusters), sum(map(len, clusters))
    if count < 2:
        return None
    mean = fsum(score for cluster in clusters for score in cluster) / size
    residuals = (fsum(score - mean for score in cluster) for cluster in clusters)
    squares = fsum(residual**2 for residual in residuals)
    if squares < _NOTHING:
        return None
    error = sqrt(squares * count / (count - 1)) / size
    reach = float(t.ppf((1 + _CONFIDENCE) / 2, count - 1)) * error
    return max(mean - reach, min(mean, 0.0)), min(mean + reach, 1.0)


def needed(spread: float, margin: float, confidence: float = _CONFIDENCE) -> int:
    """Units for 80 % power to show no loss beyond the margin (T16); 0: no margin.

    `confidence` is one-sided: 0.975 where a difference may go either way.
    """
    if not margin:
        return 0
    reach = float(norm.ppf(confidence) + norm.ppf(_POWER))
    return ceil((reach * spread / margin) ** 2)


def mean_interval(
    means: Sequence[float], confidence: float = _CONFIDENCE
) -> Interval | None:
    """On the mean of `means`, one a question, where the questions are the sample.

    Each question has the same weight, as in a score; with the same number of pairs in
    each, the error is Miller's, clustered by question and corrected, with a t of C - 1
    degrees (T4). None below two, or where all are equal: no spread is known then.
    """
    if len(means) < 2 or len(set(means)) == 1:
        return None
    error = stdev(means) / sqrt(len(means))
    reach = float(t.ppf((1 + confidence) / 2, len(means) - 1)) * error
    return Interval(fmean(means) - reach, fmean(means) + reach, error)


# Of thousands of leaves most flip as seldom as each other.
@lru_cache(maxsize=4096)
def mcnemar(broke: int, mended: int) -> float:
    """Two-sided, exact: are as many verdicts lost as won (T17)? 1 if none flipped."""
    flips = broke + mended
    return float(binomtest(broke, flips, 0.5).pvalue) if flips else 1.0


def discovered(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted for having looked at all of them: Benjamini and Hochberg (T13)."""
    if not p_values:
        return ()
    return tuple(float(p) for p in false_discovery_control(p_values))


def _deltas(comparison: Comparison) -> list[float]:
    before, after = comparison.before.scores, comparison.after.scores
    pairs = ((before[i].value, after[i].value) for i in comparison.counted)
    return [float(b - a) for a, b in pairs if a is not None and b is not None]
