"""Which past releases would have shipped under other rubrics."""

from collections.abc import Iterator

from rubrickit.core.counterfactual import Counterfactual, Mark, Marks, Past, Under
from rubrickit.reports import documents, notes, numbers, plan_page
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table

_NONE = Mark()


def page(found: Counterfactual) -> Page:
    """A row for each release: as it was released, and under others' rubrics."""
    return Page(
        title=f"rubrickit: {numbers.count(len(found.past), 'release')}",
        lead=tuple(_lead(found)),
        tables=(_table(found),),
        groups=tuple(
            Group(heading, lines)
            for heading, lines in (
                ("Not compared", tuple(_faults(found))),
                ("Not what it was released with", tuple(_moved(found))),
            )
            if lines
        ),
        notes=tuple(_notes(found)),
        foot="`rubrickit verify TAG` proves a release; this does not",
    )


def _lead(found: Counterfactual) -> Iterator[str]:
    if not found.past:
        yield "no release so far: `rubrickit release VERSION` makes one"
        return
    last = found.under[-1]
    stopped = [past.version.ref for past in found.past if past.newly_closed]
    if stopped:
        names = ", ".join(stopped[:5]) + (" …" if len(stopped) > 5 else "")
        at = last.version.ref
        yield f"{names}: the gates of {at} close on responses that no gate closed on"


def _whole(marks: Marks) -> Mark:
    return marks.get(None, _NONE)


def _table(found: Counterfactual) -> Table:
    """For 80 characters; JSON has them all."""
    last = len(found.under) - 1
    shown = [*sorted(found.asked or {max(last - 1, 0)} - {last}), last]
    heads = (f"under {found.under[at].version.ref}" for at in shown)
    rows = tuple(_row(past, found, shown) for past in found.past)
    columns = ("release", "responses", "as released", *heads)
    return Table("Would it have shipped?", columns, rows, frozenset({1}))


def _row(past: Past, found: Counterfactual, shown: list[int]) -> Row:
    cells = [past.cells[at] if past.cells else None for at in shown]
    return (
        past.version.ref,
        f"{past.size:,}",
        _cell(found.own(past), past.size),
        *(_cell(cell, past.size) for cell in cells),
    )


def _cell(marks: Marks | None, size: int) -> str:
    """What is clear is not clear of responses that have no rubric there."""
    if marks is None:
        return "-"
    mark = _whole(marks)
    counted = {"gate closed": mark.closed, "unjudged": mark.gates_open}.get(mark.word)
    told = f"{mark.word} ({counted:,})" if counted else mark.word
    if mark.word == "clear" and mark.size < size:
        told = f"clear ({mark.size:,} of {size:,})"
    if mark.word == "clear" and mark.unanswered:
        told = f"{told}, {mark.unanswered:,} unanswered"
    return f"{numbers.score(mark.mean)} {told}"


def _faults(found: Counterfactual) -> Iterator[str]:
    faults = [(each.version.ref, each.fault) for each in found.past]
    faults += [(each.version.ref, each.fault) for each in found.under]
    every = (*faults, *found.strangers)
    yield from dict.fromkeys(f"{name}: {fault}" for name, fault in every if fault)


def _moved(found: Counterfactual) -> Iterator[str]:
    """Grades that came later may contradict what a release counted."""
    for past in found.past:
        own = found.own(past)
        if own is not None and _whole(own).mean != past.recorded:
            was, now = numbers.score(past.recorded), numbers.score(_whole(own).mean)
            name = past.version.ref
            yield f"{name}: mean {was}, now {now}; `rubrickit verify {name}`"


def _notes(found: Counterfactual) -> Iterator[str]:
    if found.past:
        yield (
            "clear: no gate is closed; gate closed: for so many responses;"
            " unjudged: so many verdicts on gates are missing; unanswered: so many"
            " questions with gates have no response of it. Of the rest of the"
            " responses, which have no rubric there, nothing is said."
        )
    for plan in found.plans:
        yield f"{notes.of_card(plan.judge)}: {plan_page.price(plan)}"


def document(found: Counterfactual) -> Document:
    """The contract `rubrickit.releases/1`."""
    return {
        **documents.head("releases"),
        "under": [_under(each) for each in found.under],
        "releases": [_past(past, found) for past in found.past],
        "strangers": [{"tag": tag, "fault": why} for tag, why in found.strangers],
        "price": [
            {
                "judge": documents.judge(plan.judge),
                "calls": plan.plan.calls,
                "calls_max": plan.plan.calls_max,
                "cost": documents.number(plan.estimate.cost),
                "cost_max": documents.number(plan.estimate.cost_max),
            }
            for plan in found.plans
        ],
    }


def _under(under: Under) -> Document:
    return {
        **documents.version(under.version),
        "judge": under.judge and documents.judge(under.judge),
        "fault": under.fault,
    }


def _past(past: Past, found: Counterfactual) -> Document:
    """Where some were asked for, only these beside its own and the current one."""
    last = len(found.under) - 1
    pairs = (
        (under, cell)
        for at, (under, cell) in enumerate(zip(found.under, past.cells, strict=False))
        if not found.asked
        or at in found.asked | {last}
        or under.version == past.version
    )
    return {
        **documents.version(past.version),
        "agents": list(past.agents),
        "responses": past.size,
        "recorded_mean": documents.exact(past.recorded),
        "newly_closed": past.newly_closed,
        "fault": past.fault,
        "cells": [
            {
                "under": under.version.ref,
                **_mark(_whole(cell)),
                "without_rubric": past.size - _whole(cell).size,
                "unanswered": _whole(cell).unanswered,
                "calls": _whole(cell).calls,
                "by_agent": {a: _mark(m) for a, m in sorted(_named(cell).items())},
            }
            for under, cell in pairs
            if cell is not None
        ],
    }


def _named(marks: Marks) -> dict[str, Mark]:
    return {agent: mark for agent, mark in marks.items() if agent is not None}


def _mark(mark: Mark) -> Document:
    return {
        "word": mark.word,
        "mean": documents.number(mark.mean),
        "mean_exact": documents.exact(mark.mean),
        "questions": mark.questions,
        "responses": mark.size,
        "scored": mark.scored,
        "requirements_met": mark.met,
        "requirements_n": mark.known,
        "gates_closed": mark.closed,
        "pending": mark.pending,
        "unjudged": mark.unjudged,
        "gates_unjudged": mark.gates_open,
    }
