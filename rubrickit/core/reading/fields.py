"""A mapping of a file against a table of keys: every value converted or refused."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from rubrickit.core import canonical
from rubrickit.core.reading import scalars
from rubrickit.core.reading.keys import Key, KeyKind, Keys
from rubrickit.core.reading.located import (
    Items,
    Located,
    Pairs,
    Problems,
    Scalar,
    named_entries,
)

MAX_CODE = 2000
MAX_TEXT = 20_000
MAX_PARAGRAPHS = 100_000
"""A judge is paid for what it reads, and may read each text thousands of times."""

Convert = Callable[[Located, Key, Problems], Any]


@dataclass(frozen=True, slots=True)
class Fields:
    """`values` of the keys that are right; `present` has the wrong ones as well."""

    values: dict[str, Any]
    present: Mapping[str, Scalar]


def read(
    mapping: Pairs,
    keys: Keys,
    problems: Problems,
    conversions: Mapping[KeyKind, Convert] | None = None,
) -> Fields:
    """Unknown, doubled and missing keys and wrong values are noted as problems."""
    convert = CONVERSIONS if conversions is None else conversions
    values: dict[str, Any] = {}
    present: dict[str, Scalar] = {}
    for name, at, located in named_entries(mapping, problems):
        key = keys.get(name)
        if key is None:
            problems.add(
                "key", at, f"unknown key `{name[:40]}`", suggestion(name, keys)
            )
            continue
        present[name] = at
        if key.optional and scalars.is_null(located):
            values[name] = None
            continue
        value = convert[key.kind](located, key, problems)
        if value is not None:
            values[name] = value
    for key in keys.values():
        if key.required and key.name not in present:
            problems.add("missing", mapping, f"`{key.name}` is missing")
    return Fields(values, present)


def suggestion(name: str, known: Iterable[str]) -> str:
    """The nearest known word, or all of them."""
    words = list(known)
    if name == "<<":
        return "merge keys are not read; share a node with `use`"
    near = get_close_matches(name[:40].lower(), words, 1)
    return f"did you mean `{near[0]}`?" if near else "known: " + ", ".join(words)


def _version(value: Located, key: Key, problems: Problems) -> int | None:
    if isinstance(value, Scalar) and value.plain and value.text == "1":
        return 1
    shown = f"`{value.text[:20]}`" if isinstance(value, Scalar) else "this"
    hint = f"write `{key.name}: 1`, or upgrade rubrickit for a newer format"
    problems.add("format", value, f"the format {shown} is unknown here", hint)
    return None


def _name(value: Located, key: Key, problems: Problems) -> str | None:
    return scalars.name(value, key.name, problems)


def _id(value: Located, key: Key, problems: Problems) -> str | None:
    found = scalars.name(value, key.name, problems)
    if found is None or "/" not in found:
        return found
    hint = "a slash separates the ids of a path; use `_` or `-`"
    problems.add("id", value, f"the id `{found}` holds a slash", hint)
    return None


def _text(
    value: Located, key: Key, problems: Problems, most: int = MAX_TEXT
) -> str | None:
    found = scalars.text(value, key.name, problems)
    if found is None or len(found) <= most:
        return found
    _too_long(value, key, problems, most)
    return None


def _too_long(value: Located, key: Key, problems: Problems, most: int) -> None:
    message = f"`{key.name}` is longer than {most:,} characters"
    hint = "a judge would be paid to read it again and again; say it shorter"
    problems.add("length", value, message, hint)


def _paragraphs(value: Located, key: Key, problems: Problems) -> str | None:
    found = _text(value, key, problems, MAX_PARAGRAPHS)
    return None if found is None else canonical.paragraphs(found)


def _sentence(value: Located, key: Key, problems: Problems) -> str | None:
    found = _text(value, key, problems)
    if found == "":
        problems.add("empty", value, f"`{key.name}` is empty")
        return None
    return None if found is None else canonical.folded(found)


def _sentences(value: Located, key: Key, problems: Problems) -> list[str] | None:
    items = value.items if isinstance(value, Items) else (value,)
    if not items:
        problems.add("empty", value, f"`{key.name}` is empty")
        return None
    found = [_sentence(item, key, problems) for item in items]
    kept = [text for text in found if text is not None]
    if sum(map(len, kept)) > MAX_TEXT:
        _too_long(value, key, problems, MAX_TEXT)
        return None
    return kept if len(kept) == len(found) else None


def _code(value: Located, key: Key, problems: Problems) -> str | None:
    found = scalars.text(value, key.name, problems)
    if found == "":
        problems.add("empty", value, f"`{key.name}` is empty")
    elif found is not None and len(found) > MAX_CODE:
        message = f"`{key.name}` is longer than {MAX_CODE:,} characters"
        problems.add("length", value, message, "make it several leaves")
    else:
        return found
    return None


def _reference(value: Located, key: Key, problems: Problems) -> str | None:
    """A number is as good as a text here: it is compared as written."""
    if isinstance(value, Scalar) and scalars.meaning(value) == "number":
        return value.text
    return scalars.text(value, key.name, problems)


def _choice(value: Located, key: Key, problems: Problems) -> str | None:
    return scalars.choice(value, key.name, key.choices, problems)


def _schema(value: Located, key: Key, problems: Problems) -> str | None:
    if isinstance(value, Scalar) and scalars.meaning(value) != "boolean":
        hint = "write it as YAML: `schema: {type: object}`"
        problems.add("type", value, f"`{key.name}` must be a JSON Schema", hint)
        return None
    if isinstance(value, Items):
        problems.add("type", value, f"`{key.name}` must be a JSON Schema, not a list")
        return None
    return canonical.canonical_json(scalars.plain_value(value, problems))


def _nodes(value: Located, key: Key, problems: Problems) -> Items | None:
    if isinstance(value, Items) and value.items:
        return value
    empty = isinstance(value, Items) or scalars.is_null(value)
    message = f"`{key.name}` is empty" if empty else f"`{key.name}` must be a list"
    hint = "each item begins with `- id: …`"
    problems.add("empty" if empty else "type", value, message, hint)
    return None


CONVERSIONS: dict[KeyKind, Convert] = {
    "version": _version,
    "name": _name,
    "id": _id,
    "text": _text,
    "paragraphs": _paragraphs,
    "sentence": _sentence,
    "sentences": _sentences,
    "code": _code,
    "reference": _reference,
    "flag": lambda value, key, problems: scalars.flag(value, key.name, problems),
    "yes_no": lambda value, key, problems: scalars.yes_no(value, key.name, problems),
    "weight": lambda value, key, problems: scalars.weight(value, key.name, problems),
    "points": lambda value, key, problems: scalars.decimal(value, key.name, problems),
    "choice": _choice,
    "schema": _schema,
    "nodes": _nodes,
}
