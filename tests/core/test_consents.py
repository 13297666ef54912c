"""Whose word counts for a loosened gate."""

from dataclasses import replace
from typing import Any

import pytest

from rubrickit.core.consents import Consent, Signer, consent, in_words
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.gates import Loosening
from rubrickit.core.rubric import Place
from rubrickit.core.signoffs import Approval, Meaning, Recorded, Reviewed, SignOff

ADA = Expert("ada", "Ada L", "gh-ada", "ssh-ed25519 AAAA")
BEN = Expert("ben", "Ben M", "gh-ben", "ssh-ed25519 BBBB", ("safety",))
CLEO = Expert("cleo", "Cleo N", "gh-cleo", "ssh-ed25519 CCCC", ("form",))
EXPERTS = Experts(2, (ADA, BEN, CLEO))
OPENED = Loosening("q1", "opened", "safety/a", "d" * 32, ("r1",), "c" * 32)
HEAD = "a" * 40


def row(id: str, meaning: Meaning = "approval", **changed: Any) -> SignOff:
    """Of the loosened gate, signed with the expert's own key."""
    given = SignOff(
        "q1", "safety/a", OPENED.leaf_digest, meaning, id, id.title(),
        f"2026-01-0{len(id)}", OPENED.change, "good",
    )  # fmt: skip
    return replace(given, **changed)


def found(
    *rows: SignOff,
    loosening: Loosening = OPENED,
    experts: Experts = EXPERTS,
    authors: tuple[tuple[str, str], ...] = (),
    author: str = "",
    approvals: tuple[str, ...] = (),
) -> Consent:
    reviewed = Reviewed(author, tuple(Approval(a, "2026", HEAD) for a in approvals))
    return consent(
        loosening,
        experts,
        Recorded(rows, authors),
        reviewed,
        lambda signed, _: signed.signature == "good",
    )


def who(consent: Consent) -> list[str]:
    return [signer.id for signer in consent.signers]


def test_two_people_who_may_sign_are_enough() -> None:
    agreed = found(row("ada", "clinical review"), row("ben"))

    assert agreed.signers == (
        Signer("ada", "clinical review", "2026-01-03"),
        Signer("ben", "approval", "2026-01-03"),
    )
    assert (agreed.missing, agreed.objections) == (0, ())


def test_a_row_and_an_approval_add_up_and_one_person_is_one() -> None:
    assert who(found(row("ada"), approvals=("GH-Ben",))) == ["ada", "ben"]
    assert who(found(row("ada"), approvals=("gh-ada", "stranger"))) == ["ada"]


@pytest.mark.parametrize(
    ("signed", "why"),
    [
        (row("dan"), "the base does not list that person"),
        (row("cleo"), "that person may not sign for safety/a"),
        (row("ben", signature="bad"), "the signature is not of the key"),
        (row("ben", change="e" * 32), "it was given for another change"),
        (row("ben", change=""), "it was given for another change"),
        (row("ada", at="2026-02-01"), "that person has signed already"),
    ],
)
def test_a_word_that_does_not_count_says_why(signed: SignOff, why: str) -> None:
    told = found(row("ada"), signed)

    assert who(told) == ["ada"]
    assert why in told.objections[0]


@pytest.mark.parametrize(
    "signed",
    [
        row("ben", leaf_digest="e" * 32),
        row("ben", question_id="q2"),
        row("ben", "author"),
    ],
)
def test_a_row_about_something_else_is_not_looked_at(signed: SignOff) -> None:
    told = found(signed)

    assert (told.signers, told.objections) == ((), ())


def test_new_words_can_be_signed_before_the_edit_when_nothing_else_changed() -> None:
    reworded = replace(OPENED, reworded=True)

    assert who(found(row("ada", change=""), loosening=reworded)) == ["ada"]
    assert who(found(row("ada", change="e" * 32), loosening=reworded)) == []


@pytest.mark.parametrize(
    "hand",
    [
        {"author": "GH-BEN"},
        {"authors": (("Ben  m", "x@example.org"),)},
        {"authors": (("x", "12+gh-ben@users.noreply.github.com"),)},
        {"authors": (("ben", "x@example.org"),)},
    ],
)
def test_the_author_never_counts(hand: dict[str, Any]) -> None:
    told = found(row("ada"), row("ben"), approvals=("gh-ben",), **hand)

    assert who(told) == ["ada"]
    assert len(told.objections) == 2


def test_whoever_signed_as_the_author_never_counts_and_a_forger_names_nobody() -> None:
    mine = row("ben", "author")

    assert who(found(row("ada"), row("ben"), mine)) == ["ada"]
    forged = replace(mine, signature="bad")
    assert who(found(row("ada"), row("ben"), forged)) == ["ada", "ben"]


def test_whoever_wrote_the_words_once_may_sign_for_a_later_change_of_them() -> None:
    long_ago = row("ben", "author", change="")

    assert who(found(row("ada"), row("ben"), long_ago)) == ["ada", "ben"]
    reworded = replace(OPENED, reworded=True)
    voices = row("ada"), row("ben"), long_ago
    assert who(found(*voices, loosening=reworded)) == ["ada"]


def test_a_nameless_expert_wrote_nothing() -> None:
    experts = Experts(1, (Expert("ada"),))

    assert who(found(row("ada"), experts=experts, authors=(("", ""),))) == ["ada"]


def test_one_key_under_two_ids_is_one_voice() -> None:
    again = replace(ADA, id="ada2", github="gh-other")
    told = found(row("ada"), row("ada2"), experts=Experts(2, (ADA, again)))

    assert (len(told.signers), told.missing) == (1, 1)


def test_thousands_of_forged_rows_are_not_all_tried() -> None:
    tried: list[SignOff] = []
    forged = tuple(
        row("ada", signature="bad", place=Place("s.jsonl", n)) for n in range(3000)
    )

    def proved(signed: SignOff, _: Expert) -> bool:
        tried.append(signed)
        return False

    told = consent(OPENED, EXPERTS, Recorded(forged), Reviewed(), proved)

    assert len(tried) == 50
    assert len(told.objections) == 6
    assert told.objections[-1] == "45 more sign-off(s) do not count."


@pytest.mark.parametrize(
    ("signers", "words"),
    [
        ((), "nobody signed it"),
        (("ada",), "only ada (approval) signed it: 2 sign-offs are missing"),
        (("ada", "ben"), "only ada (approval) and ben (approval) signed it:"
                         " 1 sign-off is missing"),
        (("ada", "ben", "cleo"), "ada (approval), ben (approval) and cleo (approval)"
                                 " signed it"),
    ],
)  # fmt: skip
def test_a_consent_in_words(signers: tuple[str, ...], words: str) -> None:
    told = Consent(3, tuple(Signer(name, "approval", "") for name in signers))

    assert in_words(told) == words
