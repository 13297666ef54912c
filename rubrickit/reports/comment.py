"""What a pull request's reader sees: the verdict first, then what moved and why."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rubrickit.reports import figures, numbers
from rubrickit.reports.dialects import GITHUB, Dialect
from rubrickit.reports.documents import Document
from rubrickit.reports.figures import DeltaFigures, EditRow, FlipRow, QuestionRow
from rubrickit.reports.fitting import Part, fitted
from rubrickit.reports.groups import Group

BUDGET = 60_000
"""Bytes. GitHub refuses 65,536 characters, and other hosts count bytes."""

SUMMARY = 1_000_000
"""Bytes. Of a step whose summary has more than a mebibyte GitHub shows none."""

_MOST_EDITS = 6
_MOST_REASONS = 5
_LISTED_FIRST = ("Weakened", "Gates loosened")
_COLUMNS = ("rubric", "before", "after", "change", "responses", "moved", "what did it")
_TABLE = (
    f"| {' | '.join(_COLUMNS)} |\n| --- | ---: | ---: | ---: | ---: | --- | --- |\n"
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a report knows of the place it is shown at; "" where there is none.

    `marker` is a hidden first line; `notes` stand near it and say what the run held
    back. `line_url` leads from a path and a line to where the pull request shows it.
    `earlier` tells of runs before this one, a line each.
    """

    marker: str = ""
    run_url: str = ""
    line_url: Callable[[str, int], str] = lambda _path, _line: ""
    notes: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    whole: str = "the full report"


NOWHERE = Surroundings()


def markdown(
    document: Document,
    around: Surroundings = NOWHERE,
    dialect: Dialect = GITHUB,
    budget: int | None = None,
) -> str:
    """A delta's document as Markdown, of at most `budget` bytes of UTF-8.

    The marker and the verdict always stand; what is dropped is counted.
    """
    found = figures.delta(document)
    return fitted(_Writer(found, around, dialect).parts(), budget, around.whole)


def failure(cause: str, hint: str, around: Surroundings, dialect: Dialect) -> str:
    """Where nothing could be compared: a reason in place of the last verdict."""
    lines = [dialect.hidden(around.marker)] if around.marker else []
    lines.append("### ❌ rubrickit could not grade\n\n")
    lines += [f"{dialect.prose(line)}\n\n" for line in (cause, hint) if line]
    lines += [f"{dialect.prose(note)}\n\n" for note in around.notes]
    return "".join([*lines, _small_print([], around, dialect)])


def _small_print(said: list[str], around: Surroundings, dialect: Dialect) -> str:
    if around.run_url:
        said = [*said, dialect.link("this run", around.run_url)]
    return dialect.small(" · ".join(said)) if said else ""


