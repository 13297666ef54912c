"""How much each edit did; numbers of method.md T5."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.attribution import MOST_EXACT, shapley


def game(worth: dict[frozenset[int], Fraction]) -> Callable[[frozenset[int]], Fraction]:
    return lambda chosen: worth[chosen]


@st.composite
def games(draw: st.DrawFn, most: int = 4) -> tuple[int, dict[frozenset[int], Fraction]]:
    size = draw(st.integers(0, most))
    worths = st.fractions(min_value=-1, max_value=1, max_denominator=60)
    return size, {
        frozenset(i for i in range(size) if subset >> i & 1): draw(worths)
        for subset in range(1 << size)
    }


@given(games())
def test_exact_parts_are_the_mean_over_every_order(
    drawn: tuple[int, dict[frozenset[int], Fraction]],
) -> None:
    size, worth = drawn
    parts = [Fraction(0)] * size
    orders = list(permutations(range(size)))
    for order in orders:
        for position, player in enumerate(order):
            before = frozenset(order[:position])
            parts[player] += worth[before | {player}] - worth[before]

    found = shapley(size, game(worth))

    assert found.values == tuple(part / len(orders) for part in parts)
    assert found.error == 0


def test_t5_without_gates_it_is_the_midpoint_rule() -> None:
    def value(chosen: frozenset[int]) -> Fraction:
        passes = Fraction("0.6") if 0 in chosen else Fraction("0.9")
        weight = Fraction("0.20") if 1 in chosen else Fraction("0.25")
        return passes * weight

    assert shapley(2, value).values == (Fraction("-0.0675"), Fraction("-0.0375"))


def test_nobody_changes_nothing() -> None:
    assert shapley(0, lambda _: Fraction(1, 3)).values == ()


def test_a_thirteenth_edit_is_sampled_and_still_leaves_no_remainder() -> None:
    size = MOST_EXACT + 1

    def value(chosen: frozenset[int]) -> Fraction:
        """Either of two closes a gate; each of the others adds 1/14."""
        return Fraction(0 if chosen & {0, 1} else len(chosen) + 1, size + 1)

    found = shapley(size, value, seed="q1")

    assert sum(found.values) == value(frozenset(range(size))) - value(frozenset())
    assert found.error > 0
    exact = Fraction(1, 3 * (size + 1))  # it comes before both in a third of all orders
    assert all(abs(part - exact) < 5 * found.error for part in found.values[2:])


@pytest.mark.parametrize("size", [MOST_EXACT, MOST_EXACT + 1, 60])
def test_many_edits_cost_about_as_many_looks_as_the_most_exact_ones(size: int) -> None:
    looked = set[frozenset[int]]()

    def value(chosen: frozenset[int]) -> Fraction:
        looked.add(chosen)
        return Fraction(len(chosen))

    assert shapley(size, value).values == (1,) * size
    assert len(looked) <= 1 << MOST_EXACT


def test_the_same_seed_draws_the_same_orders() -> None:
    def value(chosen: frozenset[int]) -> Fraction:
        return Fraction(len(chosen) ** 2 * (1 + (3 in chosen)))

    one, again = shapley(14, value, seed="q1"), shapley(14, value, seed="q1")

    assert one == again
    assert one != shapley(14, value, seed="q2")
