"""Values for tests that say only what matters."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from rubrickit.core import canonical, responses
from rubrickit.core.grades import leaf_digest
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric

QUESTION_ID = "q1"


def leaf(id: str, says: str | tuple[str, ...] = "", **rest: Any) -> Leaf:
    """A check of its own text; `weight` and `points` may be given as plain numbers."""
    texts = (says,) if isinstance(says, str) else says
    texts = texts if texts != ("",) else (f"Does the answer say {id}?",)
    return Leaf(id, texts=texts, **{"kind": "check"} | _decimals(rest))


def branch(id: str, *children: Node, **rest: Any) -> Branch:
    return Branch(id, children, **_decimals(rest))


def rubric(*nodes: Node, id: str = QUESTION_ID, **rest: Any) -> Rubric:
    return Rubric(id, nodes, **rest)


def response(text: str = "5 mg by mouth", id: str = "", **rest: Any) -> Response:
    """Its id is its text where none is given."""
    if not isinstance(rest.get("trace", ""), str):
        rest["trace"] = canonical.canonical_json(rest["trace"])
    question_id = rest.pop("question_id", QUESTION_ID)
    plain, traced = responses.digests(
        text, rest.get("context", ""), rest.get("trace", "")
    )
    return Response(
        question_id, id or text, text, digest=plain, trace_digest=traced, **rest
    )


def label(of: Leaf, met: bool, rater: str = "dr-a", **rest: Any) -> Label:
    """A rater's yes/no to a leaf, of the response `r1` where none is named."""
    given = {"question_id": QUESTION_ID, "response_id": "r1"} | rest
    return Label(leaf_digest=leaf_digest(of), rater=rater, met=met, **given)


def with_node(tree: Rubric, path: str, **changed: Any) -> Rubric:
    """The same tree with some fields of one node changed."""
    first, *rest = path.split("/")
    return replace(tree, nodes=_with(tree.nodes, first, rest, _decimals(changed)))


def _with(
    nodes: tuple[Node, ...], id: str, rest: list[str], changed: Mapping[str, Any]
) -> tuple[Node, ...]:
    def new(node: Node) -> Node:
        if node.id != id:
            return node
        if not rest:
            return replace(node, **changed)
        assert isinstance(node, Branch)
        return replace(node, children=_with(node.children, rest[0], rest[1:], changed))

    return tuple(map(new, nodes))


def _decimals(values: Mapping[str, Any]) -> dict[str, Any]:
    exact = {
        name: Decimal(str(values[name]))
        for name in ("weight", "points")
        if values.get(name) is not None
    }
    return {**values, **exact}


def with_points(tree: Rubric) -> Rubric:
    """Every leaf has points where they count, and none where they don't."""
    counts = tree.weighting == "points"

    def new(node: Node) -> Node:
        if isinstance(node, Branch):
            return replace(node, children=tuple(map(new, node.children)))
        given = node.points if node.points is not None else Decimal(1)
        return replace(node, points=given if counts else None)

    return replace(tree, nodes=tuple(map(new, tree.nodes)))
