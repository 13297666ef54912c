"""The files that GitHub's runner exchanges with a step: event, outputs, summary."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rubrickit.core import json_text
from rubrickit.errors import RubrickitError, WorldError

MOST_OF_AN_EVENT = 25 * 1024 * 1024
"""Bytes; GitHub delivers no larger ones."""

MOST_OF_A_SUMMARY = 1024 * 1024
"""Bytes of a step's whole summary; of a larger one GitHub shows nothing."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_EVENT_HINT = "workflows have its path in `GITHUB_EVENT_PATH`"


def read_event(path: Path) -> Mapping[str, Any]:
    """The delivery that started the workflow.

    Raises RubrickitError where it is no JSON object, or one that GitHub cannot have
    delivered; WorldError where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_OF_AN_EVENT + 1)
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror}", hint=_EVENT_HINT) from error
    if len(content) > MOST_OF_AN_EVENT:
        raise RubrickitError(f"{path}: larger than any event", hint=_EVENT_HINT)
    try:
        parsed = json_text.parse(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        message = f"{path}: not UTF-8 at byte {error.start}"
        raise RubrickitError(message, hint=_EVENT_HINT) from error
    if parsed is None or not isinstance(parsed.value, dict):
        raise RubrickitError(f"{path}: no JSON object", hint=_EVENT_HINT)
    return parsed.value


def append_outputs(
    path: Path, outputs: Mapping[str, str], delimiter: Callable[[], str]
) -> None:
    """For later steps. `delimiter` draws a text that nobody can foresee.

    Whoever foresees it can end a value in its midst, and add outputs of their own.
    """
    entries = [_entry(name, value, delimiter) for name, value in outputs.items()]
    _append(path, "".join(entries))


def append_summary(path: Path, markdown: str) -> None:
    """As many whole lines as the step's summary still holds.

    What is cut is said first, where no unclosed fence or fold can swallow it.
    """
    room = MOST_OF_A_SUMMARY - _size(path) - 1
    text = _ended(markdown)
    if len(_encoded(text)) > room:
        text = _cut(text, room)
    _append(path, text)


def _entry(name: str, value: str, delimiter: Callable[[], str]) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"no output can be called {name!r}")
    end = delimiter()
    while end in value or not _NAME.fullmatch(end):
        end = delimiter()
    return f"{name}<<{end}\n{value}\n{end}\n"


def _cut(text: str, room: int) -> str:
    lines = text.splitlines(keepends=True)
    # As long as the note can get, since the number of lines kept stands in it.
    left = room - len(_encoded(_note(len(lines), len(lines))))
    kept: list[str] = []
    for line in lines:
        left -= len(_encoded(line))
        if left < 0:
            break
        kept.append(line)
    note = _note(len(kept), len(lines))
    return note + "".join(kept) if len(_encoded(note)) <= room else ""


def _note(shown: int, of: int) -> str:
    return (
        f"**The first {shown} of {of} lines:** the others are beyond what GitHub shows "
        "in a summary.\n\n"
    )


def _append(path: Path, text: str) -> None:
    """In UTF-8 and with `\\n`, whatever the system's habit is."""
    try:
        begins = "" if _ends_a_line(path) else "\n"
        with path.open("ab") as file:
            file.write(_encoded(begins + text))
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror}") from error


def _ends_a_line(path: Path) -> bool:
    """An earlier writer may have left its last line open."""
    if not _size(path):
        return True
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read() == b"\n"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")
