"""A report before it has a format: lines, tables and groups, in reading order."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rubrickit.reports.figures import DeltaFigures, Group, QuestionRow

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
class Page:
    """Empty tables and groups are not shown."""

    title: str
    lead: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    foot: str = ""
    marker: str = field(default="", kw_only=True)


def delta(figures: DeltaFigures) -> Page:
    """Verdict, scope, worst question first, each edit with what it did."""
    return Page(
        title=f"rubrickit: {figures.mark}",
        lead=(*figures.reasons, figures.scope),
        tables=(
            _questions(figures.questions),
            Table(
                "Which edit did it",
                ("rubric", "edit", "node", "before", "after", "did"),
                tuple(
                    row for question in figures.questions for row in _edits(question)
                ),
                frozenset({5}),
            ),
            Table(
                "By agent, over the changed rubrics",
                ("agent", "responses", "before", "after", "change"),
                tuple(
                    (row.agent, row.responses, row.base, row.head, row.delta)
                    for row in figures.agents
                ),
                frozenset({1, 2, 3, 4}),
            ),
            Table(
                "Which responses moved",
                ("rubric", "response", "score", "leaf", "verdict", "reason"),
                tuple(
                    (
                        f.question_id,
                        f.response_id,
                        f.movement,
                        f.leaf,
                        f.verdicts,
                        f.reason,
                    )
                    for f in figures.flips
                ),
                folded=True,
            ),
        ),
        groups=figures.groups,
        notes=figures.notes,
        foot=f"{figures.foot} · judged by {figures.judge}",
        marker="rubrickit:delta",
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


def _edits(question: QuestionRow) -> Iterator[Row]:
    for edit in question.edits:
        yield (
            question.question_id,
            edit.kind,
            edit.node,
            edit.before,
            edit.after,
            edit.part,
        )
