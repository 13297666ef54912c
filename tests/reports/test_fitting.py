"""A text keeps to its budget, by whole rows, and says what it left out."""

import re

from hypothesis import given
from hypothesis import strategies as st

from rubrickit.reports.fitting import Part, fitted

PLACE = "the summary"
LINES = st.text("ab漢🙂 ", max_size=60).map(lambda text: f"{text}\n")
ROWS = st.lists(LINES, max_size=40).map(tuple)


@st.composite
def parts(draw: st.DrawFn) -> list[Part]:
    return [
        Part(
            f"part {at}", draw(st.integers(0, 3)), f"[{at}\n", tuple(draw(ROWS)), "]\n"
        )
        for at in range(draw(st.integers(1, 5)))
    ]


@given(parts(), st.integers(1000, 4000))
def test_no_text_is_longer_than_its_budget(made: list[Part], budget: int) -> None:
    text = fitted([Part("head", 0, "HEAD\n"), *made], budget, PLACE)

    assert len(text.encode()) <= budget
    assert text.startswith("HEAD\n")


@given(parts(), st.integers(1000, 4000))
def test_every_row_is_shown_or_counted(made: list[Part], budget: int) -> None:
    text = fitted(made, budget, PLACE)

    told = sum(int(n) for n in re.findall(r"(\d+)(?: more)? in the summary", text))
    shown = sum(count for part in made for count in [_leading(part, text)] if part.rows)
    assert told + shown == sum(len(part.rows) for part in made)


def _leading(part: Part, text: str) -> int:
    """How many of its rows stand between its beginning and its end."""
    _, found, rest = text.partition(part.before)
    inner = rest.partition("]\n")[0]
    return inner.count("\n") if found else 0


@given(parts())
def test_without_a_budget_nothing_is_left_out(made: list[Part]) -> None:
    assert fitted(made, None, PLACE) == "".join(part.text for part in made)


def test_rows_of_least_concern_go_first() -> None:
    first = Part("first", 0, "", tuple("a\n" for _ in range(100)))
    last = Part("last", 9, "", tuple("b\n" for _ in range(100)))

    text = fitted([last, first], 450, PLACE)

    assert text.count("a\n") == 100
    assert 0 < text.count("b\n") < 100
    assert "more in the summary" in text


def test_a_part_without_room_is_named() -> None:
    part = Part("Which responses moved", 1, "head\n", ("x" * 500 + "\n",) * 3)

    assert fitted([part], 300, PLACE) == "Which responses moved: 3 in the summary.\n\n"
