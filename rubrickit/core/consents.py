"""Have enough people signed for a loosened gate? The base's list says who may."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from rubrickit.core.canonical import Digest
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.signoffs import (
    Authors,
    Meaning,
    Recorded,
    Reviewed,
    SignOff,
    authors,
)

Proved = Callable[[SignOff, Expert], bool]
"""Whether the row is of the expert's key or login."""


class GateEdit(Protocol):
    """One gate leaf that an edit touched, as loosenings and subjects tell it."""

    @property
    def question_id(self) -> str:
        """Of its rubric."""

    @property
    def leaf(self) -> str:
        """Its path before the edit."""

    @property
    def leaf_digest(self) -> Digest:
        """Of the words that are signed."""

    @property
    def change(self) -> Digest:
        """Of the leaf before and after, "" where its words are new."""

    @property
    def reworded(self) -> bool:
        """The new words are all of the edit."""


_MOST_TOLD = 5
_MOST_TRIED = 50
"""Rows about one gate: each costs a process, and a stranger may bring thousands."""


@dataclass(frozen=True, slots=True, order=True)
class Signer:
    """Somebody whose word counts."""

    id: str
    meaning: Meaning
    at: str


@dataclass(frozen=True, slots=True)
class Consent:
    """Who signed for one loosened gate; `objections` say whose word does not count."""

    needed: int
    signers: tuple[Signer, ...] = ()
    objections: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        return max(self.needed - len(self.signers), 0)


NOBODY = Consent(1)


def in_words(consent: Consent) -> str:
    """How a sentence on a loosened gate goes on."""
    if not consent.signers:
        return "nobody signed it"
    names = _listed(f"{each.id} ({each.meaning})" for each in consent.signers)
    if not consent.missing:
        return f"{names} signed it"
    are = (
        "1 sign-off is" if consent.missing == 1 else f"{consent.missing} sign-offs are"
    )
    return f"only {names} signed it: {are} missing"


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class _Voice:
    """One person's word on one gate, before anybody asked whether it counts."""

    expert: Expert
    meaning: Meaning
    at: str
    row: SignOff | None = None


def consent(
    edit: GateEdit,
    experts: Experts,
    recorded: Recorded,
    reviewed: Reviewed,
    proved: Proved,
) -> Consent:
    """Different people of the base's list whose gates cover the leaf, no author.

    A row counts that binds this very change, or the new words where these are all that
    changed. An approval covers all that its commit holds. `proved` is asked for nothing
    but the rows that would else count.
    """
    wrote = _writers(edit, experts, recorded, reviewed, proved)
    signers: list[_Voice] = []
    objections: list[str] = []
    for voice in _voices(edit, experts, recorded, reviewed):
        why = _objection(voice, edit, wrote, signers)
        if not why and voice.row and not proved(voice.row, voice.expert):
            why = "the signature is not of the key that the base lists"
        if why:
            objections.append(_told(voice, why))
        else:
            signers.append(voice)
    return Consent(
        experts.sign_offs,
        tuple(sorted(Signer(v.expert.id, v.meaning, v.at) for v in signers)),
        tuple(_most(list(dict.fromkeys(objections)))),
    )


def _most(objections: list[str]) -> Iterator[str]:
    """A stranger's thousand rows must not crowd the report out."""
    yield from objections[:_MOST_TOLD]
    rest = len(objections) - _MOST_TOLD
    if rest > 0:
        yield f"{rest} more sign-off(s) do not count."


def _voices(
    edit: GateEdit, experts: Experts, recorded: Recorded, reviewed: Reviewed
) -> Iterator[_Voice]:
    for row in _rows(edit, recorded, is_author=False):
        expert = experts.named(row.id) or Expert("")
        yield _Voice(expert, row.meaning, row.at, row)
    for approval in reviewed.approvals:
        if known := experts.by_login(approval.login):
            yield _Voice(known, "approval", approval.at)


def _rows(edit: GateEdit, recorded: Recorded, *, is_author: bool) -> Iterator[SignOff]:
    found = (
        row
        for row in recorded.rows
        if (row.meaning == "author") is is_author and _is_about(row, edit)
    )
    return islice(found, _MOST_TRIED)


def _is_about(row: SignOff, edit: GateEdit) -> bool:
    return (row.question_id, row.leaf_digest) == (
        edit.question_id,
        edit.leaf_digest,
    )


def _binds(row: SignOff, edit: GateEdit) -> bool:
    """This very change, or the new words where these are all of it."""
    return row.change == edit.change or (not row.change and edit.reworded)


def _objection(
    voice: _Voice, edit: GateEdit, wrote: Callable[[Expert], bool],
    counted: Iterable[_Voice],
) -> str:  # fmt: skip
    """Why the word does not count, "" where it does."""
    row, expert = voice.row, voice.expert
    if not expert.id:
        return "the base does not list that person"
    if row and (why := _elsewhere(row, edit)):
        return why
    if not expert.covers(edit.leaf):
        return f"that person may not sign for {edit.leaf}"
    if wrote(expert):
        return "that person made the edit"
    if any(expert.is_same_person(other.expert) for other in counted):
        return "that person has signed already"
    return ""


def _elsewhere(row: SignOff, edit: GateEdit) -> str:
    """Why the row is not about this edit, "" where it is."""
    if row.approval:
        return "an approval counts in the pull request that it was given to"
    return "" if _binds(row, edit) else "it was given for another change of this gate"


def _told(voice: _Voice, why: str) -> str:
    if voice.row is None:
        return f"The approval of {voice.expert.github} does not count: {why}."
    return f"{voice.row.place}: the sign-off of {voice.row.id} does not count: {why}."


def _writers(
    edit: GateEdit, experts: Experts, recorded: Recorded, reviewed: Reviewed,
    proved: Proved,
) -> Callable[[Expert], bool]:  # fmt: skip
    """By login and by Git's names, and whoever signed as the author of the words."""
    known: Authors = authors(reviewed.author, recorded.authors)
    own = [
        expert
        for row in _rows(edit, recorded, is_author=True)
        if _binds(row, edit)
        if (expert := experts.named(row.id)) and proved(row, expert)
    ]
    wrote = [*own, *(person for person in experts.people if known.include(person))]
    return lambda expert: any(map(expert.is_same_person, wrote))
