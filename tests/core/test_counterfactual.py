"""A table of releases is what each cell comes to alone."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import branch, leaf, response, rubric

from rubrickit.core import counterfactual
from rubrickit.core.counterfactual import NOTHING, Mark, Marks
from rubrickit.core.deltas import Side
from rubrickit.core.scoring import Scheme

TREE = rubric(branch("safety", leaf("warns"), gate=True), leaf("dose"))


def side(warns: bytes, dose: bytes) -> Side:
    return Side(TREE, Scheme(TREE), (warns, dose), len(warns))


@pytest.mark.parametrize(
    ("warns", "dose", "word"),
    [
        (b"PP", b"PF", "clear"),
        (b"PP", b"UU", "clear"),
        (b"PU", b"PP", "unjudged"),
        (b"FU", b"PP", "gate closed"),
        (b"FP", b"UU", "gate closed"),
        (b"--", b"PP", "clear"),
    ],
)
def test_what_a_cell_says_is_certain(warns: bytes, dose: bytes, word: str) -> None:
    given = [response("a", id="a", agent="one@1"), response("b", id="b", agent="two@1")]

    found = side(warns, dose)

    assert counterfactual.whole(found)[None].word == word
    assert set(counterfactual.by_agent(found, given)) == {"one@1", "two@1"}


def test_figures_are_counted_and_a_mean_is_over_what_is_scored() -> None:
    mark = counterfactual.whole(side(b"PFPU", b"PPUP"))[None]

    assert mark == Mark(
        questions=1, total=Fraction(1, 2), size=4, scored=2, met=1, known=2, closed=1,
        pending=2, unjudged=2, gates_open=1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("own", "now", "newly"),
    [
        (b"PF", b"FP", 1),
        (b"PP", b"FF", 2),
        (b"FF", b"FF", 0),
        (b"UP", b"FU", 0),
        (b"-P", b"FP", 1),
    ],
)
def test_gates_are_compared_response_by_response(
    own: bytes, now: bytes, newly: int
) -> None:
    before, after = (counterfactual.gated(side(each, b"FF")) for each in (own, now))

    assert after.newly_closed(before) == newly


def test_nothing_is_no_release() -> None:
    assert (Mark().word, Mark().mean) == ("no responses", None)


def test_a_question_that_nobody_answered_counts_where_it_has_a_gate() -> None:
    plain = rubric(leaf("dose"))

    assert counterfactual.unanswered(TREE) == {None: Mark(unanswered=1)}
    assert counterfactual.unanswered(plain) == NOTHING


class Thing:
    """Equal to nothing but itself, as a state's entries are."""

    def __init__(self, worth: int) -> None:
        self.worth = worth


def marked(row: Thing | None, column: Thing) -> Marks:
    if row is None:
        return {None: Mark(unanswered=1)} if column.worth % 2 else NOTHING
    worth = Fraction(row.worth, column.worth)
    one = Mark(questions=1, total=worth, size=row.worth, closed=column.worth)
    return {None: one, f"agent {row.worth % 2}": one}


def alone(row: Mapping[str, Thing], column: Mapping[str, Thing]) -> Marks:
    found: dict[str | None, Mark] = {}
    for name in column:
        for agent, mark in marked(row.get(name), column[name]).items():
            found[agent] = found.get(agent, Mark()).plus(mark)
    return found


things = st.lists(st.integers(1, 4).map(Thing), min_size=1, max_size=4)


@st.composite
def states(draw: Any) -> list[dict[str, Thing]]:
    """One after the other, which share most of what they hold."""
    pool = {name: draw(things) for name in "abc"}
    chosen = st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(pool[name]) for name in "abc"}
    )
    found: list[dict[str, Thing]] = draw(st.lists(chosen, max_size=4))
    return found


@given(states(), states())
def test_every_cell_is_what_it_is_alone(
    rows: list[dict[str, Thing]], columns: list[dict[str, Thing]]
) -> None:
    wanted = counterfactual.every(len(rows), len(columns))

    found = counterfactual.table(rows, columns, wanted, marked)

    assert found == {
        (row, column): alone(rows[row], columns[column])
        for row in range(len(rows))
        for column in range(len(columns))
    }


def test_what_did_not_change_is_not_looked_at_again() -> None:
    row, column = {"a": Thing(1), "b": Thing(2)}, {"a": Thing(3), "b": Thing(4)}
    asked: list[tuple[int, int]] = []

    def counted(one: Thing | None, other: Thing) -> Marks:
        assert one
        asked.append((one.worth, other.worth))
        return marked(one, other)

    changed = column | {"b": Thing(5)}
    wanted = [(0, 0), (0, 1), (1, 1), (1, 2)]
    found = counterfactual.table([row, row], [column, column, changed], wanted, counted)

    assert sorted(set(asked)) == [(1, 3), (2, 4), (2, 5)]
    assert asked.count((1, 3)) == 1
    assert found[0, 0] == found[0, 1] == found[1, 1] != NOTHING
    assert found[1, 2] == alone(row, changed)
