"""A mapping against a table of keys."""

from typing import Any

import pytest
from support.trees_of_yaml import PATH, located, plain, quoted, told

from rubrickit.core.reading import fields
from rubrickit.core.reading.fields import (
    CONVERSIONS,
    MAX_CODE,
    MAX_PARAGRAPHS,
    MAX_TEXT,
)
from rubrickit.core.reading.keys import NODE, RUBRIC, SHARED, Key, KeyKind, table
from rubrickit.core.reading.located import Items, Located, Pairs, Problems
from rubrickit.core.rubric import Place

KEYS = table(
    [
        Key("name", "name", "A name.", required=True),
        Key("note", "text", "A note."),
        Key("size", "weight", "A size.", optional=True),
    ]
)


def read(value: Any) -> tuple[fields.Fields, Problems]:
    problems = Problems(PATH)
    tree = value if isinstance(value, Pairs) else located(value)
    assert isinstance(tree, Pairs)
    return fields.read(tree, KEYS, problems), problems


def test_values_are_converted_by_their_key() -> None:
    found, problems = read({"name": "a", "note": " b "})
    assert found.values == {"name": "a", "note": "b"}
    assert list(found.present) == ["name", "note"]
    assert problems.found == []


def test_only_an_optional_value_may_be_null() -> None:
    found, problems = read({"name": "a", "note": None, "size": None})
    assert found.values == {"name": "a", "size": None}
    assert [one.message for one in problems.found] == ["`note` has no value"]


def test_a_wrong_value_is_present_and_so_not_missing() -> None:
    found, problems = read({"name": 5})
    assert found.values == {}
    assert "name" in found.present
    assert [one.rule for one in problems.found] == ["type"]


def test_a_missing_key_is_told_at_its_mapping() -> None:
    _, problems = read(Pairs((), 4, 3))
    assert told(problems) == [("missing", "`name` is missing", "")]
    assert problems.found[0].place == Place(PATH, 4, 3)


def test_the_first_of_two_keys_counts() -> None:
    twice = Pairs(
        (
            (plain("name", 2), quoted("first", 2, 7)),
            (plain("name", 3, 5), quoted("second", 3, 9)),
        ),
        2,
        1,
    )
    found, problems = read(twice)
    assert found.values == {"name": "first"}
    message = "the key `name` stands twice; first on line 2"
    assert told(problems) == [("duplicate-key", message, "keep one of the two")]
    assert problems.found[0].place == Place(PATH, 3, 5)


def test_a_key_of_several_values_is_refused() -> None:
    pair = (Items((), 5, 3), plain("x"))
    _, problems = read(Pairs((pair, (plain("name"), quoted("a"))), 1, 1))
    assert told(problems) == [("key", "a key must be a single text", "")]
    assert problems.found[0].place == Place(PATH, 5, 3)


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("nmae", "did you mean `name`?"),
        ("NOTE", "did you mean `note`?"),
        ("xyz", "known: name, note, size"),
        ("<<", "merge keys are not read; share a node with `use`"),
    ],
)
def test_an_unknown_key_is_told_with_a_known_one(key: str, hint: str) -> None:
    found, problems = read({"name": "a", key: "x"})
    assert found.values == {"name": "a"}
    assert told(problems) == [("key", f"unknown key `{key}`", hint)]


def test_of_a_long_unknown_key_only_the_beginning_is_told() -> None:
    _, problems = read({"name": "a", "k" * 50: "x"})
    assert problems.found[0].message == f"unknown key `{'k' * 40}`"


def test_every_problem_of_a_mapping_is_found() -> None:
    _, problems = read({"nme": "a", "note": 1, "size": -1})
    assert [one.rule for one in problems.found] == ["key", "type", "number", "missing"]


def converted(kind: KeyKind, value: Located) -> tuple[Any, Problems]:
    problems = Problems(PATH)
    key = Key("key", kind, "", choices=("a", "b"))
    return CONVERSIONS[kind](value, key, problems), problems


