"""What a plan would cost: tokens, money and minutes, and which budget would stop it."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from math import ceil

from rubrickit.core import passes
from rubrickit.core.config import Budget, Config, Prices
from rubrickit.core.planning import Cell, Plan

CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English; once a call is made, its own count replaces it."""

TEMPLATE_TOKENS = 250
REPLY_TOKENS = 80
SECONDS_PER_CALL = 2.0
"""What a hosted model takes for a short reply; an assumption, and said to be one."""

MILLION = Decimal(1_000_000)
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Estimate:
    """Of the least calls a plan needs; `cost_max` and `minutes_max` of the most.

    Costs are None without prices. `stops` names each setting that a full run would
    exceed, with what it would need.
    """

    input_tokens: int
    output_tokens: int
    cost: Decimal | None
    cost_max: Decimal | None
    minutes: float
    minutes_max: float
    stops: tuple[str, ...]


def estimate(plan: Plan, config: Config) -> Estimate:
    """Budgets are checked against the most that adaptive passes may need."""
    read = _input_tokens(plan)
    written = plan.calls * REPLY_TOKENS
    cost = cost_of(read, written, config.judge.prices)
    factor = Decimal(plan.calls_max) / plan.calls if plan.calls else Decimal(0)
    cost_max = None if cost is None else cost * factor
    pace = SECONDS_PER_CALL / 60 / config.judge.max_concurrency
    minutes_max = plan.calls_max * pace
    return Estimate(
        input_tokens=read,
        output_tokens=written,
        cost=cost,
        cost_max=cost_max,
        minutes=plan.calls * pace,
        minutes_max=minutes_max,
        stops=tuple(_stops(plan.calls_max, cost_max, minutes_max, config.budget)),
    )


def _stops(
    calls: int, cost: Decimal | None, minutes: float, budget: Budget
) -> Iterator[str]:
    if budget.max_calls is not None and calls > budget.max_calls:
        yield (
            f"budget.max_calls is {budget.max_calls:,}; a full run may need {calls:,}"
        )
    if budget.max_cost is not None and cost is not None and cost > budget.max_cost:
        most = cost.quantize(CENT, ROUND_UP)
        yield f"budget.max_cost is {budget.max_cost:f}; a full run may cost {most:f}"
    if budget.max_minutes is not None and minutes > budget.max_minutes:
        limit = f"budget.max_minutes is {budget.max_minutes:f}"
        yield f"{limit}; a full run may take {ceil(minutes):,}"


def cost_of(read: int, written: int, prices: Prices) -> Decimal | None:
    """In the prices' currency; None where either price is missing."""
    if prices.input is None or prices.output is None:
        return None
    return (read * prices.input + written * prices.output) / MILLION


def _input_tokens(plan: Plan) -> int:
    return sum(
        (TEMPLATE_TOKENS + _characters(cell) // CHARACTERS_PER_TOKEN)
        * len(passes.wanted(cell.votes, plan.passes))
        for cell in plan.open_cells
    )


def _characters(cell: Cell) -> int:
    rubric, response, leaf = cell.rubric, cell.response, cell.leaf
    trace = response.trace if leaf.looks_at == "trace" else ""
    texts = (rubric.question, rubric.context, response.text, response.context, trace)
    examples = (leaf.pass_example, leaf.fail_example)
    return sum(map(len, (*texts, *leaf.texts, *examples)))
