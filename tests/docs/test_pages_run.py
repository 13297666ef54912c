"""What a page shows on a command line is what a reader gets."""

import difflib
import re
from pathlib import Path

import page_runs
import pages
import pytest
from pages import Block, Command, Page
from source_code import ROOT
from support.judge_server import JudgeServer

RUN = [
    page
    for page in pages.pages()
    if any(isinstance(step, Command) for step in page.steps())
]
THE_PAGES_SERVER = "http://localhost:8080/v1"
SHOWN_ONLY = re.compile(r"(export|make|pip|rubrickit|uv|#) |\.ci/run|\Z")
TARGETS = re.findall(r"^(\w+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.place)
def test_the_commands_of_a_page_print_what_it_says(page: Page, tmp_path: Path) -> None:
    with JudgeServer() as server:
        found = page_runs.run(page, tmp_path, {THE_PAGES_SERVER: server.url})

    for done, after in zip(found, [*found[1:], None], strict=True):
        command = done.command
        real = done.output.replace(server.url, THE_PAGES_SERVER)
        place = f"{page.place}:{command.line}: {command.text}"
        if command.printed:
            shown = difflib.unified_diff(
                command.printed, real.splitlines(), "page", "real", lineterm=""
            )
            assert pages.fits(command.printed, real), "\n".join([place, *shown])
        if after is None or after.command.text != "echo $?":
            assert done.code == 0, f"{place}\n{real}"


@pytest.mark.parametrize("page", pages.pages(), ids=lambda page: page.place)
def test_what_is_only_shown_installs_or_builds(page: Page) -> None:
    for block in page.blocks:
        if block.language == "sh":
            for line in block.body.splitlines():
                assert SHOWN_ONLY.match(line), f"{page.place}:{block.line}: {line}"
            named = re.findall(r"^make (\w+)", block.body, re.MULTILINE)
            assert set(named) <= set(TARGETS)


@pytest.mark.parametrize(
    ("printed", "real"),
    [
        (["a", "b"], "a  \nb\n\n"),
        (["a …", "c"], "a 0.25\nc\n"),
        (["a", "…", "d"], "a\nb\nc\nd\n"),
        (["a", "…", "d"], "a\nd\n"),
        (["…"], ""),
    ],
)
def test_an_ellipsis_stands_for_what_is_left_out(printed: list[str], real: str) -> None:
    assert pages.fits(tuple(printed), real)


@pytest.mark.parametrize(
    ("printed", "real"),
    [
        (["a", "b"], "a\nc\n"),
        (["a"], "a\nb\n"),
        (["a …"], "a 1\nb\n"),
        (["a", "…", "d"], "a\nb\n"),
        (["0.250"], "0x250\n"),
    ],
)
def test_what_is_not_left_out_must_be_there(printed: list[str], real: str) -> None:
    assert not pages.fits(tuple(printed), real)


def test_a_console_block_is_cut_into_commands_and_what_they_print() -> None:
    body = "$ one \\\n>   more\nsaid\n\nagain\n$ two\n"

    first, second = pages.commands(Block("console", "", body, 10))

    assert first == Command("one \\\n  more", ("said", "", "again"), 11)
    assert second == Command("two", (), 16)
