"""A report as one page that needs no network."""

import json

from rubrickit.reports.documents import Document


def html(document: Document) -> str:
    """The figures alone, as they stand in JSON; no text of others' can end the page."""
    data = json.dumps(document, sort_keys=True).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>rubrickit'
        f'</title>\n<script type="application/json" id="report">{data}</script>\n'
    )
