"""Is a mean difference more than chance? The exact test that flips signs (T3)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from math import lcm

from rubrickit.core import canonical

_MOST_SUMS = 1 << 20
"""So many sums are counted exactly, in less than a second."""

_DRAWS = 9_999
_BITS = 128
"""Of a digest."""


@dataclass(frozen=True, slots=True)
class SignFlips:
    """Two-sided. `draws` is 0 for an exact test, else it was sampled from `seed`.

    `p` is the share of all ways to flip signs that move the mean at least as far.
    """

    p: float
    draws: int = 0
    seed: str = ""


def test(deltas: Sequence[Fraction], seed: str) -> SignFlips:
    """By chance each delta could as well have the other sign; those of 0 say nothing.

    Differences are compared as integers over one denominator: in floats a tie with
    what was seen would be missed.
    """
    bottom = lcm(*{delta.denominator for delta in deltas})
    whole = [int(delta * bottom) for delta in deltas if delta]
    sizes, seen = [abs(number) for number in whole], abs(sum(whole))
    ways = _ways(sizes)
    if ways is None:
        return SignFlips(_sampled(sizes, seen, seed), _DRAWS, seed)
    as_far = sum(count for total, count in ways.items() if abs(total) >= seen)
    return SignFlips(float(Fraction(as_far, 1 << len(sizes))))


def _ways(sizes: Sequence[int]) -> dict[int, int] | None:
    """How many choices of signs make each sum; None where there are too many sums."""
    ways, counted = {0: 1}, 0
    for size in sizes:
        counted += 2 * len(ways)
        if counted > _MOST_SUMS:
            return None
        found: dict[int, int] = defaultdict(int)
        for total, count in ways.items():
            found[total + size] += count
            found[total - size] += count
        ways = found
    return ways


def _sampled(sizes: Sequence[int], seen: int, seed: str) -> float:
    """What was seen counts as a draw too, so p is never 0."""
    whole = sum(sizes)
    hits = 0
    for number in range(_DRAWS):
        up = sum(compress(sizes, _coins(len(sizes), f"{seed} {number}")))
        hits += abs(2 * up - whole) >= seen
    return (hits + 1) / (_DRAWS + 1)


def _coins(count: int, seed: str) -> list[int]:
    """By hash, so that any later version of Python draws the same."""
    blocks = range(-(-count // _BITS))
    bits = "".join(f"{int(canonical.digest([seed, n]), 16):0{_BITS}b}" for n in blocks)
    return [coin == "1" for coin in bits[:count]]
