"""What an edit leaves alone, and what it does not try."""

import difflib

import pytest

from rubrickit.core.reading.edits import Edit, Insert, Move, Put, Remove
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError

HEAD = "question_id: q\nnodes:\n"
ALIASED = f"""\
{HEAD}- id: a
  children: &both
  - &one {{id: x, check: x}}
  - id: y
    check: y
- id: b
  children: *both
- id: c
  children:
  - *one
  - id: z
    check: z
"""


def edited(text: str, *edits: Edit) -> str:
    after = rubric_files.edit(text, edits)
    rubric_files.parse(after.encode(), "r.yaml", {})
    return after


def changed(nodes: str, *edits: Edit) -> list[str]:
    """The lines taken away and added, below `nodes`."""
    after = edited(HEAD + nodes, *edits)
    lines = difflib.ndiff((HEAD + nodes).splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


def refused(text: str, edit: Edit) -> tuple[str, str]:
    with pytest.raises(RubrickitError) as caught:
        rubric_files.edit(text, [edit])
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(
    ("edit", "path"),
    [
        (Put("b/x", "weight", 2), "b"),
        (Put("a/x", "weight", 2), "a"),
        (Remove("b/y"), "b"),
        (Move("a/y", ""), "a"),
        (Move("c/z", "b"), "b"),
        (Insert("b", {"id": "n", "check": "x"}), "b"),
        (Put("c/x", "weight", 2), "c/x"),
        (Remove("c/x"), "c/x"),
        (Move("c/x", ""), "c/x"),
    ],
)
def test_what_an_alias_repeats_is_not_edited_in_two_places(
    edit: Edit, path: str
) -> None:
    message, hint = refused(ALIASED, edit)
    assert "is repeated by an alias and cannot be edited" in message
    assert message.startswith(f"`{path}")
    assert hint == "write it out in place of the alias"


def test_beside_an_alias_everything_can_be_edited() -> None:
    edits = (Put("b", "weight", 2), Put("c/z", "weight", 3), Remove("c/z"))
    after = edited(ALIASED, *edits)
    assert after == ALIASED.replace("- id: b\n", "- id: b\n  weight: 2\n").replace(
        "  - id: z\n    check: z\n", ""
    )


def test_an_anchor_that_is_still_needed_is_not_removed() -> None:
    message, _ = refused(ALIASED, Remove("a"))
    assert "repeats an anchor that is not there" in message


@pytest.mark.parametrize(
    "edit",
    [Put("a", "weight", 2), Put("a", "weight", None), Put("b", "tier", "required")],
)
def test_a_key_behind_a_question_mark_is_left_to_its_author(edit: Edit) -> None:
    nodes = "- id: a\n  ? weight\n  : 1\n  check: x\n- ? id\n  : b\n  check: y\n"
    message, hint = refused(HEAD + nodes, edit)
    assert message.endswith("this key is written in a way that cannot be edited")
    assert message.startswith("line ")
    assert hint == "write it as `key: value`"


@pytest.mark.parametrize(
    "edit",
    [Put("a", "weight", 2), Insert("", {"id": "n", "check": "x"}), Remove("a")],
)
def test_braces_behind_an_anchor_are_left_to_their_author(edit: Edit) -> None:
    text = "question_id: q\nnodes: &all [{id: a, check: x}, {id: b, check: y}]\n"
    message, hint = refused(text, edit)
    assert message.endswith("is written in a way that cannot be edited")
    assert message.startswith("line 2: this ")
    assert hint.startswith("write it as ")


def test_a_block_behind_an_anchor_is_edited_like_any_other() -> None:
    nodes = "- &n\n  id: a\n  check: x\n- id: b\n  check: y\n"
    assert changed(nodes, Put("a", "weight", 2)) == ["+   weight: 2"]
    assert changed(nodes, Remove("a")) == ["- - &n", "-   id: a", "-   check: x"]


@pytest.mark.parametrize(
    ("node", "comment"),
    [
        ("{id: a, check: x}  # see {x}", "# see {x}"),
        ("{id: a, check: [x, y]} # ]}", "# ]}"),
        ('{id: a, check: "x # y"}  # why', "# why"),
        ("{id: a, check: it's}  # don't", "# don't"),
        ("{id: a, check: 'it''s # x'}  # 'y'", "# 'y'"),
        ("{id: a, check: x#y}  # z", "# z"),
    ],
)
def test_the_comment_behind_braces_moves_above_them(node: str, comment: str) -> None:
    lines = changed(f"- {node.replace('[x, y]', 'x')}\n", Put("a", "weight", 2))
    assert f"+ {comment}" in lines
    assert sum("#" in line and line.startswith("+ #") for line in lines) == 1


def test_braces_without_a_comment_get_none() -> None:
    assert changed('- {id: a, check: "x # y"}\n', Put("a", "weight", 2)) == [
        '- - {id: a, check: "x # y"}',
        "+ - id: a",
        "+   weight: 2",
        '+   check: "x # y"',
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"x # y"  # z', "new  # z"),
        ("'it''s' # z", "new  # z"),
        ("x#y   # z", "new  # z"),
        ("say 'x # z", "new  # z"),
        ("x", "new"),
    ],
)
def test_the_comment_behind_a_value_stays(old: str, new: str) -> None:
    lines = changed(f"- id: a\n  check: {old}\n", Put("a", "check", "new"))
    assert lines == [f"-   check: {old}", f"+   check: {new}"]


