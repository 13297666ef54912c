"""The rubrics of one state of the repository; unchanged ones come from the cache."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial

import orjson

from rubrickit import __version__
from rubrickit.core.findings import FindingError, in_file_order, mistake
from rubrickit.core.reading import codec, rubrics
from rubrickit.core.rubric import Node, Rubric
from rubrickit.edges import rubric_files, workers
from rubrickit.edges.cache import Cache
from rubrickit.edges.rubric_files import Reading
from rubrickit.edges.snapshots import Snapshot

SUFFIXES = (".yaml", ".yml")
SHARED = "_shared"
# Bytes that take some tenths of a second to read.
_ENOUGH = 500_000
_KIND = f"rubric/{codec.VERSION}/{__version__}"
_ID_KIND = f"question-id/{__version__}"


class RubricFolder:
    """`folder` at one state. Raises RubrickitError at the first file that is wrong."""

    def __init__(self, snapshot: Snapshot, folder: str, cache: Cache) -> None:
        self._snapshot = snapshot
        self._folder = folder
        self._cache = cache

    def is_shared(self, path: str) -> bool:
        return path.startswith(f"{self._folder}/{SHARED}/")

    def all(self) -> tuple[Rubric, ...]:
        """Ordered by question id, each id once."""
        return _ordered(self._read(self._blobs))

    def some(self, paths: Collection[str]) -> tuple[Rubric, ...]:
        """Those of these paths that exist, ordered by question id, each id once."""
        blobs = self._snapshot.blobs(self._folder, SUFFIXES, paths)
        return _ordered(self._read(self._own(blobs)))

    def paths(self) -> tuple[str, ...]:
        """Of every rubric, whether or not it can be read."""
        return tuple(self._blobs)

    def question_ids(self) -> Mapping[str, str]:
        """By path, of every rubric that can be read."""
        known = self._cache.get_many(_ID_KIND, set(self._blobs.values()))
        missing = {p: b for p, b in self._blobs.items() if b not in known}
        fresh = {
            self._blobs[rubric.place.path]: rubric.question_id.encode()
            for rubric in self._read(missing, lenient=True)
        }
        self._cache.put_many(_ID_KIND, fresh)
        ids = known | fresh
        return {p: ids[b].decode() for p, b in self._blobs.items() if b in ids}

    @cached_property
    def _blobs(self) -> dict[str, str]:
        return self._own(self._snapshot.blobs(self._folder, SUFFIXES))

    def _own(self, blobs: Mapping[str, str]) -> dict[str, str]:
        return {path: b for path, b in blobs.items() if not self.is_shared(path)}

    @cached_property
    def _shared(self) -> Mapping[str, Node]:
        folder = f"{self._folder}/{SHARED}"
        files = self._snapshot.read(self._snapshot.blobs(folder, SUFFIXES))
        nodes: dict[str, Node] = {}
        for path, data in files.items():
            fresh = rubric_files.parse_shared(data, path)
            for finding in in_file_order(tuple(rubrics.shared_twice(nodes, fresh))):
                raise FindingError(finding)
            nodes |= fresh
        return nodes

    def _read(self, blobs: Mapping[str, str], *, lenient: bool = False) -> list[Rubric]:
        """In the order of `blobs`; `lenient` leaves out what cannot be read."""
        stamps = codec.stamps(self._shared)
        cached = self._cache.get_many(_KIND, set(blobs.values()))
        found: dict[str, Rubric] = {}
        for path, blob in blobs.items():
            rubric = _load(cached.get(blob), path, stamps)
            if rubric is not None:
                found[path] = rubric
        missing = {path: blob for path, blob in blobs.items() if path not in found}
        fresh = dict(self._fresh(missing, lenient))
        self._cache.put_many(
            _KIND,
            {
                missing[path]: orjson.dumps(codec.dump(rubric, stamps))
                for path, rubric in fresh.items()
            },
        )
        found |= fresh
        return [found[path] for path in blobs if path in found]

    def _fresh(
        self, blobs: Mapping[str, str], lenient: bool
    ) -> Iterator[tuple[str, Rubric]]:
        read = partial(_reading, self._shared)
        files = self._snapshot.each(blobs)
        for path, reading in workers.spread(read, files, _ENOUGH):
            if reading.rubric is not None:
                yield path, reading.rubric
            elif not lenient:
                raise FindingError(reading.findings[0])


def _reading(shared: Mapping[str, Node], path: str, data: bytes) -> Reading:
    return rubric_files.read(data, path, shared)


def _load(value: bytes | None, path: str, stamps: codec.Stamps) -> Rubric | None:
    if value is None:
        return None
    try:
        return codec.load(orjson.loads(value), path, stamps)
    except orjson.JSONDecodeError:
        return None


def same_id(rubric: Rubric, elsewhere: str) -> FindingError:
    """`elsewhere` is the place of the other rubric."""
    message = f"question_id `{rubric.question_id}` stands in {elsewhere} too"
    hint = "give each question an id of its own"
    return FindingError(mistake("question-id", rubric.place, message, hint))


def _ordered(rubrics: Iterable[Rubric]) -> tuple[Rubric, ...]:
    found: dict[str, Rubric] = {}
    for rubric in rubrics:
        other = found.setdefault(rubric.question_id, rubric)
        if other is not rubric:
            raise same_id(rubric, str(other.place))
    return tuple(found[question_id] for question_id in sorted(found))
