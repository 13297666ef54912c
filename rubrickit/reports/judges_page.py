"""Two judges on the same rubrics and responses, in words and as JSON."""

from collections.abc import Iterator

from rubrickit.core.judges import JudgeComparison, JudgedLeaf, JudgedQuestion
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.results import Scores
from rubrickit.reports import documents, figures, notes, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.pages import Page, Row, Table

_BY_RUBRIC = (
    "rubric", "agree", "flips", "open", "before", "after", "change", "responses",
)  # fmt: skip
_BY_LEAF = ("rubric", "leaf", "P P", "P F", "F P", "F F", "open", "agree")


def page(found: JudgeComparison) -> Page:
    """Least agreement first."""
    return Page(
        title=f"rubrickit: {_title(found)}",
        lead=(*found.decision.reasons, _beyond_chance(found.table), _effect(found)),
        tables=(
            Table(
                "By rubric",
                _BY_RUBRIC,
                tuple(map(_question_row, found.questions)),
                frozenset(range(1, len(_BY_RUBRIC))),
            ),
            Table(
                "By leaf: pass and fail, the first judge's verdict first",
                _BY_LEAF,
                tuple(_leaf_row(*each) for each in found.leaves),
                frozenset(range(2, len(_BY_LEAF))),
            ),
        ),
        notes=tuple(_notes(found)),
        foot=f"{found.before.version.commit or found.before.version.ref} · "
        f"{_name(found.before.judge)} → {_name(found.after.judge)}",
    )


def _title(found: JudgeComparison) -> str:
    if found.decision.outcome == "pending":
        return figures.MARKS["pending"]
    return f"agreement {numbers.score(found.table.agreement)}"


def _beyond_chance(table: Crosstab) -> str:
    """Both, since a rare verdict drags one of them down and not the other."""
    kappa, ac1 = numbers.score(table.kappa), numbers.score(table.ac1)
    return f"beyond chance: kappa {kappa}, AC1 {ac1}"


def _effect(found: JudgeComparison) -> str:
    before, after = found.means
    counted = sum(question.counted for question in found.questions)
    responses = sum(question.responses for question in found.questions)
    return (
        f"the judge alone moves the mean by {numbers.signed(found.delta)}:"
        f" {numbers.score(before)} → {numbers.score(after)}"
        f" over {counted:,} of {numbers.count(responses, 'response')}"
    )


def _name(card: JudgeCard) -> str:
    return f"{notes.of_card(card)} ({card.digest[:8]})"


def _question_row(question: JudgedQuestion) -> Row:
    return (
        question.question_id,
        numbers.score(question.table.agreement),
        f"{question.table.flips:,}",
        f"{question.table.open:,}",
        numbers.score(question.before),
        numbers.score(question.after),
        numbers.signed(question.delta),
        f"{question.counted} of {question.responses}",
    )


def _leaf_row(question_id: str, leaf: JudgedLeaf) -> Row:
    table = leaf.table
    counts = (
        table.both_pass, table.first_only, table.second_only, table.both_fail,
        table.open,
    )  # fmt: skip
    agreement = numbers.score(table.agreement)
    return question_id, leaf.path, *map(str, counts), agreement


def _notes(found: JudgeComparison) -> Iterator[str]:
    yield "The rubrics are the same on both sides: nothing of this is a delta."
    for scores in (found.before, found.after):
        rubrics = (question.side.rubric for question in scores.questions)
        yield from notes.of_judge(scores.judge, rubrics)
    yield from notes.of_ledger(found.before.ledger)


def document(found: JudgeComparison) -> Document:
    """The contract `rubrickit.compare-judges/1`."""
    before, after = found.means
    return {
        **documents.head("compare-judges"),
        "version": documents.version(found.before.version),
        "base": _side(found.before),
        "head": _side(found.after),
        "outcome": found.decision.outcome,
        "reasons": list(found.decision.reasons),
        "verdicts": _table(found.table),
        "mean": {
            "base": documents.number(before),
            "head": documents.number(after),
            "delta": documents.number(found.delta),
            "n": sum(question.counted > 0 for question in found.questions),
        },
        "pending": found.pending,
        "questions": [_question(question) for question in found.questions],
        "damage": list(found.before.ledger.damage),
        "clashes": found.before.ledger.clashes,
    }


def _side(scores: Scores) -> Document:
    return {"judge": documents.judge(scores.judge), "pending": scores.pending}


def _question(question: JudgedQuestion) -> Document:
    return {
        "question_id": question.question_id,
        "base": documents.number(question.before),
        "head": documents.number(question.after),
        "delta": documents.number(question.delta),
        "responses": question.responses,
        "counted": question.counted,
        "pending": question.pending,
        "verdicts": _table(question.table),
        "leaves": {leaf.path: _table(leaf.table) for leaf in question.leaves},
    }


def _table(table: Crosstab) -> Document:
    """Named by the two verdicts, the first judge's first."""
    return {
        "pass_pass": table.both_pass,
        "pass_fail": table.first_only,
        "fail_pass": table.second_only,
        "fail_fail": table.both_fail,
        "open": table.open,
        "agreement": documents.number(table.agreement),
        "kappa": documents.number(table.kappa),
        "ac1": documents.number(table.ac1),
    }
