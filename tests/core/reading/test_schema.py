from typing import Any

import jsonschema
import pytest

from rubrickit.core.reading import schema
from rubrickit.core.reading.config_keys import CONFIG
from rubrickit.core.reading.keys import CONTENTS, NODE, RUBRIC, Keys

LEAF = {"id": "a", "check": "x"}


def accepts(value: Any, of: schema.FileKind = "rubric") -> bool:
    document = schema.json_schema(of)
    validator = jsonschema.Draft202012Validator(document)
    return bool(validator.is_valid(value))


def rubric(*nodes: Any, **keys: Any) -> dict[str, Any]:
    return {"question_id": "q", "nodes": list(nodes), **keys}


@pytest.mark.parametrize("of", ["rubric", "shared", "config"])
def test_each_schema_is_a_schema(of: schema.FileKind) -> None:
    jsonschema.Draft202012Validator.check_schema(schema.json_schema(of))


@pytest.mark.parametrize(
    "value",
    [
        rubric(LEAF),
        rubric(LEAF, format=1, weighting="points", question="x"),
        rubric({"id": "b", "gate": True, "weight": 0, "children": [LEAF]}),
        rubric({"use": "safety.a", "weight": 2}),
        rubric({"id": "a", "states": ["x", "y"], "expect": "no", "tier": "additional"}),
        rubric({"id": "a", "schema": {"type": "object"}}),
        rubric({"id": "a", "rule": "true", "expect": False, "points": -2}),
    ],
)
def test_an_editor_accepts_what_is_right(value: Any) -> None:
    assert accepts(value)


@pytest.mark.parametrize(
    "value",
    [
        {"nodes": [LEAF]},
        rubric(),
        rubric(LEAF, format=2),
        rubric(LEAF, weighting="sum"),
        rubric({"id": "a"}),
        rubric({"check": "x"}),
        rubric({**LEAF, "rule": "y"}),
        rubric({**LEAF, "wieght": 1}),
        rubric({**LEAF, "weight": -1}),
        rubric({**LEAF, "id": "a/b"}),
        rubric({"id": "b", "children": []}),
        rubric({"id": "b", "expect": "no", "children": [LEAF]}),
        rubric({"use": "a.b", "expect": "no"}),
        rubric({"id": "a", "rule": "x" * 2001}),
        rubric({"id": "a", "check": "x", "gate": "yes"}),
    ],
)
def test_an_editor_marks_what_is_wrong(value: Any) -> None:
    assert not accepts(value)


def test_an_editor_knows_the_configuration() -> None:
    assert accepts({"gate": {"max_slice_gap": None}, "judge": {"passes": 3}}, "config")
    assert accepts({"experts": {"people": [{"id": "dr-a"}]}}, "config")
    assert not accepts({"gate": {"max_regression": None}}, "config")
    assert not accepts({"judge": {"passes": "often"}}, "config")
    assert not accepts({"juge": {}}, "config")


@pytest.mark.parametrize("keys", [RUBRIC, NODE, CONFIG])
def test_each_key_says_what_it_is_for(keys: Keys) -> None:
    assert all(key.says.endswith(".") or "null" in key.says for key in keys.values())
    assert list(keys) == [key.name for key in keys.values()]


def test_each_content_belongs_to_one_kind_of_node() -> None:
    assert all(len(NODE[content].on) == 1 for content in CONTENTS)
