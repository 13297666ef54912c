"""What a scalar means, and what each kind of key makes of it."""

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from support.trees_of_yaml import PATH, located, plain, quoted, told

from rubrickit.core import canonical
from rubrickit.core.reading import scalars
from rubrickit.core.reading.located import Items, Located, Pairs, Problems
from rubrickit.core.rubric import Place

MEANINGS = {
    "null": ["", "~", "null", "Null", "NULL"],
    "boolean": ["true", "True", "TRUE", "false", "False", "FALSE"],
    "number": [
        "0", "-1", "+1", "007", "1.", ".5", "1e3", "-1.5E-3", "0o17", "0xFf", ".inf",
        "-.Inf", "+.INF", ".nan", ".NaN",
    ],
    "text": [
        "nUll", "yes", "no", "on", "off", "y", "tRue", "2026-01-31", "1_000", "1:30",
        "0b11", "0o8", "0xg", ".", "-", "+", "e3", "1e", ".e3", "inf", "nan", "-.nan",
        "1.2.3", "- 1",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meaning"),
    [(text, meaning) for meaning, texts in MEANINGS.items() for text in texts],
)
def test_a_plain_scalar_means_what_yaml_1_2_says(text: str, meaning: str) -> None:
    assert scalars.meaning(plain(text)) == meaning


@pytest.mark.parametrize("text", ["", "null", "true", "1", "0x1"])
def test_what_stands_in_quotes_is_text(text: str) -> None:
    assert scalars.meaning(quoted(text)) == "text"
    assert not scalars.is_null(quoted(text))


@pytest.mark.parametrize("value", [Items((), 1, 1), Pairs((), 1, 1)])
def test_an_empty_list_is_not_null(value: Located) -> None:
    assert not scalars.is_null(value)


Read = Callable[[Located, str, Problems], Any]


def read(convert: Read, value: Located) -> tuple[Any, list[tuple[str, str, str]]]:
    problems = Problems(PATH)
    return convert(value, "key", problems), told(problems)


GOOD: list[tuple[Read, Located, Any]] = [
    (scalars.text, plain("  a b "), "a b"),
    (scalars.text, quoted("12"), "12"),
    (scalars.text, quoted(""), ""),
    (scalars.text, plain("e\u0301"), "é"),
    (scalars.text, quoted("a\r\nb"), "a\nb"),
    (scalars.text, plain("yes"), "yes"),
    (scalars.name, plain("n" * 200), "n" * 200),
    (scalars.name, quoted("1.10"), "1.10"),
    (scalars.flag, plain("TRUE"), True),
    (scalars.flag, plain("false"), False),
    (scalars.yes_no, plain("yes"), True),
    (scalars.yes_no, quoted("YES"), True),
    (scalars.yes_no, plain("True"), True),
    (scalars.yes_no, quoted("no"), False),
    (scalars.yes_no, plain("FALSE"), False),
    (scalars.decimal, plain("0.50"), Decimal("0.50")),
    (scalars.decimal, plain("-.5"), Decimal("-0.5")),
    (scalars.decimal, plain("1000000000"), scalars.MAX_NUMBER),
    (scalars.decimal, plain("-1000000000"), -scalars.MAX_NUMBER),
    (scalars.decimal, plain("0.123456789012"), Decimal("0.123456789012")),
    (scalars.weight, plain("0"), Decimal(0)),
    (scalars.weight, plain("0.000"), Decimal("0.000")),
]


@pytest.mark.parametrize(("convert", "value", "result"), GOOD)
def test_a_good_value_is_read_without_a_word(
    convert: Read, value: Located, result: Any
) -> None:
    found, problems = read(convert, value)
    assert (found, problems) == (result, [])
    assert type(found) is type(result)


DIGITS = "write digits with a point, such as 0.5 or 3"
FLAG = "write `key: true` or `key: false`, without quotes"
YES_NO = "write `key: yes` or `key: no`"
LIST = Items((plain("a"),), 1, 1)
BAD: list[tuple[Read, Located, str, str, str]] = [
    (scalars.text, LIST, "type", "`key` must be a text", ""),
    (
        scalars.text,
        plain("~"),
        "type",
        "`key` has no value",
        "give it a text or remove the key",
    ),
    (
        scalars.text,
        plain("1.10"),
        "type",
        "`key` must be a text, and `1.10` is a number",
        'put it in quotes: key: "1.10"',
    ),
    (
        scalars.text,
        plain("true"),
        "type",
        "`key` must be a text, and `true` is a boolean",
        'put it in quotes: key: "true"',
    ),
    (
        scalars.text,
        plain("9" * 50),
        "type",
        f"`key` must be a text, and `{'9' * 40}` is a number",
        f'put it in quotes: key: "{"9" * 40}"',
    ),
    (scalars.name, plain("n" * 201), "id", "`key` is longer than 200 characters", ""),
    (scalars.name, quoted(" \n "), "id", "`key` is empty", ""),
    (scalars.name, quoted("a\nb"), "id", "`key` holds the invisible U+000A", ""),
    (scalars.flag, plain("yes"), "type", "`key` must be true or false", FLAG),
    (scalars.flag, quoted("true"), "type", "`key` must be true or false", FLAG),
    (scalars.flag, LIST, "type", "`key` must be true or false", FLAG),
    (scalars.yes_no, plain("1"), "type", "`key` must be yes or no", YES_NO),
    (scalars.yes_no, plain(""), "type", "`key` must be yes or no", YES_NO),
    (scalars.yes_no, LIST, "type", "`key` must be yes or no", YES_NO),
    (scalars.decimal, LIST, "number", "`key` must be a number", ""),
    (
        scalars.decimal,
        quoted("0.5"),
        "number",
        "`key` must be a number, not a text",
        "write `key: 0.5`, without quotes",
    ),
    (
        scalars.decimal,
        plain(""),
        "number",
        "`key` must be a number, not nothing",
        DIGITS,
    ),
    *(
        (
            scalars.decimal,
            plain(text),
            "number",
            f"`key` must be a number, not `{text}`",
            DIGITS,
        )
        for text in ("1e3", "1.", "012", "00", "+1", "0x1", ".inf", ".nan", "1_0", "½")
    ),
    (
        scalars.decimal,
        plain("1000000001"),
        "number",
        "`key` is beyond 1,000,000,000",
        "",
    ),
    (
        scalars.decimal,
        plain("-1000000000.1"),
        "number",
        "`key` is beyond 1,000,000,000",
        "",
    ),
    (
        scalars.decimal,
        plain("0.1234567890123"),
        "number",
        "`key` has more than 12 decimals",
        "",
    ),
    (scalars.weight, plain("-0.5"), "number", "`key` must be 0 or more, not -0.5", ""),
    (scalars.weight, plain("-0"), "number", "`key` must be 0 or more, not -0", ""),
]


@pytest.mark.parametrize(("convert", "value", "rule", "message", "hint"), BAD)
def test_a_bad_value_is_one_problem(
    convert: Read, value: Located, rule: str, message: str, hint: str
) -> None:
    assert read(convert, value) == (None, [(rule, message, hint)])


def test_a_problem_stands_where_the_value_does() -> None:
    problems = Problems(PATH)
    scalars.weight(plain("-1", line=7, column=11), "weight", problems)
    assert problems.found[0].place == Place(PATH, 7, 11)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (plain("c"), "not `c`"),
        (plain("c" * 50), f"not `{'c' * 40}`"),
        (plain(""), "and is not"),
        (LIST, "and is not"),
    ],
)
def test_a_choice_names_what_may_be_chosen(value: Located, shown: str) -> None:
    problems = Problems(PATH)
    found = scalars.choice(value, "key", ("a", "b"), problems)
    message = f"`key` must be a known word, {shown}"
    assert (found, told(problems)) == (None, [("choice", message, "one of: a, b")])


