import copy
import difflib
import random
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import Writer, documents

from rubrickit.core import canonical
from rubrickit.core.reading.edits import Edit, Insert, Move, Put, Remove
from rubrickit.core.rubric import Rubric
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError

HEART = """\
# head
question_id: rhr   # the id
nodes:
 # first group
 - id: clinical
   weight: 0.5      # half
   children:
    # about the threshold
    - id: threshold
      check: 'Does it
        state?'     # why

    # about the advice
    - id: advice
      check: >-
        # not a comment
        Does it advise?
      # weight: 3

 - id: memory
   children:
    - {id: trend, check: "x # y"}  # short
    - {id: sleep, check: y}
 # the end
"""


def changed(text: str, *edits: Edit) -> list[str]:
    """The lines taken away and added."""
    after = rubric_files.edit(text, edits)
    lines = difflib.ndiff(text.splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


def test_a_value_is_replaced_and_its_comment_stays() -> None:
    assert changed(HEART, Put("clinical", "weight", Decimal("0.75"))) == [
        "-    weight: 0.5      # half",
        "+    weight: 0.75  # half",
    ]


def test_a_key_is_added_below_the_id() -> None:
    assert changed(HEART, Put("clinical/advice", "tier", "additional")) == [
        "+       tier: additional"
    ]
    assert changed(HEART, Put("", "weighting", "weighted_sum")) == [
        "+ weighting: weighted_sum"
    ]


def test_a_text_of_several_lines_is_replaced_by_one() -> None:
    assert changed(HEART, Put("clinical/advice", "check", "Does it: advise?")) == [
        "-       check: >-",
        "-         # not a comment",
        "-         Does it advise?",
        '+       check: "Does it: advise?"',
    ]


def test_a_key_is_removed() -> None:
    assert changed(HEART, Put("clinical", "weight", None)) == [
        "-    weight: 0.5      # half"
    ]
    assert changed(HEART, Put("clinical", "tier", None)) == []


def test_a_leaf_in_braces_that_is_edited_becomes_a_block() -> None:
    assert changed(HEART, Put("memory/trend", "expect", False)) == [
        '-     - {id: trend, check: "x # y"}  # short',
        "+     # short",
        "+     - id: trend",
        "+       expect: no",
        '+       check: "x # y"',
    ]


def test_a_node_is_removed_with_the_comments_directly_above_it() -> None:
    assert changed(HEART, Remove("clinical/threshold")) == [
        "-     # about the threshold",
        "-     - id: threshold",
        "-       check: 'Does it",
        "-         state?'     # why",
    ]


def test_a_node_is_inserted_as_the_last_child() -> None:
    node = {"id": "new", "check": "Does it?", "weight": 2, "expect": "no"}
    assert changed(HEART, Insert("clinical", node)) == [
        "+     - id: new",
        "+       check: Does it?",
        "+       weight: 2",
        "+       expect: no",
    ]
    branch = {"id": "b", "children": [{"id": "l", "states": ["a", "1"]}]}
    assert changed(HEART, Insert("", branch)) == [
        "+  - id: b",
        "+    children:",
        "+     - id: l",
        '+       states: [a, "1"]',
    ]


def test_a_node_moves_with_its_comments_and_its_wrapping() -> None:
    assert changed(HEART, Move("clinical/threshold", "")) == [
        "-     # about the threshold",
        "-     - id: threshold",
        "-       check: 'Does it",
        "-         state?'     # why",
        "+  # about the threshold",
        "+  - id: threshold",
        "+    check: 'Does it",
        "+      state?'     # why",
    ]


def test_a_branch_moves_into_another() -> None:
    text = rubric_files.edit(HEART, [Move("memory", "clinical")])
    rubric = rubric_files.parse(text.encode(), "r.yaml", {})
    assert [placed.path for placed in rubric.leaves()] == [
        "clinical/threshold",
        "clinical/advice",
        "clinical/memory/trend",
        "clinical/memory/sleep",
    ]


def test_a_file_without_a_last_line_end_and_with_crlf_keeps_its_style() -> None:
    text = "\ufeffquestion_id: q\r\nnodes:\r\n- id: a\r\n  check: x"
    after = rubric_files.edit(text, [Insert("", {"id": "b", "rule": "true"})])
    assert after == text + '\r\n- id: b\r\n  rule: "true"\r\n'


def test_a_list_in_braces_becomes_a_block_when_it_grows() -> None:
    text = "question_id: q\nnodes: [{id: a, check: x, weight: 0.50}]  # all\n"
    after = rubric_files.edit(text, [Insert("", {"id": "b", "check": "y"})])
    assert after.splitlines()[1:] == [
        "nodes:",
        "  - id: a",
        "    check: x",
        "    weight: 0.50",
        "  - id: b",
        '    check: "y"',
    ]


REFUSED = [
    (Put("clinical/none", "weight", 1), "no node `clinical/none`"),
    (Remove("clinical/advice/x"), "`clinical/advice/x` is no branch"),
    (Insert("clinical/advice", {"id": "x"}), "`clinical/advice` is no branch"),
    (Remove(""), "the rubric itself cannot be removed"),
    (Move("clinical", "clinical"), "`clinical` cannot move into itself"),
]


@pytest.mark.parametrize(("edit", "message"), REFUSED)
def test_what_cannot_be_done_is_said(edit: Edit, message: str) -> None:
    with pytest.raises(RubrickitError, match=message):
        rubric_files.edit(HEART, [edit])


def test_a_branch_is_not_left_empty() -> None:
    text = "question_id: q\nnodes:\n- id: a\n  check: x\n"
    with pytest.raises(RubrickitError, match="the branch would be empty"):
        rubric_files.edit(text, [Remove("a")])


def paths(nodes: list[dict[str, Any]], above: str = "") -> Iterator[str]:
    for node in nodes:
        yield above + node["id"]
        yield from paths(node.get("children", []), f"{above}{node['id']}/")


def siblings(document: dict[str, Any], path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document["nodes"]
    for name in path.split("/")[:-1]:
        found = next(node for node in found if node["id"] == name)["children"]
    return found


def node_at(document: dict[str, Any], path: str) -> dict[str, Any]:
    name = path.rsplit("/", maxsplit=1)[-1]
    return next(node for node in siblings(document, path) if node["id"] == name)


def by_hand(document: dict[str, Any], edit: Edit) -> None:
    if isinstance(edit, Put):
        node_at(document, edit.path)[edit.key] = edit.value
    elif isinstance(edit, Insert):
        inside = node_at(document, edit.parent)["children"] if edit.parent else None
        (document["nodes"] if inside is None else inside).append(dict(edit.node))
    elif isinstance(edit, Remove):
        siblings(document, edit.path).remove(node_at(document, edit.path))
    else:
        node = node_at(document, edit.path)
        siblings(document, edit.path).remove(node)
        document["nodes"].append(node)


@st.composite
def edits_of(draw: st.DrawFn, document: dict[str, Any]) -> Edit:
    every = list(paths(document["nodes"]))
    path = draw(st.sampled_from(every))
    branches = [one for one in every if "children" in node_at(document, one)]
    choices: list[Edit] = [
        Put(path, "weight", draw(st.decimals(0, 9, places=1)).copy_abs()),
        Put(path, "tier", "required"),
        Insert(draw(st.sampled_from(["", *branches])), {"id": "new", "check": "x: y"}),
    ]
    if len(siblings(document, path)) > 1:
        choices.append(Remove(path))
        roots = [node["id"] for node in document["nodes"]]
        if path in roots or path.split("/")[-1] not in roots:
            choices.append(Move(path, ""))
    return draw(st.sampled_from(choices))


@given(documents, st.integers(0, 10**6), st.data())
def test_an_edit_of_the_text_is_the_edit_of_the_tree(
    document: dict[str, Any], seed: int, data: st.DataObject
) -> None:
    document = trimmed(document)
    edit = data.draw(edits_of(document))
    written = Writer(random.Random(seed)).file(document).decode()

    edited = rubric_files.edit(written, [edit])

    expected = copy.deepcopy(document)
    by_hand(expected, edit)
    assert read(edited) == read(Writer(random.Random(seed)).file(expected).decode())


def trimmed(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "nodes": [_trimmed(node) for node in document["nodes"]]}


def _trimmed(node: dict[str, Any]) -> dict[str, Any]:
    children = {
        key: [_trimmed(c) for c in node[key]] for key in node if key == "children"
    }
    return {**node, "id": node["id"].strip(), **children}


def read(text: str) -> Rubric:
    return rubric_files.parse(text.encode(), "r.yaml", {})


@given(st.text(min_size=1).filter(lambda text: text.strip()), st.booleans())
def test_any_text_that_is_put_is_read_again(text: str, in_braces: bool) -> None:
    leaf = "{id: a, rule: x}" if in_braces else "id: a\n  rule: x"
    edited = rubric_files.edit(
        f"question_id: q\nnodes:\n- {leaf}\n", [Put("a", "note", text)]
    )
    leaf_read = next(read(edited).leaves()).leaf
    assert leaf_read.note == canonical.text(text).strip()
