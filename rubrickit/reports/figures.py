"""A delta in words and rounded numbers: the one source of every human format."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rubrickit.core import gates, moves, policy
from rubrickit.core.changes import Edit
from rubrickit.core.deltas import Comparison
from rubrickit.core.judging import evidence
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.moves import Move
from rubrickit.core.results import Delta, Ledgered, Run
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Score
from rubrickit.core.versions import Span
from rubrickit.reports import delta_document, numbers

MARKS = {
    "pass": "✅ pass",
    "fail": "❌ fail",
    "pending": "⏳ pending",
    "inconclusive": "❔ inconclusive",
    "none": "⚪ none",
}
EDIT_WORDS = {"shared": "shared leaf edited", "question": "question or context edited"}


@dataclass(frozen=True, slots=True)
class EditRow:
    """One edit; `part` is its contribution to the question's delta."""

    kind: str
    node: str
    before: str
    after: str
    part: str


@dataclass(frozen=True, slots=True)
class QuestionRow:
    question_id: str
    base: str
    head: str
    delta: str
    responses: str
    moved: str
    edits: tuple[EditRow, ...]


@dataclass(frozen=True, slots=True)
class FlipRow:
    question_id: str
    response_id: str
    movement: str
    leaf: str
    verdicts: str
    reason: str


@dataclass(frozen=True, slots=True)
class AgentRow:
    agent: str
    responses: str
    base: str
    head: str
    delta: str


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading; not shown where there are none."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeltaFigures:
    mark: str
    reasons: tuple[str, ...]
    scope: str
    judge: str
    notes: tuple[str, ...]
    questions: tuple[QuestionRow, ...]
    agents: tuple[AgentRow, ...]
    flips: tuple[FlipRow, ...]
    groups: tuple[Group, ...]
    foot: str


def delta(report: Delta) -> DeltaFigures:
    """Worst question first; texts as people wrote them, for each format to escape."""
    comparisons = sorted(report.evidence.comparisons, key=_concern)
    return DeltaFigures(
        mark=MARKS[report.decision.outcome],
        reasons=report.decision.reasons,
        scope=_scope(report),
        judge=judge(report.judge),
        notes=tuple(_notes(report)),
        questions=tuple(_question(comparison) for comparison in comparisons),
        agents=tuple(
            _agent(agent) for agent in moves.by_agent(report.evidence.comparisons)
        ),
        flips=tuple(row for c in comparisons for row in _flips(report, c)),
        groups=tuple(group for group in _groups(report) if group.lines),
        foot=ends(report.span),
    )


def _concern(comparison: Comparison) -> tuple[float, str]:
    low = comparison.low
    return (0.0 if low is None else float(low)), comparison.question_id


def _scope(report: Delta) -> str:
    found = report.evidence
    changed = len(report.edited.pairs)
    responses = sum(len(c.sheet.responses) for c in found.comparisons)
    parts = [
        f"{numbers.count(changed, 'rubric')} of {found.total.size} changed",
        numbers.count(responses, "response"),
        f"overall {_overall(report)}",
        f"{numbers.count(report.run.usage.calls, 'judge call')}",
    ]
    if report.run.reused:
        parts.append(f"{report.run.reused:,} grades from the ledger")
    return " · ".join(parts)


def _overall(report: Delta) -> str:
    """A dash where no response counted: 0 would be a finding."""
    found = report.evidence
    if found.comparisons and not any(c.counted for c in found.comparisons):
        return numbers.signed(None)
    return numbers.between(found.total.low, found.total.high)


def judge(card: JudgeCard) -> str:
    """Who judged, in a few words."""
    if card.kind == "human":
        return "people's labels, settled by majority"
    if card.kind == "local":
        return f"the embedded matcher {card.model}"
    return f"{card.model} at {card.endpoint}" if card.endpoint else card.model


def judge_notes(card: JudgeCard, rubrics: Iterable[Rubric]) -> Iterator[str]:
    """What a reader must know of the judge before believing a number it had part in."""
    leaves = (placed.leaf for rubric in rubrics for placed in rubric.leaves())
    if card.kind == "local" and any(leaf.is_judged for leaf in leaves):
        yield f"The local judge {evidence.ACCURACY}."
        yield "It can close a gate, never open one, and never counts for a release."


def run_notes(run: Run) -> Iterator[str]:
    """How often was asked, what in vain and why, and whose grades were of no use."""
    if run.passes == 1:
        yield "One pass a check: how often the judge changes its mind is not known."
    for code, count in sorted(Counter(run.failures.values()).items()):
        detail = run.details.get(code)
        yield f"Not answered: {count:,} {code}{f' ({detail})' if detail else ''}"
    if run.other_judges:
        names = ", ".join(f"{c.model} ({c.digest[:8]})" for c in run.other_judges)
        yield f"The instrument changed: grades by {names} are not reused."


