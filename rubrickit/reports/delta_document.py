"""A delta as JSON."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest

from rubrickit.core import grades, moves
from rubrickit.core.changes import Edit
from rubrickit.core.config import Config, GateConfig
from rubrickit.core.consents import Consent
from rubrickit.core.deltas import Comparison
from rubrickit.core.estimates import cost_of
from rubrickit.core.gates import Loosening, Weakening
from rubrickit.core.judging.agreement import Agreement
from rubrickit.core.moves import Flip, Move
from rubrickit.core.results import Delta
from rubrickit.reports import notes, numbers
from rubrickit.reports.documents import Document, head, judge, number, run, span


def delta(
    report: Delta, config: Config, agreement: Agreement | None = None
) -> Document:
    """The contract `rubrickit.delta/1`."""
    found = report.evidence
    means = report.means or (None, None)
    return {
        **head("delta"),
        **span(report.span),
        "outcome": report.decision.outcome,
        "reasons": list(report.decision.reasons),
        "mean": {
            "delta": number(found.total.delta),
            "low": number(found.total.low),
            "high": number(found.total.high),
            "n": found.total.size,
            "left_out": sum(c.left_out for c in found.comparisons),
            "base": number(means[0]),
            "head": number(means[1]),
        },
        "by_agent": [_agent(agent) for agent in moves.by_agent(found.comparisons)],
        "questions": _questions(report),
        "loosening": _loosening(report),
        "weakening": [_weakening(item) for item in report.weakening],
        "ignored": list(ignored(report)),
        "added": [*report.data.added, *report.data.recorded],
        "notes": list(_notes(report)),
        "judge": judge(report.judge),
        "gate": gate(config.gate),
        **run(report.run),
        "cost": number(_cost(report, config)),
        "agreement": agreement and {"agreed": agreement.agreed, "n": agreement.n},
        "damage": list(report.ledger.damage),
        "clashes": report.ledger.clashes,
    }


def ignored(report: Delta) -> tuple[str, ...]:
    """What the edit changed that does not count for the decision."""
    settings = (f"{path}: the base's settings decide" for path in report.data.settings)
    return (*settings, *report.data.altered)


def _cost(report: Delta, config: Config) -> Decimal | None:
    usage = report.run.usage
    return cost_of(usage.input_tokens, usage.output_tokens, config.judge.prices)


def _notes(report: Delta) -> Iterator[str]:
    rubrics = (rubric for pair in report.edited.pairs for rubric in pair)
    yield from notes.of_judge(report.judge, rubrics)
    left_out = sum(c.left_out for c in report.evidence.comparisons)
    if left_out:
        responses = numbers.count(left_out, "response")
        yield f"{responses} had no score before the edit: left out on both sides."
    for consent in report.evidence.consents:
        yield from consent.objections
    yield from notes.of_run(report.run)
    yield from notes.of_ledger(report.ledger)
    if any(c.error for c in report.evidence.comparisons):
        yield "More than 12 edits in a rubric: parts are sampled, their sum is exact."


def gate(limits: GateConfig) -> Document:
    return {
        "max_regression": number(limits.max_regression),
        "max_question_regression": number(limits.max_question_regression),
        "max_slice_gap": number(limits.max_slice_gap),
        "rule": limits.rule,
        "loosening": limits.loosening,
        "pending": limits.pending,
    }


def _agent(agent: moves.AgentDelta) -> Document:
    return {
        "agent": agent.agent,
        "n": agent.responses,
        "base": number(agent.base),
        "head": number(agent.head),
        "delta": number(agent.delta),
    }


def _questions(report: Delta) -> list[Document]:
    changed = [_changed(report, c) for c in report.evidence.comparisons]
    apart: list[Document] = [
        *(_apart(rubric.question_id, "new") for rubric in report.edited.new),
        *(_apart(rubric.question_id, "deleted") for rubric in report.edited.deleted),
        *(_apart(name, "changed") for name in report.edited.without_responses),
    ]
    return [*changed, *apart]


def _apart(question_id: str, status: str) -> Document:
    """A question that no delta is invented for."""
    return {
        "question_id": question_id,
        "status": status,
        "responses": 0,
        "responses_total": 0,
        "base": None,
        "head": None,
        "delta": None,
        "edits": [],
        "moved": [],
    }


def _changed(report: Delta, comparison: Comparison) -> Document:
    parts = zip(comparison.changes.edits, comparison.contributions, strict=True)
    return {
        "question_id": comparison.question_id,
        "status": "changed",
        "responses": len(comparison.counted),
        "responses_total": len(comparison.sheet.responses),
        "left_out": comparison.left_out,
        "base": number(comparison.base),
        "head": number(comparison.head),
        "delta": number(comparison.delta),
        "bounds": [number(comparison.low), number(comparison.high)],
        "contribution_error": comparison.error,
        "checks": len(comparison.after.rows) * len(comparison.after.scheme.leaves),
        "ungraded": {
            leaf: dict(reasons) for leaf, reasons in moves.ungraded(comparison).items()
        },
        "edits": [
            _edit(edit, part, edit_calls(report, comparison, edit))
            for edit, part in parts
        ],
        "moved": [_move(report, comparison, m) for m in moves.moves(comparison)],
    }


def _edit(edit: Edit, contribution: Fraction | None, calls: int) -> Document:
    return {
        "kind": edit.kind,
        "node": edit.node,
        "before": edit.before,
        "after": edit.after,
        "contribution": number(contribution),
        "graded_calls": calls,
        "path": edit.place.path,
        "line": edit.place.line,
    }


def edit_calls(report: Delta, comparison: Comparison, edit: Edit) -> int:
    """Requests for the new side of what this edit brought in."""
    calls = report.run.calls
    if edit.kind == "question":
        new = grades.question_digest(comparison.changes.new)
        return sum(n for (question, _), n in calls.items() if question == new)
    if edit.kind not in ("added", "reworded", "shared"):
        return 0
    question = grades.question_digest(comparison.changes.new)
    return sum(calls[question, leaf] for leaf in comparison.changes.graded_by(edit))


def _move(report: Delta, comparison: Comparison, move: Move) -> Document:
    return {
        "response_id": move.response.response_id,
        "agent": move.response.agent,
        "base": number(move.before.value),
        "head": number(move.after.value),
        "delta": number(move.delta),
        "result_base": move.before.result,
        "result_head": move.after.result,
        "flips": [_flip(report, comparison, move, flip) for flip in move.flips],
    }


def _flip(
    report: Delta, comparison: Comparison, move: Move, flip: Flip
) -> Mapping[str, str]:
    return {
        "leaf": flip.leaf,
        "base": flip.before,
        "head": flip.after,
        "reason": reason(report, comparison, move, flip),
    }


def reason(report: Delta, comparison: Comparison, move: Move, flip: Flip) -> str:
    """What the judge gave for the leaf's new verdict, "" where nothing is kept."""
    key = moves.flip_key(comparison, move, flip, report.judge.digest)
    return report.reasons.get(key, "") if key else ""


def _loosening(report: Delta) -> list[Document]:
    """Without anybody's consent where the gate only reports."""
    found = report.evidence
    pairs = zip_longest(found.loosening, found.consents[: len(found.loosening)])
    return [_loosened(item, consent or Consent(0)) for item, consent in pairs]


def _loosened(item: Loosening, consent: Consent) -> Document:
    return {
        "question_id": item.question_id,
        "kind": item.kind,
        "leaf": item.leaf,
        "leaf_digest": item.leaf_digest,
        "responses": list(item.response_ids),
        "change": item.change,
        "missing": consent.missing,
        "signed_by": [
            {"id": each.id, "meaning": each.meaning, "at": each.at}
            for each in consent.signers
        ],
    }


def _weakening(item: Weakening) -> Document:
    return {
        "question_id": item.question_id,
        "kind": item.kind,
        "leaf": item.leaf,
        "before": item.before,
        "after": item.after,
    }
