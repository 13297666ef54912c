"""Workflow commands: lines of a log that GitHub's runner obeys, ours and no others."""

import re

from rubrickit.core.hosting.posts import Annotation

MOST_OF_A_LEVEL = 10
"""Annotations by commands that GitHub shows of one level and one step."""

_NAMES = {"failure": "error", "warning": "warning", "notice": "notice"}
_UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f\xad\u061c\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufeff"
)
"""What the runner's comparison of texts overlooks, as a person does."""

_BLANK = r" \t\v\f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_BEGINS = re.compile(rf"((?:^|(?<=[\r\n]))[{_BLANK}{_UNSEEN}]*:)(?=[{_UNSEEN}]*:)")
_ANYWHERE = re.compile(rf"(#[{_UNSEEN}]*)(?=#[{_UNSEEN}]*\[)")


def annotated(annotation: Annotation) -> str:
    """One command without its line's end: the annotation beside the file's line."""
    places = {
        "file": annotation.path,
        "line": str(max(annotation.line, 1)) if annotation.path else "",
        "col": str(annotation.column) if annotation.column else "",
        "title": annotation.title,
    }
    given = ",".join(f"{key}={_property(text)}" for key, text in places.items() if text)
    return f"::{_NAMES[annotation.level]} {given}::{_data(annotation.message)}"


def neutral(text: str) -> str:
    """Ordinary output that commands nothing.

    The runner obeys `::` after the blanks that begin a line, however the line before it
    ended, and the older `##[` anywhere. A space goes between; an unseen mark would not
    do, since the runner overlooks those.
    """
    return _ANYWHERE.sub(r"\1 ", _BEGINS.sub(r"\1 ", text))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
