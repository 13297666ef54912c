"""Segments and judge documents as files: what is intact, and what is not."""

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath

from rubrickit.core import columns, json_text, segment_index, shelves
from rubrickit.core.canonical import Digest
from rubrickit.core.judging import card as judge_cards
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.segments import Damage
from rubrickit.core.shelves import Intact, Shelf
from rubrickit.edges.cache import Cache
from rubrickit.world import NamedFiles


class FolderSource:
    """The files below a folder whose names end in `suffix`; links are refused."""

    def __init__(self, folder: Path, suffix: str = ".jsonl") -> None:
        self._folder = folder
        self._suffix = suffix

    def names(self) -> Iterator[tuple[str, str]]:
        yield from self._below(self._folder)

    def read(self, identity: str) -> bytes:
        path = Path(identity)
        if path.is_symlink():
            raise OSError(errno.ELOOP, "a symbolic link, which is not followed")
        if not path.is_file():
            raise OSError(errno.EINVAL, "not a regular file")
        with open(path, "rb", opener=_without_following) as file:
            return file.read()

    def _below(self, folder: Path) -> Iterator[tuple[str, str]]:
        if folder.is_symlink():
            yield folder.name, str(folder)
            return
        for entry in sorted(_entries(folder), key=lambda entry: entry.name):
            if entry.is_dir():
                yield from self._below(Path(entry.path))
            elif entry.name.endswith(self._suffix) and entry.name[0] != ".":
                yield entry.name, entry.path


def shelf(sources: Iterable[NamedFiles], cache: Cache) -> Shelf:
    """Reads and checks every segment; a name that is found twice is read once."""
    listed = [
        (PurePath(name).stem, identity, source)
        for source in sources
        for name, identity in source.names()
    ]
    known = cache.get_many(segment_index.KIND, {name for name, _, _ in listed})
    intact: dict[Digest, Intact] = {}
    fresh: dict[str, bytes] = {}
    damage = []
    for name, identity, source in listed:
        if name in intact:
            continue
        read = _read_segment(name, identity, source, known)
        if isinstance(read, Damage):
            damage.append(str(read))
            continue
        intact[name] = read
        if name not in known:
            fresh[name] = segment_index.dump(read.index)
    cache.put_many(segment_index.KIND, fresh)
    skipped = columns.replaced(each.index.header for each in intact.values())
    live = [each for name, each in intact.items() if name not in skipped]
    return Shelf(live, tuple(damage))


def cards(
    sources: Iterable[NamedFiles],
) -> tuple[Mapping[Digest, JudgeCard], tuple[str, ...]]:
    """Judge documents by digest, and what is wrong with the others."""
    found: dict[Digest, JudgeCard] = {}
    damage = []
    for source in sources:
        for name, identity in source.names():
            card = _card(name, identity, source)
            if isinstance(card, Damage):
                damage.append(str(card))
            else:
                found.setdefault(card.digest, card)
    return found, tuple(damage)


def _read_segment(
    name: str, identity: str, source: NamedFiles, known: Mapping[str, bytes]
) -> Intact | Damage:
    data = _read(identity, source)
    if isinstance(data, Damage):
        return data
    return shelves.checked(name, identity, data, known.get(name))


def _card(name: str, identity: str, source: NamedFiles) -> JudgeCard | Damage:
    data = _read(identity, source)
    if isinstance(data, Damage):
        return data
    parsed = json_text.parse(data.decode("utf-8", "replace"))
    card = judge_cards.load(parsed.value) if parsed else None
    if card is None or f"{card.digest}.json" != name:
        return Damage(identity, "damaged or renamed: not the judge that it is named by")
    return card


def _read(identity: str, source: NamedFiles) -> bytes | Damage:
    try:
        return source.read(identity)
    except OSError as error:
        return Damage(identity, error.strerror or "cannot be read")


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)
