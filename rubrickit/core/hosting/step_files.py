"""What a step of a workflow writes for GitHub's runner: outputs and a summary."""

import re
from collections.abc import Callable

MOST_OF_A_SUMMARY = 1024 * 1024
"""Bytes of a step's whole summary; of a larger one GitHub shows nothing."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def output(name: str, value: str, delimiter: Callable[[], str]) -> str:
    """One output's lines. `delimiter` draws a text that nobody can foresee.

    Whoever foresees it can end a value in its midst, and add outputs of their own.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"no output can be called {name!r}")
    end = delimiter()
    while end in value or not _NAME.fullmatch(end):
        end = delimiter()
    return f"{name}<<{end}\n{value}\n{end}\n"


def fitting(markdown: str, room: int) -> str:
    """As many whole lines as `room` bytes of UTF-8 hold.

    What is cut is said first, where no unclosed fence or fold can swallow it.
    """
    text = markdown if markdown.endswith("\n") else f"{markdown}\n"
    return text if size(text) <= room else _cut(text, room)


def size(text: str) -> int:
    """Bytes of UTF-8."""
    return len(text.encode("utf-8", "replace"))


def _cut(text: str, room: int) -> str:
    lines = text.splitlines(keepends=True)
    # As long as the note can get, since the number of lines kept stands in it.
    left = room - size(_note(len(lines), len(lines)))
    kept: list[str] = []
    for line in lines:
        left -= size(line)
        if left < 0:
            break
        kept.append(line)
    note = _note(len(kept), len(lines))
    return note + "".join(kept) if size(note) <= room else ""


def _note(shown: int, of: int) -> str:
    return (
        f"**The first {shown} of {of} lines:** the others are beyond what GitHub shows "
        "in a summary.\n\n"
    )
