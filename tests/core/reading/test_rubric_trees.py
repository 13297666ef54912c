"""Nodes out of a located tree: what each may hold, and what `use` brings."""

from decimal import Decimal
from typing import Any

import pytest
from support.builders import branch, leaf
from support.trees_of_yaml import PATH, located, plain, told

from rubrickit.core.findings import FindingError
from rubrickit.core.reading import rubrics
from rubrickit.core.reading.located import MAX_PROBLEMS, Problems
from rubrickit.core.rubric import Branch, Leaf, Node, Place, Rubric

LEAF = {"id": "a", "check": "x"}


def read(
    *nodes: Any, shared: dict[str, Node] | None = None, **keys: Any
) -> tuple[Rubric | None, Problems]:
    problems = Problems(PATH)
    tree = located({"question_id": "q", "nodes": list(nodes), **keys})
    return rubrics.read_rubric(tree, problems, shared or {}), problems


def one_node(node: Any, **shared: Node) -> Node:
    names = {name.replace("__", "."): value for name, value in shared.items()}
    tree, problems = read(node, shared=names)
    assert problems.found == []
    assert tree is not None
    return tree.nodes[0]


def test_a_leaf_has_its_kind_and_its_texts() -> None:
    assert one_node(LEAF) == Leaf("a", "check", ("x",))
    assert one_node({"id": "a", "states": ["x", "y"]}).texts == ("x", "y")  # type: ignore[union-attr]
    assert one_node({"id": "a", "rule": "1 < 2"}) == Leaf("a", "rule", ("1 < 2",))
    schema = one_node({"id": "a", "schema": {"type": "object"}})
    assert schema == Leaf("a", "schema", ('{"type":"object"}',))


def test_every_key_of_a_leaf_arrives() -> None:
    options = {
        "weight": 2, "expect": "no", "tier": "additional", "gate": True,
        "when": "meta.adult", "looks_at": "trace", "pass_example": "p",
        "fail_example": "f", "note": "n", "source": "s", "owner": "o",
    }  # fmt: skip
    found = one_node({**LEAF, **options})
    assert found == Leaf(
        "a", "check", ("x",), Decimal(2), None, False, "additional", True,
        "meta.adult", "trace", "p", "f",
    )  # fmt: skip
    assert isinstance(found, Leaf)
    assert (found.note, found.source, found.owner) == ("n", "s", "o")


def test_a_branch_holds_its_children_in_order() -> None:
    options = {"weight": 0, "tier": "required", "gate": False, "when": "x"}
    children = [{"id": "b", "check": "x"}, {"id": "a", "check": "y"}]
    found = one_node({"id": "all", "children": children, **options})
    expected = (leaf("b", "x"), leaf("a", "y"))
    assert found == Branch("all", expected, Decimal(0), "required", False, "x")


def test_a_rubric_stands_where_its_id_does() -> None:
    tree, _ = read(LEAF, question="a\nb", reference=plain("1.5"))
    assert tree is not None
    assert (tree.place, tree.nodes[0].place) == (Place(PATH, 2, 1), Place(PATH, 6, 1))
    assert (tree.question, tree.reference) == ("a b", "1.5")


CONTENT = "add exactly one of: children, check, states, rule, schema, use"
FAULTS: list[tuple[Any, str, str, str]] = [
    (
        "text",
        "type",
        "a node must hold keys and values",
        "write `- id: …` and what it checks",
    ),
    ({"id": "a"}, "content", "this node checks nothing", CONTENT),
    (
        {"id": "a", "rule": "x", "check": "y"},
        "content",
        "a node has both `check` and `rule`",
        "make it two nodes",
    ),
    (
        {"check": "x"},
        "missing",
        "this node has no `id`",
        "add `id: …` as its first key",
    ),
    (
        {**LEAF, "id": "a/b"},
        "id",
        "the id `a/b` holds a slash",
        "a slash separates the ids of a path; use `_` or `-`",
    ),
    (
        {"id": "b", "children": [LEAF], "looks_at": "trace"},
        "misplaced",
        "`looks_at` has no place on a node with `children`",
        "it belongs to a `leaf` node",
    ),
    (
        {"id": "b", "children": [LEAF], "points": 1},
        "misplaced",
        "`points` has no place on a node with `children`",
        "it belongs to a `leaf` and `use` node",
    ),
    (
        {"use": "s.x"},
        "use",
        "no shared node is named `s.x`",
        "shared nodes stand in the folder `_shared` beside the rubrics",
    ),
]


@pytest.mark.parametrize(("node", "rule", "message", "hint"), FAULTS)
def test_a_wrong_node_is_one_problem_and_no_rubric(
    node: Any, rule: str, message: str, hint: str
) -> None:
    tree, problems = read(node)
    assert tree is None
    assert told(problems) == [(rule, message, hint)]


def test_one_wrong_node_does_not_hide_the_next() -> None:
    nodes = ({"id": "a"}, {"id": "b", "children": ["x", {"check": "y"}]}, 5)
    _, problems = read(*nodes, weighting="sum")
    rules = [one.rule for one in problems.found]
    assert rules == ["choice", "content", "type", "missing", "type"]


