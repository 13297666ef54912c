"""A response or a label out of one line's JSON object."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Never

from rubrickit.core import canonical, responses, signoffs
from rubrickit.core.findings import FindingError, mistake
from rubrickit.core.reading import names
from rubrickit.core.reading.fields import suggestion
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Place
from rubrickit.core.signoffs import HostWord, SignOff

_HEX = frozenset("0123456789abcdef")
# A window of time compares texts, so dates have one form: no weeks, no bare digits.
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")

Row = Mapping[str, Any]
Readers = Mapping[str, tuple[str, Callable[[Any, str, Place], Any]]]
"""The field of the value that a key fills, and how."""
_UPGRADE = 'write {"format": 1}, or upgrade rubrickit'
_REQUIRED = frozenset(("question_id", "response_id", "text"))


def response(row: Row, place: Place) -> Response:
    """Raises FindingError at the first thing that is wrong."""
    return Response(**fields(row, place), place=place)


def fields(row: Row, place: Place) -> dict[str, Any]:
    """Those of a response that are not at their default, and its digests.

    Raises FindingError at the first thing that is wrong.
    """
    values = _values(row, RESPONSE, place)
    if not values.keys() >= _REQUIRED:
        _refuse_missing(row, ("question_id", "response_id", "response"), place)
    context, trace = values.get("context", ""), values.get("trace", "")
    found = responses.digests(values["text"], context, trace)
    values["digest"], values["trace_digest"] = found
    return values


def label(row: Row, place: Place) -> Label:
    """A label without `leaf_digest` is not bound to a text yet.

    Raises FindingError at the first thing that is wrong.
    """
    values = _values(row, LABEL, place)
    _refuse_missing(row, ("question_id", "response_id", "rater", "met"), place)
    if not (values.get("leaf") or values.get("leaf_digest")):
        hint = 'name the leaf: "leaf": "branch/leaf"'
        _refuse(place, "`leaf` and `leaf_digest` are missing", hint)
    values.setdefault("leaf_digest", "")
    return Label(**values, place=place)


def sign_off(row: Row, place: Place) -> SignOff:
    """Whether the signature fits is another question.

    Raises FindingError at the first thing that is wrong.
    """
    values = _values(row, SIGN_OFF, place)
    is_approval = "approval" in values
    absent = {"change", "graded", "signature" if is_approval else "approval"}
    _refuse_missing(row, SIGN_OFF.keys() - absent, place)
    if is_approval and ("signature" in values or values["meaning"] != "approval"):
        hint = "only the run at a merge writes `approval`"
        _refuse(place, "an approval has no `signature` and no other meaning", hint)
    del values["format"]
    return SignOff(**values, place=place)


def check_unique(found: Iterable[Response]) -> None:
    """Over many files: a response id stands once in a question.

    Raises FindingError that names both places.
    """
    first: dict[tuple[str, str], Response] = {}
    for one in found:
        earlier = first.setdefault((one.question_id, one.response_id), one)
        if earlier is not one:
            message = f"the response `{one.response_id}` to `{one.question_id}` stands"
            hint = "give one of them another `response_id`"
            _refuse(one.place, f"{message} twice; first at {earlier.place}", hint)


def is_header(row: Row, place: Place) -> bool:
    """`{"format": 1}` may stand before the rows."""
    if row.keys() != {"format"}:
        return False
    if type(row["format"]) is not int or row["format"] != 1:
        message = f"the format `{row['format']!r:.20}` is unknown here"
        _refuse(place, message, _UPGRADE)
    return True


def is_time(written: str) -> bool:
    """An ISO date or time in the one form that can be compared as a text."""
    try:
        return bool(_DATE.match(written) and datetime.fromisoformat(written))
    except ValueError:
        return False


def _refuse(place: Place, message: str, hint: str = "") -> Never:
    raise FindingError(mistake("row", place, message, hint))


def _values(row: Row, readers: Readers, place: Place) -> dict[str, Any]:
    """By field; null is as good as absent."""
    values = {}
    for key, value in row.items():
        if value is None and key in readers:
            continue
        try:
            field, read = readers[key]
        except KeyError:
            hint = suggestion(key, sorted(readers))
            _refuse(place, f"unknown key `{key[:40]}`", hint)
        values[field] = read(value, key, place)
    return values


def _refuse_missing(row: Row, keys: Iterable[str], place: Place) -> None:
    for key in keys:
        if row.get(key) is None:
            hint = 'an agent that said nothing answered ""' if key == "response" else ""
            _refuse(place, f"`{key}` is missing", hint)


def _text(value: Any, key: str, place: Place) -> str:
    if isinstance(value, str):
        return value
    return _refuse(place, f"`{key}` must be a text", f'put it in quotes: "{key}": "…"')


def _seen(value: Any, key: str, place: Place) -> str:
    """A text that is digested, so it must have a canonical form."""
    text = _text(value, key, place)
    if canonical.is_endless(text):
        _refuse(place, f"{canonical.MAX_MARKS} combining marks or more in a row")
    return text


def _answer(value: Any, key: str, place: Place) -> str:
    if not isinstance(value, str):
        value = _json(value, key, place)
    return _seen(value, key, place)


def _name(value: Any, key: str, place: Place) -> str:
    name = _text(value, key, place)
    fault = names.fault(name)
    if fault:
        _refuse(place, f"`{key}` {fault}")
    return name if name.isascii() else canonical.text(name)


def _leaf(value: Any, key: str, place: Place) -> str:
    return canonical.text(_seen(value, key, place))


def _leaf_digest(value: Any, key: str, place: Place) -> str:
    digest = _text(value, key, place)
    if digest and not (len(digest) == 32 and _HEX.issuperset(digest)):
        hint = "remove it; `rubrickit lint --fix` fills it"
        _refuse(place, f"`{key}` must be 32 lower-case hex digits", hint)
    return digest


def _met(value: Any, key: str, place: Place) -> bool:
    if isinstance(value, bool):
        return value
    return _refuse(place, f"`{key}` must be true or false", "without quotes")


def _meaning(value: Any, key: str, place: Place) -> str:
    if value in signoffs.MEANINGS:
        return str(value)
    known = ", ".join(f"`{meaning}`" for meaning in signoffs.MEANINGS)
    return _refuse(place, f"`{key}` must be one of {known}")


def _format(value: Any, key: str, place: Place) -> int:
    if type(value) is int and value == signoffs.FORMAT:
        return value
    return _refuse(place, f"the {key} `{value!r:.20}` is unknown here", _UPGRADE)


def _host_word(value: Any, key: str, place: Place) -> HostWord:
    given = _mapping(value, key, place)
    if given.keys() != HOST_WORD.keys() or None in given.values():
        _refuse(place, f"`{key}` must hold {', '.join(HOST_WORD)}, and nothing else")
    return HostWord(**_values(given, HOST_WORD, place))


def _count(value: Any, key: str, place: Place) -> int:
    if type(value) is int and value >= 0:
        return value
    return _refuse(place, f"`{key}` must be a whole number of at least 0")


def _mapping(value: Any, key: str, place: Place) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    hint = f'write "{key}": {{"name": …}}'
    return _refuse(place, f"`{key}` must be an object", hint)


def _slices(value: Any, key: str, place: Place) -> Mapping[str, str]:
    slices = _mapping(value, key, place)
    for name, part in slices.items():
        if not isinstance(part, str):
            hint = 'put it in quotes, or move it to "meta"'
            _refuse(place, f"the slice `{name[:40]}` must be a text", hint)
    return slices


def _time(value: Any, key: str, place: Place) -> str:
    written = _text(value, key, place)
    if not is_time(written):
        hint = "write 2026-01-31 or 2026-01-31T10:00:00Z"
        _refuse(place, f"`{key}` must be a date or a time", hint)
    return written


def _probability(value: Any, key: str, place: Place) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        _refuse(place, f"`{key}` must be a number")
    if not 0 < value <= 1:
        _refuse(place, f"`{key}` must be above 0 and at most 1")
    return float(value)


def _json(value: Any, _: str, __: Place) -> str:
    return canonical.canonical_json(value)


RESPONSE: Readers = {
    "question_id": ("question_id", _name),
    "response_id": ("response_id", _name),
    "response": ("text", _answer),
    "agent": ("agent", _text),
    "sample": ("sample", _count),
    "context": ("context", _seen),
    "reference": ("reference", _text),
    "trace": ("trace", _json),
    "slices": ("slices", _slices),
    "meta": ("meta", _mapping),
    "created": ("created", _time),
}
LABEL: Readers = {
    "question_id": ("question_id", _name),
    "response_id": ("response_id", _name),
    "leaf": ("leaf", _leaf),
    "leaf_digest": ("leaf_digest", _leaf_digest),
    "rater": ("rater", _name),
    "met": ("met", _met),
    "at": ("at", _time),
    "note": ("note", _text),
    "probability": ("probability", _probability),
}
SIGN_OFF: Readers = {
    "format": ("format", _format),
    "question_id": ("question_id", _name),
    "leaf": ("leaf", _leaf),
    "leaf_digest": ("leaf_digest", _leaf_digest),
    "meaning": ("meaning", _meaning),
    "id": ("id", _name),
    "name": ("name", _seen),
    "at": ("at", _time),
    "change": ("change", _leaf_digest),
    "graded": ("graded", _leaf_digest),
    "signature": ("signature", _text),
    "approval": ("approval", _host_word),
}
HOST_WORD: Readers = {
    "page": ("page", _text),
    "pull_request": ("pull_request", _count),
    "commit": ("commit", _text),
    "login": ("login", _text),
}
