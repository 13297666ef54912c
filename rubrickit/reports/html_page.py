"""A report as one page of HTML that loads nothing and runs no text of others'."""

import base64
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from rubrickit.reports import page_data, render
from rubrickit.reports.documents import Document
from rubrickit.reports.escaping import seen

_LIBRARIES = ("vendor/d3.min.js", "vendor/plot.umd.min.js")
_OURS = (
    "base.js", "charts.js", "overview.js", "tree.js", "question.js", "delta.js",
    "comparison.js", "trend.js", "main.js",
)  # fmt: skip
_TELLING = {ord(mark): f"\\u{ord(mark):04x}" for mark in "<>&"}
"""What could end a script element or open a comment in it; in JSON a text's own way of
spelling them."""


def html(document: Document) -> str:
    """A `rubrickit.report/1` document as a whole page.

    Texts of people's stand in it as JSON only, in elements that no browser runs, and
    the page puts them where they are shown as texts. The policy lets no other script
    than ours run, and nothing be loaded or sent.
    """
    ours = "\n".join(map(render.asset, _OURS))
    scripts = (*map(render.asset, _LIBRARIES), f"(() => {{\n{ours}}})();")
    islands = page_data.islands(document)
    return render.hypertext(
        policy(scripts),
        render.asset("page.css"),
        scripts,
        {name: island_json(value) for name, value in islands.items()},
    )


def policy(scripts: Iterable[str]) -> str:
    """The Content-Security-Policy under which these scripts run, and no others.

    Styles may be anywhere in the page, since the charts bring theirs; they can load
    nothing.
    """
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


def island_json(value: Any) -> str:
    """JSON that can stand in a `script` element, without what a reader cannot see."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return seen(text).translate(_TELLING)


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
