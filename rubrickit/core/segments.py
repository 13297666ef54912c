"""A segment: an immutable file of grades, named by the hash of its bytes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rubrickit.core.canonical import Digest

FORMAT = 1
MET, NOT_MET, NO_GRADE = "y", "n", "."


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """Where a grade was first written; of several for one key the least counts."""

    created: str
    segment: Digest


@dataclass(frozen=True, slots=True)
class Row:
    """The grades of one (leaf, pass): a mark for each response of its block.

    `reasons` are by the response's place in the block. In a folded segment `origin`
    says where the grades come from: an index into the header's origins, for all or
    for each; in any other segment it is None.
    """

    leaf: Digest
    pass_number: int
    marks: str
    reasons: Mapping[int, str]
    origin: int | tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """All grades of one judge on one question. `responses` are sorted.

    `clashes` counts the verdicts that folding left out because an earlier one counts.
    """

    judge: Digest
    question: Digest
    responses: tuple[Digest, ...]
    rows: tuple[Row, ...]
    clashes: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """`created` is UTC to the second; `replaces` names what was folded into this."""

    created: str
    tool: str
    grades: int
    replaces: tuple[Digest, ...] = ()
    origins: tuple[Origin, ...] = ()

    def document(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "format": FORMAT,
            "kind": "segment",
            "created": self.created,
            "tool": self.tool,
            "grades": self.grades,
            "replaces": self.replaces,
        }
        if self.origins:
            plain["origins"] = [[each.created, each.segment] for each in self.origins]
        return plain


@dataclass(frozen=True, slots=True)
class Segment:
    """A whole segment. `spans` are the byte ranges of each question's lines."""

    name: Digest
    header: Header
    blocks: tuple[Block, ...]
    spans: Mapping[Digest, tuple[int, int]]

    @property
    def origin(self) -> Origin:
        return Origin(self.header.created, self.name)

    def by_question(self) -> Mapping[Digest, Sequence[Block]]:
        found: dict[Digest, list[Block]] = {}
        for block in self.blocks:
            found.setdefault(block.question, []).append(block)
        return found


@dataclass(frozen=True, slots=True)
class Damage:
    """Why a segment does not count."""

    segment: str
    problem: str

    def __str__(self) -> str:
        return f"{self.segment}: {self.problem}"


def name_of(data: bytes) -> Digest:
    """The only name under which these bytes count."""
    return hashlib.sha256(data).hexdigest()[:32]


def timestamp(moment: datetime) -> str:
    """UTC to the second, so that texts sort as times do."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
