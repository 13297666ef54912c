"""The HTML page: whole, closed, and never markup of others'."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from source_code import PACKAGE
from support import report_documents
from support.reports import HOSTILE

from rubrickit.reports.html_page import html, island_json, policy

ASSETS = PACKAGE / "reports/assets"
EXAMPLE = report_documents.example() | {"delta": report_documents.delta()}


class Elements(HTMLParser):
    """Every element of a page, and what stands in its scripts by their `id`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[tuple[str, str]] = []
        self._script: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self._script = dict(attrs).get("id") or "" if tag == "script" else None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.scripts.append((self._script, data))
            self._script = None


def test_the_page_is_one_file_that_names_no_other() -> None:
    page = Elements(html(EXAMPLE))

    places = {name for name, _ in page.attributes} & {"src", "href", "action", "data"}

    assert places == {"href"}
    assert [value for name, value in page.attributes if name == "href"] == ["#main"]
    assert not {"link", "img", "iframe", "object", "base"} & set(page.tags)


def test_only_the_scripts_that_stand_in_the_page_may_run() -> None:
    page = Elements(html(EXAMPLE))
    [told] = [
        value or "" for _, value in page.attributes if "default-src" in str(value)
    ]

    hashes = re.findall("'sha256-(.+?)'", told)
    ours = [text for name, text in page.scripts if not name]

    assert hashes == [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in ours
    ]
    assert told == policy(ours)
    assert "default-src 'none'" in told
    assert "unsafe-eval" not in told
    assert "script-src 'unsafe-inline'" not in told


def test_what_others_wrote_stands_in_the_page_as_json_only() -> None:
    hostile, tame = html(report_documents.hostile()), html(EXAMPLE)

    tags = [tag for tag in Elements(hostile).tags if tag != "script"]
    texts = [text for name, text in Elements(hostile).scripts if name]

    assert tags == [tag for tag in Elements(tame).tags if tag != "script"]
    assert all(isinstance(json.loads(text), dict | list) for text in texts)
    assert not [text for text in texts if re.search("[<>&]", text)]
    assert "alert(1)" in "".join(texts)


@pytest.mark.parametrize("text", HOSTILE)
def test_json_in_the_page_says_what_was_given_but_for_the_unseen(text: str) -> None:
    told = json.loads(island_json({text: [text]}))

    [(name, [value])] = told.items()
    assert name == value
    assert set(text) - set(value) <= set("\u202e\u2066\u200b\ufeff\ud800")
    assert "".join(c for c in text if c in value) == value


def test_the_page_can_be_written_as_utf8() -> None:
    assert html(report_documents.hostile()).encode()


def test_equal_documents_are_equal_pages() -> None:
    assert html(EXAMPLE) == html(json.loads(json.dumps(EXAMPLE)))


def test_the_page_takes_less_than_three_megabytes() -> None:
    assert len(html(report_documents.example(13, 70)).encode()) < 3_000_000


def test_what_was_taken_from_others_is_as_they_made_it() -> None:
    told = (ASSETS / "vendor/ORIGIN.md").read_text("utf-8")

    named = dict(re.findall(r"^\| `(\S+)` .* `([0-9a-f]{64})` \|$", told, re.MULTILINE))

    assert named == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (ASSETS / "vendor").glob("*.js")
    }
    for licence in re.findall(r"`(LICENSE-\w+)`", told):
        assert "Permission to use" in (ASSETS / "vendor" / licence).read_text("utf-8")


@pytest.mark.parametrize("path", sorted(ASSETS.rglob("*.*s")), ids=lambda p: p.name)
def test_no_asset_can_end_the_element_that_it_stands_in(path: Path) -> None:
    text = path.read_text("utf-8")

    assert not re.search("</(script|style)|<!--", text, re.IGNORECASE)


@pytest.mark.parametrize("path", sorted(ASSETS.glob("*.js")), ids=lambda p: p.name)
def test_our_scripts_parse_no_text_as_markup(path: Path) -> None:
    text = path.read_text("utf-8")

    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write", text)
    assert not re.search(r"\beval\b|new Function|fetch\(|XMLHttp|\bimport\b", text)
    assert len(text.splitlines()) <= 300


@pytest.mark.parametrize("path", sorted(ASSETS.glob("*.js")), ids=lambda p: p.name)
def test_functions_of_our_scripts_are_short(path: Path) -> None:
    found = re.findall(
        r"^(?:function|const \w+ = ).*?^\}?\)?;?$", path.read_text("utf-8"), re.M | re.S
    )

    assert found
    assert max(len(function.splitlines()) for function in found) <= 40
