"""How passes settle, and which are asked for."""

from itertools import product

import pytest

from rubrickit.core import passes
from rubrickit.core.passes import most_calls, settle, settle_columns, wanted

YES, NO, NONE = True, False, None
VOTES = (YES, NO, NONE)
EVERY = list(product(VOTES, repeat=3))


@pytest.mark.parametrize(
    ("votes", "policy", "verdict"),
    [
        ([YES], 1, YES),
        ([NONE], 1, NONE),
        ([YES, NO], 2, NONE),
        ([YES, NONE], 2, NONE),
        ([NO, NO], 2, NO),
        ([YES, YES, NONE], 3, YES),
        ([YES, NO, NONE], 3, NONE),
        ([YES, YES, NO, NO], 4, NONE),
        ([YES, YES, YES, NO, NONE], 5, YES),
        ([YES, YES, NO, NO, NONE], 5, NONE),
        ([NO, NO, NONE], "adaptive", NO),
        ([YES, NO, YES], "adaptive", YES),
        ([NONE, NO, NO], "adaptive", NO),
        ([YES, NO, NONE], "adaptive", NONE),
    ],
)
def test_the_majority_of_the_planned_passes_settles_it(
    votes: list[bool | None], policy: int, verdict: bool | None
) -> None:
    assert settle(votes, policy) is verdict


@pytest.mark.parametrize(
    ("votes", "tried", "numbers"),
    [
        ([NONE, NONE, NONE], (), (1, 2)),
        ([YES, NONE, NONE], (), (2,)),
        ([YES, YES, NONE], (), ()),
        ([YES, NO, NONE], (), (3,)),
        ([YES, NO, NO], (), ()),
        ([YES, NONE, NONE], (2,), (3,)),
        ([NONE, YES, NONE], (1, 2), (3,)),
        ([YES, NO, NONE], (3,), ()),
        ([NONE, NONE, NONE], (1,), (2,)),
    ],
)
def test_a_third_pass_only_where_two_do_not_agree(
    votes: list[bool | None], tried: tuple[int, ...], numbers: tuple[int, ...]
) -> None:
    assert wanted(votes, "adaptive", tried) == numbers


def test_a_third_pass_that_can_settle_nothing_is_not_asked() -> None:
    assert wanted([NONE, NONE, NONE], "adaptive", (1, 2)) == ()


def test_fixed_passes_are_all_asked_though_the_first_two_settle_it() -> None:
    assert wanted([YES, YES, NONE], 3) == (3,)
    assert wanted([YES, NONE, NONE], 3, tried=(2,)) == (3,)


@pytest.mark.parametrize("votes", EVERY)
def test_adaptive_says_what_the_majority_of_three_says(
    votes: tuple[bool | None, ...],
) -> None:
    assert settle(votes, "adaptive") == settle(votes, 3)


@pytest.mark.parametrize("votes", EVERY)
@pytest.mark.parametrize("policy", [3, "adaptive"])
def test_a_cell_never_needs_more_than_its_most_calls(
    votes: tuple[bool | None, ...], policy: int
) -> None:
    for answers in product(VOTES, repeat=3):
        known, tried = list(votes), set[int]()
        while numbers := wanted(known, policy, tried):
            tried |= set(numbers)
            for number in numbers:
                known[number - 1] = answers[number - 1]
        assert len(tried) <= most_calls(votes, policy)


@pytest.mark.parametrize("policy", [1, 2, 3, 5, "adaptive"])
def test_columns_settle_as_cells_do(policy: int) -> None:
    codes = {YES: "y", NO: "n", NONE: "u"}
    rows = list(product(VOTES, repeat=passes.last_pass(policy)))
    columns = [
        "".join(codes[vote] for vote in column).encode()
        for column in zip(*rows, strict=True)
    ]

    settled = settle_columns(columns, policy)

    assert settled.decode() == "".join(codes[settle(row, policy)] for row in rows)


def test_columns_of_no_response_settle_to_none() -> None:
    assert settle_columns([b"", b""], 2) == b""
