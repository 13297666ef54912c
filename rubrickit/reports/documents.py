"""Results as JSON: what programs may rely on. Numbers are exact, never rounded."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rubrickit import __version__
from rubrickit.core import grades, moves
from rubrickit.core.changes import Edit
from rubrickit.core.config import GateConfig
from rubrickit.core.deltas import Comparison
from rubrickit.core.estimates import Estimate
from rubrickit.core.gates import Loosening, Weakening
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.moves import VERDICTS, Flip, Move
from rubrickit.core.planning import Plan
from rubrickit.core.responses import Response
from rubrickit.core.results import Delta, PlanReport, QuestionScores, Run, Scores
from rubrickit.core.scoring import Score
from rubrickit.core.versions import Span, Version

Document = dict[str, Any]


def number(value: Fraction | Decimal | None) -> float | None:
    """The nearest float; JSON has no exact fractions."""
    return None if value is None else float(value)


def exact(value: Fraction | None) -> str | None:
    """A fraction in words, for those who must not lose the last digit."""
    return None if value is None else str(value)


def scores(report: Scores) -> Document:
    """Contract: design §12, `score`."""
    return {
        **head("score"),
        "version": _version(report.version),
        "judge": _judge(report.judge),
        "mean": number(report.mean),
        "mean_exact": exact(report.mean),
        "questions": [_question_scores(question) for question in report.questions],
        "ungraded": list(report.ungraded),
        "pending": report.pending,
        "stale_labels": report.stale_labels,
        **_run(report.run),
        "damage": list(report.ledger.damage),
        "clashes": report.ledger.clashes,
    }


def head(command: str) -> Document:
    """Which contract a document keeps."""
    return {"schema": f"rubrickit.{command}/1", "tool": f"rubrickit {__version__}"}


def _version(version: Version) -> Document:
    return {"ref": version.ref, "commit": version.commit}


def _judge(card: JudgeCard) -> Document:
    return {
        "digest": card.digest,
        "kind": card.kind,
        "model": card.model,
        "endpoint": card.endpoint,
    }


def _run(run: Run) -> Document:
    return {
        "calls": run.usage.calls,
        "reused": run.reused,
        "input_tokens": run.usage.input_tokens,
        "output_tokens": run.usage.output_tokens,
    }


def _question_scores(question: QuestionScores) -> Document:
    side = question.side
    rows = zip(question.sheet.responses, side.scores, side.rows, strict=True)
    paths = side.scheme.paths
    return {
        "question_id": question.question_id,
        "mean": number(question.mean),
        "mean_exact": exact(question.mean),
        "responses": [_scored(response, s, r, paths) for response, s, r in rows],
    }


def _scored(
    response: Response, score: Score, row: tuple[int, ...], paths: tuple[str, ...]
) -> Document:
    document = {
        "response_id": response.response_id,
        "agent": response.agent,
        "sample": response.sample,
        "score": number(score.value),
        "ungated_score": number(score.ungated),
        "result": score.result,
        "gates_closed": [paths[index] for index in score.gates_closed],
        "required_met": score.required_met,
        "required_share": number(score.required.share),
        "additional_share": number(score.additional.share),
        "leaves": dict(zip(paths, map(VERDICTS.__getitem__, row), strict=True)),
    }
    if score.result == "pending":
        document["bounds"] = [number(score.low), number(score.high)]
    return document


def plan(report: PlanReport) -> Document:
    """Contract: design §12, `plan`."""
    return {
        **head("plan"),
        **span(report.span),
        "judge": _judge(report.judge),
        "asks": report.asks,
        "calls": report.plan.calls,
        "calls_max": report.plan.calls_max,
        "calls_by_question": calls_by_question(report.plan),
        "reused": report.plan.reused,
        "leaves_changed": report.leaves_changed,
        "leaves_total": report.leaves_total,
        **_estimate(report.estimate),
    }


def calls_by_question(found: Plan) -> dict[str, int]:
    counts: dict[str, int] = {}
    for cell, calls in found.calls_by_cell():
        question_id = cell.rubric.question_id
        counts[question_id] = counts.get(question_id, 0) + calls
    return counts


def _estimate(estimate: Estimate) -> Document:
    return {
        "tokens_estimate": {
            "input": estimate.input_tokens,
            "output": estimate.output_tokens,
        },
        "cost_estimate": number(estimate.cost),
        "cost_max_estimate": number(estimate.cost_max),
        "minutes_estimate": estimate.minutes,
        "minutes_max_estimate": estimate.minutes_max,
        "stopped_by": list(estimate.stops),
    }


def span(ends: Span | None) -> Document:
    """Nothing for a report on one state."""
    if ends is None:
        return {}
    return {
        "base": {**_version(ends.base), "rule": ends.rule},
        "head": {**_version(ends.head), "rule": ""},
    }


def delta(report: Delta, limits: GateConfig) -> Document:
    """Contract: design §12, `delta`."""
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
        "loosening": [_loosening(item) for item in found.loosening],
        "weakening": [_weakening(item) for item in report.weakening],
        "ignored": list(ignored(report)),
        "added": list(report.data.added),
        "judge": _judge(report.judge),
        "gate": gate(limits),
        **_run(report.run),
        "damage": list(report.ledger.damage),
        "clashes": report.ledger.clashes,
    }


def ignored(report: Delta) -> tuple[str, ...]:
    """What the edit changed that does not count for the decision."""
    settings = (f"{path}: the base's settings decide" for path in report.data.settings)
    return (*settings, *report.data.altered)


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
        "left_out": comparison.left_out,
        "base": number(comparison.base),
        "head": number(comparison.head),
        "delta": number(comparison.delta),
        "bounds": [number(comparison.low), number(comparison.high)],
        "contribution_error": comparison.error,
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


def _loosening(item: Loosening) -> Document:
    return {
        "question_id": item.question_id,
        "kind": item.kind,
        "leaf": item.leaf,
        "leaf_digest": item.leaf_digest,
        "responses": list(item.response_ids),
    }


def _weakening(item: Weakening) -> Document:
    return {
        "question_id": item.question_id,
        "kind": item.kind,
        "leaf": item.leaf,
        "before": item.before,
        "after": item.after,
    }
