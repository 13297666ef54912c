"""Where the scores stand is told by agent, and with the parts of each number."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import trees
from support.builders import label, leaf, response, rubric
from support.comparing import sheet
from support.overviews import by, laid_out

from rubrickit.core import deltas, overview, totals
from rubrickit.core.counts import Counts
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.overview import Agent, Standing

TREE = rubric(leaf("a"), leaf("b", tier="additional"), leaf("g", gate=True))
MET = {
    "Does the answer say a?": "yynu",
    "Does the answer say b?": "ynyn",
    "Does the answer say g?": "yyny",
}
AGENTS = ("coach@1", "coach@2", "coach@1", "")


@pytest.mark.parametrize(
    ("full", "name", "release"),
    [
        ("coach@2025.3", "coach", "2025.3"),
        ("acme@work@2", "acme@work", "2"),
        ("coach", "coach", ""),
        ("coach@", "coach", ""),
        ("@2", "", "2"),
        ("", "", ""),
    ],
)
def test_an_agent_is_cut_at_its_last_at_sign(
    full: str, name: str, release: str
) -> None:
    assert overview.agent(full) == Agent(full, name, release)


def test_every_agent_has_all_the_parts_of_its_number() -> None:
    found = laid_out(TREE, MET, by(*AGENTS))

    assert list(found.by_agent) == ["", "coach@1", "coach@2"]
    assert found.by_agent["coach@1"].standing == Standing(
        size=2,
        scored=2,
        met=1,
        known=2,
        gates_closed=1,
        pending=0,
        required=Fraction(1, 2),
        additional=Fraction(1),
        mean=Fraction(1, 2),
        verdicts=Counts(4, 2),
    )
    assert found.by_agent[""].standing == Standing(
        size=1,
        scored=0,
        met=0,
        known=0,
        gates_closed=0,
        pending=1,
        required=None,
        additional=Fraction(0),
        mean=None,
        verdicts=Counts(1, 1, 1),
    )


def test_leaves_are_counted_by_agent() -> None:
    found = laid_out(TREE, MET, by(*AGENTS))

    assert found.whole.leaves == (Counts(2, 1, 1), Counts(2, 2), Counts(3, 1))
    assert found.by_agent["coach@1"].leaves == (
        Counts(1, 1),
        Counts(2, 0),
        Counts(1, 1),
    )


@given(st.data())
def test_an_agent_alone_stands_as_all_responses_do(data: st.DataObject) -> None:
    tree = data.draw(trees.rubrics())
    size = data.draw(st.integers(1, 5))
    column = st.text("ynu", min_size=size, max_size=size)
    met = {placed.leaf.texts[0]: data.draw(column) for placed in tree.leaves()}
    conditions = {c for placed in tree.leaves() for c in placed.conditions}
    responses = by(*["coach"] * size)
    found = sheet([tree], met, responses, dict.fromkeys(conditions, "y" * size))
    side = deltas.side(tree, found)

    (group,) = overview.by_agent(side, responses).values()

    assert group.totals == totals.of_scores(side.scheme, side.scores)


def test_an_overall_mean_is_over_questions_and_counts_are_sums() -> None:
    one, other = leaf("a"), leaf("b")
    first = laid_out(rubric(one), {one.texts[0]: "yyyn"}, by(*["x"] * 4))
    second = laid_out(rubric(other, id="q2"), {other.texts[0]: "nu"}, by("x", "y"))

    found = overview.overall_by_agent([first, second])
    whole = overview.overall([first.whole.standing, second.whole.standing])

    assert whole.mean == Fraction(3, 8) == found["x"].mean
    assert (whole.size, whole.scored, whole.met, whole.known) == (6, 5, 3, 5)
    assert (whole.pending, found["x"].size, found["y"].pending) == (1, 5, 1)
    assert found["y"].mean is None
    assert whole.verdicts == Counts(3, 2, 1)


def test_nothing_has_no_mean() -> None:
    assert overview.overall([]).mean is None


def test_labels_stand_beside_the_leaf_that_they_were_given_for() -> None:
    asked, refused = leaf("a"), leaf("b", expect=False)
    responses = [response("r0"), response("r1"), response("r2"), response("r3")]
    given_labels = [
        label(asked, met, response_id=f"r{at}")
        for at, met in enumerate([True, False, True, False])
    ]
    given_labels.append(label(refused, True, response_id="r0"))
    tree = rubric(asked, refused, leaf("c"))
    met = {placed.leaf.texts[0]: "yynn" for placed in tree.leaves()}

    found = laid_out(tree, met, responses, HumanJudge(given_labels))

    assert found.labels == (Crosstab(1, 1, 1, 1), Crosstab(0, 0, 0, 1), None)
    assert laid_out(tree, met, responses).labels == (None, None, None)
