"""What the report's page looks like, and whom it would keep out."""

import struct
import zlib
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from source_code import ROOT
from support import report_documents
from support.browser import VIEWS, Browser
from support.opened_pages import FIRST_LEAF, PLACES, opened

pytestmark = pytest.mark.slow
AXE = "axe_playwright_python"
PICTURES = ROOT / "build/pictures"
EXAMPLE = report_documents.example() | {
    "delta": report_documents.delta(),
    "comparison": report_documents.comparison(),
}
QUESTION = "#question/question_1"
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def page(tab: Browser, tmp_path: Path) -> Browser:
    """The example's page, at its overview."""
    return opened(tab, tmp_path, EXAMPLE)


def shape(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def variety(picture: bytes) -> int:
    """How many bytes the pixels still take, packed: next to none where it is blank."""
    parts, place = b"", 8
    while place < len(picture):
        size, kind = struct.unpack(">I4s", picture[place : place + 8])
        if kind == b"IDAT":
            parts += picture[place + 8 : place + 8 + size]
        place += size + 12
    return len(zlib.compress(zlib.decompress(parts)))


@pytest.mark.parametrize(
    ("name", "place", "view", "scheme"),
    [
        ("overview", "#overview", "wide", "light"),
        ("tree", QUESTION, "wide", "light"),
        ("waterfall", "#delta", "wide", "light"),
        ("agents", "#agents", "wide", "light"),
        ("failed", "#failed", "wide", "light"),
        ("trend", "#trend", "wide", "light"),
        ("slices", "#slices", "wide", "light"),
        ("phone", "#overview", "phone", "light"),
        ("phone-tree", QUESTION, "phone", "dark"),
        ("phone-waterfall", "#delta", "phone", "light"),
        ("phone-agents", "#agents", "phone", "dark"),
        ("dark", "#overview", "wide", "dark"),
        ("dark-tree", QUESTION, "wide", "dark"),
    ],
)
def test_a_picture_is_made_for_people_to_look_at(
    page: Browser, name: str, place: str, view: str, scheme: str
) -> None:
    page.look(view, scheme)
    page.go(place)
    page.run(FIRST_LEAF)
    page.run("scrollTo(0, 0)")

    picture = page.picture()
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"{name}.png").write_bytes(picture)

    assert shape(picture)[0] == VIEWS[view][0]
    assert shape(picture)[1] >= VIEWS[view][1]
    assert variety(picture) > 5000


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "document", [EXAMPLE, report_documents.hostile()], ids=["example", "hostile"]
)
def test_nothing_is_wider_than_a_phone(
    tab: Browser, tmp_path: Path, document: Any, place: str
) -> None:
    page = opened(tab, tmp_path, document)
    page.look("phone")
    page.go(place)
    page.run(FIRST_LEAF)

    wide = page.run("document.documentElement.scrollWidth")

    assert wide == VIEWS["phone"][0]


def test_the_agents_table_fits_a_small_window(page: Browser) -> None:
    page.call(
        "Emulation.setDeviceMetricsOverride",
        width=950, height=700, deviceScaleFactor=1, mobile=False,
    )  # fmt: skip

    hidden = page.run(
        """[...document.querySelectorAll(".scroll")].map((holder) =>
        holder.scrollWidth - holder.clientWidth)"""
    )

    assert hidden[0] == 0


def test_the_page_follows_the_system_until_it_is_told_otherwise(page: Browser) -> None:
    light = page.run(GROUND)
    page.look(scheme="dark")
    dark = page.run(GROUND)

    page.run("theme.value = 'light'; theme.dispatchEvent(new Event('change'))")

    assert dark != light
    assert page.run(GROUND) == light


def test_paper_holds_what_is_to_be_read_and_not_what_is_to_be_pressed(
    page: Browser,
) -> None:
    page.look(scheme="dark", media="print")

    shown = page.run("document.body.innerText")
    hidden = page.run("getComputedStyle(document.querySelector('.bar-top')).display")
    scheme = page.run("getComputedStyle(document.documentElement).colorScheme")

    assert "Questions by agent" in shown
    assert (hidden, scheme) == ("none", "light")


HEADINGS = "[...document.querySelectorAll('h2')].map((each) => each.innerText)"


def test_printing_takes_every_section_with_its_charts(page: Browser) -> None:
    page.go(QUESTION)
    before = page.run(HEADINGS)

    page.run("dispatchEvent(new Event('beforeprint'))")
    printed = page.run(HEADINGS)
    empty = page.run(
        "[...document.querySelectorAll('.chart')].filter((e) => !e.firstChild).length"
    )
    charts = page.run("document.querySelectorAll('.chart').length")
    page.run("dispatchEvent(new Event('afterprint'))")

    wanted = (
        "Where the scores stand", "What the edit did", "Two agents",
        "Checks that fail most", "How the scores came here", "Slices",
    )  # fmt: skip
    assert printed[: len(before)] == before
    assert set(wanted) <= set(printed)
    assert (empty, charts) == (0, 10)
    assert page.run(HEADINGS) == before


def test_a_browser_that_prints_does_so(page: Browser) -> None:
    page.run("addEventListener('afterprint', () => { document.title = 'printed'; })")
    page.run(
        """addEventListener("beforeprint", () => { window.sections =
        document.querySelectorAll("main > section").length; })"""
    )

    page.call("Page.printToPDF")

    assert page.run("document.title") == "printed"
    assert page.run("window.sections") > 8


def test_focus_can_be_seen(page: Browser) -> None:
    page.press("Tab", 9)
    page.press("Tab", 9)

    outline = page.run("getComputedStyle(document.activeElement).outlineWidth")

    assert outline == "3px"


def axe() -> str:
    """axe-core's source, out of a package that brings it."""
    if not find_spec(AXE):
        pytest.skip(f"{AXE} is not here: `make slow` installs it")
    return (files(AXE) / "axe.min.js").read_text("utf-8")


def serious(page: Browser) -> list[dict[str, Any]]:
    """axe-core's serious and critical findings, with where they are."""
    found: list[dict[str, Any]] = page.run(
        """axe.run(document, { resultTypes: ["violations"] }).then((found) =>
        found.violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .map((each) => ({ rule: each.id, nodes: each.nodes.map((n) => n.html) })))"""
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_serious(
    page: Browser, place: str, view: str, scheme: str
) -> None:
    page.look(view, scheme)
    page.go(place)
    page.run(FIRST_LEAF)
    page.run(axe())

    assert serious(page) == []


def test_axe_would_find_something(page: Browser) -> None:
    page.run(axe())
    page.run("document.getElementById('search').parentElement.replaceChildren('')")
    page.run("document.getElementById('main').append(document.createElement('button'))")

    assert [each["rule"] for each in serious(page)] == ["button-name"]
