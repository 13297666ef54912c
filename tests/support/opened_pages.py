"""The report's page in a browser: its places, and how to come to them."""

from pathlib import Path

from support.browser import Browser
from support.report_documents import Document

from rubrickit.reports.html_page import html

PLACES = ("#overview", "#question/question_1", "#delta", "#failed", "#trend", "#slices")
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
