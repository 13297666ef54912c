"""Findings of lint: as lines, as JSON and as workflow commands."""

from collections.abc import Sequence

from rubrickit.core.findings import Finding
from rubrickit.core.hosting import commands
from rubrickit.core.hosting.posts import Annotation, Level
from rubrickit.reports import documents, numbers
from rubrickit.reports.escaping import clean
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page


def text(findings: Sequence[Finding]) -> str:
    """One line a finding, `path:line:column: message`, and its hint below."""
    told = [line for finding in findings for line in _lines(finding)]
    count = numbers.count(len(findings), "finding")
    return "\n".join([*told, count]) + "\n"


def _lines(finding: Finding) -> list[str]:
    place = finding.place
    where = f"{clean(place.path)}:{place.line}:{place.column}"
    first = f"{where}: {finding.level}: {clean(finding.message, 400)} [{finding.rule}]"
    return [first, f"  hint: {clean(finding.hint, 400)}"] if finding.hint else [first]


def lines(findings: Sequence[Finding]) -> tuple[str, ...]:
    """One a finding, without its hint."""
    return tuple(_lines(finding)[0] for finding in findings)


def page(findings: Sequence[Finding]) -> Page:
    title = f"rubrickit: {numbers.count(len(findings), 'finding')}"
    groups = (Group("Findings", lines(findings)),) if findings else ()
    return Page(title=title, groups=groups)


def document(findings: Sequence[Finding]) -> documents.Document:
    """The contract `rubrickit.lint/1`."""
    return {
        **documents.head("lint"),
        "findings": [
            {
                "rule": finding.rule,
                "level": finding.level,
                "path": finding.place.path,
                "line": finding.place.line,
                "column": finding.place.column,
                "message": finding.message,
                "hint": finding.hint,
            }
            for finding in findings
        ],
    }


def workflow_commands(findings: Sequence[Finding]) -> str:
    """A command a finding, which GitHub shows beside the line."""
    return "".join(f"{commands.annotated(annotation(f))}\n" for f in findings)


def annotation(finding: Finding, title: str = "") -> Annotation:
    """Errors are failures, advice is a warning."""
    place = finding.place
    level: Level = "failure" if finding.level == "error" else "warning"
    line, column = max(place.line, 1), place.column
    return Annotation(level, place.path, line, title, finding.message, column)
