"""Workflow commands: lines of a log that GitHub's runner obeys, ours and no others."""

import re

from rubrickit.core.hosting.posts import Annotation

MOST_OF_A_LEVEL = 10
"""Annotations by commands that GitHub shows of one level and one step."""

_NAMES = {"failure": "error", "warning": "warning", "notice": "notice"}
_UNSEEN = "\u200b"
_AT_LINE_START = re.compile("((?:^|(?<=[\r\n]))(?:[^\\S\r\n]|\ufeff)*:)(?=:)")
_ANYWHERE = re.compile(r"#(?=#\[)")


def annotated(annotation: Annotation) -> str:
    """One command without its line's end: the annotation beside the file's line."""
    places = {
        "file": annotation.path,
        "line": str(max(annotation.line, 1)),
        "title": annotation.title,
    }
    given = ",".join(f"{key}={_property(text)}" for key, text in places.items() if text)
    return f"::{_NAMES[annotation.level]} {given}::{_data(annotation.message)}"


def neutral(text: str) -> str:
    """Ordinary output that shows the same and commands nothing.

    The runner obeys `::` after the blanks that begin a line, however the line before it
    ended, and the older `##[` anywhere. An unseen mark goes between.
    """
    return _ANYWHERE.sub(f"#{_UNSEEN}", _AT_LINE_START.sub(rf"\1{_UNSEEN}", text))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
