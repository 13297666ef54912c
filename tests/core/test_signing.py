"""What an expert is asked to sign."""

import pytest
from support.builders import branch, leaf, rubric, with_node

from rubrickit.core import signing
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import Rubric
from rubrickit.core.signing import Subject
from rubrickit.errors import RubrickitError

GATE = branch("safety", leaf("a", "Old"), gate=True)
OLD = rubric(branch("form", leaf("f", "Form")), GATE)
ADA = Expert("ada", "Ada L", key="ssh-ed25519 AAAA", gates=("safety",))


def asked(old: Rubric | None, new: Rubric | None) -> dict[str, Subject]:
    return {each.leaf: each for each in signing.subjects(old, new)}


def test_what_no_edit_touched_is_signed_by_its_words_alone() -> None:
    found = asked(OLD, OLD)

    assert set(found) == {"form/f", "safety/a"}
    assert {each.change for each in found.values()} == {""}


def test_an_edited_leaf_is_signed_as_it_was_and_as_it_is() -> None:
    new = with_node(OLD, "safety/a", texts=("New",), when="adult", expect=False)

    found = asked(OLD, new)["safety/a"]

    assert found.leaf_digest == leaf_digest(leaf("x", "New"))
    assert found.change
    assert found.before == "Old (a gate)"
    assert found.after == "New (expects no, a gate, when adult)"


def test_a_gate_that_goes_is_signed_by_its_old_words() -> None:
    removed = rubric(OLD.nodes[0])
    ungated = with_node(OLD, "safety", gate=False)
    reworded = with_node(ungated, "safety/a", texts=("Old or not",))

    for new in (removed, ungated, reworded, None):
        found = asked(OLD, new)["safety/a"]
        assert found.leaf_digest == leaf_digest(leaf("x", "Old"))
        assert found.change
    assert asked(OLD, removed)["safety/a"].after == ""


def test_new_leaves_and_rubrics_are_signed_by_their_words() -> None:
    more = rubric(*OLD.nodes, leaf("n", "New"))

    assert asked(OLD, more)["n"].change == ""
    assert asked(None, OLD)["safety/a"].change == ""
    assert asked(None, None) == {}


def test_a_leaf_is_named_by_its_path_on_either_side() -> None:
    new = with_node(OLD, "safety/a", id="b")
    found = tuple(signing.subjects(OLD, new))

    before, after = (signing.chosen(found, "q1", [path]) for path in
                     ("safety/a", "safety/b"))  # fmt: skip

    assert before == after
    assert signing.chosen(found, "q1", ["safety/a", "safety/b"]) == before


@pytest.mark.parametrize(
    ("found", "path", "told", "hint"),
    [
        (
            asked(OLD, OLD),
            "safety/aa",
            "q1: there is no leaf",
            "did you mean `safety/a`",
        ),
        (asked(OLD, OLD), "xyz", "q1: there is no leaf `xyz`", "named by its path"),
        ({}, "a", "there is no rubric `q1`", "question_id"),
    ],
)
def test_what_does_not_exist_is_not_signed(
    found: dict[str, Subject], path: str, told: str, hint: str
) -> None:
    with pytest.raises(RubrickitError) as refusal:
        signing.chosen(tuple(found.values()), "q1", [path])

    assert told in str(refusal.value)
    assert hint in refusal.value.hint


def test_only_a_listed_person_with_a_key_signs() -> None:
    people = Experts(people=(ADA, Expert("ben")))

    assert signing.signer(people, "ada") is ADA
    with pytest.raises(RubrickitError, match="do not list `eve`") as refusal:
        signing.signer(people, "eve")
    assert refusal.value.hint == "listed: ada, ben"
    with pytest.raises(RubrickitError, match="lists no key of `ben`"):
        signing.signer(people, "ben")
    with pytest.raises(RubrickitError) as refusal:
        signing.signer(Experts(), "eve")
    assert refusal.value.hint == "listed: nobody so far"


def test_a_row_says_who_signs_what_when_and_why() -> None:
    (subject,) = signing.chosen(tuple(signing.subjects(OLD, OLD)), "q1", ["safety/a"])

    (row,) = signing.rows([subject], ADA, "approval", "2026-01-31")

    assert (row.id, row.name, row.meaning, row.at) == (
        "ada", "Ada L", "approval", "2026-01-31"
    )  # fmt: skip
    assert (row.leaf, row.leaf_digest) == ("safety/a", subject.leaf_digest)


def test_a_leaf_that_is_not_theirs_is_not_signed() -> None:
    subjects = signing.chosen(tuple(signing.subjects(OLD, OLD)), "q1", ["form/f"])

    with pytest.raises(RubrickitError, match="`ada` may not sign for `form/f`"):
        signing.rows(subjects, ADA, "approval", "2026-01-31")
