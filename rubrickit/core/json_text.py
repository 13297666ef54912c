"""A text read as one JSON value, or as none."""

import json
import math
from dataclasses import dataclass
from typing import Any, NoReturn

DEEPEST = 100
"""Lists and objects inside each other; deeper values are no values to us."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON value, which may be null."""

    value: Any


def parse(text: str) -> Parsed | None:
    """None for what is no JSON, or not the same JSON to every reader.

    That is: a name twice in one object, NaN, a number beyond floats or of thousands
    of digits, and nesting deeper than `DEEPEST`.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_each_name_once,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except (ValueError, RecursionError):
        return None
    return Parsed(value) if is_shallow(value) else None


def is_shallow(value: Any) -> bool:
    """Not nested deeper than `DEEPEST`; looks without recursion."""
    level = [value]
    for _ in range(DEEPEST):
        level = [child for item in level for child in _children(item)]
        if not level:
            return True
    return False


def _children(value: Any) -> list[Any]:
    """The lists and objects right inside a value."""
    if not isinstance(value, dict | list):
        return []
    inner = value.values() if isinstance(value, dict) else value
    return [child for child in inner if isinstance(child, dict | list)]


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits} is beyond floats")
    return number
