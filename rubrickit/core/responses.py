"""What agents answered, and what people said of the answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.rubric import NOWHERE, LooksAt, Place


@dataclass(frozen=True, slots=True)
class Response:
    """One historical answer of an agent. `trace` is canonical JSON, "" without one."""

    question_id: str
    response_id: str
    text: str
    agent: str = ""
    sample: int = 0
    context: str = ""
    reference: str = ""
    trace: str = ""
    slices: Mapping[str, str] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)
    created: str = ""
    digest: Digest = ""
    trace_digest: Digest = ""
    place: Place = field(default=NOWHERE, compare=False)

    def digest_for(self, looks_at: LooksAt) -> Digest:
        """A changed trace re-asks only the leaves that look at it."""
        return self.trace_digest if looks_at == "trace" else self.digest


@dataclass(frozen=True, slots=True)
class Label:
    """A person's yes/no to a leaf's exact text."""

    question_id: str
    response_id: str
    leaf_digest: Digest
    rater: str
    met: bool
    leaf: str = ""
    at: str = ""
    note: str = ""
    probability: float | None = None
    place: Place = field(default=NOWHERE, compare=False)


def digests(text: str, context: str, trace: str) -> tuple[Digest, Digest]:
    """Of a response without and with its trace; both as the judge sees it."""
    seen = {"response": canonical.text(text), "context": canonical.text(context)}
    plain = canonical.digest_of_texts(seen)
    return plain, canonical.digest_of_texts({**seen, "trace": trace}) if trace else ""
