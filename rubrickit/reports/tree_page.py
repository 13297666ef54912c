"""Questions as trees: what each check earns, and how often it passes."""

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from rubrickit.core import tree_rates
from rubrickit.core.results import QuestionScores, Scores
from rubrickit.core.tree_rates import RatedNode
from rubrickit.errors import RubrickitError
from rubrickit.reports import notes, numbers, score_page
from rubrickit.reports.pages import Page, Twig

MOST_TREES = 12


def page(report: Scores, question_id: str = "") -> Page:
    """Of one question, or of those with the lowest means, lowest first."""
    chosen = _chosen(report, question_id)
    more = len(chosen) - MOST_TREES
    whole = score_page.page(report)
    return Page(
        title=whole.title,
        lead=(*whole.lead, "pass rate, then the check; failing first"),
        trees=tuple(_question(question) for question in chosen[:MOST_TREES]),
        notes=tuple(_notes(report, more)),
        foot=whole.foot,
    )


def check(question_id: str, known: Collection[str]) -> None:
    """Before anything is paid for. Raises RubrickitError where it is not known."""
    if question_id in known:
        return
    close = get_close_matches(question_id, sorted(known), 1)
    hint = f"did you mean `{close[0]}`?" if close else "a REF goes before `--tree`"
    raise RubrickitError(f"no question `{question_id}` has responses", hint=hint)


def _chosen(report: Scores, question_id: str) -> Sequence[QuestionScores]:
    if question_id:
        return [q for q in report.questions if q.question_id == question_id]
    return sorted(report.questions, key=_standing)


def _standing(question: QuestionScores) -> tuple[bool, float]:
    return question.mean is None, float(question.mean or 0)


def _notes(report: Scores, more: int) -> Iterator[str]:
    if more > 0:
        rubrics = numbers.count(more, "more rubric")
        yield f"{rubrics} with higher means: `--tree QUESTION` shows one."
    yield "A branch's rate is over all verdicts below it, whatever their weights."
    yield from notes.of_judge(report.judge, (q.side.rubric for q in report.questions))
    yield from notes.of_run(report.run)


def _question(question: QuestionScores) -> Twig:
    found = question.side.totals
    told = [
        f"mean {numbers.score(question.mean)}",
        numbers.count(question.side.size, "response"),
        f"{found.met:,} met",
    ]
    told += [f"{found.failed:,} gate closed"] if found.failed else []
    told += [f"{found.pending:,} open"] if found.pending else []
    children = tuple(map(_twig, tree_rates.rated(question.side)))
    return Twig("", question.question_id, ", ".join(told), children=children)


def _twig(node: RatedNode) -> Twig:
    return Twig(
        rate=_rate(node),
        name=node.placed.node.id,
        facts=", ".join(_facts(node)),
        is_failing=node.counts.failed > 0,
        children=tuple(map(_twig, node.children)),
    )


def _rate(node: RatedNode) -> str:
    """As wide as any other."""
    rate = node.counts.pass_rate
    return "  -  " if rate is None else numbers.score(rate)


def _facts(node: RatedNode) -> Iterator[str]:
    """Marks first, then its part of the score, then how much is known."""
    if node.placed.is_gate:
        yield "GATE"
    if node.placed.tier == "additional":
        yield "additional"
    points = node.placed.points
    if points is None:
        yield f"weight {node.placed.node.weight:f}"
    else:
        yield f"points {points:f}"
    yield f"share {numbers.score(node.share)}"
    yield f"n {node.counts.judged:,}"
    if node.counts.unjudged:
        yield f"{node.counts.unjudged:,} open"
    if node.counts.not_applicable:
        yield f"{node.counts.not_applicable:,} not applicable"
