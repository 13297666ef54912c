"""What responses made of each node: counted by hand, and true of any tree."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import branch, leaf, rubric

from rubrickit.core import counts, scoring, tree_rates
from rubrickit.core.counts import Counts
from rubrickit.core.deltas import Side
from rubrickit.core.rubric import Node, Rubric
from rubrickit.core.scoring import Scheme
from rubrickit.core.tree_rates import RatedNode

TREE = rubric(
    branch("facts", leaf("dose"), leaf("route", weight=2), weight=3),
    branch("form", leaf("short"), tier="additional"),
    branch("safety", leaf("warns"), gate=True),
    leaf("late"),
)


def side(tree: Rubric, *columns: bytes) -> Side:
    return Side(tree, Scheme(tree), columns, len(columns[0]))


def names(nodes: tuple[RatedNode, ...]) -> list[str]:
    return [node.placed.node.id for node in nodes]


def rated() -> tuple[RatedNode, ...]:
    return tree_rates.rated(side(TREE, b"PPPF", b"FFPU", b"PPPP", b"P--F", b"UUUU"))


def test_what_fails_most_comes_first_and_what_is_not_known_last() -> None:
    found = rated()

    assert names(found) == ["safety", "facts", "form", "late"]
    assert names(found[1].children) == ["route", "dose"]


def test_verdicts_are_counted_and_added_up() -> None:
    safety, facts, form, late = rated()

    assert facts.counts == Counts(4, 3, 1, 0)
    assert (facts.counts.judged, facts.counts.pass_rate) == (7, Fraction(4, 7))
    assert safety.counts == Counts(1, 1, 0, 2)
    assert form.counts.pass_rate == 1
    assert late.counts.pass_rate is None


def test_marks_are_those_that_a_node_inherits_or_sets() -> None:
    safety, facts, form, _ = rated()

    marks = [
        (node.placed.is_gate, node.placed.tier)
        for node in (safety, *safety.children, form, *form.children, facts)
    ]
    assert marks == [
        (True, ""),
        (True, "required"),
        (False, "additional"),
        (False, "additional"),
        (False, ""),
    ]


def test_shares_are_those_of_the_score() -> None:
    safety, facts, *_ = rated()

    assert (facts.share, safety.share) == (Fraction(1, 2), Fraction(1, 6))
    assert {child.placed.node.id: child.share for child in facts.children} == {
        "dose": Fraction(1, 6),
        "route": Fraction(1, 3),
    }


def test_points_are_told_where_leaves_have_them() -> None:
    tree = rubric(leaf("a", points=4), leaf("b", points=-1), weighting="points")

    one, other = tree_rates.rated(side(tree, b"P", b"P"))

    assert (one.placed.points, one.share) == (4, 1)
    assert (other.placed.points, other.share) == (-1, Fraction(-1, 4))


def leaves_of(nodes: tuple[RatedNode, ...]) -> list[RatedNode]:
    found = []
    for node in nodes:
        found += leaves_of(node.children) if node.children else [node]
    return found


def _joined(nodes: list[Node]) -> Node:
    numbered = (branch(f"c{at}", node) for at, node in enumerate(nodes))
    return branch("b", *numbered)


trees = st.recursive(
    st.integers(1, 5).map(lambda weight: leaf("x", weight=weight)),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(_joined),
    max_leaves=8,
)


@given(st.lists(trees, min_size=1, max_size=3), st.data())
def test_no_verdict_and_no_share_is_lost(
    nodes: list[Node], data: st.DataObject
) -> None:
    renamed = [branch(f"n{at}", node) for at, node in enumerate(nodes)]
    tree = rubric(*renamed)
    verdicts = st.binary(min_size=3, max_size=3).map(
        lambda raw: bytes(b"PFU-"[byte % 4] for byte in raw)
    )
    columns = [data.draw(verdicts) for _ in tree.leaves()]

    found = tree_rates.rated(side(tree, *columns))

    joined = b"".join(columns)
    total = counts.together(node.counts for node in found)
    assert total == Counts(*map(joined.count, (b"P", b"F", b"U", b"-")))
    assert sum(node.share for node in found) == 1
    assert len(leaves_of(found)) == len(columns)
    rates = [node.counts.pass_rate for node in found if node.counts.judged]
    assert rates == sorted(rate for rate in rates if rate is not None)


def test_shares_agree_with_scoring_by_path() -> None:
    shares = scoring.shares(TREE)

    assert {leaf.placed.node.id: leaf.share for leaf in leaves_of(rated())} == {
        path.rpartition("/")[2]: share for path, share in shares.items()
    }


@pytest.mark.parametrize("column", [b"", b"UU", b"--"])
def test_nothing_to_count_is_no_rate(column: bytes) -> None:
    (node,) = tree_rates.rated(side(rubric(leaf("a")), column))

    assert node.counts.pass_rate is None
