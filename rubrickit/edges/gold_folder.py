"""The responses of one state of the repository, found by question."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import orjson

from rubrickit import __version__
from rubrickit.core import canonical, gold_index
from rubrickit.core.canonical import Digest
from rubrickit.core.gold_index import Entry, Index
from rubrickit.core.reading import rows
from rubrickit.core.responses import Response, UnreadResponses
from rubrickit.edges import gold_files
from rubrickit.edges.cache import Cache
from rubrickit.edges.snapshots import Snapshot, Suffix

LABELS = "labels"
_KIND = f"gold-index/2/{__version__}"
_PLACES_KIND = f"gold-places/{__version__}"


class GoldFolder:
    """`folder` at one state, or one file. Raises RubrickitError at the first bad line.

    An index of each file (which lines belong to which question, and the digests of its
    responses) is cached, so that a response is only read where its text is needed.
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
        self._shared_files: dict[str, bytes] = {}

    def question_ids(self) -> frozenset[str]:
        return frozenset(self._places)

    def questions_in(self, paths: Collection[str]) -> frozenset[str]:
        """The ids of those that have a response in one of these files."""
        wanted = set(paths)
        places = self._places.items()
        return frozenset(name for name, own in places if not wanted.isdisjoint(own))

    def responses(
        self, question_ids: Collection[str] | None
    ) -> Mapping[str, Sequence[Response]]:
        """By question id; ordered by response id within."""
        wanted = self._places.keys() if question_ids is None else set(question_ids)
        names = sorted(wanted & self._places.keys())
        paths = {path for name in names for path in self._places[name]}
        indexes = self._indexes({p: b for p, b in self._blobs.items() if p in paths})
        return {
            name: self._question({p: indexes[p][name] for p in self._places[name]})
            for name in names
        }

    def _question(self, entries: Mapping[str, Entry]) -> Sequence[Response]:
        every = list(entries.values())
        ids = [name for entry in every for name in entry.ids]
        if len(set(ids)) < len(ids):
            rows.check_unique(
                response
                for path in entries
                for response in gold_files.responses(self._bytes(path), path)
            )
        order = sorted(range(len(ids)), key=ids.__getitem__)
        plain = [digest for entry in every for digest in entry.digests]
        traces = [digest for entry in every for digest in entry.trace_digests]
        return UnreadResponses(
            {
                "response": tuple([plain[at] for at in order]),
                "trace": tuple([traces[at] for at in order]),
            },
            lambda: sorted(self._read(entries), key=lambda r: r.response_id),
        )

    def _read(self, entries: Mapping[str, Entry]) -> list[Response]:
        return [
            response
            for path, entry in entries.items()
            for response in gold_files.responses(
                gold_index.cut(self._bytes(path), entry.ranges), path
            )
        ]

    def _bytes(self, path: str) -> bytes:
        """Kept, where the file holds other questions that may be read too."""
        if path in self._shared_files:
            return self._shared_files[path]
        data = self._snapshot.read({path: self._blobs[path]})[path]
        if self._questions_in[path] > 1:
            self._shared_files[path] = data
        return data

    @cached_property
    def _questions_in(self) -> Counter[str]:
        return Counter(path for paths in self._places.values() for path in paths)

    @cached_property
    def _blobs(self) -> dict[str, str]:
        found = self._snapshot.blobs(self._folder, self._suffix)
        labels = f"{self._folder}/{LABELS}/"
        return {p: blob for p, blob in found.items() if not p.startswith(labels)}

    @cached_property
    def _places(self) -> Mapping[str, Sequence[str]]:
        """The files of each question, kept as a whole: it is what a small edit needs
        of a large folder."""
        key = canonical.digest(self._blobs)
        known = self._cache.get_many(_PLACES_KIND, [key]).get(key)
        if known is not None:
            return dict(orjson.loads(known))
        places: dict[str, list[str]] = defaultdict(list)
        for path, index in self._indexes(self._blobs).items():
            for name in index:
                places[name].append(path)
        self._cache.put_many(_PLACES_KIND, {key: orjson.dumps(places)})
        return places

    def _indexes(self, blobs: Mapping[str, str]) -> Mapping[str, Index]:
        known = self._cache.get_many(_KIND, set(blobs.values()))
        fresh: dict[str, bytes] = {}
        found = {}
        for path, blob in blobs.items():
            index = _load(known.get(blob))
            if index is None:
                data = self._snapshot.read({path: blob})[path]
                index = gold_index.of(data, gold_files.responses(data, path))
                fresh[blob] = _dump(index)
            found[path] = index
        self._cache.put_many(_KIND, fresh)
        return found


def _dump(index: Index) -> bytes:
    parts = {
        name: [entry.ranges, entry.ids, entry.digests, _traces(entry)]
        for name, entry in index.items()
    }
    return orjson.dumps(parts)


def _traces(entry: Entry) -> list[Digest]:
    return entry.trace_digests if any(entry.trace_digests) else []


def _load(value: bytes | None) -> Index | None:
    if value is None:
        return None
    return {
        name: Entry(ranges, ids, digests, traces or [""] * len(ids))
        for name, (ranges, ids, digests, traces) in orjson.loads(value).items()
    }
