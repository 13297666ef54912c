"""What a sign-off for a loosened gate is bound to."""

from dataclasses import replace
from typing import Any

import pytest
from support.builders import branch, leaf, rubric, with_node

from rubrickit.core.bonds import bond, is_only_reworded
from rubrickit.core.rubric import PlacedLeaf, Rubric

OLD = rubric(branch("safety", leaf("a", "Old"), leaf("b"), gate=True), question="Q?")


def first(tree: Rubric) -> PlacedLeaf:
    return next(tree.leaves())


def bound(new: Rubric) -> str:
    return bond(OLD, first(OLD), new, first(new))


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("safety/a", {"texts": ("New",)}),
        ("safety/a", {"expect": False}),
        ("safety/a", {"when": "meta.adult"}),
        ("safety/a", {"pass_example": "x"}),
        ("safety", {"gate": False}),
        ("safety", {"when": "meta.adult"}),
    ],
)
def test_whatever_opens_a_gate_is_bound(path: str, changed: dict[str, Any]) -> None:
    assert bound(with_node(OLD, path, **changed)) != bound(OLD)


@pytest.mark.parametrize("changed", [{"question": "Other?"}, {"context": "Home."},
                                     {"reference": "5 mg"}])  # fmt: skip
def test_so_is_what_is_asked_beside_the_leaf(changed: dict[str, str]) -> None:
    assert bound(replace(OLD, **changed)) != bound(OLD)  # type: ignore[arg-type]


@pytest.mark.parametrize("changed", [{"weight": 3}, {"id": "z"}, {"note": "why"},
                                     {"texts": ("  Old ",)}])  # fmt: skip
def test_what_opens_no_gate_is_not_bound(changed: dict[str, Any]) -> None:
    assert bound(with_node(OLD, "safety/a", **changed)) == bound(OLD)


def test_a_removal_is_bound_to_the_leaf_and_the_question() -> None:
    other = replace(OLD, question_id="q2")
    a, b = list(OLD.leaves())[:2]

    bonds = {bond(OLD, a), bond(OLD, b), bond(other, first(other)), bound(OLD)}

    assert len(bonds) == 4


def test_new_words_alone_are_told_from_more() -> None:
    reworded = with_node(OLD, "safety/a", texts=("New",))
    more = with_node(reworded, "safety/a", expect=False)

    def alone(new: Rubric) -> bool:
        return is_only_reworded(OLD, first(OLD), new, first(new))

    assert alone(reworded)
    assert not alone(more)
    assert not alone(OLD)
    assert not alone(replace(reworded, question="Other?"))
