"""Others' text is shown as it is, and does nothing."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reports import HOSTILE

from rubrickit.reports.escaping import cell, clean, prose


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_cell_holds_no_markup_of_others(text: str) -> None:
    inner = cell(text).removeprefix("<code>").removesuffix("</code>")

    assert re.fullmatch(r"(?:[^!-/:-@\[-`{-~]|&#\d+;|<wbr>)*", inner)


@given(st.text())
def test_a_cell_is_one_line_without_punctuation(text: str) -> None:
    inner = cell(text).removeprefix("<code>").removesuffix("</code>")

    assert "\n" not in inner
    assert re.fullmatch(r"(?:[^!-/:-@\[-`{-~]|&#\d+;|<wbr>)*", inner)


@given(st.text(), st.integers(2, 200))
def test_clean_text_is_short_and_visible(text: str, limit: int) -> None:
    shown = clean(text, limit)

    assert len(shown) <= limit
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet="ab c.,é ß 漢"))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert clean(text, 1000) == " ".join(text.split())


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_sentence_mentions_and_links_nobody(text: str) -> None:
    shown = prose(text)

    assert not re.search(r"[<|`\[\]*]", shown)
    assert not re.search(r"@\w|(?<!&)#\d", shown)
    assert "://" not in shown


def test_a_path_may_be_broken_after_a_slash_and_an_address_shows_none() -> None:
    assert cell("a/b") == "<code>a&#47;<wbr>b</code>"
    assert cell("a@b") == "<code>a<wbr>&#64;b</code>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- item", "&#45; item"),
        ("12. item", "12&#46; item"),
        ("www.a.org", "www&#46;a.org"),
        ("GH-1", "GH-&#8203;1"),
        ("-0.5 is 1. or 2)", "&#45;0.5 is 1. or 2)"),
    ],
)
def test_a_sentence_begins_no_list_and_names_no_host(text: str, shown: str) -> None:
    assert prose(text) == shown


def test_an_empty_text_makes_no_empty_code() -> None:
    assert cell("") == ""
