"""A delta's JSON from a file, which anybody may have written, held to its shape."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from rubrickit.core.changes import EditKind
from rubrickit.core.findings import on_one_line
from rubrickit.core.gates import LooseningKind, WeakeningKind
from rubrickit.core.grades import Verdict
from rubrickit.core.policy import Outcome
from rubrickit.core.scoring import Result
from rubrickit.core.signoffs import MEANINGS
from rubrickit.errors import RubrickitError

SCHEMA = "rubrickit.delta/1"
HINT = "`rubrickit delta --format json > FILE` writes one"
MOST_BYTES = 64 * 1024 * 1024

Basic = Literal["text", "text?", "number", "number?", "count"]
Shape = Basic | frozenset[str] | dict[str, Any] | tuple[Any, ...]
"""A value's kind ("?": or null), the words it may be, an object's keys, or a list's
elements. Words of ours are shown as they are, so that they must be ours.

The key "*" stands for any name; a key that ends with "?" may be absent, or null.
"""

_LARGEST = 1e15
_RESULT = frozenset(get_args(Result))
_VERDICT = frozenset(("", *get_args(Verdict)))
_END: Shape = {"ref": "text", "commit": "text?", "rule": "text"}
_EDIT: Shape = {
    "kind": frozenset(get_args(EditKind)),
    "node": "text",
    "before": "text",
    "after": "text",
    "contribution": "number?",
    "path": "text",
    "line": "count",
}
_FLIP: Shape = {"leaf": "text", "base": _VERDICT, "head": _VERDICT, "reason": "text"}
_MOVE: Shape = {
    "response_id": "text",
    "base": "number?",
    "head": "number?",
    "delta": "number?",
    "result_base": _RESULT,
    "result_head": _RESULT,
    "flips": (_FLIP,),
}
_QUESTION: Shape = {
    "question_id": "text",
    "status": frozenset(("changed", "new", "deleted")),
    "responses": "count",
    "responses_total": "count",
    "base": "number?",
    "head": "number?",
    "delta": "number?",
    "edits": (_EDIT,),
    "moved": (_MOVE,),
    "ungraded?": {"*": {"*": "count"}},
}
_COMPARED: Shape = {"bounds": ("number?",), "checks": "count"}
_DELTA: Shape = {
    "schema": "text",
    "tool": "text",
    "outcome": frozenset(get_args(Outcome)),
    "reasons": ("text",),
    "base": _END,
    "head": _END,
    "mean": {"delta": "number?", "low": "number?", "high": "number?", "n": "count"},
    "by_agent": (
        {
            "agent": "text",
            "n": "count",
            "base": "number?",
            "head": "number?",
            "delta": "number?",
        },
    ),
    "questions": (_QUESTION,),
    "loosening": (
        {
            "question_id": "text",
            "kind": frozenset(get_args(LooseningKind)),
            "leaf": "text",
            "leaf_digest": "text",
            "responses": ("text",),
            "signed_by?": ({"id": "text", "meaning": frozenset(MEANINGS)},),
        },
    ),
    "weakening": (
        {
            "question_id": "text",
            "kind": frozenset(get_args(WeakeningKind)),
            "leaf": "text",
            "before": "text",
            "after": "text",
        },
    ),
    "ignored": ("text",),
    "added": ("text",),
    "notes": ("text",),
    "judge": {"kind": "text", "model": "text", "endpoint": "text"},
    "calls": "count",
    "reused": "count",
    "cost": "number?",
    "agreement?": {"agreed": "count", "n": "count"},
}


def read(value: Any, name: str) -> dict[str, Any]:
    """Of the parsed JSON: the document, with every key that a report reads.

    Raises RubrickitError that names the first place which is not as it must be.
    """
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise RubrickitError(f"{name}: not a delta ({SCHEMA})", hint=HINT)
    for fault in _faults(value):
        told = on_one_line(f"{name}: a damaged delta: {fault}")
        raise RubrickitError(told, hint=HINT)
    value.setdefault("agreement", None)
    for question in value["questions"]:
        question["ungraded"] = question.get("ungraded") or {}
    for loosening in value["loosening"]:
        loosening["signed_by"] = loosening.get("signed_by") or []
    return value


def _faults(document: dict[str, Any]) -> Iterator[str]:
    yield from _misfits(document, _DELTA, "")
    for at, question in enumerate(document["questions"]):
        if question["status"] == "changed" and question["responses_total"]:
            yield from _misfits(question, _COMPARED, f"questions[{at}].")
            if len(question["bounds"]) != 2:
                yield f"`questions[{at}].bounds` must be two numbers"


def _misfits(value: Any, shape: Shape, place: str) -> Iterator[str]:
    """`place` ends with a full stop below the root."""
    named = place.removesuffix(".")
    if isinstance(shape, tuple) and isinstance(value, list):
        for at, item in enumerate(value):
            yield from _misfits(item, shape[0], f"{named}[{at}].")
    elif isinstance(shape, dict) and isinstance(value, dict):
        for key, inner in shape.items():
            yield from _key_misfits(value, key, inner, place)
    elif isinstance(shape, tuple | dict) or not _is(value, shape):
        yield f"`{named}` {_wanted(shape)}"


def _wanted(shape: Shape) -> str:
    if isinstance(shape, frozenset):
        return f"is none of {', '.join(sorted(shape))}"
    if isinstance(shape, str):
        return f"must be a {shape.replace('?', ' or null')}"
    return "must be a list" if isinstance(shape, tuple) else "must be an object"


def _key_misfits(
    value: Mapping[str, Any], key: str, shape: Shape, place: str
) -> Iterator[str]:
    name = key.removesuffix("?")
    if key == "*":
        for each, inner in value.items():
            yield from _misfits(inner, shape, f"{place}{each}.")
    elif name not in value and name == key:
        yield f"`{place}{name}` is missing"
    elif name == key or value.get(name) is not None:
        yield from _misfits(value[name], shape, f"{place}{name}.")


def _is(value: Any, kind: Basic | frozenset[str]) -> bool:
    """A truth value is no number, and neither is what is too large or not finite."""
    if isinstance(kind, frozenset):
        return isinstance(value, str) and value in kind
    if value is None:
        return kind.endswith("?")
    if kind.startswith("text"):
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    is_count = isinstance(value, int) and value >= 0
    return abs(value) < _LARGEST and (is_count or kind != "count")
