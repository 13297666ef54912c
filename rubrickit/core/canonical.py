"""One spelling for each text and value, and its digest."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from itertools import groupby
from json.encoder import encode_basestring
from typing import Any

MAX_MARKS = 200
_ESCAPED = bytes(range(32)) + b'"\\'
_FAR = re.compile(f"[^\x00-\u02ff]{{{MAX_MARKS},}}")

_ENCODER = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
)

Digest = str
"""128 bits of SHA-256 over canonical JSON, as 32 lower-case hex digits."""


def text(value: str) -> str:
    """NFC, with every line end as LF."""
    unified = value
    if "\r" in value:
        unified = value.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", unified)


def is_endless(value: str) -> bool:
    """Has so many combining marks in a row that NFC would take quadratic time."""
    if value.isascii():
        return False
    # Each mark takes two bytes or more; the test spares most texts the search.
    extra = len(value.encode("utf-8", "surrogatepass")) - len(value)
    if extra < MAX_MARKS:
        return False
    return any(_has_long_run(found[0]) for found in _FAR.finditer(value))


def _has_long_run(far: str) -> bool:
    runs = groupby(map(bool, map(unicodedata.combining, far)))
    return any(is_mark and sum(1 for _ in run) >= MAX_MARKS for is_mark, run in runs)


def folded(value: str) -> str:
    """White space folded: re-wrapping a check does not change it."""
    return " ".join(text(value).split())


def paragraphs(value: str) -> str:
    """White space folded inside paragraphs, which stay apart."""
    parts = (folded(part) for part in text(value).split("\n\n"))
    return "\n\n".join(part for part in parts if part)


def canonical_json(value: Any) -> str:
    """Sorted keys, no spaces, no escapes beyond JSON's own."""
    return _ENCODER.encode(value)


def digest(value: Any) -> Digest:
    """Of a plain JSON value whose texts are canonical already.

    Lone surrogates, which JSON escapes can smuggle in, are kept apart from every
    real character by `surrogatepass`.
    """
    return _digest(_utf8(canonical_json(value)))


def digest_of_texts(texts: Mapping[str, str]) -> Digest:
    """The same for a mapping of texts, whose names need no escapes, in less time."""
    # To look for what needs an escape costs a third of escaping.
    together = "".join(texts.values()).encode("utf-8", "surrogatepass")
    names = sorted(texts)
    if len(together.translate(None, _ESCAPED)) == len(together):
        spelled = ",".join([f'"{name}":"{texts[name]}"' for name in names])
    else:
        spelled = ",".join([f'"{n}":{encode_basestring(texts[n])}' for n in names])
    return _digest(f"{{{spelled}}}".encode("utf-8", "surrogatepass"))


def _utf8(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")


def _digest(data: bytes) -> Digest:
    return hashlib.sha256(data).hexdigest()[:32]
