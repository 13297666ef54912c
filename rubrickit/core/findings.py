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
        super().__init__(f"{finding.place}: {finding.message}", hint=finding.hint)
        self.finding = finding


def in_file_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By path, line and column; each only once."""
    distinct = dict.fromkeys(findings)
    return tuple(
        sorted(distinct, key=lambda f: (f.place.path, f.place.line, f.place.column))
    )
