"""Two sets of scores side by side, in words and as JSON."""

from rubrickit.core.comparing import ScoreSheet, SheetComparison
from rubrickit.reports import documents, figures, numbers
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table


def page(found: SheetComparison) -> Page:
    """Worst question first."""
    return Page(
        title=f"rubrickit: {figures.MARKS[found.decision.outcome]}",
        lead=(
            *found.decision.reasons,
            f"mean {numbers.score(found.base)} → {numbers.score(found.head)}"
            f" over {numbers.count(len(found.questions), 'rubric')}",
        ),
        tables=(
            Table(
                "By rubric",
                ("rubric", "before", "after", "change"),
                tuple(
                    (
                        change.question_id,
                        numbers.score(change.before),
                        numbers.score(change.after),
                        numbers.signed(change.delta),
                    )
                    for change in found.questions
                ),
                frozenset({1, 2, 3}),
            ),
        ),
        groups=tuple(
            Group(f"Only in {sheet.name}", ids)
            for sheet, ids in (
                (found.before, found.only_before),
                (found.after, found.only_after),
            )
            if ids
        ),
        foot=f"{found.before.name} → {found.after.name}",
    )


def document(found: SheetComparison) -> documents.Document:
    """`mean.delta` is over the questions that both sides have a mean of."""
    base, head = found.base, found.head
    moved = None if base is None or head is None else head - base
    return {
        **documents.head("compare"),
        "outcome": found.decision.outcome,
        "reasons": list(found.decision.reasons),
        "mean": {
            "base": documents.number(base),
            "head": documents.number(head),
            "delta": documents.number(moved),
            "n": len(found.questions),
        },
        "questions": [
            {
                "question_id": change.question_id,
                "base": documents.number(change.before),
                "head": documents.number(change.after),
                "delta": documents.number(change.delta),
            }
            for change in found.questions
        ],
        "only_base": list(found.only_before),
        "only_head": list(found.only_after),
        "base": _sheet(found.before),
        "head": _sheet(found.after),
    }


def _sheet(sheet: ScoreSheet) -> documents.Document:
    return {"name": sheet.name, "judge": sheet.judge, "pending": sheet.pending}
