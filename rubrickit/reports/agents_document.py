"""Two agents on the same rubrics and judge, as JSON."""

from collections import defaultdict
from collections.abc import Iterator

from rubrickit.core import agents
from rubrickit.core.agents import AgentComparison, Finding, LeafFinding
from rubrickit.core.pairing import AgentSide, Rate
from rubrickit.reports import documents, notes, numbers
from rubrickit.reports.documents import Document


def document(found: AgentComparison) -> Document:
    """The contract `rubrickit.compare-agents/1`."""
    return {
        **documents.head("compare-agents"),
        "version": documents.version(found.scores.version),
        "judge": documents.judge(found.scores.judge),
        "base": {"agent": found.before},
        "head": {"agent": found.after},
        "outcome": found.decision.outcome,
        "answer": found.finding.answer,
        "reasons": list(found.decision.reasons),
        "mean": _mean(found.finding),
        "pending": found.pending,
        "questions": list(_questions(found)),
        "only_base": list(found.only_before),
        "only_head": list(found.only_after),
        "differing_leaves": [
            {"question_id": each.question_id, "leaf": each.leaf.path}
            for each in found.leaves
            if _differs(each)
        ],
        "notes": list(_notes(found)),
        **documents.run(found.scores.run),
        "damage": list(found.scores.ledger.damage),
        "clashes": found.scores.ledger.clashes,
    }


def _mean(found: Finding) -> Document:
    bounds = found.interval
    return {
        "base": documents.number(found.before),
        "head": documents.number(found.after),
        "delta": documents.number(found.delta),
        "n": found.questions,
        "differing": found.differing,
        "interval": None if bounds is None else [bounds.low, bounds.high],
        "standard_error": None if bounds is None else bounds.error,
        "p": found.test.p,
        "draws": found.test.draws,
        "seed": found.test.seed,
        "needed": found.needed,
    }


def _questions(found: AgentComparison) -> Iterator[Document]:
    leaves: dict[str, Document] = defaultdict(dict)
    for each in found.leaves:
        leaves[each.question_id][each.leaf.path] = _leaf(each)
    for question in found.questions:
        yield {
            "question_id": question.question_id,
            "paired": question.is_paired,
            "base": _side(question.before),
            "head": _side(question.after),
            "delta": documents.number(question.delta),
            "left_out": question.left_out,
            "pending": question.pending,
            "leaves": leaves[question.question_id],
        }


def _side(side: AgentSide) -> Document:
    return {
        "mean": documents.number(side.mean),
        "mean_exact": documents.exact(side.mean),
        "responses": side.responses,
        "counted": len(side.counted),
        "gates_closed": side.gates_closed,
    }


def _leaf(found: LeafFinding) -> Document:
    flips = found.leaf.flips
    return {
        "base": _rate(found.leaf.before),
        "head": _rate(found.leaf.after),
        "broke": flips and flips.broke,
        "mended": flips and flips.mended,
        "p": found.p,
        "p_adjusted": found.adjusted,
    }


def _rate(rate: Rate) -> Document:
    return {"passed": rate.passed, "n": rate.n}


def _differs(found: LeafFinding) -> bool:
    return found.p is not None or found.leaf.before.share != found.leaf.after.share


def _notes(found: AgentComparison) -> Iterator[str]:
    yield from _left_out(found)
    yield from _of_test(found.finding)
    if any(each.p is not None for each in found.leaves):
        yield "p of a leaf is for that leaf alone: of 20 equal ones, one is below 0.05."
    rubrics = (question.side.rubric for question in found.scores.questions)
    yield from notes.of_judge(found.scores.judge, rubrics)
    yield from notes.of_run(found.scores.run)
    yield from notes.of_ledger(found.scores.ledger)


def _left_out(found: AgentComparison) -> Iterator[str]:
    left_out = sum(question.left_out for question in found.questions)
    if left_out:
        yield (
            f"Left out: {numbers.count(left_out, 'response')} without a score on both"
            f" sides or without a partner, {found.pending:,} of them pending."
        )
    if any(not question.is_paired for question in found.questions):
        yield "Where no sample is common to both, means of all responses are compared."


def _of_test(found: Finding) -> Iterator[str]:
    if found.test.draws:
        draws = numbers.count(found.test.draws, "draw")
        yield f"p was sampled: {draws} from the seed `{found.test.seed}`."
    if found.interval and found.differing < agents.FEW:
        yield (
            f"{numbers.count(found.differing, 'rubric')} differ; below {agents.FEW} the"
            " interval is narrower than it says, so the exact test must agree."
        )
