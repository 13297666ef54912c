"""Only proved words of listed people stand behind a gate."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from support.builders import branch, leaf, rubric

from rubrickit.core.bonds import graded
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.grades import leaf_digest
from rubrickit.core.releasing import signed
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.signoffs import Authors, HostWord, Meaning, SignOff

WARNS, DOSE = leaf("warns"), leaf("dose")
TREE = rubric(branch("safety", WARNS, gate=True), DOSE)
EXPERTS = Experts(2, (Expert("ada"), Expert("ben"), Expert("cleo", gates=("other",))))


def gated(of: Leaf, **rest: Any) -> Rubric:
    return rubric(branch("safety", of, gate=True, **rest), DOSE)


def row(
    id: str, meaning: Meaning = "approval", tree: Rubric = TREE, at: str = ""
) -> SignOff:
    """The first leaf as it decides in the tree."""
    when, placed = at or "2026-01-31T10:00:00Z", next(tree.leaves())
    words = leaf_digest(placed.leaf)
    about = SignOff("q1", "safety/warns", words, meaning, id, id.title(), when)
    return replace(about, graded=graded(tree, placed))


def people(*rows: SignOff, lies: str = "") -> list[str]:
    found = signed.of([TREE], EXPERTS, rows, lambda one, _: one.id != lies)
    return [f"{each['id']} {each['meaning']}" for each in found["q1"]["safety/warns"]]


def nobody(*_: str) -> Authors:
    return Authors()


def test_who_wrote_the_words_does_not_count_among_the_readers() -> None:
    found = signed.of([TREE], EXPERTS, [row("ada"), row("ben")], lambda *_: True)
    asked = []

    def ada(question_id: str, path: str) -> Authors:
        asked.append((question_id, path))
        return Authors(names=frozenset({"Ada"}))

    assert signed.missing(found, EXPERTS, ada) == ("q1: safety/warns",)
    assert asked == [("q1", "safety/warns")]


def test_every_gate_is_there_and_nothing_else() -> None:
    found = signed.of([TREE], EXPERTS, [row("ada", tree=rubric(DOSE))], lambda *_: True)

    assert found == {"q1": {"safety/warns": []}}


def test_without_experts_nobody_must_sign() -> None:
    assert signed.of([TREE], Experts(), [row("ada")], lambda *_: True) == {}
    assert signed.missing({}, Experts(), nobody) == ()


def test_two_listed_people_are_told_in_the_order_of_time() -> None:
    later = row("ada", at="2026-02-01T10:00:00Z")

    assert people(later, row("ben")) == ["ben approval", "ada approval"]


@pytest.mark.parametrize(
    "wrong",
    [
        row("eve"),
        row("cleo"),
        row("ada", tree=gated(DOSE)),
        row("ada", tree=gated(leaf("other"))),
        row("ada", tree=gated(replace(WARNS, expect=False))),
        row("ada", tree=gated(WARNS, when="false")),
        row("ada", tree=rubric(branch("safety", WARNS), DOSE)),
        row("ada", tree=replace(TREE, question="Another?")),
        row("ada", tree=replace(TREE, reference="Another.")),
        replace(row("ada"), graded=""),
    ],
)
def test_words_that_say_nothing_of_this_gate(wrong: SignOff) -> None:
    assert people(wrong) == []


def test_a_forged_row_does_not_take_the_place_of_a_true_one() -> None:
    assert people(row("ada"), row("ben"), lies="ada") == ["ben approval"]


def test_an_approval_says_where_the_host_had_it_and_is_counted() -> None:
    word = HostWord("https://page", 7, "c" * 40, "gh-ada")
    rows = [replace(row("ada"), approval=word), row("ben")]

    found = signed.of([TREE], EXPERTS, rows, lambda *_: True)

    told = {each["id"]: each["approval"] for each in found["q1"]["safety/warns"]}
    assert told == {"ada": asdict(word), "ben": None}
    assert signed.approvals(found) == 1


def test_a_person_speaks_once_and_the_author_as_the_author() -> None:
    assert people(row("ada"), row("ada", "author"), row("ada", "clinical review")) == [
        "ada author"
    ]


@pytest.mark.parametrize(
    ("rows", "is_missing"),
    [
        ([row("ada"), row("ben")], False),
        ([row("ada")], True),
        ([row("ada"), row("ben", "author")], True),
        ([], True),
    ],
)
def test_how_many_must_have_read_the_words(
    rows: list[SignOff], is_missing: bool
) -> None:
    found = signed.of([TREE], EXPERTS, rows, lambda *_: True)

    missing = signed.missing(found, EXPERTS, nobody)

    assert missing == (("q1: safety/warns",) if is_missing else ())
