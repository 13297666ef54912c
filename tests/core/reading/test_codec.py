import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.reading import codec
from rubrickit.core.rubric import Branch, Leaf, Node, Place, Rubric

SHARED: Mapping[str, Node] = {
    "safety.dose": Leaf("dose", "check", ("x",), place=Place("s.yaml", 2, 3)),
    "safety.tone": Branch(
        "tone",
        (Leaf("a", "rule", ("true",), place=Place("s.yaml", 5, 3)),),
        place=Place("s.yaml", 4, 3),
    ),
}
STAMPS = codec.stamps(SHARED)

texts = st.text(min_size=1, max_size=12)
decimals = st.decimals(0, 10**9, places=3) | st.sampled_from(
    [Decimal(1), Decimal("1.0"), Decimal(0), Decimal("0.50")]
)
places = st.builds(Place, st.just("r.yaml"), st.integers(1, 99), st.integers(1, 99))
tiers = st.none() | st.sampled_from(["required", "additional"])
leaves = st.builds(
    Leaf,
    id=texts,
    kind=st.sampled_from(["check", "states", "rule", "schema"]),
    texts=st.lists(texts, min_size=1, max_size=3).map(tuple),
    weight=decimals,
    points=st.none() | st.decimals(-100, 100, places=2),
    expect=st.booleans(),
    tier=tiers,
    gate=st.booleans(),
    when=st.just("") | texts,
    looks_at=st.sampled_from(["response", "trace"]),
    pass_example=st.just("") | texts,
    fail_example=st.just("") | texts,
    note=st.just("") | texts,
    source=st.just("") | texts,
    owner=st.just("") | texts,
    place=places,
)
used = st.builds(
    lambda name, place: replace(SHARED[name], shared=name, place=place),
    st.sampled_from(sorted(SHARED)),
    places,
)
nodes = st.recursive(
    leaves | used,
    lambda children: st.builds(
        Branch,
        id=texts,
        children=st.lists(children, min_size=1, max_size=3).map(tuple),
        weight=decimals,
        tier=tiers,
        gate=st.booleans(),
        when=st.just("") | texts,
        place=places,
    ),
    max_leaves=8,
)
rubrics = st.builds(
    Rubric,
    question_id=texts,
    nodes=st.lists(nodes, min_size=1, max_size=3).map(tuple),
    question=st.just("") | texts,
    context=st.just("") | texts,
    reference=st.just("") | texts,
    weighting=st.sampled_from(["weighted_sum", "points"]),
    place=places,
)


@given(rubrics)
def test_what_is_loaded_is_what_was_dumped_with_every_note_and_place(
    rubric: Rubric,
) -> None:
    value = json.loads(json.dumps(codec.dump(rubric, STAMPS)))
    assert repr(codec.load(value, "r.yaml", STAMPS)) == repr(rubric)


def a_rubric_that_uses(name: str) -> Rubric:
    node = replace(SHARED[name], shared=name, place=Place("r.yaml", 9, 1))
    branch = Branch("b", (node,), place=Place("r.yaml", 8, 1))
    return Rubric("q", (branch,), place=Place("r.yaml", 1, 1))


def test_a_rubric_is_read_again_when_a_shared_node_of_it_changed() -> None:
    value = codec.dump(a_rubric_that_uses("safety.dose"), STAMPS)
    edited = {**SHARED, "safety.dose": Leaf("dose", "check", ("y",))}
    assert codec.load(value, "r.yaml", codec.stamps(edited)) is None
    assert codec.load(value, "r.yaml", {}) is None


def test_a_rubric_is_kept_when_another_shared_node_changed() -> None:
    rubric = a_rubric_that_uses("safety.dose")
    value = codec.dump(rubric, STAMPS)
    edited = {"safety.dose": SHARED["safety.dose"]}
    assert codec.load(value, "r.yaml", codec.stamps(edited)) == rubric


def test_a_renamed_file_changes_the_places_and_not_those_of_shared_nodes() -> None:
    value = codec.dump(a_rubric_that_uses("safety.tone"), STAMPS)

    moved = codec.load(value, "moved.yaml", STAMPS)

    assert moved is not None
    (branch,) = moved.nodes
    assert isinstance(branch, Branch)
    (tone,) = branch.children
    assert isinstance(tone, Branch)
    assert (moved.place.path, tone.place) == ("moved.yaml", Place("moved.yaml", 9, 1))
    assert tone.children[0].place == Place("s.yaml", 5, 3)


@pytest.mark.parametrize(
    "damage",
    [
        None,
        [],
        {},
        {"version": 0, "uses": {}},
        {"version": codec.VERSION, "uses": {}},
        {"version": codec.VERSION, "uses": {}, "texts": [], "nodes": []},
        {
            "version": codec.VERSION,
            "uses": {},
            "place": [1, 1],
            "texts": ["q", "", "", "", "points"],
            "nodes": [["", 1, 1, "a", "heavy", {}, "check", ["x"]]],
        },
    ],
)
def test_a_damaged_value_is_no_rubric(damage: object) -> None:
    assert codec.load(damage, "r.yaml", {}) is None
