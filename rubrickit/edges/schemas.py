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

from rubrickit.core import canonical, schema_shapes
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
    problems = map(pattern_problem, schema_shapes.patterns(schema))
    outside = schema_shapes.points_outside(schema)
    return outside or next(filter(None, problems), "") or schema_shapes.unlike(schema)


def _draft(schema: Mapping[str, Any]) -> Any:
    wanted = schema.get("$schema", Draft202012Validator.META_SCHEMA["$schema"])
    plain = str(wanted).rstrip("#")
    return next(
        (d for d in _DRAFTS if d.META_SCHEMA["$schema"].rstrip("#") == plain), None
    )


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
        worth = map(schema_shapes.by_worth, value)
        if len(set(map(canonical.canonical_json, worth))) < len(value):
            yield ValidationError("has items that are equal")


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
