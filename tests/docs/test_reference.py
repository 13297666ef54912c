"""The reference pages are those of today's code."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import page_runs
import pytest
import reference
from pages import Page
from source_code import ROOT

from rubrickit.core.reading.config_keys import CONFIG
from rubrickit.core.reading.keys import NODE, RUBRIC
from rubrickit.core.reading.rows import LABEL, RESPONSE, SIGN_OFF
from rubrickit.errors import Exit

CONTRACT = ROOT / "docs/json.md"
AS_WRITTEN = "`make docs` writes it anew"


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def section(page: str, heading: str) -> str:
    """From a heading of the second rank to the next one."""
    return page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def first_cells(table: str) -> set[str]:
    """The names in code style of each row's first cell."""
    rows = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def places(value: Any, place: str = "") -> Iterator[str]:
    """Every place in a document, such as `questions.mean`; lists are looked into."""
    yield place
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, f"{place}.{key}".removeprefix("."))
    elif isinstance(value, list):
        for inner in value:
            yield from places(inner, place)


def told_places(command: str) -> set[str]:
    """The same out of the page; a name for any key is left off."""
    table = section(CONTRACT.read_text("utf-8"), command)
    return {re.sub(r"\[\]|\.<\w+>", "", name) for name in first_cells(table)}


def holds(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}.")


def documents(folder: Path) -> dict[str, Any]:
    """What the commands of the page on JSON print, by the contract that it keeps."""
    found = page_runs.run(Page(CONTRACT, CONTRACT.read_text("utf-8")), folder)
    every = [
        json.loads(done.output)
        for done in found
        if "--format json" in done.command.text
    ]
    return {re.split("[./]", document["schema"])[1]: document for document in every}


def test_the_command_line_is_told_as_it_is() -> None:
    assert reference.CLI.read_text("utf-8") == reference.command_line(), AS_WRITTEN


def test_the_settings_are_told_as_they_are() -> None:
    page = reference.CONFIGURATION.read_text("utf-8")

    assert page == reference.written(page), AS_WRITTEN


def test_a_key_without_a_default_is_said_to_have_no_effect() -> None:
    page = text("docs/configuration.md")
    told = section(page, "Without effect yet")

    for name, key in CONFIG.items():
        rows = re.findall(
            rf"^### {name}\n(.*?)(?=^###|\Z)", reference.settings(), re.M | re.S
        )
        idle = re.findall(r"^\| `(\w+)` \| [^|]* \|  \|", "".join(rows), re.M)
        for inner in idle if key.keys else ():
            assert f"`{name}`" in told or f"`{name}.{inner}`" in told, inner


def test_the_json_contract_names_every_key_and_no_other(tmp_path: Path) -> None:
    found = documents(tmp_path)

    assert sorted(found) == [
        "blame", "compare", "compare-agents", "compare-judges", "delta", "diff", "lint",
        "log", "plan", "release", "releases", "report", "score", "signoff", "verify",
    ]  # fmt: skip
    for command, document in found.items():
        own, common = told_places(command), told_places("Common keys")
        real = set(places(document)) - {""}
        assert document["schema"] == f"rubrickit.{command}/1"
        for place in real:
            # A list or map may be empty here, or be told by what it holds.
            names = own | common
            told = any(holds(name, place) or holds(place, name) for name in names)
            assert told, f"{command}: {place}"
        assert own <= real, f"{command}: {own - real}"


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("docs/writing-rubrics.md", {*RUBRIC, *NODE}),
        ("docs/responses-and-labels.md", {*RESPONSE, *LABEL}),
        ("docs/experts.md", set(SIGN_OFF)),
    ],
)
def test_every_key_of_our_files_is_told(page: str, keys: set[str]) -> None:
    told = set(re.findall(r"`(\w+)[`:]", text(page)))

    assert keys <= told, keys - told


def test_the_readme_tells_every_exit_code() -> None:
    codes = re.findall(r"^\| (\d+) \|", section(text("README.md"), "Exit codes"), re.M)

    assert sorted(map(int, codes)) == sorted(Exit)


def test_the_demos_example_is_told_to_be_no_advice() -> None:
    assert "medical advice" in text("README.md")
    assert Path(ROOT / "gold/LICENSE-K-QA").is_file()
