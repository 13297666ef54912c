"""Tokens, money and minutes of a plan, and the budgets that would stop it."""

from decimal import Decimal
from typing import Any

import pytest
from support.builders import leaf, response, rubric

from rubrickit.core import planning
from rubrickit.core.config import Budget, Config, JudgeConfig, Passes, Prices
from rubrickit.core.estimates import (
    REPLY_TOKENS,
    TEMPLATE_TOKENS,
    Estimate,
    cost_of,
    estimate,
)
from rubrickit.core.planning import Plan

UNLIMITED = Budget(None, None, None)
PRICES = Prices(Decimal("0.15"), Decimal("0.60"))


def a_plan(cells: int = 1, passes: Passes = 1, size: int = 40) -> Plan:
    """As many open cells, each of one leaf of 20 characters and a text of `size`."""
    tree = rubric(leaf("a", "c" * 20))
    answers = [response(f"{at:0{size}d}") for at in range(cells)]
    return planning.plan("judge", passes, [(tree, answers)], lambda *_: {})


def estimated(plan: Plan, budget: Budget = UNLIMITED, **judge: Any) -> Estimate:
    return estimate(plan, Config(judge=JudgeConfig(**judge), budget=budget))


def test_a_call_reads_the_template_and_four_characters_a_token() -> None:
    found = estimated(a_plan(size=43))
    assert found.input_tokens == TEMPLATE_TOKENS + (43 + 20) // 4
    assert found.output_tokens == REPLY_TOKENS


def test_every_text_that_a_judge_reads_is_counted() -> None:
    check = leaf("a", ("c" * 8, "c" * 4), kind="states", pass_example="p" * 12)
    traced = leaf("t", "c" * 4, looks_at="trace", fail_example="f" * 8, note="n" * 4000)
    tree = rubric(check, traced, question="q" * 16, context="k" * 4, reference="R" * 99)
    answer = response("x" * 20, "r", context="y" * 4, trace="t" * 40)
    plan = planning.plan("judge", 1, [(tree, [answer])], lambda *_: {})

    shared = 16 + 4 + 20 + 4
    first, second = shared + 8 + 4 + 12, shared + 40 + 4 + 8
    assert estimated(plan).input_tokens == 2 * TEMPLATE_TOKENS + (first + second) // 4


def test_each_pass_is_paid() -> None:
    one, three = estimated(a_plan(2, 1)), estimated(a_plan(2, 3))
    assert three.input_tokens == 3 * one.input_tokens
    assert three.output_tokens == 6 * REPLY_TOKENS


def test_nothing_open_costs_nothing() -> None:
    found = estimated(a_plan(0), Budget(0, Decimal(0), Decimal(0)), prices=PRICES)
    assert (found.input_tokens, found.output_tokens) == (0, 0)
    assert (found.cost, found.cost_max) == (0, 0)
    assert (found.minutes, found.minutes_max, found.stops) == (0, 0, ())


def test_a_cost_is_exact_and_in_prices_of_a_million_tokens() -> None:
    assert cost_of(1_000_000, 0, PRICES) == Decimal("0.15")
    assert cost_of(1, 1, PRICES) == Decimal("0.00000075")


@pytest.mark.parametrize(
    "prices", [Prices(), Prices(Decimal(1)), Prices(None, Decimal(1))]
)
def test_without_both_prices_there_is_no_cost_and_no_limit_of_it(
    prices: Prices,
) -> None:
    found = estimated(a_plan(9), Budget(None, Decimal(0), None), prices=prices)
    assert (found.cost, found.cost_max, found.stops) == (None, None, ())


def test_a_price_of_0_is_a_price() -> None:
    free = Prices(Decimal(0), Decimal(0))
    assert cost_of(10, 10, free) == 0


def test_adaptive_passes_cost_two_calls_and_at_most_three() -> None:
    plan = a_plan(4, "adaptive")
    found = estimated(plan, prices=PRICES)
    assert (plan.calls, plan.calls_max) == (8, 12)
    assert found.cost is not None
    assert found.cost_max == found.cost * 3 / 2
    assert found.minutes_max == pytest.approx(found.minutes * 1.5)


def test_calls_in_flight_share_the_time() -> None:
    assert estimated(a_plan(60), max_concurrency=1).minutes == pytest.approx(2.0)
    assert estimated(a_plan(60), max_concurrency=4).minutes == pytest.approx(0.5)


def stops(plan: Plan, **limits: Any) -> tuple[str, ...]:
    budget = Budget(**{"max_calls": None, "max_minutes": None, **limits})
    prices = Prices(Decimal(0), Decimal(12500))  # a reply of 80 tokens costs 1
    return estimated(plan, budget, prices=prices, max_concurrency=1).stops


def test_a_plan_that_just_fits_is_not_stopped() -> None:
    plan = a_plan(60)
    assert stops(plan, max_calls=60, max_cost=Decimal(60), max_minutes=Decimal(2)) == ()


def test_each_budget_that_a_full_run_exceeds_is_named_in_order() -> None:
    limits = {"max_calls": 59, "max_cost": Decimal("59.9"), "max_minutes": Decimal(1)}
    assert stops(a_plan(60), **limits) == (
        "budget.max_calls is 59; a full run may need 60",
        "budget.max_cost is 59.9; a full run may cost 60.00",
        "budget.max_minutes is 1; a full run may take 2",
    )


def test_a_limit_of_0_stops_the_first_call() -> None:
    limits = {"max_calls": 0, "max_cost": Decimal(0), "max_minutes": Decimal(0)}
    assert len(stops(a_plan(1), **limits)) == 3


def test_what_a_run_needs_is_rounded_up_so_that_it_exceeds_the_limit() -> None:
    told = stops(a_plan(61), max_minutes=Decimal(2))
    assert told == ("budget.max_minutes is 2; a full run may take 3",)
    dear = Prices(Decimal(0), Decimal("12500.0125"))
    budget = Budget(None, Decimal(1), None)
    assert estimated(a_plan(1), budget, prices=dear).stops == (
        "budget.max_cost is 1; a full run may cost 1.01",
    )


def test_budgets_are_held_against_the_most_of_adaptive_passes() -> None:
    plan = a_plan(4, "adaptive")
    assert stops(plan, max_calls=12) == ()
    told = stops(plan, max_calls=11, max_cost=Decimal(8))
    assert told == (
        "budget.max_calls is 11; a full run may need 12",
        "budget.max_cost is 8; a full run may cost 12.00",
    )


def test_large_numbers_can_be_read() -> None:
    plan = a_plan(1200)
    assert stops(plan, max_calls=1000) == (
        "budget.max_calls is 1,000; a full run may need 1,200",
    )
