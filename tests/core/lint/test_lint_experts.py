"""Whether the listed people could ever sign for the gates."""

from support.builders import branch, leaf, rubric

from rubrickit.core.experts import Expert, Experts
from rubrickit.core.lint.experts import experts
from rubrickit.core.rubric import Place

KEY = "ssh-ed25519 AAAA"
TREE = rubric(
    branch("safety", leaf("a"), leaf("b"), gate=True),
    branch("form", leaf("c", gate=True), leaf("d")),
)
AT = Place("rubrickit.yaml", 3, 1)


def told(*people: Expert, sign_offs: int = 1) -> list[str]:
    found = experts(Experts(sign_offs, people, AT), [TREE])
    return [f"{finding.place}: {finding.message}" for finding in found]


def test_one_more_than_sign_is_enough() -> None:
    assert told(Expert("ada"), Expert("ben")) == []
    assert told(Expert("ada"), Expert("ben"), Expert("cleo"), sign_offs=2) == []


def test_too_few_for_a_gate_are_told_once_for_the_same_people() -> None:
    people = Expert("ada"), Expert("ben", gates=("safety",))

    assert told(*people) == [
        "rubrickit.yaml:3: 1 expert may sign for the gate `form/c` of `q1`, and 2 are"
        " needed"
    ]
    assert told(*people, sign_offs=2)[0] == (
        "rubrickit.yaml:3: 2 experts may sign for the gate `safety/a` of `q1`, and 3"
        " are needed"
    )


def test_a_gate_that_nobody_may_sign_for_is_told() -> None:
    people = Expert("ada", gates=("safety",)), Expert("ben", gates=("safety",))

    assert "no experts may sign for the gate `form/c`" in told(*people)[0]


def test_one_person_under_two_ids_is_told_and_counts_once() -> None:
    twice, few = told(Expert("ada", key=KEY), Expert("ada2", key=f"{KEY} home"))

    assert twice == "rubrickit.yaml:3: `ada` and `ada2` are one person"
    assert "1 expert may sign" in few


def test_an_id_that_stands_twice_is_told() -> None:
    found = told(Expert("ada"), Expert("ada"), Expert("ben"))

    assert found == ["rubrickit.yaml:3: the expert `ada` stands twice"]


def test_what_is_no_public_key_is_told() -> None:
    found = told(Expert("ada", key="id_ed25519"), Expert("ben"))

    assert found == ["rubrickit.yaml:3: the key of `ada` is no public SSH key"]


def test_where_nobody_is_listed_nothing_is_asked_for() -> None:
    assert told() == []
