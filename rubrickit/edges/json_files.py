"""JSON files that a person names on the command line."""

import json
from pathlib import Path
from typing import Any

from rubrickit.errors import RubrickitError, WorldError

MOST_BYTES = 256 * 1024 * 1024
_HINT = "`rubrickit score --out FILE` writes one"


def read(path: Path, hint: str = _HINT, most: int = MOST_BYTES) -> Any:
    """Raises RubrickitError where it is no JSON or has more than `most` bytes, with a
    `hint` that says where such files come from; WorldError where it can't be read."""
    try:
        return json.loads(_bytes(path, hint, most))
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise RubrickitError(f"{path}:{line}: not JSON: {error}", hint=hint) from error


def _bytes(path: Path, hint: str, most: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise RubrickitError(f"{path}: larger than {most:,} bytes", hint=hint)
    return data
