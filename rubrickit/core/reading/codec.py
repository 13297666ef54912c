"""A rubric as a plain JSON value and back, for a cache that spares the parsing.

The cache's owner keys it by blob and by the tool's version: a newer version may refuse
what an older one read.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.rubric import ONE, Branch, Leaf, Node, Place, Rubric

VERSION = 1

Stamps = Mapping[str, Digest]

_BRANCH_REST = ("tier", "gate", "when", "shared")
_LEAF_REST = (
    "expect", "tier", "gate", "when", "looks_at", "pass_example", "fail_example",
    "shared", "note", "source", "owner",
)  # fmt: skip
_LEAF_DEFAULTS = Leaf("", "check", ())
_BRANCH_DEFAULTS = Branch("", ())


def stamps(shared: Mapping[str, Node]) -> Stamps:
    """A digest of each shared node, by its name, with all that a rubric takes of it."""
    return {name: canonical.digest(_dump(node, "")) for name, node in shared.items()}


def dump(rubric: Rubric, stamps: Stamps) -> dict[str, Any]:
    """`stamps` of the shared nodes that the rubric was read with."""
    path = rubric.place.path
    used = sorted(set(_shared_names(rubric.nodes)))
    return {
        "version": VERSION,
        "uses": {name: stamps[name] for name in used},
        "place": [rubric.place.line, rubric.place.column],
        "texts": [
            rubric.question_id,
            rubric.question,
            rubric.context,
            rubric.reference,
            rubric.weighting,
        ],
        "nodes": [_dump(node, path) for node in rubric.nodes],
    }


def load(value: Any, path: str, stamps: Stamps) -> Rubric | None:
    """None where the value is damaged, or a shared node that it used is another now."""
    try:
        if value["version"] != VERSION or not value["uses"].items() <= stamps.items():
            return None
        question_id, question, context, reference, weighting = value["texts"]
        return Rubric(
            question_id=question_id,
            nodes=tuple(_load(node, path) for node in value["nodes"]),
            question=question,
            context=context,
            reference=reference,
            weighting=weighting,
            place=Place(path, *value["place"]),
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def _dump(node: Node, path: str) -> list[Any]:
    place = node.place
    elsewhere = place.path if place.path != path else ""
    head = [elsewhere, place.line, place.column, node.id, _number(node.weight)]
    if isinstance(node, Branch):
        rest = _rest(node, _BRANCH_DEFAULTS, _BRANCH_REST)
        return [*head, rest, [_dump(child, path) for child in node.children]]
    rest = _rest(node, _LEAF_DEFAULTS, _LEAF_REST)
    if node.points is not None:
        rest["points"] = str(node.points)
    return [*head, rest, node.kind, list(node.texts)]


def _rest(node: Node, defaults: Node, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(node, name) for name in names}
    return {
        name: value
        for name, value in values.items()
        if value != getattr(defaults, name)
    }


def _number(weight: Decimal) -> str | None:
    return None if weight is ONE else str(weight)


def _load(value: list[Any], path: str) -> Node:
    elsewhere, line, column, id_, weight, rest, *content = value
    place = Place(elsewhere or path, line, column)
    number = ONE if weight is None else _decimal(weight)
    if len(content) == 1:
        children = tuple([_load(child, path) for child in content[0]])
        return Branch(id_, children, number, place=place, **rest)
    kind, texts = content
    if "points" in rest:
        rest = {**rest, "points": _decimal(rest["points"])}
    return Leaf(id_, kind, tuple(texts), number, place=place, **rest)


# Few distinct weights stand in many rubrics.
@lru_cache(maxsize=1024)
def _decimal(text: str) -> Decimal:
    return Decimal(text)


def _shared_names(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if node.shared:
            yield node.shared
        if isinstance(node, Branch):
            yield from _shared_names(node.children)
