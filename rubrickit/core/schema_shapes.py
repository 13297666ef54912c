"""What a JSON Schema asks for that we refuse, and when two JSON values are equal."""

from collections.abc import Iterator, Mapping
from typing import Any

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def objects(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping in it, itself among them, whatever it stands for there."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
        if isinstance(part, dict | list):
            waiting += part.values() if isinstance(part, dict) else part


def points_outside(schema: Any) -> str:
    """The first reference that would have to be fetched, "" without one."""
    every = ((key, part) for part in objects(schema) for key in _REFERENCES)
    for key, part in every:
        target = part.get(key, "#")
        if isinstance(target, str) and not target.startswith("#"):
            return f"`{key}: {target}` points outside; only `#…` is followed"
    return ""


def patterns(schema: Any) -> Iterator[str]:
    """Every regular expression in it."""
    for part in objects(schema):
        if isinstance(part.get("pattern"), str):
            yield part["pattern"]
        named = part.get("patternProperties")
        yield from named if isinstance(named, dict) else ()


def unlike(schema: Any) -> str:
    """What keywords of linear time do not cover, "" where all is covered."""
    found = list(objects(schema))
    keys = {key for part in found for key in part}
    if {"patternProperties", "unevaluatedProperties"} <= keys:
        return "`unevaluatedProperties` beside `patternProperties` is not supported"
    inner = (part for part in found if part is not schema)
    if any(isinstance(part.get("$schema"), str) for part in inner):
        return "`$schema` is supported at the root only"
    return ""


def by_worth(value: Any) -> Any:
    """1.0 is 1 in JSON Schema."""
    if isinstance(value, dict):
        return {name: by_worth(item) for name, item in value.items()}
    if isinstance(value, list):
        return [by_worth(item) for item in value]
    is_whole = isinstance(value, float) and value.is_integer()
    return int(value) if is_whole else value
