"""A file's content with the line and column of everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rubrickit.core.findings import Finding, FindingError, mistake
from rubrickit.core.rubric import Place


class Scalar(NamedTuple):
    """A scalar as written; `plain` where it stands without quotes.

    A tuple, for speed: a rubric is mostly these.
    """

    text: str
    plain: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Located, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """A mapping as written: in order, with every duplicate."""

    entries: tuple[tuple[Located, Located], ...]
    line: int
    column: int


Located = Scalar | Items | Pairs


MAX_PROBLEMS = 100


@dataclass(slots=True)
class Problems:
    """What was found in one file so far. Raises FindingError when it is too much."""

    path: str
    found: list[Finding] = field(default_factory=list)

    def add(self, rule: str, at: Located, message: str, hint: str = "") -> None:
        if len(self.found) >= MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS} problems; the rest is not shown"
            hint = "repair the first ones"
            raise FindingError(mistake("syntax", self.place(at), message, hint))
        self.found.append(mistake(rule, self.place(at), message, hint))

    def place(self, at: Located) -> Place:
        return Place(self.path, at.line, at.column)


def named_entries(
    mapping: Pairs, problems: Problems
) -> Iterator[tuple[str, Scalar, Located]]:
    """Each entry with a text as its key, the first of each name."""
    first: dict[str, Scalar] = {}
    for key, value in mapping.entries:
        if not isinstance(key, Scalar):
            problems.add("key", key, "a key must be a single text")
        elif key.text in first:
            line = first[key.text].line
            message = f"the key `{key.text}` stands twice; first on line {line}"
            problems.add("duplicate-key", key, message, "keep one of the two")
        else:
            first[key.text] = key
            yield key.text, key, value
