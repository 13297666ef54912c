"""The report's page in a browser: its places, and how to come to them."""

import json
from pathlib import Path
from typing import Any

from support.browser import Browser
from support.report_documents import Document

from rubrickit.reports import numbers
from rubrickit.reports.html_page import html

PLACES = (
    "#overview", "#question/question_1", "#delta", "#agents", "#failed", "#trend",
    "#slices",
)  # fmt: skip
FIRST_LEAF = "document.querySelector('[role=treeitem] [role=treeitem] .row')?.click()"


def opened(tab: Browser, folder: Path, document: Document) -> Browser:
    """The document's page, wide and light, with nothing noted yet."""
    path = folder / "report.html"
    path.write_text(html(document), "utf-8")
    tab.look()
    tab.requests.clear()
    tab.complaints.clear()
    tab.open(path)
    return tab


def rows(page: Browser, caption: str) -> list[list[str]]:
    """The cells of the table of that name, as they are read."""
    found: list[list[str]] = page.run(
        f"""[...document.querySelectorAll("table")]
        .filter((table) => table.caption.textContent === {json.dumps(caption)})
        .flatMap((table) => [...table.tBodies[0].rows])
        .map((row) => [...row.cells].map((cell) => cell.innerText))"""
    )
    return found


def met(of: dict[str, Any]) -> str:
    return f"{of['requirements_met']} of {of['requirements_n']}"


def expected_parts(of: dict[str, Any] | None) -> list[str]:
    """What a cell of questions x agents says, line by line."""
    if of is None:
        return ["-"]
    gates, pending = of["gates_closed"], of["pending"]
    return [
        f"{met(of)} met" if of["requirements_n"] else "not settled",
        f"required {numbers.score(of['required_share'])}",
        f"additional {numbers.score(of['additional_share'])}",
        *([f"✕ {numbers.count(gates, 'gate')} closed"] if gates else []),
        *([f"? {pending} pending"] if pending else []),
    ]
