from decimal import Decimal
from typing import Any

import pytest

from rubrickit.core.reading import rendering
from rubrickit.core.reading.located import Items, Pairs, Scalar
from rubrickit.core.reading.rendering import Written


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("Does it state the dose?", "Does it state the dose?"),
        ("no", '"no"'),
        ("On", '"On"'),
        ("true", '"true"'),
        ("1.10", '"1.10"'),
        ("", '""'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("- a", '"- a"'),
        ("Is it's", "Is it's"),
        ("ends with a blank ", '"ends with a blank "'),
        ("é", '"é"'),
        ("a\nb\u2028c\x85", '"a\\nb\\u2028c\\u0085"'),
        (Decimal("0.50"), "0.50"),
        (Decimal("1E-7"), "0.0000001"),
        (3, "3"),
        (True, "true"),
        (None, "null"),
        (["a", "b: c"], '[a, "b: c"]'),
        ({"type": "object", "a b": [1]}, '{"type": object, "a b": [1]}'),
        (Written("0x1F"), "0x1F"),
    ],
)
def test_a_value_is_written_on_one_line(value: Any, line: str) -> None:
    assert rendering.scalar(value) == line


def test_expect_is_written_as_people_say_it() -> None:
    assert rendering.entry("expect", False, 2) == ["expect: no"]
    assert rendering.entry("expect", "no", 2) == ["expect: no"]
    assert rendering.entry("gate", False, 2) == ["gate: false"]


def test_a_branch_is_written_in_the_steps_of_its_file() -> None:
    branch = {"id": "b", "children": [{"id": "l", "check": "x", "weight": 2}]}
    assert rendering.item(branch, 1) == [
        "- id: b",
        "  children:",
        "   - id: l",
        "     check: x",
        "     weight: 2",
    ]
    assert rendering.item(branch, 0)[2] == "  - id: l"


def test_plain_scalars_are_written_again_as_they_stood() -> None:
    def word(text: str, *, plain: bool = True) -> Scalar:
        return Scalar(text, plain, 1, 1)

    items = Items((word("0.50"), word("0.50", plain=False), word("x"), word("")), 1, 1)
    tree = Pairs(((word("a"), items),), 1, 1)
    again = {"a": [Written("0.50"), "0.50", "x", Written("null")]}
    assert rendering.plain(tree) == again
    assert rendering.scalar(rendering.plain(tree)) == '{"a": [0.50, "0.50", x, null]}'
