"""Everything in a repository that lint looks at, and the findings of a whole run."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rubrickit.core.config import Paths
from rubrickit.core.experts import Experts
from rubrickit.core.findings import Finding, in_file_order
from rubrickit.core.lint.experts import experts
from rubrickit.core.lint.expressions import Static, expressions
from rubrickit.core.lint.repository import (
    duplicate_questions,
    no_rubric,
    unknown_questions,
)
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Node, Rubric


@dataclass(frozen=True, slots=True)
class Inspected:
    """What could be read; `unreadable` says what could not."""

    rubrics: tuple[Rubric, ...]
    shared: tuple[Node, ...]
    unreadable: tuple[Finding, ...]
    rubrics_folder: str = Paths().rubrics
    experts: Experts = field(default_factory=Experts)
    responses: tuple[Response, ...] = ()


def findings(inspected: Inspected, static: Static) -> tuple[Finding, ...]:
    """By path and line."""
    return in_file_order(tuple(_all(inspected, static)))


def _all(inspected: Inspected, static: Static) -> Iterator[Finding]:
    yield from inspected.unreadable
    if not inspected.rubrics and not inspected.unreadable:
        yield no_rubric(inspected.rubrics_folder)
    yield from duplicate_questions(inspected.rubrics)
    if not inspected.unreadable:
        known = frozenset(rubric.question_id for rubric in inspected.rubrics)
        yield from unknown_questions(inspected.responses, known)
    yield from experts(inspected.experts, inspected.rubrics)
    yield from expressions(inspected.shared, static)
    for rubric in inspected.rubrics:
        yield from expressions(rubric.nodes, static)
