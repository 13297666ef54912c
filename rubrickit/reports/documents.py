"""Results as JSON: what programs may rely on. Numbers are exact, never rounded."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rubrickit import __version__
from rubrickit.core.estimates import Estimate
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.moves import VERDICTS
from rubrickit.core.planning import Plan
from rubrickit.core.responses import Response
from rubrickit.core.results import PlanReport, QuestionScores, Run, Scores
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
    """The contract `rubrickit.score/1`."""
    return {
        **head("score"),
        "version": version(report.version),
        "judge": judge(report.judge),
        "mean": number(report.mean),
        "mean_exact": exact(report.mean),
        "questions": [_question_scores(question) for question in report.questions],
        "ungraded": list(report.ungraded),
        "pending": report.pending,
        "stale_labels": report.stale_labels,
        **run(report.run),
        "damage": list(report.ledger.damage),
        "clashes": report.ledger.clashes,
    }


def head(command: str) -> Document:
    """Which contract a document keeps."""
    return {"schema": f"rubrickit.{command}/1", "tool": f"rubrickit {__version__}"}


def version(version: Version) -> Document:
    return {"ref": version.ref, "commit": version.commit}


def judge(card: JudgeCard) -> Document:
    return {
        "digest": card.digest,
        "kind": card.kind,
        "model": card.model,
        "endpoint": card.endpoint,
    }


def run(run: Run) -> Document:
    failures = sorted(Counter(run.failures.values()).items())
    return {
        "calls": run.usage.calls,
        "reused": run.reused,
        "input_tokens": run.usage.input_tokens,
        "output_tokens": run.usage.output_tokens,
        "not_answered": [
            {"code": code, "count": count, "detail": run.details.get(code, "")}
            for code, count in failures
        ],
        "other_judges": [judge(card) for card in run.other_judges],
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
    """The contract `rubrickit.plan/1`."""
    return {
        **head("plan"),
        **span(report.span),
        "judge": judge(report.judge),
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
        "base": {**version(ends.base), "rule": ends.rule},
        "head": {**version(ends.head), "rule": ""},
    }
