"""How several passes of a judge settle, and which of them are still wanted."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from rubrickit.core.config import Passes
from rubrickit.core.sheets import NO, UNKNOWN, YES, Column

Vote = bool | None
"""One pass: met, not met, or no grade."""

_ADAPTIVE_LAST = 3
_VOTE_OF_CODE = {YES: True, NO: False}


def last_pass(passes: Passes) -> int:
    """The highest pass number that may be asked for."""
    return _ADAPTIVE_LAST if passes == "adaptive" else passes


def settle(votes: Sequence[Vote], passes: Passes) -> Vote:
    """The majority of the planned passes, or None.

    Adaptive plans two passes, and a third where they don't agree; so two equal votes
    settle it, which is what the majority of three would say.
    """
    needed = last_pass(passes) // 2 + 1
    for answer in (True, False):
        if sum(vote is answer for vote in votes) >= needed:
            return answer
    return None


def wanted(
    votes: Sequence[Vote], passes: Passes, tried: Collection[int] = ()
) -> tuple[int, ...]:
    """The pass numbers to ask for next, `tried` in this run left out.

    `votes` is by pass number, from 1.
    """
    missing = [number for number, vote in enumerate(votes, 1) if vote is None]
    open_passes = tuple(number for number in missing if number not in tried)
    if passes != "adaptive":
        return open_passes
    if settle(votes, passes) is not None:
        return ()
    first_two = tuple(number for number in open_passes if number < _ADAPTIVE_LAST)
    is_of_use = len(missing) < _ADAPTIVE_LAST  # one pass alone never settles it
    return first_two or (open_passes if is_of_use else ())


def most_calls(votes: Sequence[Vote], passes: Passes) -> int:
    """How many calls a cell may still need at worst."""
    if passes == "adaptive" and settle(votes, passes) is not None:
        return 0
    return sum(vote is None for vote in votes)


@lru_cache(maxsize=4096)
def _settled_code(codes: tuple[int, ...], passes: Passes) -> int:
    votes = [_VOTE_OF_CODE.get(code) for code in codes]
    return {True: YES, False: NO, None: UNKNOWN}[settle(votes, passes)]


def settle_columns(columns: Sequence[Column], passes: Passes) -> Column:
    """The same for whole columns, one a pass, `u` where a pass has no grade."""
    if passes == 1 or (passes == "adaptive" and columns[0] == columns[1]):
        return columns[0]
    rows = list(zip(*columns, strict=True))
    table = {codes: _settled_code(codes, passes) for codes in set(rows)}
    return bytes(map(table.__getitem__, rows))


def votes_of(codes: Sequence[int]) -> tuple[Vote, ...]:
    """A row of pass codes as votes."""
    return tuple(_VOTE_OF_CODE.get(code) for code in codes)
