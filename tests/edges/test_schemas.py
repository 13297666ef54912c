"""Schema leaves: the usual meaning, in linear time, without reaching outside."""

import json
import socket
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, LooksAt, Rubric
from rubrickit.edges.rules import Rules

RUBRIC = Rubric("q1", ())
SURVIVES = "(a+)+$"
rules = Rules()


def leaf(schema: Any, looks_at: LooksAt = "response") -> Leaf:
    text = schema if isinstance(schema, str) else json.dumps(schema)
    return Leaf("a", "schema", (text,), looks_at=looks_at)


def met(schema: Any, text: str) -> bool | None:
    return rules.met(leaf(schema), RUBRIC, Response("q1", "a1", text))


def problem(schema: Any) -> str:
    return rules.problem(leaf(schema))


CARD = {
    "type": "object",
    "required": ["advice"],
    "properties": {"advice": {"type": "string", "pattern": "^Rest"}},
    "patternProperties": {"^x-": {"type": "integer"}},
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('{"advice": "Rest."}', True),
        ('{"advice": "Rest.", "x-a": 1}', True),
        ('{"advice": "Rest.", "x-a": "1"}', False),
        ('{"advice": "Rest.", "y": 1}', False),
        ('{"advice": "Run."}', False),
        ("{}", False),
        ("Rest.", False),
        ('{"advice": "Rest."', False),
        ('{"advice": "Rest.", "advice": "Run."}', False),
        ('{"advice": NaN}', False),
        ("[" * 10_000 + "]" * 10_000, False),
    ],
    ids=lambda text: str(text)[:24],
)
def test_a_response_fits_a_schema_or_not(text: str, fits: bool) -> None:
    assert met(CARD, text) is fits
    assert problem(CARD) == ""


def test_a_schema_that_looks_at_the_trace_is_the_traces() -> None:
    answer = Response("q1", "a1", "no JSON", trace='[{"role":"tool"}]')
    schema = {"type": "array", "minItems": 1}

    assert rules.met(leaf(schema, "trace"), RUBRIC, answer) is True
    assert rules.met(leaf(schema), RUBRIC, answer) is False


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("[1", "not a JSON Schema"),
        ("true", "not a JSON Schema"),
        ({"type": "strin"}, "not a JSON Schema at `$.type`"),
        ({"properties": {"a": {"minimum": "1"}}}, "at `$.properties.a.minimum`"),
        ({"$ref": "https://example.com/a.json"}, "points outside"),
        ({"$ref": "file:///etc/passwd"}, "points outside"),
        ({"items": {"$ref": "other.json"}}, "points outside"),
        ({"$ref": "#/$defs/missing"}, "leads nowhere"),
        ({"$ref": "#"}, "never come to an end"),
        ({"pattern": "(?=a)"}, "look-around"),
        ({"patternProperties": {"(a": {}}}, "unclosed group"),
        ({"$schema": "https://example.com/x"}, "is unknown"),
        (
            {"items": {"$schema": "https://json-schema.org/draft/2020-12/schema"}},
            "at the root only",
        ),
        ({"patternProperties": {"a": {}}, "unevaluatedProperties": False}, "beside"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_wrong_with_a_schema_is_seen_without_a_response(
    schema: Any, message: str
) -> None:
    assert message in problem(schema)
    assert met(schema, "{}") is None


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": SURVIVES},
        {"propertyNames": {"pattern": SURVIVES}},
        {"patternProperties": {SURVIVES: False}, "additionalProperties": False},
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "items": {"$ref": "#"},
            "pattern": SURVIVES,
        },
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "additionalProperties": {"$ref": "#/definitions/a"},
            "definitions": {"a": {"pattern": SURVIVES}},
            "pattern": SURVIVES,
        },
    ],
    ids=["pattern", "names", "named", "2020-12", "draft 7"],
)
@pytest.mark.parametrize("shape", ['"{}"', '["{}"]', '{{"{}": 1}}', '{{"b": "{}"}}'])
def test_patterns_take_linear_time(schema: Any, shape: str) -> None:
    text = shape.format("a" * 50_000 + "b")

    assert problem(schema) == ""
    assert met(schema, text) in (True, False)


def test_references_that_double_are_stopped() -> None:
    doubling = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)
    }
    on_arrays = {"if": {"type": "array", "minItems": 1}, "then": {"$ref": "#/$defs/d0"}}
    schema = {"$defs": doubling | {"d40": {}}, **on_arrays}

    assert problem(schema) == ""
    assert met(schema, "[1]") is None
    assert met(schema, "{}") is True


def test_a_recursive_schema_follows_the_value() -> None:
    schema = {"properties": {"next": {"$ref": "#"}, "id": {"type": "integer"}}}

    assert met(schema, '{"next": {"next": {"id": 1}}}') is True
    assert met(schema, '{"next": {"next": {"id": "1"}}}') is False


def test_unique_items_are_compared_by_worth_and_in_linear_time() -> None:
    many = json.dumps([{"id": number} for number in range(20_000)])

    assert met({"uniqueItems": True}, many) is True
    assert met({"uniqueItems": True}, '[{"a": 1}, {"a": 1.0}]') is False
    assert met({"uniqueItems": True}, "[1, true, 0, false, null, []]") is True


def test_a_number_that_overflows_is_a_rule_error() -> None:
    assert met({"multipleOf": 0.1}, "1" + "0" * 400) is None


def test_a_lone_surrogate_meets_no_pattern_and_does_not_raise() -> None:
    assert met({"pattern": "a"}, '"\\ud800"') is None


def test_no_reference_opens_a_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        schema = {"properties": {"a": {"$ref": f"http://127.0.0.1:{port}/a"}}}

        assert met(schema, '{"a": 1}') is None
        assert "points outside" in problem(schema)
        with pytest.raises(BlockingIOError):
            server.accept()


simple = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "ab"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "ab", "b"]), inner, max_size=3)
    ),
    max_leaves=5,
)
schemas = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array", "string", "integer"]),
            "pattern": st.sampled_from(["^a", "b$", "a?"]),
            "uniqueItems": st.booleans(),
            "minimum": st.integers(-2, 2),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from(["a", "b"]), inner),
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$"]), inner),
            "additionalProperties": st.booleans() | inner,
            "items": inner,
            "not": inner,
        },
    ),
    max_leaves=5,
)


@given(schemas, simple)
def test_our_keywords_mean_what_the_library_means(schema: Any, value: Any) -> None:
    expected = Draft202012Validator(schema).is_valid(value)

    assert met(schema, json.dumps(value)) is expected


@given(simple, st.text())
def test_nothing_makes_it_raise(schema: Any, text: str) -> None:
    assert met(schema, text) in (True, False, None)
    assert met(text, text) in (True, False, None)
