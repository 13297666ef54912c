"""Hypothesis strategies: any rubric, any edit of it, any responses to it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st
from support.builders import branch, leaf, response, rubric, with_points

from rubrickit.core.responses import Response
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric

Spot = tuple[int, ...]
"""Where a node stands: its index at each level."""

TEXTS = (
    "Does the answer name the dose?",
    "Does the answer name the route?",
    "Is a clinician recommended when symptoms appear?",
    "Are 100 beats per minute called elevated?",
    "Would a lay reader understand each sentence?",
    "Does it avoid a diagnosis?",
    "x",
)
CONDITIONS = ("adult", "wearable")
GATED = "weighted_sum_with_safety_gate"

weights = st.sampled_from(
    [Decimal(n) for n in ("0", "0.1", "0.25", "0.3", "1", "1", "1", "3", "7.77")]
)
points = st.sampled_from([Decimal(n) for n in (-8, -1, 0, 1, 3, 5)])
ids = st.sampled_from(["dose", "route", "tone", "safety", "a", "b", "c"])
tiers = st.sampled_from([None, None, "required", "additional"])
whens = st.sampled_from(["", "", "", *CONDITIONS])
gates = st.sampled_from([False, False, False, True])

leaves: st.SearchStrategy[Node] = st.builds(
    Leaf,
    id=ids,
    kind=st.sampled_from(["check", "check", "check", "states", "rule"]),
    texts=st.sampled_from(TEXTS).map(lambda text: (text,)),
    weight=weights,
    expect=st.sampled_from([True, True, False]),
    tier=tiers,
    gate=gates,
    when=whens,
    looks_at=st.sampled_from(["response", "response", "response", "trace"]),
)


def branches(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.builds(
        Branch,
        id=ids,
        children=st.lists(children, min_size=1, max_size=4).map(tuple),
        weight=weights,
        tier=tiers,
        gate=gates,
        when=whens,
    )


nodes = st.recursive(leaves, branches, max_leaves=6)


@st.composite
def rubrics(draw: st.DrawFn, *, pointed: bool | None = None) -> Rubric:
    """A valid rubric; with `pointed` only, or never, one that counts points."""
    forest = draw(st.lists(nodes, min_size=1, max_size=4))
    weighting = draw(st.sampled_from(["weighted_sum", GATED, "points"]))
    if pointed is not None and pointed is not (weighting == "points"):
        weighting = "points" if pointed else "weighted_sum"
    return valid(rubric(*forest, question="How much?", weighting=weighting))


def valid(tree: Rubric) -> Rubric:
    """Ids are unique among siblings, no branch is empty, points are where they count.

    So an edit below may leave behind whatever it likes.
    """
    kept = _tidy(tree.nodes) or (leaf("only"),)
    return with_points(replace(tree, nodes=kept))


def _tidy(siblings: tuple[Node, ...]) -> tuple[Node, ...]:
    found: dict[str, Node] = {}
    for node in siblings:
        kept: Node = node
        if isinstance(node, Branch):
            children = _tidy(node.children)
            if not children:
                continue
            kept = replace(node, children=children)
        unique = kept.id
        while unique in found:
            unique += "2"
        found[unique] = replace(kept, id=unique)
    return tuple(found.values())


def spots(siblings: tuple[Node, ...], above: Spot = ()) -> Iterator[Spot]:
    for index, node in enumerate(siblings):
        yield (*above, index)
        if isinstance(node, Branch):
            yield from spots(node.children, (*above, index))


def leaf_spots(tree: Rubric) -> list[Spot]:
    return [spot for spot in spots(tree.nodes) if isinstance(at(tree, spot), Leaf)]


def at(tree: Rubric, spot: Spot) -> Node:
    node: Node = Branch("root", tree.nodes)
    for index in spot:
        assert isinstance(node, Branch)
        node = node.children[index]
    return node


def put(tree: Rubric, spot: Spot, *instead: Node) -> Rubric:
    """The tree with other nodes, or none, in the place of one."""
    return replace(tree, nodes=_put(tree.nodes, spot, instead))


def _put(
    siblings: tuple[Node, ...], spot: Spot, instead: tuple[Node, ...]
) -> tuple[Node, ...]:
    index, rest = spot[0], spot[1:]
    node = siblings[index]
    if rest:
        assert isinstance(node, Branch)
        instead = (replace(node, children=_put(node.children, rest, instead)),)
    return (*siblings[:index], *instead, *siblings[index + 1 :])


Edit = Callable[[st.DrawFn, Rubric], Rubric]


def _spot(draw: st.DrawFn, tree: Rubric, kind: type | None = None) -> Spot | None:
    found = [s for s in spots(tree.nodes) if not kind or isinstance(at(tree, s), kind)]
    return draw(st.sampled_from(found)) if found else None


def _changes(of: type | None, **drawn: st.SearchStrategy[Any]) -> Edit:
    """An edit that draws new fields for one node."""

    def edit(draw: st.DrawFn, tree: Rubric) -> Rubric:
        spot = _spot(draw, tree, of)
        if spot is None:
            return tree
        changed = {name: draw(values) for name, values in drawn.items()}
        return put(tree, spot, replace(at(tree, spot), **changed))

    return edit


def _moves(draw: st.DrawFn, tree: Rubric) -> Rubric:
    """To the end of the root, or into any branch but one of its own."""
    spot = _spot(draw, tree)
    assert spot is not None
    node = at(tree, spot)
    rest = put(tree, spot)
    target = _spot(draw, rest, Branch)
    if target is None or draw(st.booleans()):
        return replace(rest, nodes=(*rest.nodes, node))
    home = at(rest, target)
    assert isinstance(home, Branch)
    return put(rest, target, replace(home, children=(*home.children, node)))


def _reorders(draw: st.DrawFn, tree: Rubric) -> Rubric:
    return replace(tree, nodes=_shuffled(draw, tree.nodes))


def _shuffled(draw: st.DrawFn, siblings: tuple[Node, ...]) -> tuple[Node, ...]:
    inner = tuple(
        replace(node, children=_shuffled(draw, node.children))
        if isinstance(node, Branch)
        else node
        for node in siblings
    )
    return tuple(draw(st.permutations(inner)))


def _adds(draw: st.DrawFn, tree: Rubric) -> Rubric:
    spot = _spot(draw, tree)
    assert spot is not None
    return put(tree, spot, at(tree, spot), draw(nodes))


def _removes(draw: st.DrawFn, tree: Rubric) -> Rubric:
    spot = _spot(draw, tree)
    assert spot is not None
    return put(tree, spot)


def _wraps(draw: st.DrawFn, tree: Rubric) -> Rubric:
    """A node becomes the child of a new branch, perhaps of the same id."""
    spot = _spot(draw, tree)
    assert spot is not None
    return put(tree, spot, branch(draw(ids), at(tree, spot)))


def _unwraps(draw: st.DrawFn, tree: Rubric) -> Rubric:
    spot = _spot(draw, tree, Branch)
    if spot is None:
        return tree
    node = at(tree, spot)
    assert isinstance(node, Branch)
    return put(tree, spot, *node.children)


def _reweighs_all(draw: st.DrawFn, tree: Rubric) -> Rubric:
    weighting = draw(st.sampled_from(["weighted_sum", GATED, "points"]))
    return replace(tree, weighting=weighting)


def _asks_anew(draw: st.DrawFn, tree: Rubric) -> Rubric:
    name = draw(st.sampled_from(["question", "context", "reference"]))
    return replace(tree, **{name: draw(st.sampled_from(["How often?", "Adults."]))})


FREE: dict[str, Edit] = {
    "reweight": _changes(None, weight=weights),
    "rename": _changes(None, id=ids),
    "tier": _changes(None, tier=tiers),
    "gate": _changes(None, gate=st.booleans()),
    "expect": _changes(Leaf, expect=st.booleans()),
    "when": _changes(None, when=whens),
    "points": _changes(Leaf, points=points),
    "note": _changes(Leaf, note=st.just("see the guideline")),
    "move": _moves,
    "reorder": _reorders,
    "remove": _removes,
    "wrap": _wraps,
    "unwrap": _unwraps,
    "weighting": _reweighs_all,
}
"""Edits that need no new grade."""

PAID: dict[str, Edit] = {
    "reword": _changes(Leaf, texts=st.sampled_from(TEXTS).map(lambda text: (text,))),
    "kind": _changes(Leaf, kind=st.sampled_from(["check", "states", "rule"])),
    "example": _changes(Leaf, pass_example=st.just("5 mg by mouth")),
    "looks_at": _changes(Leaf, looks_at=st.sampled_from(["response", "trace"])),
    "add": _adds,
    "question": _asks_anew,
}


@st.composite
def edits(
    draw: st.DrawFn, tree: Rubric, *, free: bool = False, most: int = 4
) -> Rubric:
    """The tree after some edits; with `free`, only after such as cost nothing."""
    known = FREE if free else FREE | PAID
    names = st.lists(st.sampled_from(sorted(known)), min_size=1, max_size=most)
    for name in draw(names):
        changed = known[name](draw, tree)
        tree = valid(changed) if _tidy(changed.nodes) else tree
    return tree


@st.composite
def edited(
    draw: st.DrawFn, *, free: bool = False, most: int = 4
) -> tuple[Rubric, Rubric]:
    """A rubric and what became of it."""
    tree = draw(rubrics())
    return tree, draw(edits(tree, free=free, most=most))


@st.composite
def gold(draw: st.DrawFn, *, most: int = 5) -> list[Response]:
    """Some of one text, some with a trace, some not adult."""
    size = draw(st.integers(1, most))
    return [
        response(
            draw(st.sampled_from(["5 mg", "by mouth", "ask a doctor", "xx"])),
            id=f"r{number}",
            trace=draw(st.sampled_from(["", "", [{"role": "tool"}]])),
            meta={
                name: draw(st.sampled_from([True, True, False])) for name in CONDITIONS
            },
        )
        for number in range(size)
    ]
