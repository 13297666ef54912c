"""The responses of one state of the repository, found by question."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property

import orjson

from rubrickit import __version__
from rubrickit.core.findings import FindingError
from rubrickit.core.reading import rows
from rubrickit.core.responses import Response
from rubrickit.edges import gold_files
from rubrickit.edges.cache import Cache
from rubrickit.edges.snapshots import Snapshot, Suffix

LABELS = "labels"
_KIND = f"gold-index/{__version__}"

Ranges = list[list[int]]
"""Byte ranges of whole lines: first byte, byte after the last."""


class GoldFolder:
    """`folder` at one state, or one file. Raises RubrickitError at the first bad line.

    An index of each file (which lines belong to which question) is cached, so that one
    question's responses are read without the others.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        folder: str,
        cache: Cache,
        suffix: Suffix = ".jsonl",
    ) -> None:
        self._snapshot = snapshot
        self._folder = folder
        self._cache = cache
        self._suffix = suffix

    def question_ids(self) -> frozenset[str]:
        return frozenset(name for index in self._indexes.values() for name in index)

    def responses(
        self, question_ids: Collection[str] | None
    ) -> Mapping[str, tuple[Response, ...]]:
        """By question id; ordered by response id within."""
        if question_ids is None:
            files = self._snapshot.read(self._blobs)
            parts = [gold_files.responses(data, path) for path, data in files.items()]
        else:
            parts = self._selected(frozenset(question_ids))
        try:
            rows.check_unique(response for part in parts for response in part)
        except FindingError:
            if question_ids is not None:
                self.responses(None)  # knows the lines' numbers in the files
            raise
        found: dict[str, list[Response]] = defaultdict(list)
        for part in parts:
            for response in part:
                found[response.question_id].append(response)
        return {
            name: tuple(sorted(found[name], key=lambda r: r.response_id))
            for name in sorted(found)
        }

    def _selected(self, wanted: frozenset[str]) -> list[tuple[Response, ...]]:
        ranges = {
            path: [part for name in wanted for part in index.get(name, [])]
            for path, index in self._indexes.items()
        }
        needed = {p: self._blobs[p] for p, parts in ranges.items() if parts}
        return [
            gold_files.responses(_cut(data, ranges[path]), path)
            for path, data in self._snapshot.read(needed).items()
        ]

    @cached_property
    def _blobs(self) -> dict[str, str]:
        found = self._snapshot.blobs(self._folder, self._suffix)
        labels = f"{self._folder}/{LABELS}/"
        return {p: blob for p, blob in found.items() if not p.startswith(labels)}

    @cached_property
    def _indexes(self) -> Mapping[str, Mapping[str, Ranges]]:
        known = self._cache.get_many(_KIND, set(self._blobs.values()))
        missing = {path: b for path, b in self._blobs.items() if b not in known}
        fresh = {
            path: _index(data, gold_files.responses(data, path))
            for path, data in self._snapshot.read(missing).items()
        }
        self._cache.put_many(
            _KIND, {missing[path]: orjson.dumps(index) for path, index in fresh.items()}
        )
        cached = {
            p: orjson.loads(known[b]) for p, b in self._blobs.items() if b in known
        }
        return cached | fresh


def _index(data: bytes, responses: tuple[Response, ...]) -> Mapping[str, Ranges]:
    """Neighbouring lines of a question are one range."""
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    index: dict[str, Ranges] = defaultdict(list)
    for response in responses:
        first, after = starts[response.place.line - 1 : response.place.line + 1]
        ranges = index[response.question_id]
        if ranges and ranges[-1][1] == first:
            ranges[-1][1] = after
        else:
            ranges.append([first, after])
    return dict(index)


def _cut(data: bytes, ranges: Ranges) -> bytes:
    return b"\n".join(
        data[first:after].rstrip(b"\n") for first, after in sorted(ranges)
    )
