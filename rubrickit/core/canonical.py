"""One spelling for each text and value, and its digest."""

import hashlib
import json
import unicodedata
from typing import Any

Digest = str
"""128 bits of SHA-256 over canonical JSON, as 32 lower-case hex digits."""


def text(value: str) -> str:
    """NFC, with every line end as LF."""
    unified = value.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", unified)


def folded(value: str) -> str:
    """White space folded: re-wrapping a check does not change it."""
    return " ".join(text(value).split())


def paragraphs(value: str) -> str:
    """White space folded inside paragraphs, which stay apart."""
    parts = (folded(part) for part in text(value).split("\n\n"))
    return "\n\n".join(part for part in parts if part)


def canonical_json(value: Any) -> str:
    """Sorted keys, no spaces, no escapes beyond JSON's own."""
    return json.dumps(
        value,
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )


def digest(value: Any) -> Digest:
    """Of a plain JSON value whose texts are canonical already.

    Lone surrogates, which JSON escapes can smuggle in, are kept apart from every
    real character by `surrogatepass`.
    """
    data = canonical_json(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:32]
