"""JSON files that a person names on the command line."""

import json
from pathlib import Path
from typing import Any

from rubrickit.errors import RubrickitError, WorldError


def read(path: Path) -> Any:
    """Raises RubrickitError where it is no JSON, WorldError where it can't be read."""
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise WorldError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        hint = "`rubrickit score --out FILE` writes one"
        raise RubrickitError(f"{path}:{line}: not JSON: {error}", hint=hint) from error
