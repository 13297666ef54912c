"""JSON Schemas of our YAML files, for editors, from the same tables as the reading."""

from typing import Any, Literal

from rubrickit.core.reading.config_keys import CONFIG
from rubrickit.core.reading.fields import MAX_CODE, MAX_PARAGRAPHS, MAX_TEXT
from rubrickit.core.reading.keys import (
    CONTENTS,
    NODE,
    RUBRIC,
    SHARED,
    Key,
    KeyKind,
    Keys,
)
from rubrickit.core.reading.names import MAX_NAME

FileKind = Literal["rubric", "shared", "config"]

_FILES: dict[FileKind, tuple[str, Keys]] = {
    "rubric": ("A rubric of rubrickit", RUBRIC),
    "shared": ("Shared nodes of rubrickit", SHARED),
    "config": ("The configuration of rubrickit", CONFIG),
}
_TEXT = {"type": "string", "maxLength": MAX_TEXT}
_SENTENCE = {**_TEXT, "minLength": 1}
_NAME = {"type": "string", "minLength": 1, "maxLength": MAX_NAME}
_AMOUNT = {"type": "number", "minimum": 0}
_TYPES: dict[KeyKind, dict[str, Any]] = {
    "version": {"const": 1},
    "name": _NAME,
    "id": {**_NAME, "pattern": "^[^/]+$"},
    "text": _TEXT,
    "paragraphs": {"type": "string", "maxLength": MAX_PARAGRAPHS},
    "sentence": _SENTENCE,
    "sentences": {
        "anyOf": [_SENTENCE, {"type": "array", "minItems": 1, "items": _SENTENCE}]
    },
    "code": {**_SENTENCE, "maxLength": MAX_CODE},
    "reference": {"type": ["string", "number"]},
    "flag": {"type": "boolean"},
    "yes_no": {"enum": ["yes", "no", True, False]},
    "weight": _AMOUNT,
    "points": {"type": "number"},
    "schema": {"type": ["object", "boolean"]},
    "nodes": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/node"}},
    "count": {"type": "integer", "minimum": 1},
    "calls": {"type": "integer", "minimum": 0},
    "limit": _AMOUNT,
    "passes": {
        "anyOf": [
            {"const": "adaptive"},
            {"type": "integer", "minimum": 1, "maximum": 9},
        ]
    },
    "names": {"type": "array", "items": _NAME},
    "folder": _NAME,
    "variable": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
}


def json_schema(of: FileKind = "rubric") -> dict[str, Any]:
    """A plain JSON value. What a schema cannot say is left to `rubrickit lint`."""
    title, keys = _FILES[of]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **_object(keys),
    }
    if "nodes" in keys:
        schema["$defs"] = {"node": _node()}
    return schema


def _object(keys: Keys) -> dict[str, Any]:
    required = [key.name for key in keys.values() if key.required]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _property(key) for key in keys.values()},
        **({"required": required} if required else {}),
    }


def _property(key: Key) -> dict[str, Any]:
    allowed = _allowed(key)
    if key.optional:
        allowed = {"anyOf": [allowed, {"type": "null"}]}
    return {"description": key.says, **allowed}


def _allowed(key: Key) -> dict[str, Any]:
    if key.kind == "choice":
        return {"enum": list(key.choices)}
    if key.kind == "section":
        return _object(key.keys or {})
    if key.kind == "sections":
        return {"type": "array", "items": _object(key.keys or {})}
    return _TYPES[key.kind]


def _node() -> dict[str, Any]:
    return {**_object(NODE), "oneOf": [_node_with(content) for content in CONTENTS]}


def _node_with(content: str) -> dict[str, Any]:
    kind = NODE[content].on[0]
    others = set(CONTENTS) - {content}
    names = [k.name for k in NODE.values() if kind in k.on and k.name not in others]
    required = [content] if content == "use" else ["id", content]
    return {"required": required, "propertyNames": {"enum": names}}
