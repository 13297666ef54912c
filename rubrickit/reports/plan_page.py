"""What would be asked, why, and what it would cost."""

from collections import Counter

from rubrickit.core.estimates import Estimate
from rubrickit.core.results import PlanReport
from rubrickit.reports import documents, notes, numbers
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table


def page(report: PlanReport) -> Page:
    """Of a judge that knows its answers it says what a model would take."""
    plan, estimate = report.plan, report.estimate
    calls = numbers.count(plan.calls, "judge call")
    title = (
        calls if report.asks else f"no judge call; a model would take {plan.calls:,}"
    )
    lead = (
        f"at most {plan.calls_max:,} with every further pass · "
        f"{plan.reused:,} grades from the ledger",
        f"{_cost(estimate)} · {numbers.minutes(estimate.minutes)}",
    )
    return Page(
        title=f"rubrickit: {title}",
        lead=lead,
        tables=(
            Table(
                "Calls by rubric",
                ("rubric", "calls"),
                tuple(
                    (name, f"{count:,}")
                    for name, count in documents.calls_by_question(plan).items()
                ),
                frozenset({1}),
            ),
            Table(
                "What has no grade yet",
                ("rubric", "check", "why", "texts", "calls"),
                _checks(report),
                frozenset({3, 4}),
            ),
        ),
        groups=(Group("Would stop the run", estimate.stops),) if estimate.stops else (),
        notes=(
            "Estimates: four characters a token, two seconds a call, short replies.",
            f"Passes: {plan.passes}.",
        ),
        foot=f"judge: {notes.of_card(report.judge)}",
    )


def price(report: PlanReport) -> str:
    """What it would take to grade the rest, in a sentence."""
    plan, estimate = report.plan, report.estimate
    calls = f"{plan.calls:,} to {plan.calls_max:,} judge calls"
    if plan.calls == plan.calls_max:
        calls = numbers.count(plan.calls, "judge call")
    return (
        f"Grading the rest would take {calls}: {_cost(estimate)},"
        f" {numbers.minutes(estimate.minutes)}."
    )


def _cost(estimate: Estimate) -> str:
    if estimate.cost is None:
        return numbers.money(None)
    most = numbers.money(estimate.cost_max)
    return f"cost {numbers.money(estimate.cost)}, most {most}"


def _checks(report: PlanReport) -> tuple[Row, ...]:
    """Each check with the reason why it has to be asked."""
    texts: Counter[tuple[str, str, str]] = Counter()
    calls: Counter[tuple[str, str, str]] = Counter()
    for cell, count in report.plan.calls_by_cell():
        why = "new wording" if cell.check in report.new_checks else "never asked"
        check = cell.rubric.question_id, " | ".join(cell.leaf.texts), why
        texts[check] += 1
        calls[check] += count
    return tuple(
        (*check, f"{texts[check]:,}", f"{count:,}") for check, count in calls.items()
    )
