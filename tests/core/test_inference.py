"""How sure a delta is; numbers of method.md T4 and T16."""

from decimal import Decimal
from fractions import Fraction
from math import inf

import pytest
from scipy.stats import t
from support.builders import leaf, rubric, with_node
from support.comparing import compared

from rubrickit.core.deltas import Comparison
from rubrickit.core.inference import clustered_interval, needed, statistic
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
