"""What agents answered, and what people said of the answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

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


Digests = tuple[Digest, ...]
"""One a response, in the order of the responses; "" for what it does not have."""


class UnreadResponses(Sequence[Response]):
    """Responses of which ids and digests are known; the rest is read when it is used.

    Most runs find every grade recorded, and then no text is ever looked at.
    """

    def __init__(
        self,
        by_looks: Mapping[LooksAt, Digests],
        read: Callable[[], Sequence[Response]],
    ) -> None:
        self._by_looks = by_looks
        self._read = read

    def digests(self, looks_at: LooksAt) -> Digests:
        return self._by_looks[looks_at]

    def __len__(self) -> int:
        return len(self._by_looks["response"])

    def __iter__(self) -> Iterator[Response]:
        return iter(self._responses)

    @overload
    def __getitem__(self, index: int) -> Response: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Response]: ...
    def __getitem__(self, index: int | slice) -> Response | Sequence[Response]:
        return self._responses[index]

    @cached_property
    def _responses(self) -> Sequence[Response]:
        return self._read()


def indexed(responses: Sequence[Response]) -> Sequence[Response]:
    """The same, whose digests are listed once and not for every leaf."""
    looks: tuple[LooksAt, ...] = ("response", "trace")
    found = {each: digests_of(responses, each) for each in looks}
    return UnreadResponses(found, lambda: responses)


def digests_of(responses: Sequence[Response], looks_at: LooksAt) -> Digests:
    """Without reading what has not been read."""
    if isinstance(responses, UnreadResponses):
        return responses.digests(looks_at)
    return tuple([response.digest_for(looks_at) for response in responses])


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