def test_a_choice_may_stand_in_quotes() -> None:
    assert scalars.choice(quoted("b"), "key", ("a", "b"), Problems(PATH)) == "b"


def test_endless_marks_are_refused_in_texts_and_in_schemas() -> None:
    most = "a" + "\u0301\u0316" * (canonical.MAX_MARKS // 2 - 1)
    assert read(scalars.text, quoted(most))[1] == []
    endless = quoted(most + "\u0301\u0316")
    problem = ("type", f"{canonical.MAX_MARKS} combining marks or more in a row")
    found = read(scalars.text, endless)[1]
    assert found == [(*problem, "remove them")]
    problems = Problems(PATH)
    scalars.plain_value(Items((endless,), 1, 1), problems)
    assert told(problems) == [(*problem, "remove them")]


JSON: list[tuple[str, Any]] = [
    ("", None), ("true", True), ("False", False), ("yes", "yes"), ("1", 1), ("-7", -7),
    ("+7", 7), ("0", 0), ("-0", 0), ("0x1F", 31), ("0o17", 15), ("1.0", 1.0),
    ("0.5", 0.5), (".5", 0.5), ("1e3", 1000.0), ("9" * 25, int("9" * 25)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), JSON)
def test_a_schema_s_scalars_are_json(text: str, value: Any) -> None:
    problems = Problems(PATH)
    found = scalars.plain_value(plain(text), problems)
    assert (found, problems.found) == (value, [])
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("012", "`012` begins with a zero", "drop the zero, or put it in quotes"),
        ("-01", "`-01` begins with a zero", "drop the zero, or put it in quotes"),
        (".inf", "`.inf` is not a finite number", ""),
        ("-.INF", "`-.INF` is not a finite number", ""),
        (".nan", "`.nan` is not a finite number", ""),
        ("1e999", "`1e999` is not a finite number", ""),
        ("9" * 400, f"`{'9' * 40}` is not a finite number", ""),
    ],
)
def test_a_number_that_json_cannot_hold_is_refused(
    text: str, message: str, hint: str
) -> None:
    problems = Problems(PATH)
    assert scalars.plain_value(plain(text), problems) == 0
    assert told(problems) == [("number", message, hint)]


def test_a_schema_keeps_its_shape() -> None:
    value = {"type": "object", "required": ["a", 1], "x": {"y": None, "z": [True]}}
    found = scalars.plain_value(located(value), Problems(PATH))
    assert found == value
    assert math.isfinite(found["required"][1])
