"""Scores of one state, with requirements, tiers and gates apart."""

from collections import Counter
from collections.abc import Iterator

from rubrickit.core.results import QuestionScores, Scores
from rubrickit.core.sheets import UNJUDGED
from rubrickit.reports import notes, numbers
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table

_COLUMNS = (
    "rubric", "mean", "scored", "met", "required", "additional", "gate closed", "open",
)  # fmt: skip


def page(report: Scores) -> Page:
    """Never one flat number: a share without its requirements says little."""
    responses = sum(question.side.size for question in report.questions)
    return Page(
        title=f"rubrickit: mean {numbers.score(report.mean)}",
        lead=(
            f"{numbers.count(len(report.questions), 'rubric')} · "
            f"{numbers.count(responses, 'response')}, {report.pending:,} pending · "
            f"{numbers.count(report.run.usage.calls, 'judge call')}",
        ),
        tables=(
            Table(
                "Scores by rubric",
                _COLUMNS,
                tuple(_row(question) for question in report.questions),
                frozenset(range(1, len(_COLUMNS))),
            ),
        ),
        groups=tuple(group for group in _groups(report) if group.lines),
        notes=tuple(_notes(report)),
        foot=f"{report.version.commit or report.version.ref} · judged by "
        f"{notes.of_card(report.judge)}",
    )


def _row(question: QuestionScores) -> Row:
    found = question.side.totals
    return (
        question.question_id,
        numbers.score(question.mean),
        f"{found.scored} of {question.side.size}",
        str(found.met),
        numbers.score(found.required),
        numbers.score(found.additional),
        str(found.failed),
        str(found.pending),
    )


def _groups(report: Scores) -> Iterator[Group]:
    yield Group("Without responses, so without a score", report.ungraded)
    yield Group("Ungraded leaves", tuple(_ungraded(report)))


def _ungraded(report: Scores) -> Iterator[str]:
    """By question: how many of its leaves are open, and why."""
    for question in report.questions:
        leaves = sum(UNJUDGED in column for column in question.side.columns)
        if leaves:
            reasons = Counter(
                code
                for codes in question.sheet.codes.values()
                for code in codes.values()
            )
            told = ", ".join(f"{n:,} {code}" for code, n in sorted(reasons.items()))
            open_leaves = numbers.count(leaves, "leaf", "leaves")
            yield f"{question.question_id}: {open_leaves} ({told or 'unsure'})"


def _notes(report: Scores) -> Iterator[str]:
    yield notes.MODEST
    rubrics = (question.side.rubric for question in report.questions)
    yield from notes.of_judge(report.judge, rubrics)
    yield from notes.of_run(report.run)
    if report.stale_labels:
        labels = numbers.count(report.stale_labels, "label")
        yield f"{labels} left out: their check was reworded since."
    yield from notes.of_ledger(report.ledger)