GOOD: list[tuple[KeyKind, Any, Any]] = [
    ("version", 1, 1),
    ("id", "a b.c", "a b.c"),
    ("paragraphs", "a\nb\n\n\nc ", "a b\n\nc"),
    ("sentence", " a\n  b ", "a b"),
    ("sentences", "a\nb", ["a b"]),
    ("sentences", ["a", "b\nc"], ["a", "b c"]),
    ("code", "a\n  b", "a\n  b"),
    ("code", "x" * MAX_CODE, "x" * MAX_CODE),
    ("text", "x" * MAX_TEXT, "x" * MAX_TEXT),
    ("sentences", ["x" * (MAX_TEXT // 2)] * 2, ["x" * (MAX_TEXT // 2)] * 2),
    ("paragraphs", "x" * MAX_PARAGRAPHS, "x" * MAX_PARAGRAPHS),
    ("reference", plain("1.50"), "1.50"),
    ("reference", "Paris", "Paris"),
    ("choice", "b", "b"),
    ("schema", {"b": 1, "a": [None]}, '{"a":[null],"b":1}'),
    ("schema", True, "true"),
]


@pytest.mark.parametrize(("kind", "value", "result"), GOOD)
def test_each_kind_has_its_form(kind: KeyKind, value: Any, result: Any) -> None:
    found, problems = converted(kind, located(value))
    assert (found, problems.found) == (result, [])


UPGRADE = "write `key: 1`, or upgrade rubrickit for a newer format"
ITEMS = "each item begins with `- id: …`"
PAID = "a judge would be paid to read it again and again; say it shorter"
TOO_LONG: list[tuple[KeyKind, Any, str]] = [
    ("text", "x" * (MAX_TEXT + 1), "20,000"),
    ("sentence", "x" * (MAX_TEXT + 1), "20,000"),
    ("sentences", ["x" * (MAX_TEXT // 2 + 1)] * 2, "20,000"),
    ("paragraphs", "x" * (MAX_PARAGRAPHS + 1), "100,000"),
]
BAD: list[tuple[KeyKind, Any, str, str, str]] = [
    ("version", 2, "format", "the format `2` is unknown here", UPGRADE),
    ("version", "1", "format", "the format `1` is unknown here", UPGRADE),
    ("version", plain("1.0"), "format", "the format `1.0` is unknown here", UPGRADE),
    ("version", [1], "format", "the format this is unknown here", UPGRADE),
    (
        "id",
        "a/b",
        "id",
        "the id `a/b` holds a slash",
        "a slash separates the ids of a path; use `_` or `-`",
    ),
    ("sentence", " \n", "empty", "`key` is empty", ""),
    ("sentences", [], "empty", "`key` is empty", ""),
    ("sentences", ["a", ""], "empty", "`key` is empty", ""),
    ("code", " ", "empty", "`key` is empty", ""),
    (
        "code",
        "x" * (MAX_CODE + 1),
        "length",
        "`key` is longer than 2,000 characters",
        "make it several leaves",
    ),
    *(
        (kind, value, "length", f"`key` is longer than {most} characters", PAID)
        for kind, value, most in TOO_LONG
    ),
    (
        "reference",
        None,
        "type",
        "`key` has no value",
        "give it a text or remove the key",
    ),
    ("choice", "c", "choice", "`key` must be a known word, not `c`", "one of: a, b"),
    (
        "schema",
        "object",
        "type",
        "`key` must be a JSON Schema",
        "write it as YAML: `schema: {type: object}`",
    ),
    ("schema", ["a"], "type", "`key` must be a JSON Schema, not a list", ""),
    ("nodes", [], "empty", "`key` is empty", ITEMS),
    ("nodes", None, "empty", "`key` is empty", ITEMS),
    ("nodes", {"id": "a"}, "type", "`key` must be a list", ITEMS),
    ("nodes", "a", "type", "`key` must be a list", ITEMS),
]


@pytest.mark.parametrize(("kind", "value", "rule", "message", "hint"), BAD)
def test_each_kind_refuses_in_its_words(
    kind: KeyKind, value: Any, rule: str, message: str, hint: str
) -> None:
    found, problems = converted(kind, located(value))
    assert found is None
    assert told(problems) == [(rule, message, hint)]


def test_of_several_phrasings_each_wrong_one_is_told() -> None:
    found, problems = converted("sentences", located(["a", "", 5]))
    assert found is None
    assert [one.rule for one in problems.found] == ["empty", "type"]


def test_every_kind_of_a_rubric_s_key_has_a_conversion() -> None:
    kinds = {key.kind for keys in (NODE, RUBRIC, SHARED) for key in keys.values()}
    assert kinds == CONVERSIONS.keys()
