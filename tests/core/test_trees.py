"""Nodes know what they inherit, and which leaves lie below them."""

from hypothesis import given
from hypothesis import strategies as st
from support import trees as drawn
from support.builders import branch, leaf, rubric

from rubrickit.core.rubric import Leaf
from rubrickit.core.trees import PlacedNode, placed

TREE = rubric(
    branch(
        "safety",
        leaf("a", gate=True),
        branch("deep", leaf("b"), leaf("c", tier="required"), tier="additional"),
    ),
    leaf("d"),
    weighting="weighted_sum_with_safety_gate",
)


def every(nodes: tuple[PlacedNode, ...]) -> list[PlacedNode]:
    return [n for node in nodes for n in (node, *every(node.children))]


def test_each_node_has_its_path_and_the_leaves_below_it() -> None:
    found = [(node.path, node.first, node.last) for node in every(placed(TREE))]

    assert found == [
        ("safety", 0, 3),
        ("safety/a", 0, 1),
        ("safety/deep", 1, 3),
        ("safety/deep/b", 1, 2),
        ("safety/deep/c", 2, 3),
        ("d", 3, 4),
    ]


def test_gates_and_tiers_come_down_from_the_branch_above() -> None:
    found = {node.path: (node.is_gate, node.tier) for node in every(placed(TREE))}

    assert found == {
        "safety": (True, ""),
        "safety/a": (True, "required"),
        "safety/deep": (True, "additional"),
        "safety/deep/b": (True, "additional"),
        "safety/deep/c": (True, "required"),
        "d": (False, "required"),
    }


@given(st.data())
def test_leaves_are_the_rubrics_own_in_its_order(data: st.DataObject) -> None:
    tree = data.draw(drawn.rubrics())

    nodes = every(placed(tree))

    leaves = [
        (node.path, node.tier, node.is_gate)
        for node in nodes
        if isinstance(node.node, Leaf)
    ]
    assert leaves == [(own.path, own.tier, own.is_gate) for own in tree.leaves()]
    for node in nodes:
        inner = [n for n in leaves if n[0].startswith(f"{node.path}/")]
        assert node.last - node.first == max(len(inner), 1)
