"""What a finding says, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.findings import (
    Finding,
    FindingError,
    in_file_order,
    mistake,
    on_one_line,
)
from rubrickit.core.rubric import Place
from rubrickit.errors import Exit

PLACE = Place("r.yaml", 12, 3)


def test_a_mistake_is_an_error_and_stands_on_one_line() -> None:
    found = mistake("key", PLACE, "a\nb", "c\td")
    assert found == Finding("key", "error", PLACE, "a\\u000ab", "c\\u0009d")


def test_the_first_finding_stops_others_with_its_place_and_hint() -> None:
    finding = mistake("key", PLACE, "unknown key `a`", "did you mean `b`?")
    error = FindingError(finding)
    assert str(error) == "r.yaml:12: unknown key `a`"
    assert (error.hint, error.finding) == ("did you mean `b`?", finding)
    assert error.exit_code == Exit.BAD_INPUT


def test_a_file_s_name_cannot_break_the_line_either() -> None:
    error = FindingError(mistake("key", Place("a\nb\x1b.yaml", 1, 1), "wrong"))
    assert str(error) == "a\\u000ab\\u001b.yaml:1: wrong"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain é 患者", "plain é 患者"),
        ("", ""),
        ("a\r\nb", "a\\u000d\\u000ab"),
        ("\x1b[31m", "\\u001b[31m"),
        ("\u202e\u2028\x85", "\\u202e\\u2028\\u0085"),
        ("\U000e0001", "\\ue0001"),
    ],
)
def test_what_cannot_be_printed_is_spelled(text: str, line: str) -> None:
    assert on_one_line(text) == line


@given(st.text())
def test_any_text_comes_out_printable_on_one_line(text: str) -> None:
    line = on_one_line(text)
    assert line.isprintable()
    assert len(line.splitlines()) <= 1


def at(path: str, line: int, column: int = 1, rule: str = "key") -> Finding:
    return mistake(rule, Place(path, line, column), "x")


def test_findings_come_by_path_line_and_column_each_once() -> None:
    a, b, c, d = at("a", 2), at("a", 10, 1), at("a", 10, 2), at("b", 1)
    assert in_file_order([d, c, a, b, c, a]) == (a, b, c, d)


def test_two_rules_at_one_place_keep_their_order() -> None:
    first, second = at("a", 1, rule="z"), at("a", 1, rule="b")
    assert in_file_order([first, second]) == (first, second)


def test_a_place_without_a_line_is_its_path() -> None:
    assert [str(Place("a.yaml", 3, 1)), str(Place("a.yaml")), str(Place())] == [
        "a.yaml:3",
        "a.yaml",
        "",
    ]