def test_siblings_are_told_apart_and_cousins_need_not_be() -> None:
    twin = {"id": "b", "children": [LEAF]}
    _, problems = read({**LEAF}, twin, {**LEAF}, {**LEAF})
    message = "the id `a` stands twice among siblings; first on line 6"
    hint = "give one of them another id"
    assert told(problems) == [("duplicate-id", message, hint)] * 2


def test_a_used_node_keeps_its_content_and_takes_what_is_said_here() -> None:
    shared = leaf("dose", "names 5mg", weight=3, gate=True, place=Place("s.yaml", 4, 1))
    found = one_node({"use": "s.dose", "id": "d", "weight": 0}, s__dose=shared)
    expected = leaf("d", "names 5mg", weight=0, gate=True, shared="s.dose")
    assert found == expected
    assert found.place == Place(PATH, 6, 1)


def test_a_used_branch_takes_no_points() -> None:
    shared: dict[str, Node] = {"s.all": branch("all", leaf("a", points=1))}
    _, problems = read({"use": "s.all", "points": 2}, shared=shared, weighting="points")
    hint = "`s.all` is a branch; give the points to its leaves"
    assert told(problems) == [("misplaced", "a branch has no `points`", hint)]


def test_a_misspelt_shared_node_suggests_the_nearest() -> None:
    _, problems = read({"use": "s.dsoe"}, shared={"s.dose": leaf("dose")})
    message, hint = "no shared node is named `s.dsoe`", "did you mean `s.dose`?"
    assert told(problems) == [("use", message, hint)]


def shared_of(value: Any, prefix: str = "s") -> tuple[dict[str, Node], Problems]:
    problems = Problems(f"{prefix}.yaml")
    return rubrics.read_shared(located(value), problems, prefix), problems


def test_shared_nodes_are_known_by_file_and_id() -> None:
    found, problems = shared_of({"nodes": [LEAF, {"id": "b", "children": [LEAF]}]})
    assert list(found) == ["s.a", "s.b"]
    assert problems.found == []


def test_a_shared_node_cannot_use_another() -> None:
    found, problems = shared_of({"nodes": [LEAF, {"use": "s.a"}]})
    message = "a shared node cannot `use` another"
    assert told(problems) == [("use", message, "write it out here")]
    assert list(found) == ["s.a"]


def test_a_shared_name_of_two_files_is_told_with_both_places() -> None:
    first, _ = shared_of({"nodes": [LEAF]})
    other, _ = shared_of({"nodes": [{**LEAF, "check": "y"}]})
    assert list(rubrics.shared_twice({}, first)) == []
    (finding,) = rubrics.shared_twice(first, other)
    assert finding.rule == "duplicate-shared"
    assert finding.message == "the shared node `s.a` stands twice; first at s.yaml:4"
    assert finding.hint == "give one of the two files another name"
    assert finding.place == Place("s.yaml", 4, 1)


@pytest.mark.parametrize(
    ("value", "rule", "message", "hint"),
    [
        (None, "empty", "nothing in this file", "write `question_id: …`"),
        (
            [LEAF],
            "type",
            "a file must hold keys and values",
            "begin with one of: format, question_id, question, context, reference,"
            " weighting, nodes",
        ),
    ],
)
def test_a_file_must_hold_a_rubric(
    value: Any, rule: str, message: str, hint: str
) -> None:
    problems = Problems(PATH)
    assert rubrics.read_rubric(located(value), problems, {}) is None
    assert told(problems) == [(rule, message, hint)]


def test_an_empty_file_is_told_at_its_first_line() -> None:
    problems = Problems(PATH)
    assert rubrics.read_rubric(None, problems, {}) is None
    assert problems.found[0].place == Place(PATH, 1, 1)


def grown(leaves: int) -> dict[str, Node]:
    return {"s.many": branch("many", *[leaf("a", "x")] * leaves)}


def test_shared_nodes_count_each_time_they_are_used() -> None:
    half = grown(rubrics.MAX_NODES // 2 - 1)
    uses = [{"use": "s.many", "id": name} for name in "abc"]
    tree, problems = read(*uses[:2], shared=half)
    assert tree is not None
    assert problems.found == []

    with pytest.raises(FindingError) as caught:
        read(*uses, shared=half)

    told_once = f"{PATH}:16: more than 20,000 nodes, shared ones included"
    assert (str(caught.value), caught.value.hint) == (told_once, "split the rubric")


def test_after_a_hundred_problems_reading_ends() -> None:
    wrong = [{"id": f"n{at}"} for at in range(MAX_PROBLEMS + 1)]
    assert len(read(*wrong[:-1])[1].found) == MAX_PROBLEMS

    with pytest.raises(FindingError) as caught:
        read(*wrong)

    assert "more than 100 problems; the rest is not shown" in str(caught.value)
    assert caught.value.hint == "repair the first ones"
