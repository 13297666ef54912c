"""What agents answered, and what people said of the answers."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of responses without their texts; each column a value a response.

    Of a digest that a response does not have, "" stands in the column.
    """

    ids: Sequence[str]
    digests: Digests
    trace_digests: Digests
    agents: Sequence[str]
    slices: Sequence[Mapping[str, str]]

    def at(self, places: Sequence[int]) -> "Outline":
        """Only these, in this order."""
        return Outline(
            [self.ids[place] for place in places],
            tuple([self.digests[place] for place in places]),
            tuple([self.trace_digests[place] for place in places]),
            [self.agents[place] for place in places],
            [self.slices[place] for place in places],
        )


class UnreadResponses(Sequence[Response]):
    """Responses of which an outline is known; the rest is read when it is used.

    Most runs find every grade recorded, and then no text is ever looked at.
    """

    def __init__(
        self, outline: Outline, read: Callable[[], Sequence[Response]]
    ) -> None:
        self.outline = outline
        self._read = read

    def __len__(self) -> int:
        return len(self.outline.ids)

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


def outline_of(responses: Sequence[Response]) -> Outline:
    """Without reading what has not been read."""
    if isinstance(responses, UnreadResponses):
        return responses.outline
    return Outline(
        [response.response_id for response in responses],
        tuple([response.digest for response in responses]),
        tuple([response.trace_digest for response in responses]),
        [response.agent for response in responses],
        [response.slices for response in responses],
    )


def digests_of(responses: Sequence[Response], looks_at: LooksAt) -> Digests:
    """Without reading what has not been read."""
    if isinstance(responses, UnreadResponses):
        known = responses.outline
        return known.trace_digests if looks_at == "trace" else known.digests
    return tuple([response.digest_for(looks_at) for response in responses])


def of_agents(
    responses: Sequence[Response], agents: Collection[str]
) -> Sequence[Response]:
    """Those that one of the agents gave, in the same order; everybody's for none."""
    if not agents:
        return responses
    known = outline_of(responses)
    places = [at for at, agent in enumerate(known.agents) if agent in agents]
    return UnreadResponses(
        known.at(places), lambda: [responses[place] for place in places]
    )


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
