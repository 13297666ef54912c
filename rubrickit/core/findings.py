"""What is wrong in a file, and where: for lint all of it, for others the first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rubrickit.core.rubric import Place
from rubrickit.errors import RubrickitError

Level = Literal["error", "advice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to repair; `hint` is the next thing to try."""

    rule: str
    level: Level
    place: Place
    message: str
    hint: str = ""


class FindingError(RubrickitError):
    """A file that cannot be used, for the reason that its first finding gives."""

    def __init__(self, finding: Finding) -> None:
        told = on_one_line(f"{finding.place}: {finding.message}")
        super().__init__(told, hint=finding.hint)
        self.finding = finding


def mistake(rule: str, place: Place, message: str, hint: str = "") -> Finding:
    """What must be repaired before anything is graded."""
    return Finding(rule, "error", place, on_one_line(message), on_one_line(hint))


def on_one_line(text: str) -> str:
    """What a file holds can neither break the line that quotes it nor colour it."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def in_file_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By path, line and column; each only once."""
    distinct = dict.fromkeys(findings)
    return tuple(
        sorted(distinct, key=lambda f: (f.place.path, f.place.line, f.place.column))
    )
