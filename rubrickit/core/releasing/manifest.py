"""A release's manifest: what counts is hashed, when and by whom it was made is not."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rubrickit.core import canonical, json_text

FORMAT = 1
SCHEMA = "rubrickit.manifest/1"
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9+_-]|\.(?!\.)){0,99}")
_FRACTION = re.compile(r"-?[0-9]{1,4000}(?:/[1-9][0-9]{0,3999})?")
MOST_NOTES = 50_000
"""Characters; what else is told of a release, but not hashed, is far shorter."""

_KEYS = {"format", "schema", "hashed", "about", "digest"}

Hashed = Mapping[str, Any]
"""Plain JSON; fractions and decimals are texts, so that no digit is lost."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """`digest` is what the file says; `hashed` need not agree with it.

    `about` holds what may differ between two builds of one release.
    """

    hashed: Hashed
    about: Mapping[str, Any]
    digest: str

    @property
    def version(self) -> str:
        return str(self.hashed.get("version", ""))

    @property
    def previous(self) -> tuple[str, ...]:
        """The digests of the manifests that it follows."""
        found = self.hashed.get("previous")
        return tuple(map(str, found)) if isinstance(found, list) else ()

    @property
    def agents(self) -> tuple[str, ...]:
        """Whose responses count, where any are named."""
        found = self.hashed.get("agents")
        return tuple(map(str, found)) if isinstance(found, list) else ()

    @property
    def is_endless(self) -> bool:
        """What it tells beside the hashed part is more than a release ever does."""
        return len(json.dumps(self.about)) > 20 * MOST_NOTES

    @property
    def mean(self) -> Fraction | None:
        """Of all results; None too where that is no score, from 0 to 1."""
        results = self.hashed.get("results")
        found = results.get("mean") if isinstance(results, dict) else None
        if not isinstance(found, str) or not _FRACTION.fullmatch(found):
            return None
        mean = Fraction(found)
        return mean if 0 <= mean <= 1 else None


def build(hashed: Hashed, about: Mapping[str, Any]) -> Manifest:
    """As it will be read again: sorted, and with lists for tuples."""
    plain = json.loads(canonical.canonical_json(hashed))
    return Manifest(plain, about, digest_of(plain))


def digest_of(hashed: Hashed) -> str:
    """All 256 bits of SHA-256 over the canonical JSON, in lower-case hex."""
    spelled = canonical.canonical_json(hashed)
    return hashlib.sha256(spelled.encode("utf-8", "surrogatepass")).hexdigest()


def dump(manifest: Manifest) -> bytes:
    """Sorted keys, UTF-8, LF: one manifest, one file."""
    document = {
        "format": FORMAT,
        "schema": SCHEMA,
        "hashed": manifest.hashed,
        "about": manifest.about,
        "digest": manifest.digest,
    }
    text = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode("utf-8", "surrogatepass")


def load(data: bytes) -> Manifest | None:
    """None where this is no manifest of our format."""
    parsed = json_text.parse(data.decode("utf-8", "replace"))
    value = parsed.value if parsed else None
    if not isinstance(value, dict) or value.keys() != _KEYS:
        return None
    if value["format"] != FORMAT or value["schema"] != SCHEMA:
        return None
    hashed, about, digest = value["hashed"], value["about"], value["digest"]
    is_whole = isinstance(hashed, dict) and isinstance(about, dict)
    return Manifest(hashed, about, digest) if is_whole and type(digest) is str else None


def tips(manifests: Iterable[Manifest]) -> list[str]:
    """Of a chain's manifests the digests that none of them follows, sorted.

    One, where releases were made one after the other.
    """
    every = list(manifests)
    followed = {digest for each in every for digest in each.previous}
    return sorted({each.digest for each in every} - followed)


def is_name(version: str) -> bool:
    """May be a tag and a file's name at once."""
    ends_well = not version.endswith((".", ".lock"))
    return ends_well and _NAME.fullmatch(version) is not None


def path(scores: str, version: str, suffix: str = ".json") -> str:
    return f"{scores}/releases/{version}{suffix}"
