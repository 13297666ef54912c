"""JSON Schemas of leaves: no network, no files, no pattern that could hang."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jsonschema import (
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    SchemaError,
    ValidationError,
    validators,
)
from referencing import Registry
from referencing.exceptions import Unresolvable

from rubrickit.core import canonical
from rubrickit.edges.cel_engine import cel

MOST_STEPS = 100_000
"""Keywords applied to one response; references can multiply without an end."""

FAILURES = (
    ArithmeticError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What the libraries raise for data that a rule or schema doesn't fit."""

_DRAFTS = (Draft202012Validator, Draft201909Validator, Draft7Validator)
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_SAMPLES: tuple[Any, ...] = ({}, [], "", 0)
_SEARCH = cel.compile("text.matches(pattern)")
_steps_left: ContextVar[int] = ContextVar("_steps_left")

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


class TooMuchWorkError(RuntimeError):
    """A schema that would go on for too long on this value."""


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema ready to use, or what is wrong with it."""

    validator: Any
    problem: str = ""

    def fits(self, value: Any) -> bool | None:
        """None where it can't be told."""
        if self.problem:
            return None
        _steps_left.set(MOST_STEPS)
        try:
            return bool(self.validator.is_valid(value))
        except (*FAILURES, Unresolvable):
            return None


@lru_cache(maxsize=1024)
def compiled(text: str) -> Schema:
    """From canonical JSON; once for each text."""
    try:
        schema = json.loads(text)
        problem = _problem(schema)
    except (ValueError, RecursionError):
        return Schema(None, "not a JSON Schema: a mapping is needed")
    if problem:
        return Schema(None, problem)
    draft = _draft(schema)
    # Left in, it would lead back to the library's own keywords at each reference.
    plain = {key: value for key, value in schema.items() if key != "$schema"}
    validator = _LINEAR[draft](plain, registry=Registry())
    return Schema(validator, _endless(validator))


def _problem(schema: Any) -> str:
    if not isinstance(schema, dict):
        return "not a JSON Schema: a mapping is needed"
    draft = _draft(schema)
    if draft is None:
        return f"`$schema: {schema['$schema']}` is unknown; leave it out for 2020-12"
    try:
        draft.check_schema(schema, format_checker=None)
    except SchemaError as error:
        return f"not a JSON Schema at `{error.json_path}`: {_first_line(error.message)}"
    objects = list(_objects(schema))
    return next(filter(None, map(_refused, objects)), "") or _unlike(objects, schema)


def _draft(schema: Mapping[str, Any]) -> Any:
    wanted = schema.get("$schema", Draft202012Validator.META_SCHEMA["$schema"])
    plain = str(wanted).rstrip("#")
    return next(
        (d for d in _DRAFTS if d.META_SCHEMA["$schema"].rstrip("#") == plain), None
    )


def _refused(part: Mapping[str, Any]) -> str:
    for key in _REFERENCES:
        target = part.get(key)
        if isinstance(target, str) and not target.startswith("#"):
            return f"`{key}: {target}` points outside; only `#…` is followed"
    patterns = [part["pattern"]] if isinstance(part.get("pattern"), str) else []
    named = part.get("patternProperties")
    patterns += list(named) if isinstance(named, dict) else []
    return next(filter(None, map(pattern_problem, patterns)), "")


def _unlike(objects: list[Mapping[str, Any]], root: Mapping[str, Any]) -> str:
    """What the linear keywords don't cover."""
    keys = {key for part in objects for key in part}
    if {"patternProperties", "unevaluatedProperties"} <= keys:
        return "`unevaluatedProperties` beside `patternProperties` is not supported"
    inner = (part for part in objects if part is not root)
    if any(isinstance(part.get("$schema"), str) for part in inner):
        return "`$schema` is supported at the root only"
    return ""


def _endless(validator: Any) -> str:
    for sample in _SAMPLES:
        _steps_left.set(MOST_STEPS)
        try:
            validator.is_valid(sample)
        except (RecursionError, TooMuchWorkError):
            return "its references never come to an end"
        except Unresolvable as error:
            return f"`$ref` leads nowhere: {_first_line(str(error))}"
        except FAILURES:
            continue
    return ""


def pattern_problem(pattern: str) -> str:
    """Why a pattern can't be searched for in linear time; "" if it can."""
    try:
        _search(pattern, "")
    except FAILURES as error:
        return f"`{pattern}` is not a pattern of linear time: {_reason(error)}"
    return ""


def _search(pattern: str, text: str) -> bool:
    return bool(_SEARCH.execute({"text": text, "pattern": pattern}))


def _reason(error: BaseException) -> str:
    lines = str(error).splitlines()
    told = next((line for line in lines if line.startswith("error: ")), lines[-1])
    return told.removeprefix("error: ").split(". Check function")[0]


def _first_line(message: str) -> str:
    return message.splitlines()[0][:200]


def _objects(schema: Any) -> Iterator[Mapping[str, Any]]:
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
        if isinstance(part, dict | list):
            waiting += part.values() if isinstance(part, dict) else part


def _pattern(
    validator: Any, pattern: str, value: Any, _: Any
) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and not _search(pattern, value):
        yield ValidationError("does not match")


def _pattern_properties(
    validator: Any, patterns: Mapping[str, Any], value: Any, _: Any
) -> Iterator[ValidationError]:
    if validator.is_type(value, "object"):
        for pattern, schema in patterns.items():
            for name in value:
                if _search(pattern, name):
                    yield from validator.descend(value[name], schema)


def _additional_properties(
    validator: Any, schema: Any, value: Any, whole: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if validator.is_type(value, "object"):
        patterns = whole.get("patternProperties", {})
        for name in value.keys() - whole.get("properties", {}).keys():
            if not any(_search(pattern, name) for pattern in patterns):
                yield from validator.descend(value[name], schema)


def _unique_items(
    validator: Any, wanted: bool, value: Any, _: Any
) -> Iterator[ValidationError]:
    if wanted and validator.is_type(value, "array"):
        seen = {canonical.canonical_json(_by_worth(item)) for item in value}
        if len(seen) < len(value):
            yield ValidationError("has items that are equal")


def _by_worth(value: Any) -> Any:
    """1.0 is 1 in JSON Schema."""
    if isinstance(value, dict):
        return {name: _by_worth(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_by_worth(item) for item in value]
    is_whole = isinstance(value, float) and value.is_integer()
    return int(value) if is_whole else value


def _counted(keyword: Keyword) -> Keyword:
    def check(*arguments: Any) -> Iterator[ValidationError] | None:
        left = _steps_left.get()
        if left <= 0:
            raise TooMuchWorkError
        _steps_left.set(left - 1)
        return keyword(*arguments)

    return check


_OURS: dict[str, Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
}
_LINEAR = {
    draft: validators.extend(
        draft,
        {name: _counted(check) for name, check in (draft.VALIDATORS | _OURS).items()},
    )
    for draft in _DRAFTS
}
