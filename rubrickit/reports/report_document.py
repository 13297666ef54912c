"""Where the scores stand, as JSON: what the page, the terminal and programs read."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from rubrickit.core import counts, failing, overview, scoring, trees
from rubrickit.core.counts import Counts
from rubrickit.core.failing import FailingLeaf
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.overview import Agent, QuestionOverview, Standing
from rubrickit.core.reporting import Report
from rubrickit.core.rubric import Leaf
from rubrickit.core.slices import SliceMean
from rubrickit.core.trees import PlacedNode
from rubrickit.core.trends import TrendPoint
from rubrickit.reports import notes
from rubrickit.reports.documents import Document, head, judge, number, version

Kind = Literal["repository", "delta", "agents"]


def document(
    report: Report,
    kind: Kind,
    delta: Document | None = None,
    comparison: Document | None = None,
) -> Document:
    """The contract `rubrickit.report/1`; `delta`, `comparison` are documents too."""
    return {
        **head("report"),
        "kind": kind,
        "version": version(report.version),
        "judge": judge(report.judge),
        "notes": list(_notes(report)),
        "agents": [_agent(found) for found in report.agents],
        "totals": _standing(report.standing),
        "by_agent": _by_agent(overview.overall_by_agent(report.questions)),
        "questions": [
            _question(q, texts=report.wishes.texts) for q in report.questions
        ],
        "ungraded": list(report.ungraded),
        "most_failed": [_failing(row) for row in report.most_failed[: failing.MOST]],
        "slices": [_slice(found) for found in report.slices],
        "trend": [_point(point) for point in report.trend.points],
        "judges": [judge(card) for card in report.trend.judges],
        "delta": delta,
        "comparison": comparison,
        "damage": list(report.ledger.damage),
        "clashes": report.ledger.clashes,
    }


def _notes(report: Report) -> Iterator[str]:
    yield notes.MODEST
    rubrics = (question.rubric for question in report.questions)
    yield from notes.of_judge(report.judge, rubrics)
    yield from notes.of_run(report.run)
    failed = len(report.most_failed)
    if failed > failing.MOST:
        yield f"Of {failed:,} leaves that failed, by agent, {failing.MOST} are listed."
    if any(found.interval is None for found in report.slices):
        yield (
            "A slice has an interval where it has scores in two questions or more, and"
            " these differ."
        )
    for commit, why in report.trend.unreadable:
        yield f"The trend leaves out {commit.commit[:12]}: {why}"
    yield from notes.of_ledger(report.ledger)


def _agent(agent: Agent) -> Document:
    return {"agent": agent.full, "name": agent.name, "release": agent.release}


def _by_agent(standings: Mapping[str, Standing]) -> Document:
    return {name: _standing(found) for name, found in standings.items()}


def _standing(found: Standing) -> Document:
    """One figure never goes without the others."""
    return {
        "n": found.size,
        "scored": found.scored,
        "requirements_met": found.met,
        "requirements_n": found.known,
        "required_share": number(found.required),
        "additional_share": number(found.additional),
        "gates_closed": found.gates_closed,
        "pending": found.pending,
        "mean": number(found.mean),
        "verdicts": found.verdicts.judged,
        "unjudged": found.verdicts.unjudged,
        "pass_rate": number(found.verdicts.pass_rate),
    }


def _question(question: QuestionOverview, *, texts: bool) -> Document:
    rubric = question.rubric
    shares = tuple(scoring.shares(rubric).values())
    return {
        "question_id": rubric.question_id,
        "question": rubric.question,
        "weighting": rubric.weighting,
        **_standing(question.whole.standing),
        "by_agent": _by_agent(overview.standings(question.by_agent)),
        "nodes": [_node(placed, question, shares) for placed in trees.placed(rubric)],
        "leaf_paths": list(question.side.scheme.paths),
        "responses": list(_responses(question, texts=texts)),
    }


def _node(
    placed: PlacedNode, question: QuestionOverview, shares: Sequence[Fraction]
) -> Document:
    """A branch has the verdicts of the leaves below it."""
    below = slice(placed.first, placed.last)
    node = placed.node
    is_leaf = isinstance(node, Leaf)
    labels = question.labels[placed.first] if is_leaf else None
    return {
        "id": node.id,
        "path": placed.path,
        "kind": node.kind if isinstance(node, Leaf) else "branch",
        "text": "\n".join(node.texts) if isinstance(node, Leaf) else "",
        "weight": _weight(placed),
        "share": number(sum(shares[below], Fraction(0))),
        "tier": placed.tier,
        "gate": placed.is_gate,
        "when": node.when,
        "expect": node.expect if isinstance(node, Leaf) else None,
        **_verdicts(counts.together(question.whole.leaves[below])),
        "by_agent": {
            name: _verdicts(counts.together(group.leaves[below]))
            for name, group in question.by_agent.items()
        },
        "labels": labels and _labels(labels),
        "children": [_node(child, question, shares) for child in placed.children],
    }


def _weight(placed: PlacedNode) -> str:
    """As it was written; a leaf's points where it has some."""
    points = placed.points
    return f"{placed.node.weight if points is None else points:f}"


def _verdicts(found: Counts) -> Document:
    return {
        "pass_rate": number(found.pass_rate),
        "n": found.judged,
        "unjudged": found.unjudged,
    }


def _labels(found: Crosstab) -> Document:
    return {
        "pass_pass": found.both_pass,
        "pass_fail": found.first_only,
        "fail_pass": found.second_only,
        "fail_fail": found.both_fail,
    }


def _responses(question: QuestionOverview, *, texts: bool) -> Iterator[Document]:
    side = question.side
    rows = zip(question.sheet.responses, side.scores, side.rows, strict=True)
    for index, (response, score, row) in enumerate(rows):
        yield {
            "response_id": response.response_id,
            "agent": response.agent,
            "sample": response.sample,
            "created": response.created,
            "text": response.text if texts else "",
            "score": number(score.value),
            "ungated_score": number(score.ungated),
            "result": score.result,
            "required_met": score.required_met,
            "leaves": bytes(row).decode(),
            "reasons": {
                path: told[index]
                for path, told in question.reasons.items()
                if index in told
            },
        }


def _failing(row: FailingLeaf) -> Document:
    named = overview.agent(row.agent)
    return {
        "question_id": row.question_id,
        "leaf": row.leaf,
        "agent": named.full,
        "release": named.release,
        "n": row.judged,
        "failed": row.failed,
        "pass_rate": number(1 - row.failed_share),
    }


def _slice(found: SliceMean) -> Document:
    low, high = found.interval or (None, None)
    return {
        "name": found.name,
        "value": found.value,
        "n": found.scored,
        "mean": number(found.mean),
        "low": low,
        "high": high,
    }


def _point(point: TrendPoint) -> Document:
    return {
        "commit": point.commit.commit,
        "subject": point.commit.subject,
        "date": point.commit.date,
        "releases": list(point.commit.releases),
        "judge": point.judge,
        "agent": point.agent,
        "mean": number(point.mean),
        "n": point.scored,
        "pending": point.pending,
        "kind": "rubric",
    }
