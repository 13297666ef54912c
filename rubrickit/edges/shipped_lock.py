"""The lock that this copy of rubrickit was shipped with."""

import hashlib
from pathlib import Path

import rubrickit
from rubrickit.errors import WorldError

_LOCK = "requirements/runtime.lock"


def digest() -> str:
    """SHA-256 of the lock's lines; beside the modules, or in the checkout."""
    package = Path(rubrickit.__file__).parent
    for place in (package / _LOCK, package.parent / _LOCK):
        if place.is_file():
            text = "\n".join(place.read_text("utf-8").splitlines())
            return hashlib.sha256(text.encode()).hexdigest()
    message = "this copy of rubrickit has no lock of what it runs with"
    raise WorldError(message, hint="install rubrickit from its wheel or checkout")
