"""The page that `rubrickit report` writes of the shipped example."""

import shutil
from pathlib import Path

import pytest
from git_sample import git
from source_code import ROOT
from support.browser import Browser
from support.command_line import Repository
from support.opened_pages import expected_parts, rows

from rubrickit.reports import numbers

pytestmark = pytest.mark.slow
EXAMPLE = ("rubrics", "gold", "rubrickit.yaml")


@pytest.fixture
def place(tmp_path: Path) -> Repository:
    """The example, with an edit that is not committed yet."""
    root = tmp_path / "example"
    root.mkdir()
    for name in EXAMPLE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "The example")
    edited = root / "rubrics/avoiding_migraines.yaml"
    text = edited.read_text()
    edited.write_text(text.replace("weight: 0.25", "weight: 0.5"))
    assert edited.read_text() != text
    return Repository(root)


def test_the_page_of_the_example_says_what_its_json_says(
    tab: Browser, place: Repository
) -> None:
    wanted = ("report", "--judge", "human", "--delta", "HEAD")
    page = place.root / "report.html"

    told = place.json(*wanted)
    place.run(*wanted, "--out", str(page))
    tab.look()
    tab.complaints.clear()
    tab.open(page, "#overview")
    overview = rows(tab, "Questions by agent")
    tab.go("#delta")
    edits = rows(tab, "Edits of avoiding_migraines")

    assert page.stat().st_size < 3_000_000
    agents = [each["agent"] for each in told["agents"]]
    for row, question in zip(overview, told["questions"], strict=True):
        cells = [question, *(question["by_agent"].get(agent) for agent in agents)]
        assert [cell.split("\n") for cell in row[1:]] == [*map(expected_parts, cells)]
    [changed] = told["delta"]["questions"]
    assert [edit[0] for edit in edits] == [each["kind"] for each in changed["edits"]]
    assert tab.complaints == []


def test_one_delta_has_one_set_of_numbers_wherever_it_is_read(
    tab: Browser, place: Repository
) -> None:
    wanted = ("delta", "HEAD", "--judge", "human")
    page = place.root / "report.html"
    told = place.json(*wanted)
    place.run("report", "--judge", "human", "--delta", "HEAD", "--out", str(page))
    tab.look()
    tab.open(page, "#delta")

    shown = [
        place.run(*wanted).out,
        place.run(*wanted, "--format", "markdown").out,
        place.run(*wanted, "--format", "markdown", "--plain").out.replace("\\", ""),
        tab.run("document.body.innerText").replace("\u2212", "-"),
    ]

    [question] = told["questions"]
    figures = [
        numbers.score(question["base"]),
        numbers.score(question["head"]),
        numbers.signed(question["delta"]),
        *(numbers.signed(edit["contribution"]) for edit in question["edits"]),
        *(numbers.score(agent["head"]) for agent in told["by_agent"]),
    ]
    for text in shown:
        assert [figure for figure in figures if figure not in text] == []
