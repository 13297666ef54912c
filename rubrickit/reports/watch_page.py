"""What a person sees beside their editor: faults first, then what the edit does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rubrickit.core.findings import Finding
from rubrickit.errors import Exit, RubrickitError
from rubrickit.reports import figures, lint_page, numbers, pages
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table

_MOST_EDITS = 12
_MOST_FINDINGS = 12
_URGENT = ("Weakened", "Gates loosened")
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the repository; without a `delta` the `error` says why.

    `changed` are the paths that were saved before it, none for the first.
    """

    changed: tuple[str, ...]
    findings: tuple[Finding, ...]
    delta: Document | None
    error: RubrickitError | None = None

    @property
    def has_fault(self) -> bool:
        """Lint found what must be repaired first."""
        return any(finding.level == "error" for finding in self.findings)

    @property
    def exit(self) -> Exit:
        """As `lint` ends where it finds a fault, else as `delta` does."""
        if self.has_fault:
            return Exit.GATE_FAILED
        if self.delta is None:
            return self.error.exit_code if self.error else Exit.OK
        ends = {"fail": Exit.GATE_FAILED, "pass": Exit.OK, "none": Exit.OK}
        return ends.get(self.delta["outcome"], Exit.PENDING)

    def says_same(self, other: "Look") -> bool:
        """Whatever was saved."""
        return (
            self.findings == other.findings
            and self.delta == other.delta
            and str(self.error) == str(other.error)
        )


def page(look: Look) -> Page:
    """At most about a screen."""
    shown = _of_delta(look.delta) if look.delta else _without(look)
    return replace(
        shown,
        lead=(*_saved(look), *shown.lead),
        groups=(*_findings(look), *shown.groups),
    )


def _saved(look: Look) -> Iterator[str]:
    if look.changed:
        more = len(look.changed) - _NAMED
        named = ", ".join(look.changed[:_NAMED])
        yield f"saved {named}{f' and {more:,} more' if more > 0 else ''}"


def _findings(look: Look) -> Iterator[Group]:
    if look.findings:
        every = sorted(look.findings, key=lambda finding: finding.level != "error")
        lines = lint_page.lines(every[:_MOST_FINDINGS])
        if len(every) > _MOST_FINDINGS:
            lines = (*lines, f"{len(every) - _MOST_FINDINGS:,} more: `rubrickit lint`")
        yield Group(numbers.count(len(every), "finding"), lines)


def _without(look: Look) -> Page:
    """Where files cannot be read, the findings have said so already."""
    if look.has_fault:
        return Page("rubrickit: the delta waits until the files can be read")
    hint = look.error.hint if look.error else ""
    lead = (str(look.error), *([f"hint: {hint}"] if hint else []))
    return Page("rubrickit: nothing could be compared", lead=lead)


def _of_delta(document: Document) -> Page:
    found = figures.delta(document)
    whole = pages.delta(found)
    moved, edits, *_ = whole.tables
    return Page(
        title=whole.title,
        lead=whole.lead,
        tables=(moved, _shortened(edits)),
        groups=tuple(group for group in found.groups if group.heading in _URGENT),
        notes=(*whole.notes, *_notes(document)),
        foot=whole.foot,
    )


def _shortened(edits: Table) -> Table:
    return replace(edits, rows=edits.rows[:_MOST_EDITS])


def _notes(document: Document) -> Iterator[str]:
    missing = sum(
        reasons.get("not_recorded", 0)
        for question in document["questions"]
        for reasons in question.get("ungraded", {}).values()
    )
    if missing:
        checks = numbers.count(missing, "check")
        yield f"{checks} never put to the judge: `--grade` asks, and costs money."
