from decimal import Decimal
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.config import Budget, Prices
from rubrickit.core.grades import Usage
from rubrickit.edges.spending import Refusal, Spending
from rubrickit.errors import RubrickitError

PRICES = Prices(Decimal(1), Decimal(2))
WORST = Usage(1, 1_000_000, 500_000)  # costs 2


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def a_spending(
    calls: int | None = None,
    cost: str | None = None,
    minutes: str | None = None,
    clock: Clock | None = None,
) -> Spending:
    budget = Budget(
        calls,
        None if cost is None else Decimal(cost),
        None if minutes is None else Decimal(minutes),
    )
    spending = Spending(budget, PRICES, clock or Clock())
    spending.start()
    return spending


def test_the_call_after_the_last_is_refused() -> None:
    spending = a_spending(calls=2)

    answers = [spending.reserve(WORST) for _ in range(3)]

    assert answers[2] == Refusal("budget.max_calls is 2")
    assert not isinstance(answers[1], Refusal)


def test_a_limit_of_nothing_allows_nothing() -> None:
    assert isinstance(a_spending(calls=0).reserve(WORST), Refusal)
    assert isinstance(a_spending(cost="0").reserve(WORST), Refusal)
    assert isinstance(a_spending(minutes="0").reserve(WORST), Refusal)


def test_money_is_refused_before_it_is_spent() -> None:
    spending = a_spending(cost="3.9")

    first = spending.reserve(WORST)
    assert not isinstance(first, Refusal)
    spending.settle(first, WORST)

    assert spending.reserve(WORST) == Refusal("budget.max_cost is 3.9")


def test_exactly_the_limit_may_be_spent() -> None:
    spending = a_spending(cost="4")
    reserved = spending.reserve(WORST)
    assert not isinstance(reserved, Refusal)
    spending.settle(reserved, WORST)

    assert spending.reserve(WORST) == Decimal(2)


def test_what_a_request_did_not_use_is_free_again() -> None:
    spending = a_spending(cost="2")

    for _ in range(5):
        reserved = spending.reserve(WORST)
        assert not isinstance(reserved, Refusal)
        spending.settle(reserved, Usage())

    assert not isinstance(spending.reserve(WORST), Refusal)


def test_where_nobody_knows_what_was_used_the_worst_stands() -> None:
    spending = a_spending(cost="3")
    reserved = spending.reserve(WORST)
    assert not isinstance(reserved, Refusal)

    spending.settle(reserved, None)

    assert isinstance(spending.reserve(WORST), Refusal)


def test_money_that_is_only_promised_is_waited_for() -> None:
    spending = a_spending(cost="3")
    first = spending.reserve(WORST)
    assert not isinstance(first, Refusal)
    answers: list[Decimal | Refusal] = []
    waiting = Thread(target=lambda: answers.append(spending.reserve(WORST)))
    waiting.start()
    waiting.join(0.1)
    before = list(answers)

    spending.settle(first, Usage(1, 1000, 10))
    waiting.join(0.7)

    assert (before, answers) == ([], [Decimal(2)])


@given(
    st.decimals(0, 20, places=2),
    st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**7)), max_size=20),
)
def test_money_never_passes_its_limit(
    limit: Decimal, requests: list[tuple[int, int]]
) -> None:
    spending, spent = a_spending(cost=str(limit)), Decimal(0)

    for tokens in requests:
        worst = Usage(1, *tokens)
        reserved = spending.reserve(worst)
        if not isinstance(reserved, Refusal):
            spending.settle(reserved, worst)
            spent += spending.cost(worst)

    assert spent <= limit


def test_time_runs_from_the_first_start() -> None:
    clock = Clock()
    spending = a_spending(minutes="0.5", clock=clock)

    clock.now += 20
    spending.start()
    assert spending.seconds_left() == 10
    clock.now += 10

    assert spending.reserve(WORST) == Refusal("budget.max_minutes is 0.5")


def test_a_money_limit_without_prices_is_refused_and_not_ignored() -> None:
    with pytest.raises(RubrickitError, match="cannot be held without"):
        Spending(Budget(max_cost=Decimal(1)), Prices(Decimal(1)), Clock())
