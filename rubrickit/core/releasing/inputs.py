"""The files that a release rests on, and their hashes."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rubrickit.core.config import Config
from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.core.responses import Label, Response, of_agents
from rubrickit.core.rubric import Rubric
from rubrickit.core.signoffs import SignOff

Bytes = Mapping[str, bytes]
"""By path from the repository's root."""


@dataclass(frozen=True, slots=True)
class Files:
    """The bytes of one state, as Git keeps them; nothing of the machine is in it.

    `scores` is the folder of segments, judges and manifests, as its settings say.
    """

    scores: str
    settings: Bytes
    rubrics: Bytes
    gold: Bytes
    labels: Bytes
    segments: Bytes
    judges: Bytes
    signoffs: Bytes
    manifests: Bytes
    pages: Bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """Files of the data branch, by path."""

    segments: Bytes
    judges: Bytes
    signoffs: Bytes


@dataclass(frozen=True, slots=True)
class Inputs:
    """The same files, read. `responses` are by question id, by response id within."""

    files: Files
    config: Config
    rubrics: tuple[Rubric, ...]
    responses: Mapping[str, Sequence[Response]]
    labels: tuple[Label, ...]
    signoffs: tuple[SignOff, ...] = ()

    def of_agents(self, agents: Collection[str]) -> "Inputs":
        """Only their responses count; everybody's where nobody is named."""
        chosen = {
            question_id: of_agents(responses, agents)
            for question_id, responses in self.responses.items()
        }
        kept = {name: found for name, found in chosen.items() if found}
        return replace(self, responses=kept)


_ALL = (
    "settings", "rubrics", "gold", "labels", "segments", "judges", "signoffs",
    "manifests",
)  # fmt: skip
_HASHED = ("settings", "rubrics", "gold", "labels", "judges", "signoffs")
_OF_ROWS = ("gold", "labels", "signoffs")


def hashes(files: Files) -> dict[str, Any]:
    """By kind and path: `sha256`, and how many `lines` where a line is a row.

    Segments are not among them: their names are their hashes.
    """
    return {
        kind: {path: _entry(kind, data) for path, data in getattr(files, kind).items()}
        for kind in _HASHED
    }


def _entry(kind: str, data: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = {"sha256": hashlib.sha256(data).hexdigest()}
    if kind in _OF_ROWS:
        entry["lines"] = data.count(b"\n") + (data[-1:] not in (b"", b"\n"))
    return entry


def stem(path: str) -> str:
    """A file's name without its folder and ending."""
    return path.rpartition("/")[2].rpartition(".")[0]


def segment_names(files: Files) -> list[str]:
    """Sorted; what is damaged still has its name."""
    return sorted({stem(path) for path in files.segments})


def root_of(names: Iterable[str]) -> str:
    """One hash for a whole ledger: SHA-256 over its segments' names, a line each."""
    lines = "".join(f"{name}\n" for name in sorted(names))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def manifests(files: Files, *, besides: str = "") -> dict[str, Manifest | None]:
    """By path, None where a file is no manifest; without the one of a version."""
    own = manifest.path(files.scores, besides)
    return {
        path: manifest.load(data)
        for path, data in files.manifests.items()
        if path != own
    }


def count(files: Files) -> int:
    return sum(len(getattr(files, kind)) for kind in _ALL)


def own_manifest(files: Files, version: str) -> tuple[str, Manifest | None]:
    """Where a version's manifest must lie, and it, None where it does not."""
    place = manifest.path(files.scores, version)
    data = files.manifests.get(place)
    return place, None if data is None else manifest.load(data)
