"""What a manifest says and what was found, held against each other."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from rubrickit.core import canonical
from rubrickit.core.findings import on_one_line
from rubrickit.core.releasing.manifest import MOST_NOTES, Hashed, Manifest, digest_of
from rubrickit.core.releasing.sampling import Regraded

_NOTHING = object()
_LONG = 120
_WITH_PARTS = ("files", "ledger")


@dataclass(frozen=True, slots=True)
class Difference:
    """`place` is a file, or the path of a value inside the manifest."""

    kind: str
    place: str
    recorded: str
    found: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """What could not be looked at, and why; it is no difference."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The answer of `verify`. `checked` counts what was recomputed, by name.

    `signer` is who signed the tag, as Git says it, and `signed` who signed each gate
    leaf, by question id and path.
    """

    tag: str
    commit: str
    digest: str
    signature: str
    checked: Mapping[str, int]
    differences: tuple[Difference, ...]
    unchecked: tuple[Unchecked, ...] = ()
    sample: Regraded | None = None
    signer: str = ""
    signed: Mapping[str, Any] = field(default_factory=dict)

    def with_more(self, more: Iterable[Difference]) -> "Verification":
        """Then only the first of each kind."""
        every = (*self.differences, *more)
        return replace(self, differences=first_of_each_kind(every))

    @property
    def ok(self) -> bool:
        return not self.differences


def in_files(recorded: Manifest, hashes: Mapping[str, Any]) -> Iterator[Difference]:
    """Only the files' hashes, where their content makes no sense any more."""
    return between({"files": recorded.hashed.get("files")}, {"files": hashes})


def in_pages(
    wanted: Mapping[str, bytes], there: Mapping[str, bytes]
) -> Iterator[Difference]:
    """Pages are rendered from the manifest, so they say what it says."""
    for path, data in wanted.items():
        if there.get(path) != data:
            found = "another" if path in there else "nothing"
            yield Difference("pages", path, "the manifest as a page", found)


def between(recorded: Hashed, found: Hashed) -> Iterator[Difference]:
    """Every value that differs; its kind is the top key, or two where it has parts."""
    for place, one, other in _walk((), recorded, found):
        size = 2 if place[0] in _WITH_PARTS else 1
        kind, rest = ".".join(place[:size]), "/".join(place[size:])
        yield Difference(kind, rest or kind, _told(one), _told(other))


def _walk(
    place: tuple[str, ...], one: Any, other: Any
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted(one.keys() | other.keys()):
            pair = one.get(key, _NOTHING), other.get(key, _NOTHING)
            yield from _walk((*place, key), *pair)
    elif isinstance(one, list) and isinstance(other, list):
        yield from _lists(place, one, other)
    elif one != other or type(one) is not type(other):
        yield place, one, other


def _lists(
    place: tuple[str, ...], one: list[Any], other: list[Any]
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Sorted lists of names: what only one of them holds."""
    ours, theirs = set(map(_told, one)), set(map(_told, other))
    for name in sorted(ours ^ theirs):
        pair = (name, _NOTHING) if name in ours else (_NOTHING, name)
        yield (*place, name), *pair
    if ours == theirs and one != other:
        yield place, one, other


def _told(value: Any) -> str:
    if value is _NOTHING:
        return "nothing"
    text = value if isinstance(value, str) else canonical.canonical_json(value)
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def first_of_each_kind(found: Iterable[Difference]) -> tuple[Difference, ...]:
    """On one line each, whatever a file's own words are."""
    firsts: dict[str, Difference] = {}
    for difference in found:
        texts = map(on_one_line, astuple(difference))
        firsts.setdefault(difference.kind, Difference(*texts))
    return tuple(firsts.values())


def in_itself(place: str, recorded: Manifest) -> Iterator[Difference]:
    """Does a manifest have the digest that it says?"""
    if recorded.is_endless:
        most = f"notes of at most {MOST_NOTES:,} characters"
        yield Difference("about", place, most, "more than that")
    actual = digest_of(recorded.hashed)
    if actual != recorded.digest:
        yield Difference("manifest", place, recorded.digest, actual)


def in_chain(
    others: Mapping[str, Manifest | None], ours: Manifest
) -> Iterator[Difference]:
    """Of a release's manifest and those that lie beside it, by path."""
    known = {each.digest for each in others.values() if each}
    yield from beside(others)
    yield from _followed(ours.version, ours, known)


def beside(others: Mapping[str, Manifest | None]) -> Iterator[Difference]:
    """Each is whole, and what it follows lies there too; a manifest that somebody wrote
    anew is followed by nobody, so that the next one does not follow the last ones.
    """
    known = {each.digest for each in others.values() if each}
    for path, each in others.items():
        if each is None:
            yield Difference("chain", path, "a manifest", "none of ours")
            continue
        if path.rpartition("/")[2] != f"{each.version}.json":
            yield Difference("chain", path, "its own name", f"of {each.version}")
        for fault in in_itself(path, each):
            yield Difference("chain", path, fault.recorded, fault.found)
        yield from _followed(path, each, known)


def _followed(
    place: str, made: Manifest, known: Collection[str]
) -> Iterator[Difference]:
    for digest in made.previous:
        if digest not in known:
            yield Difference("chain", place, f"follows {digest}", "it is not here")
