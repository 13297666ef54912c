"""Rules and conditions: what they see, and that nothing makes them raise or hang."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core import canonical
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.edges.rules import Rules

RUBRIC = Rubric("q1", (), question="How\nmuch?", context="At home.", reference="42")
rules = Rules()


def response(text: str = "Hello", **fields: Any) -> Response:
    return Response("q1", "a1", text, **fields)


def rule(expression: str) -> Leaf:
    return Leaf("a", "rule", (expression,))


def met(expression: str, answer: Response | None = None) -> bool | None:
    return rules.met(rule(expression), RUBRIC, answer or response())


def problem(expression: str) -> str:
    return rules.problem(rule(expression))


@pytest.mark.parametrize(
    "expression",
    [
        "question_id == 'q1'",
        "question == 'How much?'",
        "context == 'At home.\\n\\nAged 70.'",
        "reference == '42'",
        "response == 'line\\nline'",
        "json == {}",
        "trace.size() == 1 && trace[0].name == 'search'",
        "meta.age >= 18 && 'vip' in meta.tags",
        "slices.sex == 'f'",
        "agent.startsWith('coach@')",
        "sample == 3",
    ],
)
def test_a_rule_sees(expression: str) -> None:
    answer = response(
        "line\r\nline",
        context="Aged 70.",
        trace='[{"name":"search"}]',
        meta={"age": 70, "tags": ["vip"]},
        slices={"sex": "f"},
        agent="coach@2",
        sample=3,
    )

    assert met(expression, answer) is True
    assert problem(expression) == ""


def test_the_responses_own_reference_comes_first() -> None:
    assert met("reference == '43'", response(reference="43")) is True


def test_json_is_the_responses_value_and_empty_where_there_is_none() -> None:
    assert met("json.title == 'x'", response('{"title": "x"}')) is True
    assert met("has(json.title)", response("no JSON")) is False
    assert met("json.title == 'x'", response("no JSON")) is None


@pytest.mark.parametrize(
    "expression",
    ["size(response) == 2", "response.size() == 2", "size('é😀') == 2"],
)
def test_size_counts_code_points(expression: str) -> None:
    assert met(expression, response("é😀")) is True


def test_size_counts_elements_and_bytes() -> None:
    assert met("size([1, 2]) + size({'a': 1}) + size(b'\\xff') == 4") is True
    assert met("size(sample) > 0") is None


def test_size_of_what_has_none_prints_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert met("size(json.a) > 1", response('{"a": 1}')) is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "syntax error at 1:1"),
        ("size(response) <", "syntax error at 1:17"),
        ("agent = 'x'", "syntax error at 1:7"),
        ("respnse == ''", "unknown variable `respnse`, did you mean `response`?"),
        ("sizee(response) > 1", "unknown function `sizee`, did you mean `size`?"),
        ("_size(response) > 1", "unknown function `_size`"),
        ("1 / 0 == 1", "divides by zero"),
        ("size(response) > 1 && sample % 0 == 1", "divides by zero"),
        ("1 / (3 - 3) > sample", "divides by zero"),
        ("size(response) > 9223372036854775807 + 1", "beyond 64 bits"),
        ("sample > 9223372036854775808", "invalid int literal"),
        ("size(response)", "gives a value of type int, not true or false"),
        ("'yes'", "gives a value of type str"),
        ("meta", "gives a value of type dict"),
        ("response + 1 == agent", "string + int"),
        ("response.matches('(a')", "not a pattern of linear time: unclosed group"),
        ("response.matches('(?=a)')", "look-around"),
        ("response.matches(r'(a)\\1')", "backreferences"),
        ("response.matches('(' + 'a')", "not a valid regex"),
        ("(" * 500 + "true" + ")" * 500, "Recursion limit"),
        ("true" + " && true" * 500, "longer than 2,000 characters"),
        ("json.all(a, json.all(b, json.all(c, true)))", "inside each other"),
        ("response == '\ud800'", "can't be read as CEL"),
    ],
    ids=lambda text: text[:24].encode("ascii", "replace").decode(),
)
def test_what_is_always_wrong_is_seen_without_a_response(
    expression: str, message: str
) -> None:
    assert message in problem(expression)
    assert met(expression) is None


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        ("meta.age > 18", {}),
        ("meta.age > 18", {"meta": {"age": "70"}}),
        ("meta.age > 18", {"meta": {"age": float("nan")}}),
        ("meta.age > 18", {"meta": {"age": 10**400}}),
        ("meta.flag", {"meta": {"flag": "yes"}}),
        ("size(response) / size(reference) > 1", {"meta": {}}),
        ("meta.n * 4 > 1", {"meta": {"n": 2**62}}),
        ("int(response) > 3", {}),
        ("trace[3].name == 'x'", {}),
        ("response.matches(meta.pattern)", {"meta": {"pattern": "(a"}}),
    ],
)
def test_data_that_a_rule_does_not_fit_is_a_rule_error(
    expression: str, fields: dict[str, Any]
) -> None:
    rubric = Rubric("q1", ())

    assert rules.met(rule(expression), rubric, response(**fields)) is None
    assert problem(expression) == ""


def test_whole_numbers_beyond_64_bits_become_floats() -> None:
    assert met("meta.n > 5", response(meta={"n": 10**30})) is True
    assert met("json.n > 5", response('{"n": 1' + "0" * 30 + "}")) is True


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000 + "]" * 10_000,
        '{"a": 1, "a": 2}',
        '{"a": NaN}',
        '{"a": ' + "9" * 5_000 + "}",
        '{"a": 1e999}',
        '{"a": 1',
    ],
    ids=lambda text: text[:12],
)
def test_strange_json_is_no_json_to_a_rule(text: str) -> None:
    assert met("json == {} && !has(json.a)", response(text)) is True


def test_a_lone_surrogate_is_a_rule_error() -> None:
    assert met("response == 'x'", response("\ud800")) is None
    assert met("json.a == 'x'", response('{"a": "\\ud800"}')) is None


def test_metadata_nested_too_deep_is_a_rule_error_and_no_crash() -> None:
    deep: list[Any] = []
    for _ in range(20_000):
        deep = [deep]

    assert met("size(meta.deep) == 1", response(meta={"deep": deep})) is None


def test_a_pattern_takes_linear_time() -> None:
    assert met("response.matches('(a+)+$')", response("a" * 200_000 + "b")) is False


def test_white_space_and_normal_forms_of_the_text_do_not_matter() -> None:
    composed, decomposed = response("caf\u00e9\n"), response("cafe\u0301\r\n")

    assert met("size(response) == 5", composed) is True
    assert met("size(response) == 5", decomposed) is True


def holds(condition: str, **fields: Any) -> bool | None:
    return rules.holds(condition, RUBRIC, response(**fields))


def test_a_condition_reads_metadata() -> None:
    assert holds("meta.age >= 18", meta={"age": 70}) is True
    assert holds("slices.sex == 'm'", slices={"sex": "f"}) is False
    assert (
        holds("agent == 'a' && sample == 0 && question_id == 'q1'", agent="a") is True
    )
    assert holds("meta.age >= 18") is None


@pytest.mark.parametrize("name", ["response", "json", "trace", "context", "question"])
def test_a_condition_never_sees_what_a_judge_sees(name: str) -> None:
    assert f"can't see `{name}`" in rules.condition_problem(f"size({name}) > 3")
    assert holds(f"size({name}) > 3") is None


def test_a_judged_leaf_has_no_problem_here() -> None:
    assert rules.problem(Leaf("a", "check", ("Is it so?",))) == ""


words = st.sampled_from((
    "response", "json", "meta", "trace", "sample", "x", "size", "matches", "all", "map",
    "has", "int", "timestamp", "duration", "(", ")", "[", "]", "{", "}", ".", ",", "?",
    ":", "+", "-", "*", "/", "%", "!", "&&", "||", "==", "<", "in", "0", "1", "1.5",
    "9223372036854775807", "'a'", '"(a+)+$"', "true", "null", "// x", "\n", "'",
))  # fmt: skip


@given(st.lists(words, max_size=12), st.text(max_size=20))
def test_no_expression_makes_it_raise(parts: list[str], text: str) -> None:
    expression = " ".join(parts)
    answer = response(text, meta={"x": [1, "a", None, 1.5, {"y": True}]})

    told = problem(expression)

    assert met(expression, answer) in (True, False, None)
    assert holds(expression) in (True, False, None)
    assert not told or met(expression, answer) is None


@given(st.text())
def test_no_text_makes_it_raise_either(expression: str) -> None:
    assert met(expression) in (True, False, None)
    assert isinstance(rules.condition_problem(expression), str)


@given(st.text())
def test_a_rule_sees_the_digested_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return

    seen = len(canonical.text(text))

    assert met(f"size(response) == {seen}", response(text)) is True


def test_the_engine_comes_without_its_command_line() -> None:
    code = "import sys, rubrickit.edges.rules; print('typer' in sys.modules)"

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"