def ledger_notes(ledger: Ledgered) -> Iterator[str]:
    if ledger.clashes:
        clashes = numbers.count(ledger.clashes, "clash", "clashes")
        yield f"{clashes} in the ledger: the earliest grade counts."
    yield from (f"Not counted: {line}" for line in ledger.damage)


def _notes(report: Delta) -> Iterator[str]:
    rubrics = (rubric for pair in report.edited.pairs for rubric in pair)
    yield from judge_notes(report.judge, rubrics)
    left_out = sum(c.left_out for c in report.evidence.comparisons)
    if left_out:
        responses = numbers.count(left_out, "response")
        yield f"{responses} had no score before the edit: left out on both sides."
    yield from run_notes(report.run)
    yield from ledger_notes(report.ledger)
    if any(c.error for c in report.evidence.comparisons):
        yield "More than 12 edits in a rubric: parts are sampled, their sum is exact."


def _question(comparison: Comparison) -> QuestionRow:
    found = tuple(moves.moves(comparison))
    up = sum(move.delta is not None and move.delta > 0 for move in found)
    down = sum(move.delta is not None and move.delta < 0 for move in found)
    parts = zip(comparison.changes.edits, comparison.contributions, strict=True)
    return QuestionRow(
        question_id=comparison.question_id,
        base=numbers.score(comparison.base),
        head=numbers.score(comparison.head),
        delta=numbers.between(comparison.low, comparison.high),
        responses=f"{len(comparison.counted)} of {len(comparison.sheet.responses)}",
        moved=f"{up} up, {down} down",
        edits=tuple(_edit(edit, numbers.signed(part)) for edit, part in parts),
    )


def _edit(edit: Edit, part: str) -> EditRow:
    node = edit.node or "the rubric"
    kind = EDIT_WORDS.get(edit.kind, edit.kind)
    return EditRow(kind, node, edit.before, edit.after, part)


def _agent(agent: moves.AgentDelta) -> AgentRow:
    return AgentRow(
        agent=agent.agent or "(no name)",
        responses=str(agent.responses),
        base=numbers.score(agent.base),
        head=numbers.score(agent.head),
        delta=numbers.signed(agent.delta),
    )


def _flips(report: Delta, comparison: Comparison) -> Iterator[FlipRow]:
    for move in moves.moves(comparison):
        for flip in move.flips or (None,):
            yield FlipRow(
                question_id=comparison.question_id,
                response_id=move.response.response_id,
                movement=_movement(move),
                leaf=flip.leaf if flip else "",
                verdicts=_verdicts(flip) if flip else "same verdicts, other shares",
                reason=delta_document.reason(report, comparison, move, flip)
                if flip
                else "",
            )


def _movement(move: Move) -> str:
    before, after = (_standing(score) for score in (move.before, move.after))
    return f"{before} → {after}"


def _standing(score: Score) -> str:
    if score.result == "pass":
        return numbers.score(score.value)
    words = {"fail": "gate closed", "not_applicable": "no score"}
    return words.get(score.result, score.result)


def _verdicts(flip: moves.Flip) -> str:
    return f"{flip.before or 'absent'} → {flip.after or 'absent'}"


def _groups(report: Delta) -> Iterator[Group]:
    found = report.evidence
    yield Group("Weakened", tuple(map(_weakened, report.weakening)))
    yield Group("Gates loosened", tuple(map(policy.loosened, found.loosening)))
    yield Group("Ungraded leaves", tuple(_pending(report)))
    yield Group("New rubrics", tuple(r.question_id for r in report.edited.new))
    yield Group("Deleted rubrics", tuple(r.question_id for r in report.edited.deleted))
    yield Group("Changed, without responses", report.edited.without_responses)
    yield Group("Added rows, which do not decide", report.data.added)
    yield Group("Ignored: the base's count", delta_document.ignored(report))


def _weakened(item: gates.Weakening) -> str:
    leaf = f" {item.leaf}" if item.leaf else ""
    after = f" → {item.after}" if item.after else ""
    return f"{item.question_id}{leaf}: {item.kind} ({item.before}{after})"


def _pending(report: Delta) -> Iterator[str]:
    """Of the new trees, responses that the delta leaves out among them."""
    for comparison in report.evidence.comparisons:
        cells = len(comparison.after.rows) * len(comparison.after.scheme.leaves)
        found = moves.ungraded(comparison)
        if found:
            total = sum(reasons.total() for reasons in found.values())
            answered = numbers.count(cells - total, "check")
            yield f"{comparison.question_id}: {answered} of {cells} answered, open are"
        for leaf, reasons in found.items():
            told = ", ".join(f"{n} {code}" for code, n in sorted(reasons.items()))
            yield f"{leaf}: {told}"


def ends(span: Span) -> str:
    """Both commits, and how the base was chosen."""
    names = " → ".join(
        version.commit[:12] if version.commit else version.ref
        for version in (span.base, span.head)
    )
    return f"{names} ({span.rule})"