@dataclass(frozen=True, slots=True)
class _Writer:
    found: DeltaFigures
    around: Surroundings
    dialect: Dialect

    def parts(self) -> list[Part]:
        return [
            Part("head", 0, self._head()),
            *self._groups(first=True),
            self._questions(),
            self._reasons(),
            self._edits(),
            self._flips(),
            self._agents(),
            *self._groups(first=False),
            self._earlier(),
            Part("notes", 0, self._notes()),
            Part("foot", 0, self._foot()),
        ]

    def _head(self) -> str:
        found, dialect = self.found, self.dialect
        marker = dialect.hidden(self.around.marker) if self.around.marker else ""
        verdict, *_ = (*found.reasons, "")
        title = f"### {found.mark}: {dialect.prose(verdict)}\n\n"
        held = "".join(f"{dialect.prose(note)}\n\n" for note in self.around.notes)
        return f"{marker}{title}{dialect.prose(found.scope)}\n\n{held}"

    def _reasons(self) -> Part:
        """The first stands in the title."""
        rows = [f"- {self.dialect.prose(text)}\n" for text in self.found.reasons[1:]]
        return self._folded(
            "All that counts against it" if self.found.is_failed else "More",
            rows, 1, is_open=len(rows) <= _MOST_REASONS,
        )  # fmt: skip

    def _questions(self) -> Part:
        rows = tuple(self._question(row) for row in self.found.questions)
        table = (_TABLE, "\n") if rows else ("", "")
        return Part("Changed rubrics", 0, table[0], rows, table[1])

    def _question(self, row: QuestionRow) -> str:
        cell = self.dialect.cell
        worst = sorted(row.edits, key=lambda edit: -abs(edit.size))
        did = [self._edit(edit) for edit in worst[:_MOST_EDITS]]
        if len(row.edits) > _MOST_EDITS:
            did.append(f"and {len(row.edits) - _MOST_EDITS:,} more edits")
        cells = (
            cell(row.question_id), row.base, row.head, f"**{row.delta}**",
            row.responses, row.moved, self.dialect.stacked(did),
        )  # fmt: skip
        return f"| {' | '.join(cells)} |\n"

    def _edit(self, edit: EditRow) -> str:
        what = self.dialect.cell(edit.node, 80)
        return f"**{edit.part}** {self._at(edit, edit.kind)} {what}"

    def _at(self, edit: EditRow, text: str) -> str:
        """Linked to its line among the pull request's files."""
        url = self.around.line_url(edit.path, edit.line) if edit.line else ""
        return self.dialect.link(text, url) if url else text

    def _agents(self) -> Part:
        cell = self.dialect.cell
        rows = [
            f"| {cell(a.agent)} | {a.responses} | {a.base} | {a.head} | {a.delta} |\n"
            for a in self.found.agents
        ]
        head = "| agent | responses | before | after | change |\n"
        rule = "| --- | ---: | ---: | ---: | ---: |\n"
        return self._folded("By agent", rows, 4, table=head + rule)

    def _flips(self) -> Part:
        head = "| rubric | response | score | leaf | verdict | the judge's reason |\n"
        rows = [self._flip(row) for row in self.found.flips]
        return self._folded("Which responses moved", rows, 3, table=head + _rule(6))

    def _flip(self, row: FlipRow) -> str:
        cell = self.dialect.cell
        cells = (
            cell(row.question_id), cell(row.response_id), row.movement, cell(row.leaf),
            row.verdicts, cell(row.reason, 300),
        )  # fmt: skip
        return f"| {' | '.join(cells)} |\n"

    def _edits(self) -> Part:
        rows = [
            f"| {' | '.join(map(self.dialect.cell, texts))} |\n"
            for question in self.found.questions
            for edit in question.edits
            for texts in ((question.question_id, edit.node, edit.before, edit.after),)
        ]
        head = "| rubric | node | before | after |\n"
        return self._folded("Each edit, word for word", rows, 3, table=head + _rule(4))

    def _groups(self, *, first: bool) -> Iterator[Part]:
        for group in self.found.groups:
            if (group.heading in _LISTED_FIRST) is first:
                yield self._group(group, is_open=first)

    def _group(self, group: Group, *, is_open: bool) -> Part:
        rows = [f"- {self.dialect.prose(line)}\n" for line in group.lines]
        return self._folded(group.heading, rows, 1 if is_open else 2, is_open=is_open)

    def _earlier(self) -> Part:
        rows = [f"- {self.dialect.prose(line)}\n" for line in self.around.earlier]
        return self._folded("Earlier runs", rows, 5)

    def _folded(
        self,
        heading: str,
        rows: Iterable[str],
        concern: int,
        *,
        table: str = "",
        is_open: bool = False,
    ) -> Part:
        every = tuple(rows)
        if not every:
            return Part(heading, concern, "")
        title = f"{heading} ({len(every):,})"
        before = self.dialect.opening(title, is_open=is_open) + table
        return Part(heading, concern, before, every, self.dialect.closing())

    def _notes(self) -> str:
        said = self.found.notes[:20]
        return "".join(f"{self.dialect.prose(line)}\n\n" for line in said)

    def _foot(self) -> str:
        said = [
            self.dialect.prose(self.found.foot),
            self.dialect.prose(f"judged by {self.found.judge}{self.found.agreement}"),
        ]
        return _small_print(said, self.around, self.dialect)


def _rule(columns: int) -> str:
    return f"|{' --- |' * columns}\n"


def headline(document: Document) -> str:
    """The verdict in a few words, for a check's title or a list of runs."""
    return f"{figures.MARKS[document['outcome']]}, overall {figures.overall(document)}"


def lowest(document: Document) -> str:
    """The largest fall of a changed rubric, as a number a program can read; "0" where
    nothing fell."""
    falls = [q["bounds"][0] for q in document["questions"] if q.get("bounds")]
    return numbers.plain(min((fall for fall in falls if fall is not None), default=0))
