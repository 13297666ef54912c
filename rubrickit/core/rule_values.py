"""What a rule sees of a rubric and a response, by the names that it may use."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from rubrickit.core import canonical, json_text
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric


@lru_cache(maxsize=64)
def parsed(text: str) -> json_text.Parsed | None:
    """None where it is no JSON value."""
    return json_text.parse(text)


def size(*values: Any) -> int | None:
    """Code points of a text, elements of the rest; null, an error later, for others.

    It never raises, because the engine would print that.
    """
    is_countable = len(values) == 1 and isinstance(values[0], str | bytes | list | dict)
    return len(values[0]) if is_countable else None


def _json(_: Rubric, response: Response) -> Any:
    found = parsed(response.text)
    return found.value if found else {}


def _context(rubric: Rubric, response: Response) -> str:
    parts = canonical.paragraphs(rubric.context), canonical.text(response.context)
    return "\n\n".join(filter(None, parts))


VALUES: Mapping[str, Callable[[Rubric, Response], Any]] = {
    "question_id": lambda rubric, _: rubric.question_id,
    "question": lambda rubric, _: canonical.paragraphs(rubric.question),
    "context": _context,
    "reference": lambda rubric, response: response.reference or rubric.reference,
    "response": lambda _, response: canonical.text(response.text),
    "json": _json,
    "trace": lambda _, response: json.loads(response.trace) if response.trace else [],
    "meta": lambda _, response: dict(response.meta),
    "slices": lambda _, response: dict(response.slices),
    "agent": lambda _, response: response.agent,
    "sample": lambda _, response: response.sample,
}

_EMPTY_RUBRIC = Rubric("", ())
_EMPTY_RESPONSE = Response("", "", "")
EMPTY = {name: value(_EMPTY_RUBRIC, _EMPTY_RESPONSE) for name, value in VALUES.items()}
"""Of a response with nothing in it."""
