"""What a rubric must have as a whole."""

from decimal import Decimal

import pytest
from support.builders import branch, leaf, rubric, with_points
from support.trees_of_yaml import PATH, told

from rubrickit.core.reading import structure
from rubrickit.core.reading.located import Problems
from rubrickit.core.rubric import Place, Rubric

GATED = "weighted_sum_with_safety_gate"
UNGATED = (
    "safety-gate",
    "the weighting promises a safety gate, and no root branch is `safety`",
    "add a branch `- id: safety` to `nodes`, or use `weighting: weighted_sum`",
)
UNEARNED = (
    "points",
    "no leaf has points above 0, so no score can be earned",
    "give one `points: 1`",
)


def problems(tree: Rubric) -> Problems:
    found = Problems(PATH)
    structure.check(tree, found)
    return found


def test_a_root_branch_named_safety_keeps_the_promise() -> None:
    tree = rubric(leaf("a"), branch("safety", leaf("b")), weighting=GATED)
    assert problems(tree).found == []


@pytest.mark.parametrize(
    "node",
    [
        leaf("safety"),
        branch("Safety", leaf("a")),
        branch("content", branch("safety", leaf("a"))),
        branch("other", leaf("a"), gate=True),
    ],
)
def test_anything_else_does_not(node: object) -> None:
    tree = rubric(node, weighting=GATED, place=Place(PATH, 2, 1))  # type: ignore[arg-type]
    assert told(problems(tree)) == [UNGATED]
    assert problems(tree).found[0].place == Place(PATH, 2, 1)


def test_points_are_for_every_leaf_or_for_none() -> None:
    tree = rubric(
        branch("b", leaf("x", points=1), leaf("y", place=Place(PATH, 7, 3))),
        leaf("z"),
        weighting="points",
    )
    hint = "with `weighting: points` each leaf needs `points: …`"
    assert told(problems(tree)) == [
        ("points", "the leaf `y` has no `points`", hint),
        ("points", "the leaf `z` has no `points`", hint),
    ]
    assert problems(tree).found[0].place == Place(PATH, 7, 3)
    assert problems(with_points(tree)).found == []


@pytest.mark.parametrize("points", ["0", "-1"])
def test_some_points_must_be_above_0(points: str) -> None:
    tree = rubric(
        leaf("a", points=points),
        leaf("b", points=-2),
        weighting="points",
        place=Place(PATH, 1, 1),
    )
    assert told(problems(tree)) == [UNEARNED]
    assert problems(tree).found[0].place == Place(PATH, 1, 1)


def test_a_tenth_of_a_point_is_above_0() -> None:
    tree = rubric(leaf("a", points="0.1"), leaf("b", points=-2), weighting="points")
    assert problems(tree).found == []


@pytest.mark.parametrize("weighting", ["weighted_sum", GATED])
def test_points_that_count_for_nothing_are_refused(weighting: str) -> None:
    place = Place(PATH, 5, 3)
    tree = rubric(
        branch("safety", leaf("a", points=0, place=place)), weighting=weighting
    )
    message = "the leaf `a` has `points`, which count for nothing here"
    hint = "add `weighting: points` at the root, or use `weight`"
    assert told(problems(tree)) == [("points", message, hint)]
    assert problems(tree).found[0].place == place
    assert next(tree.leaves()).leaf.points == Decimal(0)
