"""What a person reads of scores, plans, diffs and comparisons, in every format."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from support import comparison_pages
from support import report_pages as made
from support.reports import HOSTILE

from rubrickit.core.config import Prices
from rubrickit.core.judging.local import LocalJudge
from rubrickit.reports import render, terminal
from rubrickit.reports.pages import Page, Table

GOLDEN = Path(__file__).parent / "golden"
PAGES: dict[str, Callable[[], Page]] = {
    "score": made.a_score_page,
    "score-open": made.an_open_score_page,
    "plan": made.a_plan_page,
    "plan-local": lambda: made.a_plan_page_of_one_state(judge=LocalJudge()),
    "plan-stopped": lambda: made.a_plan_page_of_one_state(config=made.TIGHT),
    "diff": made.a_diff_page,
    "compare": made.a_compare_page,
    "agents": comparison_pages.an_agents_page,
    "agents-worse": comparison_pages.a_worse_agents_page,
    "judges": comparison_pages.a_judges_page,
}


def plain(page: Page, width: int = 100) -> str:
    return terminal.text(page, width=width, color=False)


@pytest.mark.parametrize("name", PAGES)
def test_the_terminal_reads_as_its_golden_file(name: str) -> None:
    golden = GOLDEN / f"{name}.txt"
    assert plain(PAGES[name]()) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_markdown_reads_as_its_golden_file(name: str) -> None:
    golden = GOLDEN / f"{name}.md"
    assert render.markdown(PAGES[name]()) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_wider_than_eighty_columns(name: str) -> None:
    lines = plain(PAGES[name](), width=80).splitlines()
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", PAGES)
def test_eighty_columns_cut_no_number_off(name: str) -> None:
    page = PAGES[name]()
    narrow = plain(page, width=80)
    numbers = {row[index] for t in page.tables for row in t.rows for index in t.numeric}
    assert all(number in narrow for number in numbers)
    assert "…" not in narrow


@pytest.mark.parametrize(
    "report", ["score", "plan", "diff", "compare", "agents", "judges"]
)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_stay_words(report: str, text: str) -> None:
    page = made.hostile_pages(text)[report]

    markdown = render.markdown(page)
    shown = plain(page, width=80)

    tables = [table for table in page.tables if table.rows]
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len(rows) == sum(len(table.rows) + 2 for table in tables)
    widths = {len(table.columns) + 1 for table in tables}
    assert {line.count("|") for line in rows} <= widths
    assert not re.search(r"<(?!/?(?:code|sub|wbr)>)", markdown)
    assert not re.search(r"(?<!\\)[@#](?!\d)", markdown.removeprefix("###"))
    assert not re.search(r"https?://|\]\(|``", markdown)
    for sign in "\x1b\x07\x00\u202e\u2066\u200b\ufeff\ud800":
        assert sign not in shown
        assert sign not in markdown.replace("&#8203;", "")
    assert max(map(len, shown.splitlines())) <= 80


def test_a_long_word_in_a_narrow_table_is_folded_and_not_cut() -> None:
    word = "".join(chr(ord("a") + at % 26) for at in range(120))
    row = ("q1", word, "0.125")
    table = Table("T", ("rubric", "node", "change"), (row,), frozenset({2}))
    shown = plain(Page("title", tables=(table,)), width=60)
    *_, rows = shown.partition("─\n")
    assert re.sub(r"q1|0\.125|\s", "", rows) == word
    assert "0.125" in shown


def test_a_plan_with_prices_says_the_least_and_the_most() -> None:
    prices = Prices(Decimal(0), Decimal(12500))  # a reply of 80 tokens costs 1
    page = made.a_plan_page(prices=prices)
    assert page.lead[1] == "cost 30.00, most 45.00 · under a minute"


def long_page(rows: int) -> Page:
    table = Table("Many", ("name",), tuple((f"row-{at}",) for at in range(rows)))
    return Page("rubrickit: many", tables=(table,))


def test_a_long_table_ends_in_a_line_that_says_so() -> None:
    shown = plain(long_page(terminal.MOST_LINES + 1200))
    assert f"row-{terminal.MOST_LINES - 1}" in shown
    assert f"row-{terminal.MOST_LINES}" not in shown
    assert shown.endswith("\n  1,200 more lines; `--format json` holds them all\n")


def test_a_table_that_just_fits_is_shown_whole() -> None:
    shown = plain(long_page(terminal.MOST_LINES))
    assert f"row-{terminal.MOST_LINES - 1}" in shown
    assert "more line" not in shown


def test_words_in_brackets_are_no_markup_of_the_terminal() -> None:
    table = Table("[b]t[/b]", ("a",), (("[link=x]c[/link]",),))
    page = Page(
        "[bold]a[/bold]", lead=("[red]b[/red]",), tables=(table,), notes=("[x]",)
    )
    words = ("[bold]a[/bold]", "[red]b[/red]", "[x]", "[b]t", "[link=x]c[/link]")
    shown = terminal.text(page, width=80, color=True)
    assert all(text in shown for text in words)


def test_an_empty_page_is_its_title() -> None:
    page = Page("rubrickit: nothing", tables=(Table("T", ("a",), ()),))
    assert plain(page) == "rubrickit: nothing\n"
    assert render.markdown(page).strip() == "### rubrickit&#58; nothing"
