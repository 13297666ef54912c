"""A history of rubrics without Git."""

from collections.abc import Iterator

import pytest
from support.builders import leaf, rubric, with_node

from rubrickit.core import chronicle, signing
from rubrickit.core.chronicle import Step, Turn
from rubrickit.core.git_output import Commit, commits, first_annotated
from rubrickit.core.rubric import Place, Rubric
from rubrickit.core.signoffs import SignOff

PATH = "rubrics/q1.yaml"
FIRST = rubric(leaf("a", "A"), leaf("b", "B"), place=Place(PATH, 1, 1))
SECOND = with_node(FIRST, "a", texts=("A2",))
THIRD = with_node(SECOND, "b", weight=3)


def made(name: str) -> Commit:
    return Commit(name, (), "A. Author", "a@example.org", "2026-01-02", name)


def step(
    name: str, before: Rubric | None, after: Rubric | None, fault: str = ""
) -> Step:
    def side(one: Rubric | None) -> dict[str, Rubric]:
        return {one.question_id: one} if one else {}

    faults = {PATH: fault} if fault else {}
    return Step(made(name), side(before), side(after), frozenset({PATH}), faults)


def told(*steps: Step) -> list[tuple[str, str, list[str]]]:
    return [
        (each.commit.id, turn.status, [edit.kind for edit in turn.edits])
        for each, turns in chronicle.turns(steps)
        for turn in turns
    ]


def test_each_step_is_told_and_one_that_grades_the_same_is_not() -> None:
    assert told(
        step("1", None, FIRST),
        step("2", FIRST, SECOND),
        step("layout", SECOND, SECOND),
        step("3", SECOND, THIRD),
        step("4", THIRD, None),
    ) == [
        ("1", "new", []),
        ("2", "changed", ["reworded"]),
        ("3", "changed", ["reweighted"]),
        ("4", "deleted", []),
    ]


def test_breaking_and_repairing_is_compared_with_what_there_was() -> None:
    assert told(
        step("1", None, FIRST),
        step("break", FIRST, None, "bad"),
        step("worse", None, None, "bad"),
        step("mend", None, SECOND),
        step("5", SECOND, THIRD),
    ) == [
        ("1", "new", []),
        ("mend", "changed", ["reworded"]),
        ("5", "changed", ["reweighted"]),
    ]


def test_a_broken_file_that_is_deleted_takes_its_rubric_along() -> None:
    steps = step("break", FIRST, None, "bad"), step("gone", None, None)

    assert told(*steps) == [("gone", "deleted", [])]


def origins(*steps: Step, of: Rubric = THIRD) -> dict[str, str]:
    """By leaf the name of its commit, "" where there is none."""
    found = chronicle.origins(of, steps)
    return {each.leaf: each.commit.id if each.commit else "" for each in found}


def test_a_leaf_comes_from_the_commit_that_brought_its_words() -> None:
    assert origins(
        step("3", SECOND, THIRD), step("2", FIRST, SECOND), step("1", None, FIRST)
    ) == {"a": "2", "b": "1"}


def test_a_leaf_keeps_its_origin_under_another_name() -> None:
    renamed = with_node(FIRST, "a", id="z")

    assert origins(step("2", FIRST, renamed), step("1", None, FIRST), of=renamed) == {
        "z": "1",
        "b": "1",
    }


def test_words_that_were_away_come_from_when_they_came_back() -> None:
    assert origins(
        step("back", SECOND, FIRST), step("2", FIRST, SECOND), step("1", None, FIRST),
        of=FIRST,
    ) == {"a": "back", "b": "1"}  # fmt: skip


def test_a_broken_version_is_passed_over_and_a_deleted_one_is_not() -> None:
    assert origins(
        step("mend", None, FIRST), step("break", FIRST, None, "bad"),
        step("1", None, FIRST), of=FIRST,
    )["a"] == "1"  # fmt: skip
    assert origins(
        step("again", None, FIRST), step("gone", FIRST, None),
        step("1", None, FIRST), of=FIRST,
    )["a"] == "again"  # fmt: skip


def test_no_more_steps_are_looked_at_than_it_takes() -> None:
    seen = []

    def steps() -> Iterator[Step]:
        for name, tree in [("3", FIRST), ("2", rubric(leaf("z"))), ("1", FIRST)]:
            seen.append(name)
            yield step(name, None, tree)

    chronicle.origins(FIRST, steps())

    assert seen == ["3", "2"]


def test_without_history_no_commit_is_invented() -> None:
    assert origins() == {"a": "", "b": ""}


def signed(turn: Turn, leaf: str, **changed: str) -> list[SignOff]:
    (subject,) = signing.chosen(
        tuple(signing.subjects(turn.old, turn.new)), turn.question_id, [leaf]
    )
    row = SignOff("q1", leaf, subject.leaf_digest, "approval", "ada", "", "2026",
                  changed.get("change", subject.change))  # fmt: skip
    return chronicle.about(turn, [row])


def test_a_sign_off_belongs_to_the_step_that_it_binds() -> None:
    turn = Turn("q1", FIRST, SECOND)

    assert signed(turn, "a")
    assert signed(turn, "a", change="")
    assert not signed(turn, "a", change="0" * 32)
    assert not signed(turn, "b")
    assert signed(Turn("q1", None, FIRST), "b")
    assert signed(Turn("q1", FIRST, rubric(leaf("b", "B"))), "a")


def test_a_log_of_gits_is_read_field_by_field() -> None:
    fields = [["c" * 40, f"{'d' * 40} {'e' * 40}", "Å", "a@b", "2026-01-02", "ü\tb",
               "Ben M <ben@b> \x1fcleo\x1f<c@d>"],
              ["d" * 40, "", "B", "", "2026-01-01", "", ""]]  # fmt: skip
    out = "".join("\0".join([*each, ""]) + "\n" for each in fields)

    one, two = commits(out.encode())

    people = ("Ben M", "ben@b"), ("cleo", ""), ("", "c@d")
    assert one == Commit("c" * 40, ("d" * 40, "e" * 40), *fields[0][2:6], people)
    assert one.writers == (("Å", "a@b"), *people)
    assert (two.parents, two.co_authors) == ((), ())
    assert list(commits(b"")) == []


@pytest.mark.parametrize(
    ("out", "name"),
    [(b"commit a\ntag v1\ntag v2\n", "v1"), (b"commit a\n", ""), (b"", "")],
)
def test_the_first_release_is_an_annotated_tag(out: bytes, name: str) -> None:
    assert first_annotated(out) == name
