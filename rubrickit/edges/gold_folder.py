"""The responses of one state of the repository, found by question."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property

import orjson

from rubrickit import __version__
from rubrickit.core import canonical, gold_index
from rubrickit.core.gold_index import Entry, Index
from rubrickit.core.reading import rows
from rubrickit.core.responses import Response, UnreadResponses
from rubrickit.edges import gold_files, workers
from rubrickit.edges.cache import Cache
from rubrickit.edges.snapshots import Snapshot, Suffix

LABELS = "labels"
# Bytes that take some tenths of a second to read.
_ENOUGH = 8_000_000
_KIND = f"gold-index/3/{__version__}"
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
            name: question(
                {p: indexes[p][name] for p in self._places[name]}, self._bytes
            )
            for name in names
        }

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
        cached = self._cache.get_many(_KIND, set(blobs.values()))
        known = {path: _load(cached.get(blob)) for path, blob in blobs.items()}
        missing = {path: blobs[path] for path, index in known.items() if index is None}
        fresh = indexed(self._snapshot.each(missing))
        made = {missing[path]: _dump(index) for path, index in fresh.items()}
        self._cache.put_many(_KIND, made)
        return {
            path: fresh[path] if index is None else index
            for path, index in known.items()
        }


def indexed(files: Iterable[tuple[str, bytes]]) -> dict[str, Index]:
    """By path. Raises FindingError at the first bad line."""
    return dict(workers.spread(_index, files, _ENOUGH))


def _index(path: str, data: bytes) -> Index:
    return gold_files.index(data, path)


def question(
    entries: Mapping[str, Entry], read: Callable[[str], bytes]
) -> Sequence[Response]:
    """One question's responses, ordered by their ids, out of entries by path.

    `read` is asked for a file when a text is. Raises FindingError where an id stands
    twice.
    """
    known = gold_index.outline(entries.values())
    if len(set(known.ids)) < len(known.ids):
        rows.check_unique(
            response
            for path in entries
            for response in gold_files.responses(read(path), path)
        )
    return UnreadResponses(known, lambda: _texts(entries, read))


def _texts(
    entries: Mapping[str, Entry], read: Callable[[str], bytes]
) -> Sequence[Response]:
    found = [
        response
        for path, entry in entries.items()
        for response in gold_files.responses(
            gold_index.cut(read(path), entry.ranges), path
        )
    ]
    return sorted(found, key=lambda response: response.response_id)


def _dump(index: Index) -> bytes:
    """Of columns in which nothing stands, nothing is kept."""
    parts = {
        name: [
            entry.ranges,
            entry.ids,
            entry.digests,
            *(
                column if any(column) else []
                for column in (entry.trace_digests, entry.agents, entry.slices)
            ),
        ]
        for name, entry in index.items()
    }
    return orjson.dumps(parts)


def _load(value: bytes | None) -> Index | None:
    if value is None:
        return None
    return {
        name: Entry(
            ranges,
            ids,
            digests,
            traces or [""] * len(ids),
            agents or [""] * len(ids),
            slices or [{}] * len(ids),
        )
        for name, (ranges, ids, digests, traces, agents, slices) in orjson.loads(
            value
        ).items()
    }
