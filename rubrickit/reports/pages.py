"""A report before it has a format: lines, tables and groups, in reading order."""

from dataclasses import dataclass

from rubrickit.reports.figures import AgentRow, DeltaFigures, FlipRow, QuestionRow
from rubrickit.reports.groups import Group

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`numeric` holds the indexes of right-aligned columns. Folded ones come closed."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    numeric: frozenset[int] = frozenset()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Twig:
    """A node of a tree as it is shown: its `rate`, its name, and what else is known."""

    rate: str
    name: str
    facts: str
    is_failing: bool = False
    children: tuple["Twig", ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Empty tables and groups are not shown; trees only in a terminal or a pipe."""

    title: str
    lead: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    trees: tuple[Twig, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    foot: str = ""


def delta(figures: DeltaFigures) -> Page:
    """Verdict, scope, worst question first, each edit with what it did."""
    return Page(
        title=f"rubrickit: {figures.mark}",
        lead=(*figures.reasons, figures.scope),
        tables=(
            _questions(figures.questions),
            _edits(figures.questions),
            _agents(figures.agents),
            _flips(figures.flips),
        ),
        groups=figures.groups,
        notes=figures.notes,
        foot=f"{figures.foot} · judged by {figures.judge}",
    )


def _questions(rows: tuple[QuestionRow, ...]) -> Table:
    return Table(
        "What moved",
        ("rubric", "before", "after", "change", "responses", "moved"),
        tuple(
            (r.question_id, r.base, r.head, r.delta, r.responses, r.moved) for r in rows
        ),
        frozenset({1, 2, 3, 4}),
    )


def _edits(questions: tuple[QuestionRow, ...]) -> Table:
    return Table(
        "Which edit did it",
        ("rubric", "edit", "node", "before", "after", "did"),
        tuple(
            (q.question_id, e.kind, e.node, e.before, e.after, e.part)
            for q in questions
            for e in q.edits
        ),
        frozenset({5}),
    )


def _agents(rows: tuple[AgentRow, ...]) -> Table:
    return Table(
        "By agent, over the changed rubrics",
        ("agent", "responses", "before", "after", "change"),
        tuple((r.agent, r.responses, r.base, r.head, r.delta) for r in rows),
        frozenset({1, 2, 3, 4}),
    )


def _flips(rows: tuple[FlipRow, ...]) -> Table:
    return Table(
        "Which responses moved",
        ("rubric", "response", "score", "leaf", "verdict", "reason"),
        tuple(
            (r.question_id, r.response_id, r.movement, r.leaf, r.verdicts, r.reason)
            for r in rows
        ),
        folded=True,
    )
