"""What an expression shows before it runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core import expressions
from rubrickit.core.expressions import RULE_VARIABLES, WHEN_VARIABLES, tokens


@pytest.mark.parametrize(
    ("written", "run"),
    [
        ("size(response) < 9", "_size(response) < 9"),
        ("response.size() < 9", "response._size() < 9"),
        ("size ( json )", "_size ( json )"),
        ('"size(a)" == response', '"size(a)" == response'),
        ("'size(' + r'\\' + 'size('", "'size(' + r'\\' + 'size('"),
        ('"\\"size(" == b"size("', '"\\"size(" == b"size("'),
        ("'''it's size(''' == response", "'''it's size(''' == response"),
        ('"""a "size(" """ == response', '"""a "size(" """ == response'),
        ("true // size(x)\n && size(json) > 0", "true // size(x)\n && _size(json) > 0"),
        ("json.size == 1", "json.size == 1"),
        ("resize(json) + sizes(json)", "resize(json) + sizes(json)"),
    ],
)
def test_only_calls_of_size_are_replaced(written: str, run: str) -> None:
    assert expressions.runnable(written) == run


@given(st.text())
def test_tokens_lose_only_blanks_and_comments(expression: str) -> None:
    found = tokens(expression)

    rest = iter(expression)
    assert all(letter in rest for token in found for letter in token.text)
    assert all(expression.startswith(token.text, token.start) for token in found)


def problem(expression: str, names: str, allowed: frozenset[str]) -> str:
    return expressions.unknown_variable(names.split(), tokens(expression), allowed)


def test_a_name_bound_by_a_macro_is_known() -> None:
    expression = "trace.all(step, step.ok)"

    assert problem(expression, "trace step", RULE_VARIABLES) == ""
    assert problem("step.ok", "step", RULE_VARIABLES).startswith("unknown variable")


def test_a_typo_gets_a_suggestion() -> None:
    message = problem("respnse == ''", "respnse", RULE_VARIABLES)

    assert message == "unknown variable `respnse`, did you mean `response`?"


def test_a_condition_never_sees_the_response() -> None:
    message = problem("response == ''", "response", WHEN_VARIABLES)

    assert message.startswith("`when` can't see `response`")


def test_an_unknown_function_gets_a_suggestion_and_operators_are_known() -> None:
    assert expressions.unknown_function(["_==_", "@in", "!_", "size"]) == ""
    assert expressions.unknown_function(["startWith"]) == (
        "unknown function `startWith`, did you mean `startsWith`?"
    )
    assert expressions.unknown_function([expressions.CODE_POINTS]) != ""


@pytest.mark.parametrize(
    ("expression", "is_refused"),
    [
        ("json.all(a, json.exists(b, a == b))", False),
        ("json.all(a, json.all(b, json.all(c, true)))", True),
        ("json.all(a, (true && json.all(b, (json.all(c, true)))))", True),
        ("[response].map(a, a + a).map(b, b + b) == []", True),
        ("json.all(a, true)" + " && json.all(a, true)" * 3, False),
        ("json.all(a, true)" + " && json.all(a, true)" * 4, True),
        ("json.map == 1 && json.all == 2", False),
    ],
)
def test_macros_may_not_multiply_without_bounds(
    expression: str, is_refused: bool
) -> None:
    assert bool(expressions.too_costly(tokens(expression))) == is_refused


def test_patterns_are_found_where_they_stand_alone() -> None:
    expression = """response.matches('a+') && matches(response, 'b')
        && response.matches("(?i)" + agent) && agent.matches(r'c') && matches"""

    found = list(expressions.literal_patterns(tokens(expression)))

    assert found == ["'a+'", "r'c'"]


@pytest.mark.parametrize(
    ("expression", "is_certain"),
    [
        ("1 / 0", True),
        ("sample % 0", True),
        ("sample / 0x0", True),
        ("sample / 0u", True),
        ("sample / 0.5", False),
        ("sample / 10", False),
        ("'1 / 0' == agent", False),
    ],
)
def test_a_division_by_a_literal_zero_is_seen(
    expression: str, is_certain: bool
) -> None:
    assert expressions.divides_by_zero(tokens(expression)) == is_certain


def test_constant_parts_stand_between_weaker_operators() -> None:
    expression = "sample > 9 + 1 || f(2 * 3, sample - 1) && 4 / (5 - 5) == 1"

    found = set(expressions.constant_parts(tokens(expression)))

    assert {"9 + 1", "2 * 3", "5 - 5", "4 / ( 5 - 5 )"} <= found
    assert not any("sample" in part or part.startswith("- 1") for part in found)
