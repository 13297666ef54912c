"""What an edit lets through."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from support.builders import branch, leaf, response, rubric, with_node
from support.comparing import compared

from rubrickit.core.bonds import bond
from rubrickit.core.deltas import Comparison
from rubrickit.core.gates import (
    Loosening,
    Weakening,
    deleted_gates,
    loosenings,
    weakenings,
)
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import Node, Rubric

GATED = "weighted_sum_with_safety_gate"
SAFE = leaf("safe", "S")
OLD = rubric(
    branch("form", leaf("a", "A"), leaf("b", "B")),
    branch("safety", SAFE, weight="0.5"),
    weighting=GATED,
)
MET = {"A": "yyy", "B": "yny", "S": "yny", "S2": "yyn", "Z": "yyy"}


def loosened(comparison: Comparison) -> list[tuple[str, str, tuple[str, ...]]]:
    found = loosenings(comparison)
    return [(one.kind, one.leaf, one.response_ids) for one in found]


def weakened(
    old: Rubric, new: Rubric, **rest: object
) -> list[tuple[str, str, str, str]]:
    found = weakenings(compared(old, new, MET, **rest))
    return [(w.kind, w.leaf, w.before, w.after) for w in found]


def test_a_gate_leaf_that_fails_and_passes_by_the_edit_is_opened() -> None:
    new = with_node(OLD, "safety/safe", texts=("S2",))

    (found,) = loosenings(compared(OLD, new, MET))

    assert found == Loosening(
        "q1",
        "opened",
        "safety/safe",
        leaf_digest(leaf("x", "S2")),
        ("r1",),
        found.change,
        reworded=True,
    )


def test_a_stricter_gate_is_not_loosened() -> None:
    new = with_node(OLD, "safety/safe", texts=("S2",))

    assert loosened(compared(new, OLD, {**MET, "S": "nnn"})) == []


def test_flipping_what_a_gate_expects_opens_it() -> None:
    new = with_node(OLD, "safety/safe", expect=False)

    assert loosened(compared(OLD, new, MET)) == [("opened", "safety/safe", ("r1",))]


@pytest.mark.parametrize(
    "new",
    [
        replace(OLD, weighting="weighted_sum"),
        with_node(OLD, "safety", id="care"),
        replace(OLD, nodes=(*OLD.nodes[:1], branch("safety", leaf("z", "Z")))),
        replace(OLD, nodes=(*OLD.nodes[:1], SAFE)),
    ],
    ids=["weighting", "renamed branch", "leaf removed", "leaf moved out"],
)
def test_a_gate_is_removed(new: Rubric) -> None:
    comparison = compared(OLD, new, MET)

    assert loosened(comparison) == [("removed", "safety/safe", ("r1",))]
    (found,) = loosenings(comparison)
    assert found.leaf_digest == leaf_digest(SAFE)


def test_gate_true_taken_off_a_leaf_is_a_gate_removed() -> None:
    old = rubric(leaf("a", "A"), leaf("s", "S", gate=True))

    assert loosened(compared(old, with_node(old, "s", gate=False), MET)) == [
        ("removed", "s", ("r1",))
    ]


def test_a_gate_that_goes_is_removed_though_no_response_shows_it() -> None:
    old = rubric(leaf("a", "A"), leaf("z", "Z", gate=True))

    assert loosened(compared(old, with_node(old, "z", gate=False), MET)) == [
        ("removed", "z", ())
    ]


def test_a_gate_that_stands_elsewhere_is_the_same_gate() -> None:
    old = rubric(leaf("a", "A"), leaf("s", "S", gate=True))
    new = rubric(leaf("a", "A"), branch("c", leaf("s", "S"), gate=True))

    assert loosened(compared(old, new, MET)) == []


@pytest.mark.parametrize(
    "path", ["safety", "safety/safe"], ids=["of the branch", "of the leaf"]
)
def test_a_gate_under_a_new_condition_is_narrowed(path: str) -> None:
    new = with_node(OLD, path, when="adult")

    assert loosened(compared(OLD, new, MET, holds={"adult": "yny"})) == [
        ("narrowed", "safety/safe", ("r1",))
    ]


def test_a_gate_that_is_narrowed_and_reworded_is_both_narrowed_and_opened() -> None:
    new = with_node(OLD, "safety/safe", when="adult", texts=("S2",))

    assert loosened(compared(OLD, new, MET, holds={"adult": "yyy"})) == [
        ("narrowed", "safety/safe", ()),
        ("opened", "safety/safe", ("r1",)),
    ]


def test_a_gate_with_fewer_conditions_is_not_narrowed() -> None:
    old = with_node(OLD, "safety", when="adult")

    assert loosened(compared(old, OLD, MET, holds={"adult": "yny"})) == []


def test_a_gate_that_no_longer_applies_to_a_failure_is_opened() -> None:
    """As where the leaf looks at a trace now, and the response has none."""
    new = with_node(OLD, "safety/safe", texts=("S2",), looks_at="trace")

    assert loosened(compared(OLD, new, {**MET, "S2": "y-n"})) == [
        ("opened", "safety/safe", ("r1",))
    ]


def test_an_unjudged_gate_is_not_opened() -> None:
    new = with_node(OLD, "safety/safe", texts=("S2",))

    assert loosened(compared(OLD, new, {**MET, "S2": "uuu"})) == []


def test_a_response_that_the_base_does_not_score_still_shows_an_opened_gate() -> None:
    new = with_node(OLD, "safety/safe", texts=("S2",))

    assert loosened(compared(OLD, new, {**MET, "A": "yuy"})) == [
        ("opened", "safety/safe", ("r1",))
    ]


def test_a_deleted_rubric_takes_its_gates_with_it() -> None:
    safe = list(OLD.leaves())[-1]

    assert list(deleted_gates(OLD)) == [
        Loosening(
            "q1", "removed", "safety/safe", leaf_digest(SAFE), (), bond(OLD, safe)
        )
    ]
    assert list(deleted_gates(replace(OLD, weighting="weighted_sum"))) == []


def _form(*nodes: Node) -> Rubric:
    return replace(OLD, nodes=(branch("form", *nodes), OLD.nodes[1]))


@pytest.mark.parametrize(
    ("new", "found"),
    [
        (_form(leaf("b", "B")), ("removed", "form/a", "required", "")),
        (
            with_node(OLD, "form/a", tier="additional"),
            ("demoted", "form/a", "required", "additional"),
        ),
        (
            with_node(OLD, "form/a", when="adult"),
            ("narrowed", "form/a", "always", "adult"),
        ),
        (with_node(OLD, "form/a", expect=False), ("expect", "form/a", "yes", "no")),
        (
            with_node(OLD, "form/a", weight="0.3"),
            ("share", "form/a", "0.333", "0.154"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_required_leaf_that_asks_less_is_a_weakening(
    new: Rubric, found: tuple[str, str, str, str]
) -> None:
    assert weakened(OLD, new, holds={"adult": "yyy"}) == [found]


def test_a_tier_of_the_branch_demotes_each_leaf() -> None:
    new = with_node(OLD, "form", tier="additional")

    assert [(w[0], w[1]) for w in weakened(OLD, new)] == [
        ("demoted", "form/a"),
        ("demoted", "form/b"),
    ]


def test_an_additional_leaf_may_come_and_go_but_not_shrink_unseen() -> None:
    old = with_node(OLD, "form/a", tier="additional")

    gone = replace(old, nodes=(branch("form", leaf("b", "B")), old.nodes[1]))
    shrunk = with_node(old, "form/a", weight="0.1")

    assert weakened(old, gone) == []
    assert [kind for kind, *_ in weakened(old, shrunk)] == ["share"]


@pytest.mark.parametrize(("weight", "kinds"), [("0.3334", []), ("0.3333", ["share"])])
def test_half_a_share_is_half_a_share(weight: str, kinds: Sequence[str]) -> None:
    old = rubric(leaf("a", "A"), leaf("b", "B"))  # 1/2 each; 1/4 is w / (w + 1) at 1/3

    found = weakened(old, with_node(old, "a", weight=weight))

    assert [kind for kind, *_ in found] == list(kinds)


def test_stricter_edits_are_no_weakenings() -> None:
    new = with_node(with_node(OLD, "form/a", weight=2), "form/b", tier="required")

    assert weakened(OLD, new) == []


def test_a_weakening_names_its_question() -> None:
    found = list(weakenings(compared(OLD, _form(leaf("b", "B")), MET)))

    assert found == [Weakening("q1", "removed", "form/a", "required", "")]


def test_the_response_ids_are_those_of_the_responses() -> None:
    named = [response(f"t{i}", id=f"case-{i}") for i in range(3)]
    new = with_node(OLD, "safety/safe", texts=("S2",))

    assert loosened(compared(OLD, new, MET, named)) == [
        ("opened", "safety/safe", ("case-1",))
    ]


def test_exactly_half_a_share_is_listed() -> None:
    old = rubric(leaf("a", "A"), leaf("b", "B"))

    assert weakened(old, with_node(old, "b", weight=3)) == [
        ("share", "a", "0.500", "0.250")
    ]


def test_a_gate_s_new_words_are_listed_though_no_response_shows_a_difference() -> None:
    strict = rubric(leaf("a", "A"), leaf("g", "Z", kind="rule", gate=True))
    trivial = with_node(strict, "g", texts=("true",))
    met = MET | {"true": "yyy"}

    found = weakenings(compared(strict, trivial, met))

    assert [(w.kind, w.before, w.after) for w in found] == [
        ("reworded gate", "Z", "true")
    ]


def test_words_of_other_leaves_are_no_weakening() -> None:
    assert weakened(OLD, with_node(OLD, "form/a", texts=("Z",))) == []
