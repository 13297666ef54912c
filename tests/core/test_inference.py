"""How sure a difference is; numbers of method.md T3, T4, T13, T16 and T17."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf, sqrt
from statistics import fmean, stdev

import pytest
from scipy.stats import t
from support.builders import leaf, rubric, with_node
from support.comparing import compared

from rubrickit.core.deltas import Comparison
from rubrickit.core.inference import (
    clustered_interval,
    discovered,
    mcnemar,
    mean_interval,
    needed,
    statistic,
)
from rubrickit.core.policy import total

LIMIT = Decimal("0.02")


def halves(question_id: str, falls: str) -> Comparison:
    """Deltas of -1/2 for `n` and 0 for `y`."""
    old = rubric(leaf("a", "Old"), leaf("b", "B"), id=question_id)
    met = {"Old": "y" * len(falls), "B": "y" * len(falls), "New": falls}
    return compared(old, with_node(old, "a", texts=("New",)), met)


def quarters(question_id: str, rises: str) -> Comparison:
    """Deltas of 1/4 for `y` and 0 for `n`."""
    old = rubric(leaf("a", "Old"), leaf("b", "B", weight=3), id=question_id)
    met = {"Old": "n" * len(rises), "B": "y" * len(rises), "New": rises}
    return compared(old, with_node(old, "a", texts=("New",)), met)


def test_t4_questions_are_fixed_and_responses_are_sampled() -> None:
    comparisons = (halves("q1", "nnynny"), quarters("q2", "nnyn"))
    found = total(comparisons, 50)

    bounds = statistic(comparisons, found, LIMIT)

    parts = [(0.0666667 / 6, 5), (0.015625 / 4, 3)]  # s²/R, and degrees of freedom
    freedom = sum(p for p, _ in parts) ** 2 / sum(p**2 / df for p, df in parts)
    reach = float(t.ppf(0.95, freedom)) * 0.0024509
    assert found.delta == Fraction(-13, 2400)  # -0.0054167
    assert comparisons[0].delta == Fraction(-1, 3)
    assert bounds.lower == pytest.approx(-0.0054167 - reach, abs=1e-6)
    assert bounds.upper == pytest.approx(-0.0054167 + reach, abs=1e-6)


@pytest.mark.parametrize(("spread", "units"), [(0.05, 39), (0.10, 155), (0.20, 619)])
def test_t16_units_that_show_no_loss(spread: float, units: int) -> None:
    assert needed(spread, 0.02) == units


def test_without_a_margin_no_number_decides() -> None:
    assert needed(0.1, 0.0) == 0


def test_one_response_says_nothing() -> None:
    comparisons = (halves("q1", "nyny"), halves("q2", "n"))

    found = statistic(comparisons, total(comparisons, 2), LIMIT)

    assert (found.lower, found.upper, found.needed) == (-inf, inf, 0)


def test_a_pending_delta_says_nothing() -> None:
    comparisons = (halves("q1", "nyu"),)

    found = statistic(comparisons, total(comparisons, 1), LIMIT)

    assert (found.lower, found.upper) == (-inf, inf)


def test_equal_deltas_have_no_spread() -> None:
    comparisons = (halves("q1", "nnnn"),)

    found = statistic(comparisons, total(comparisons, 1), LIMIT)

    assert (found.lower, found.upper) == (-0.5, -0.5)


def test_more_responses_make_it_surer() -> None:
    few, many = (halves("q1", "ny" * n) for n in (4, 40))

    one, other = (statistic((c,), total((c,), 1), LIMIT) for c in (few, many))

    assert other.upper - other.lower < one.upper - one.lower
    assert one.needed == pytest.approx(other.needed, rel=0.2)


def test_t4_a_mean_is_as_sure_as_its_clusters_differ() -> None:
    """Corrected standard error 0.044096, two degrees of freedom; moved up by 1/2."""
    clusters = [[0.4] * 4, [0.5] * 4, [0.6, 0.5, 0.6, 0.5]]
    mean = 0.5 - 0.016667

    found = clustered_interval(clusters)

    assert found is not None
    assert mean == pytest.approx(sum(map(sum, clusters)) / 12, abs=1e-6)
    reach = float(t.ppf(0.975, 2)) * 0.044096
    assert found == pytest.approx((mean - reach, mean + reach), abs=2e-6)


@pytest.mark.parametrize(
    "clusters",
    [[], [[0.1, 0.9]], [[0.3], [0.3, 0.3]], [[0.1, 0.3], [0.2]]],
    ids=["nothing", "one question", "no spread", "no spread between"],
)
def test_clusters_that_tell_nothing_have_no_interval(
    clusters: list[list[float]],
) -> None:
    assert clustered_interval(clusters) is None


def test_an_interval_ends_where_scores_end() -> None:
    assert clustered_interval([[0.0], [1.0], [0.9]]) == (0.0, 1.0)
    low, high = clustered_interval([[-0.9], [-0.1]]) or (0.0, 0.0)
    assert (low, high) == (-0.5, 1.0)


T3 = (-0.10, 0.05, 0.0, -0.04, 0.0, -0.20, 0.02, 0.03)
T4 = ((-0.1,) * 4, (0.0,) * 4, (0.1, 0.0, 0.1, 0.0))


def test_t3_interval_of_a_mean_difference() -> None:
    both, one_sided = mean_interval(T3), mean_interval(T3, 0.90)

    assert fmean(T3) == pytest.approx(-0.03)
    assert stdev(T3) == pytest.approx(0.08298, abs=1e-5)
    assert both
    assert one_sided
    assert (both.low, both.high) == pytest.approx((-0.09937, 0.03937), abs=1e-5)
    assert one_sided.low == pytest.approx(-0.08558, abs=1e-5)


def miller(clusters: Sequence[Sequence[float]]) -> float:
    """Clustered standard error as method.md writes it, without the correction."""
    values = [value for cluster in clusters for value in cluster]
    middle = fmean(values)
    apart = (sum(value - middle for value in cluster) ** 2 for cluster in clusters)
    return sqrt(sum(apart)) / len(values)


def test_t4_clusters_of_one_size_have_millers_error() -> None:
    values = [value for cluster in T4 for value in cluster]

    found = mean_interval([fmean(cluster) for cluster in T4])

    assert fmean(values) == pytest.approx(-0.016667, abs=1e-6)
    assert stdev(values) / sqrt(len(values)) == pytest.approx(0.020719, abs=1e-6)
    assert miller(T4) == pytest.approx(0.036004, abs=1e-6)
    assert found
    assert found.error == pytest.approx(0.044096, abs=1e-6)
    assert found.error == pytest.approx(miller(T4) * sqrt(3 / 2))
    reach = float(t.ppf(0.975, 2)) * found.error
    assert found.high - found.low == pytest.approx(2 * reach)
    assert found.low + found.high == pytest.approx(2 * fmean(values))


@pytest.mark.parametrize("means", [(), (0.5,), (0.1, 0.1, 0.1)])
def test_without_a_spread_there_is_no_interval(means: tuple[float, ...]) -> None:
    assert mean_interval(means) is None


def test_t17_flips_of_a_leaf() -> None:
    assert mcnemar(9, 2) == pytest.approx(0.06543, abs=1e-5)
    assert mcnemar(2, 9) == mcnemar(9, 2)


@pytest.mark.parametrize(
    ("broke", "mended", "p"), [(0, 0, 1), (3, 3, 1), (6, 0, 1 / 32)]
)
def test_flips_both_ways_are_what_chance_does(
    broke: int, mended: int, p: float
) -> None:
    assert mcnemar(broke, mended) == pytest.approx(p)


def test_t13_looking_at_many_leaves_costs_something() -> None:
    adjusted = discovered([0.001, 0.012, 0.02, 0.04, 0.3])

    assert adjusted == pytest.approx([0.005, 0.03, 0.03333, 0.05, 0.3], abs=1e-5)
    assert discovered([]) == ()
    assert discovered([0.04]) == (0.04,)


def test_a_difference_either_way_takes_more_units_than_a_loss() -> None:
    assert needed(0.1, 0.02, 0.975) == 197  # ((1.95996 + 0.84162) * 5)²
    assert needed(0.1, 0.02) == 155
