"""Responses, labels and sign-offs as JSONL files."""

import json
import re
from collections.abc import Iterator
from typing import Any, Never

import orjson

from rubrickit.core import gold_index
from rubrickit.core.findings import FindingError, mistake
from rubrickit.core.gold_index import Index
from rubrickit.core.reading import rows
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Place
from rubrickit.core.signoffs import SignOff

_BOM = b"\xef\xbb\xbf"
# More digits than 64 bits hold, which orjson would round in silence.
_MANY_DIGITS = 19
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % _MANY_DIGITS)
_ESCAPED_QUOTE = b"\\u0022"
_NO_DIGITS = bytes(sorted(set(range(256)) - set(b"0123456789")))


def responses(data: bytes, path: str) -> tuple[Response, ...]:
    """Raises FindingError with the first bad line."""
    return tuple([rows.response(row, place) for row, place in _rows(data, path)])


def index(data: bytes, path: str) -> Index:
    """The same without their texts; as strict."""
    read = ((place.line, rows.fields(row, place)) for row, place in _rows(data, path))
    return gold_index.of(data, read)


def labels(data: bytes, path: str) -> tuple[Label, ...]:
    """Raises FindingError with the first bad line."""
    return tuple([rows.label(row, place) for row, place in _rows(data, path)])


def sign_offs(data: bytes, path: str) -> tuple[SignOff, ...]:
    """Raises FindingError with the first bad line."""
    return tuple([rows.sign_off(row, place) for row, place in _rows(data, path)])


def _rows(data: bytes, path: str) -> Iterator[tuple[dict[str, Any], Place]]:
    is_first = True
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), 1):
        if not line or line.isspace():
            continue
        place = Place(path, number, 1)
        row = _row(line, place)
        if not (is_first and rows.is_header(row, place)):
            yield row, place
        is_first = False


def _row(line: bytes, place: Place) -> dict[str, Any]:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _not_json(line, place, error) from error
    if not isinstance(row, dict):
        hint = 'write one object a line: {"question_id": …}'
        _refuse(place, "a line must hold a JSON object", hint)
    return _exact(line, place) if _needs_care(line, row, place) else row


def _needs_care(line: bytes, row: dict[str, Any], place: Place) -> bool:
    """Whether orjson may have dropped a key that stands twice, or rounded a number.

    A dropped key takes its two quotes with it, unless quotes were written as escapes.
    """
    if _ESCAPED_QUOTE in line:
        return True
    quotes = line.count(b'"')
    is_flat = set(map(type, row.values())) == {str}
    if is_flat and b"\\" not in line:
        return quotes != 4 * len(row)
    try:
        kept = orjson.dumps(row).count(b'"')
    except orjson.JSONEncodeError:
        _refuse(place, "nested more than 250 levels deep", "flatten it")
    return kept != quotes or (not is_flat and _has_long_number(line))


def _has_long_number(line: bytes) -> bool:
    digits = line.translate(None, _NO_DIGITS)
    return len(digits) >= _MANY_DIGITS and bool(_LONG_NUMBER.search(line))


def _exact(line: bytes, place: Place) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in found if keys.count(key) > 1)
            _refuse(
                place, f"the key `{twice[:40]}` stands twice", "keep one of the two"
            )
        return found

    return dict(json.loads(line, object_pairs_hook=unique))


def _not_json(line: bytes, place: Place, error: orjson.JSONDecodeError) -> FindingError:
    try:
        line.decode()
    except UnicodeDecodeError:
        message, hint = "not UTF-8", "save the file as UTF-8"
    else:
        message = f"not JSON at column {error.colno}: {error.msg}"
        hint = 'write one object a line: {"question_id": …}'
    at = Place(place.path, place.line, error.colno)
    return FindingError(mistake("row", at, message, hint))


def _refuse(place: Place, message: str, hint: str = "") -> Never:
    raise FindingError(mistake("row", place, message, hint))
