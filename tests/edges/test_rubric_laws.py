"""Re-wrapped, re-quoted, re-ordered, commented: an edit of the layout is no edit."""

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from layouts import Writer, documents

from rubrickit.core.reading import codec
from rubrickit.core.rubric import Rubric
from rubrickit.edges import rubric_files


def read(document: dict[str, Any], seed: int) -> Rubric:
    data = Writer(random.Random(seed)).file(document)
    return rubric_files.parse(data, "r.yaml", {})


@given(documents, st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_layout_of_a_file_is_no_part_of_the_rubric(
    document: dict[str, Any], one: int, other: int
) -> None:
    assert read(document, one) == read(document, other)


@given(documents, st.integers(0, 10**6))
def test_a_file_read_from_the_cache_is_the_file_read(
    document: dict[str, Any], seed: int
) -> None:
    rubric = read(document, seed)
    value = json.loads(json.dumps(codec.dump(rubric, {})))
    assert repr(codec.load(value, "r.yaml", {})) == repr(rubric)


@given(documents, st.integers(0, 10**6))
def test_every_leaf_of_a_file_is_a_leaf_of_the_rubric(
    document: dict[str, Any], seed: int
) -> None:
    rubric = read(document, seed)
    written = sorted(" ".join(path.split()) for path in leaf_paths(document["nodes"]))
    found = sorted(" ".join(placed.path.split()) for placed in rubric.leaves())
    assert found == written


def leaf_paths(nodes: list[dict[str, Any]], above: str = "") -> list[str]:
    paths: list[str] = []
    for node in nodes:
        path = above + node["id"].strip()
        deeper = (
            leaf_paths(node["children"], f"{path}/") if "children" in node else [path]
        )
        paths.extend(deeper)
    return paths
