"""Writes sign-offs as files that nobody edits afterwards."""

from collections.abc import Sequence
from pathlib import Path

from rubrickit.core import signoffs
from rubrickit.core.signoffs import SignOff
from rubrickit.edges import durable
from rubrickit.errors import RubrickitError, WorldError


def write(scores: Path, rows: Sequence[SignOff]) -> Path:
    """A new file; raises RubrickitError where it is there already."""
    path = scores / signoffs.FOLDER / signoffs.file_name(rows)
    if path.exists():
        raise RubrickitError(f"{path}: is there already, and is never edited")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        durable.write(path, signoffs.data(rows), f".{path.name}.tmp")
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror}") from error
    return path
