"""The files that GitHub's runner exchanges with a step: event, outputs, summary."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rubrickit.core import json_text
from rubrickit.core.hosting import step_files
from rubrickit.errors import RubrickitError, WorldError

MOST_OF_AN_EVENT = 25 * 1024 * 1024
"""Bytes; GitHub delivers no larger ones."""

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
    """For later steps. `delimiter` draws a text that nobody can foresee."""
    texts = [
        step_files.output(name, value, delimiter) for name, value in outputs.items()
    ]
    _append(path, "".join(texts))


def append_summary(path: Path, markdown: str) -> None:
    """As many whole lines as the step's summary still holds."""
    # A byte may be needed to end an earlier writer's line.
    room = step_files.MOST_OF_A_SUMMARY - _size(path) - 1
    _append(path, step_files.fitting(markdown, room))


def _append(path: Path, text: str) -> None:
    """In UTF-8 and with `\\n`, whatever the system's habit is."""
    try:
        begins = "" if _ends_a_line(path) else "\n"
        with path.open("ab") as file:
            file.write((begins + text).encode("utf-8", "replace"))
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
