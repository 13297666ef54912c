"""A delta in words and rounded numbers: the one source of every human format.

Made from the document that `--format json` prints, so no format knows more or other
numbers than another.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from rubrickit.core.versions import Span
from rubrickit.reports import groups, notes, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group

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
    """One edit; `part` is its contribution to the question's delta, `size` as a number.

    `path` and `line` say where it stands in the head, or stood in the base.
    """

    kind: str
    node: str
    before: str
    after: str
    part: str
    size: float
    path: str
    line: int


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
    agreement: str
    is_failed: bool


def delta(document: Document) -> DeltaFigures:
    """Worst question first; texts as people wrote them, for each format to escape."""
    questions = sorted(filter(groups.is_compared, document["questions"]), key=_concern)
    return DeltaFigures(
        mark=MARKS[document["outcome"]],
        reasons=tuple(document["reasons"]),
        scope=_scope(document, questions),
        judge=_judge(document),
        notes=tuple(document["notes"]),
        questions=tuple(map(_question, questions)),
        agents=tuple(map(_agent, document["by_agent"])),
        flips=tuple(row for question in questions for row in _flips(question)),
        groups=tuple(group for group in groups.of_delta(document) if group.lines),
        foot=_ends(document),
        agreement=_agreement(document["agreement"]),
        is_failed=document["outcome"] == "fail",
    )


def _concern(question: Document) -> tuple[float, str]:
    return question["bounds"][0] or 0.0, question["question_id"]


def _judge(document: Document) -> str:
    judge = document["judge"]
    return notes.judge(judge["kind"], judge["model"], judge["endpoint"])


def _agreement(found: Document | None) -> str:
    """On the checks at hand that people labelled as well."""
    if found is None:
        return ""
    if not found["n"]:
        return ", never compared with people here: no label of these checks"
    share = 100 * found["agreed"] / found["n"]
    checks = numbers.count(found["n"], "check")
    return f", which agrees with people on {share:.0f} % of {checks} they labelled too"


def _scope(document: Document, questions: list[Document]) -> str:
    changed = sum(q["status"] == "changed" for q in document["questions"])
    responses = sum(question["responses_total"] for question in questions)
    parts = [
        f"{numbers.count(changed, 'rubric')} of {document['mean']['n']} changed",
        numbers.count(responses, "response"),
        f"overall {overall(document)}",
        numbers.count(document["calls"], "judge call"),
    ]
    if document["cost"]:
        parts.append(f"cost {numbers.money(Decimal(str(document['cost'])))}")
    if document["reused"]:
        parts.append(f"{document['reused']:,} grades from the ledger")
    return " · ".join(parts)


def overall(document: Document) -> str:
    """A dash where no response counted: 0 would be a finding."""
    questions = list(filter(groups.is_compared, document["questions"]))
    if questions and not any(question["responses"] for question in questions):
        return numbers.signed(None)
    return numbers.between(document["mean"]["low"], document["mean"]["high"])


def _question(question: Document) -> QuestionRow:
    deltas = [m["delta"] for m in question["moved"] if m["delta"] is not None]
    up, down = sum(d > 0 for d in deltas), sum(d < 0 for d in deltas)
    return QuestionRow(
        question_id=question["question_id"],
        base=numbers.score(question["base"]),
        head=numbers.score(question["head"]),
        delta=numbers.between(*question["bounds"]),
        responses=f"{question['responses']} of {question['responses_total']}",
        moved=f"{up} up, {down} down",
        edits=tuple(map(_edit, question["edits"])),
    )


def _edit(edit: Document) -> EditRow:
    kind: str = edit["kind"]
    return EditRow(
        kind=EDIT_WORDS.get(kind, kind),
        node=edit["node"] or "the rubric",
        before=edit["before"],
        after=edit["after"],
        part=numbers.signed(edit["contribution"]),
        size=edit["contribution"] or 0.0,
        path=edit["path"],
        line=edit["line"],
    )


def _agent(agent: Document) -> AgentRow:
    return AgentRow(
        agent=agent["agent"] or "(no name)",
        responses=str(agent["n"]),
        base=numbers.score(agent["base"]),
        head=numbers.score(agent["head"]),
        delta=numbers.signed(agent["delta"]),
    )


def _flips(question: Document) -> Iterator[FlipRow]:
    for move in question["moved"]:
        before = _standing(move["result_base"], move["base"])
        after = _standing(move["result_head"], move["head"])
        for flip in move["flips"] or [{}]:
            yield FlipRow(
                question_id=question["question_id"],
                response_id=move["response_id"],
                movement=f"{before} → {after}",
                leaf=flip.get("leaf", ""),
                verdicts=_verdicts(flip),
                reason=flip.get("reason", ""),
            )


def _standing(result: str, value: float | None) -> str:
    if result == "pass":
        return numbers.score(value)
    words = {"fail": "gate closed", "not_applicable": "no score"}
    return words.get(result, result)


def _verdicts(flip: Document) -> str:
    if not flip:
        return "same verdicts, other shares"
    return f"{flip['base'] or 'absent'} → {flip['head'] or 'absent'}"


def _ends(document: Document) -> str:
    base, head = document["base"], document["head"]
    return _between(
        base["commit"], base["ref"], head["commit"], head["ref"], base["rule"]
    )


def ends(span: Span) -> str:
    """Both commits, and how the base was chosen."""
    base, head = span.base, span.head
    return _between(base.commit, base.ref, head.commit, head.ref, span.rule)


def _between(
    base: str | None, base_ref: str, head: str | None, head_ref: str, rule: str
) -> str:
    before, after = base and base[:12], head and head[:12]
    return f"{before or base_ref} → {after or head_ref} ({rule})"