def test_the_first_key_can_go_and_the_next_takes_the_dash() -> None:
    nodes = "- weight: 2  # two\n  # why\n  id: a\n  check: x\n"
    assert edited(HEAD + nodes, Put("a", "weight", None)) == (
        HEAD + "  # why\n- id: a\n  check: x\n"
    )


def test_a_node_keeps_its_last_key() -> None:
    message, _ = refused(HEAD + "- id: a\n", Put("a", "id", None))
    assert message == "a node cannot lose its only key"


def test_a_phrasing_with_a_comma_stays_one_phrasing() -> None:
    texts = ["Take it, please", "Take it [now]", 'It is "5 mg"']
    after = edited(
        f"{HEAD}- id: a\n  check: x\n",
        Insert("", {"id": "b", "states": texts}),
        Put("b", "note", "first, second"),
    )
    rubric = rubric_files.parse(after.encode(), "r.yaml", {})
    leaf = list(rubric.leaves())[1].leaf
    assert leaf.texts == tuple(texts)
    assert leaf.note == "first, second"


def test_a_used_node_is_named_by_the_end_of_its_name() -> None:
    text = f"{HEAD}- use: safety.dose\n- id: dosis\n  check: x\n"
    after = rubric_files.edit(text, [Put("dose", "weight", 2)])
    assert after == text.replace("dose\n", "dose\n  weight: 2\n")


def test_a_moved_node_lands_below_the_last_child_wherever_that_stands() -> None:
    nodes = (
        "- id: first\n  children:\n    - id: x\n      check: x\n    - id: w\n"
        "      check: w\n# of last\n- id: last\n  children:\n  - id: y\n    check: y\n"
    )
    after = edited(HEAD + nodes, Move("first/x", "last"), Move("last/y", "first"))
    assert after == HEAD + (
        "- id: first\n  children:\n    - id: w\n      check: w\n"
        "    - id: y\n      check: y\n# of last\n- id: last\n  children:\n"
        "  - id: x\n    check: x\n"
    )


def test_a_node_that_moves_down_lands_before_what_follows_its_new_home() -> None:
    nodes = (
        "- id: x\n  check: x\n- id: home\n  children:\n  - id: y\n    check: y\n"
        "- id: last\n  check: z\n"
    )
    assert edited(HEAD + nodes, Move("x", "home")) == HEAD + (
        "- id: home\n  children:\n  - id: y\n    check: y\n  - id: x\n"
        "    check: x\n- id: last\n  check: z\n"
    )


def test_a_prefix_of_a_name_is_not_inside_it() -> None:
    nodes = (
        "- id: a\n  children:\n  - id: x\n    check: x\n- id: ab\n  children:\n"
        "  - id: y\n    check: y\n"
    )
    after = edited(HEAD + nodes, Move("a", "ab"))
    assert "- id: ab\n  children:\n  - id: y\n    check: y\n  - id: a\n" in after


@pytest.mark.parametrize(
    ("edit", "message", "hint"),
    [
        (Put("x", "weight", 1), "no node `x`", "paths are ids, joined by `/`"),
        (Move("a", "a"), "`a` cannot move into itself", ""),
        (Move("a", "a/b"), "`a` cannot move into itself", ""),
        (
            Remove("a/b"),
            "the branch would be empty",
            "remove or move the branch itself",
        ),
        (Move("a/b", "c"), "`c` is no branch", "name a node that has `children`"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(
    edit: Edit, message: str, hint: str
) -> None:
    nodes = (
        "- id: a\n  children:\n  - id: b\n    children:\n    - id: c\n      check: x\n"
        "- id: c\n  check: y\n"
    )
    assert refused(HEAD + nodes, edit) == (message, hint)


@pytest.mark.parametrize("text", ["", "- a\n", "text\n"])
def test_only_a_file_of_keys_can_be_edited(text: str) -> None:
    message, _ = refused(text, Remove("a"))
    assert message == "the rubric:1: a file must hold keys and values"
