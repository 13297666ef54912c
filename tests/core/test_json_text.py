"""A response is the same JSON value to every reader, or none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core import json_text

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
).filter(lambda value: value not in (float("inf"), float("-inf")))


@given(values)
def test_what_json_wrote_is_read_back(value: object) -> None:
    text = json.dumps(value)

    if "Infinity" not in text:
        assert json_text.parse(text) == json_text.Parsed(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear patient",
        "{'a': 1}",
        '{"a": 1} {"a": 2}',
        '{"a": 1, "a": 1}',
        "NaN",
        "[-Infinity]",
        "1e400",
        "1" * 5_000,
        "[" * 10_000 + "]" * 10_000,
        '{"a":' * 101 + "1" + "}" * 101,
        "[" * 100_000,
    ],
    ids=lambda text: text[:12],
)
def test_what_readers_could_take_differently_is_no_value(text: str) -> None:
    assert json_text.parse(text) is None


def test_null_is_a_value() -> None:
    assert json_text.parse(" null\n") == json_text.Parsed(None)


def test_the_deepest_value_is_still_read() -> None:
    edge = "[" * json_text.DEEPEST + "]" * json_text.DEEPEST

    assert json_text.parse(edge) is not None
    assert json_text.parse(f"[{edge}]") is None


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    parsed = json_text.parse(text)

    assert parsed is None or json.loads(text) == parsed.value
