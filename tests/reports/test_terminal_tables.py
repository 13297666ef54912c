"""A table in a terminal: quick where it fits, folded where it does not."""

from hypothesis import given
from hypothesis import strategies as st

from rubrickit.reports import terminal
from rubrickit.reports.pages import Page, Table

CELLS = st.text("abc 1.-", max_size=6).map(str.strip)


def shown(rows: list[tuple[str, ...]], width: int = 60) -> list[str]:
    table = Table("Heading", ("rubric", "mean"), tuple(rows), frozenset({1}))
    page = Page("title", tables=(table,))
    return terminal.text(page, width=width, color=False).split("\n")


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4))
def test_plain_rows_look_as_other_rows_do(rows: list[tuple[str, ...]]) -> None:
    wide = "ä" * max(6, *(len(row[0]) for row in rows))

    with_umlauts = shown([*rows, (wide, "")])
    plain = shown([*rows, (wide.replace("ä", "a"), "")])

    assert [line.replace("ä", "a").rstrip() for line in with_umlauts] == [
        line.rstrip() for line in plain
    ]


def test_numbers_stand_on_the_right() -> None:
    assert shown([("a", "1.0"), ("bbb", "12.345")])[3:] == [
        "rubric     mean",
        "───────────────",
        "a           1.0",
        "bbb      12.345",
        "",
    ]


def test_a_row_that_is_too_wide_is_folded() -> None:
    lines = shown([("word " * 20, "1")], width=40)

    assert max(map(len, lines)) <= 40
    assert "".join(lines).count("word") == 20
