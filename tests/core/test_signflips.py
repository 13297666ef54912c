"""The exact sign-flip test; the vector is method.md's T3."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test

from rubrickit.core import signflips

T3 = ["-0.10", "0.05", "0", "-0.04", "0", "-0.20", "0.02", "0.03"]
small = st.lists(st.fractions(-1, 1, max_denominator=12), max_size=8)


def p(*deltas: str | Fraction, seed: str = "s") -> float:
    return signflips.test([Fraction(delta) for delta in deltas], seed).p


def test_t3_counts_112_of_256_ways() -> None:
    found = signflips.test([Fraction(delta) for delta in T3], "any")

    assert found.p == 0.4375
    assert (found.draws, found.seed) == (0, "")


def test_it_is_scipys_exact_permutation_test() -> None:
    deltas = np.array([-3, 1, 4, -1, 5, 9, 2, -6], dtype=float)

    theirs = permutation_test(
        (deltas,),
        lambda sample, axis: np.sum(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )

    assert p(*(Fraction(int(d)) for d in deltas)) == pytest.approx(theirs.pvalue)


@given(small)
def test_every_choice_of_signs_counts_once(deltas: list[Fraction]) -> None:
    seen = abs(sum(deltas))
    signs = list(product((1, -1), repeat=len(deltas)))
    far = [
        abs(sum(sign * delta for sign, delta in zip(each, deltas, strict=True))) >= seen
        for each in signs
    ]

    assert p(*deltas) == float(Fraction(sum(far), len(signs)))


@given(small, st.randoms(use_true_random=False))
def test_neither_order_nor_direction_nor_unit_matters(
    deltas: list[Fraction], random: object
) -> None:
    shuffled = list(deltas)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert p(*shuffled) == p(*deltas)
    assert p(*(-delta for delta in deltas)) == p(*deltas)
    assert p(*(delta / 7 for delta in deltas)) == p(*deltas)


@given(small)
def test_questions_that_did_not_move_say_nothing(deltas: list[Fraction]) -> None:
    assert p(*deltas, *[Fraction(0)] * 5) == p(*deltas)


@pytest.mark.parametrize("count", [1, 2, 5, 6, 10, 300])
def test_all_in_one_direction_is_the_least_that_chance_does(count: int) -> None:
    assert p(*["-0.1"] * count) == pytest.approx(2 / 2**count)


def test_nothing_moved_is_what_chance_does() -> None:
    assert p() == 1
    assert p("0", "0") == 1


def test_a_tie_that_floats_would_miss_counts() -> None:
    """0.1 + 0.2 - 0.3 is exactly 0, and so is its opposite."""
    assert p("0.1", "0.2", "-0.3") == 1


def test_as_many_equal_deltas_as_one_likes_are_counted_exactly() -> None:
    found = signflips.test([Fraction(1, 3)] * 250 + [Fraction(-1, 3)] * 250, "s")

    assert (found.p, found.draws) == (1, 0)


def uniform(ups: int, size: int = 24) -> list[Fraction]:
    """Sums of powers of two: every odd number is one in the same number of ways.

    The largest `ups` have a plus.
    """
    powers = [Fraction(2) ** at for at in reversed(range(size))]
    return [power if at < ups else -power for at, power in enumerate(powers)]


@pytest.mark.parametrize(("ups", "exact"), [(1, 0.0), (2, 0.5), (3, 0.75), (24, 1.0)])
def test_too_many_different_sums_are_sampled(ups: int, exact: float) -> None:
    deltas = uniform(ups)
    share = abs(sum(deltas)) / sum(map(abs, deltas))

    found = signflips.test(deltas, "seed")

    assert float(share) == pytest.approx(exact, abs=1e-6)
    assert (found.draws, found.seed) == (9_999, "seed")
    assert found.p == pytest.approx(1 - exact, abs=0.02)
    assert found.p > 0


def test_the_same_seed_draws_the_same() -> None:
    one, again, other = (signflips.test(uniform(2), seed) for seed in "aab")

    assert one == again
    assert one.p != other.p


def test_more_deltas_than_a_digest_has_bits_are_sampled_too() -> None:
    many = [Fraction(1, at) for at in range(2, 302)]
    mixed = [delta * (-1) ** at for at, delta in enumerate(many)]

    assert signflips.test(many, "s").p == pytest.approx(1 / 10_000)
    assert signflips.test(mixed, "s").p > 0.5
