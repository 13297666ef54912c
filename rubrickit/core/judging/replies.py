"""How a judge's reply is read: a verdict, or none, and never a guess."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

VERSION = "strict/1"
"""What a new configuration gets. Older versions stay, so that old grades count."""

MOST_REASON = 1000
"""Characters of evidence and of reason that are kept, each."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A verdict in the judge's own words."""

    met: bool
    evidence: str = ""
    reason: str = ""

    @property
    def summary(self) -> str:
        """One text for the ledger: the reason, and what it rests on."""
        quoted = f"“{self.evidence}”" if self.evidence else ""
        return " ".join(part for part in (self.reason, quoted) if part)


def read(text: str, version: str = VERSION) -> Reply | None:
    """None where there is no verdict. Linear in the text, whatever it holds."""
    return PARSERS[version](text)


def _strict_1(text: str) -> Reply | None:
    """The last complete JSON object counts, and it must be a verdict and nothing else.

    Where an object broke off behind a text, a careless judge may have quoted the
    response without escaping it, and an object further on may be the response's own:
    then nothing counts.
    """
    found = text if _FLAT(text) else _last_flat(text)
    if found is None:
        return None
    pairs = _DECODER.decode(found)
    fields = dict(pairs)
    if len(fields) != len(pairs) or not fields.keys() <= _FIELDS:
        return None
    met = fields.get("met")
    evidence, reason = (fields.get(name, "") for name in ("evidence", "reason"))
    if not isinstance(met, bool) or not _are_texts(evidence, reason):
        return None
    return Reply(met, _kept(evidence), _kept(reason))


def _last_flat(text: str) -> str | None:
    last = None
    for found in _objects(text):
        if isinstance(found, _Break):
            if found.is_torn:
                return None
        else:
            last = found
    return None if last is None or last.is_nested else text[last.start : last.end]


PARSERS: Mapping[str, Callable[[str], Reply | None]] = {VERSION: _strict_1}

_FIELDS = frozenset({"met", "evidence", "reason"})
_DECODER = json.JSONDecoder(object_pairs_hook=list, parse_int=float)


def _are_texts(*values: Any) -> bool:
    return all(value is None or isinstance(value, str) for value in values)


def _kept(value: str | None) -> str:
    """Storable as UTF-8: a JSON escape can smuggle in half a surrogate pair."""
    text = (value or "").strip()[:MOST_REASON]
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class _Span:
    """Where an object stands. A nested one cannot be a verdict."""

    start: int
    end: int
    is_nested: bool


@dataclass(frozen=True, slots=True)
class _Break:
    """Where an object broke off; `is_torn` if that may be inside a quotation."""

    end: int
    is_torn: bool


# Possessive quantifiers (`*+`) never go back, which keeps hostile texts linear.
_START = re.compile(r'\{(?=[ \t\n\r]*+["}])')
_BLANKS = re.compile(r"[ \t\n\r]*+")
_TEXT = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"'
_SCALAR = r"true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_TOKEN = re.compile(rf"(?P<mark>[{{}}\[\]:,])|(?P<text>{_TEXT})|(?P<scalar>{_SCALAR})")
# Nothing but one flat object, which is what nearly every judge replies with.
_PAIR = rf"{_TEXT}[ \t\n\r]*+:[ \t\n\r]*+(?:{_TEXT}|{_SCALAR})[ \t\n\r]*+"
_FLAT = re.compile(
    rf"[ \t\n\r]*+\{{[ \t\n\r]*+{_PAIR}(?:,[ \t\n\r]*+{_PAIR})*+\}}[ \t\n\r]*+"
).fullmatch

# Where we are and what comes: where we are then.
_STEPS = {
    ("first key", "text"): "colon",
    ("key", "text"): "colon",
    ("colon", ":"): "value",
    ("value", "text"): "after",
    ("value", "scalar"): "after",
    ("value", "{"): "first key",
    ("value", "["): "first value",
    ("first value", "text"): "after",
    ("first value", "scalar"): "after",
    ("first value", "{"): "first key",
    ("first value", "["): "first value",
    ("first value", "]"): "after",
    ("first key", "}"): "after",
    ("after {", "}"): "after",
    ("after {", ","): "key",
    ("after [", "]"): "after",
    ("after [", ","): "value",
}


def _objects(text: str) -> Iterator[_Span | _Break]:
    """The outermost JSON objects in order, whatever stands between them."""
    at = 0
    while (start := _START.search(text, at)) is not None:
        found = _object_at(text, start.start())
        yield found
        at = found.end


def _object_at(text: str, start: int) -> _Span | _Break:
    """The object that starts here.

    No part of the text is read twice: behind a break the search goes on from the first
    character that did not fit.
    """
    opened, state, at = ["{"], "first key", start + 1
    is_nested = has_text = False
    while opened:
        kind, at, end = _token(text, at)
        place = f"after {opened[-1]}" if state == "after" else state
        if (place, kind) not in _STEPS:
            return _Break(at, is_torn=has_text or kind == "broken text")
        state, at = _STEPS[place, kind], end
        has_text = has_text or (kind == "text" and state == "after")
        if kind in "{[":
            opened.append(kind)
            is_nested = True
        elif kind in "}]":
            opened.pop()
    return _Span(start, at, is_nested)


def _token(text: str, at: int) -> tuple[str, int, int]:
    """The next token's kind, start and end. A mark is its own kind."""
    blanks = _BLANKS.match(text, at)
    start = blanks.end() if blanks else at
    token = _TOKEN.match(text, start)
    if token is None:
        return ("broken text" if text.startswith('"', start) else "none"), start, start
    return token["mark"] or str(token.lastgroup), start, token.end()
