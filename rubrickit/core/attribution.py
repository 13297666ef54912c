"""How much of a delta each edit did: Shapley values over edits.

Both versions' verdicts are known, so the score under any subset of the edits is plain
arithmetic and asks no judge. The parts add up to the delta exactly.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, lcm, sqrt
from statistics import stdev

from rubrickit.core import canonical

Value = Callable[[frozenset[int]], Fraction]
"""The mean score with these players' edits applied."""

MOST_EXACT = 12
_FEWEST_PAIRS = 16


@dataclass(frozen=True, slots=True)
class Contributions:
    """One a player, in order; `error` is the largest standard error, 0 where exact."""

    values: tuple[Fraction, ...]
    error: float = 0.0


def shapley(players: int, value: Value, *, seed: str = "") -> Contributions:
    """Exact to `MOST_EXACT` players; above, antithetic permutations from the seed.

    Either way the values add up to `value(all) - value(none)` with no remainder.
    """
    if players <= MOST_EXACT:
        return Contributions(_exact(players, value))
    return _sampled(players, value, seed)


def _exact(players: int, value: Value) -> tuple[Fraction, ...]:
    subsets = range(1 << players)
    exact = [value(_members(subset)) for subset in subsets]
    bottom = lcm(*{worth.denominator for worth in exact})
    worth = [part.numerator * (bottom // part.denominator) for part in exact]
    weights = [
        factorial(size) * factorial(players - size - 1) for size in range(players)
    ]
    return tuple(
        Fraction(
            sum(
                weights[subset.bit_count()] * (worth[subset | bit] - worth[subset])
                for subset in subsets
                if not subset & bit
            ),
            factorial(players) * bottom,
        )
        for bit in (1 << player for player in range(players))
    )


def _members(subset: int) -> frozenset[int]:
    return frozenset(i for i in range(subset.bit_length()) if subset >> i & 1)


def _sampled(players: int, value: Value, seed: str) -> Contributions:
    # No more mixtures than the exact sum of the most players looks at.
    pairs = max(_FEWEST_PAIRS, (1 << MOST_EXACT) // (2 * players))
    rounds = [
        _antithetic(_shuffled(players, f"{seed} {number}"), value)
        for number in range(pairs)
    ]
    columns = tuple(zip(*rounds, strict=True))
    means = tuple(sum(column, Fraction(0)) / pairs for column in columns)
    return Contributions(means, max(_standard_error(column) for column in columns))


def _shuffled(players: int, seed: str) -> list[int]:
    """By hash, so that any later version of Python draws the same order."""
    return sorted(range(players), key=lambda i: canonical.digest([seed, i]))


def _antithetic(order: list[int], value: Value) -> list[Fraction]:
    there, back = _marginals(order, value), _marginals(order[::-1], value)
    return [(there[i] + back[i]) / 2 for i in range(len(order))]


def _marginals(order: Sequence[int], value: Value) -> dict[int, Fraction]:
    return {player: after - before for player, before, after in _steps(order, value)}


def _steps(
    order: Sequence[int], value: Value
) -> Iterator[tuple[int, Fraction, Fraction]]:
    before, applied = value(frozenset()), frozenset[int]()
    for player in order:
        applied |= {player}
        after = value(applied)
        yield player, before, after
        before = after


def _standard_error(column: Sequence[Fraction]) -> float:
    return stdev(float(part) for part in column) / sqrt(len(column))
