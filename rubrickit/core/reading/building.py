"""A located tree out of a parser's events, with limits that hostile files run into."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rubrickit.core.findings import FindingError, mistake
from rubrickit.core.reading.located import Items, Located, Pairs, Scalar
from rubrickit.core.rubric import Place

MAX_BYTES = 5_000_000
MAX_DEPTH = 100
MAX_VALUES = 50_000

EventKind = Literal["document", "scalar", "alias", "list", "mapping", "end"]


class Event(NamedTuple):
    """What the parser saw; lines and columns count from 1. A tuple, for speed."""

    kind: EventKind
    line: int
    column: int
    text: str = ""
    plain: bool = False
    anchor: str | None = None


@dataclass(slots=True)
class _Open:
    event: Event
    values_before: int
    items: list[Located] = field(default_factory=list)
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    value: Located
    size: int
    height: int


@dataclass(slots=True)
class _Builder:
    path: str
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, _Anchored | None] = field(default_factory=dict)
    values: int = 0
    documents: int = 0
    root: Located | None = None

    def take(self, event: Event) -> None:
        if event.kind == "scalar":
            value = Scalar(event.text, event.plain, event.line, event.column)
            self._count(event, 1)
            self._add(event.anchor, value, 1, 0)
        elif event.kind == "end":
            self._close()
        elif event.kind == "alias":
            self._repeat(event)
        elif event.kind == "document":
            self._begin(event)
        else:
            self._open(event)

    def _begin(self, event: Event) -> None:
        self.documents += 1
        if self.documents > 1:
            hint = "remove the line `---` or make it two files"
            raise self._refused(event, "a second document begins here", hint)

    def _open(self, event: Event) -> None:
        self._check_depth(event, 1)
        self._count(event, 1)
        self.stack.append(_Open(event, self.values - 1))
        if event.anchor:
            self.anchors[event.anchor] = None

    def _close(self) -> None:
        done = self.stack.pop()
        event = done.event
        size = self.values - done.values_before
        self._add(event.anchor, _finished(done), size, done.height)

    def _repeat(self, event: Event) -> None:
        name = event.text
        if name not in self.anchors:
            raise self._refused(event, f"`*{name}` repeats an anchor that is not there")
        anchored = self.anchors[name]
        if anchored is None:
            raise self._refused(event, f"`*{name}` stands inside what it repeats")
        self._check_depth(event, anchored.height)
        self._count(event, anchored.size)
        self._add(None, anchored.value, anchored.size, anchored.height)

    def _add(self, anchor: str | None, value: Located, size: int, height: int) -> None:
        if anchor:
            self.anchors[anchor] = _Anchored(value, size, height)
        if not self.stack:
            self.root = value
            return
        parent = self.stack[-1]
        parent.items.append(value)
        if height >= parent.height:
            parent.height = height + 1

    def _count(self, event: Event, size: int) -> None:
        self.values += size
        if self.values > MAX_VALUES:
            message = f"more than {MAX_VALUES:,} values, repeated anchors included"
            raise self._refused(event, message, "make it several files")

    def _check_depth(self, event: Event, more: int) -> None:
        if len(self.stack) + more > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep"
            raise self._refused(event, message, "flatten the tree")

    def _refused(self, event: Event, message: str, hint: str = "") -> FindingError:
        place = Place(self.path, event.line, event.column)
        return FindingError(mistake("syntax", place, message, hint))


def build(events: Iterable[Event], path: str) -> Located | None:
    """None for a file without any value. Raises FindingError at the first limit."""
    builder = _Builder(path)
    for event in events:
        builder.take(event)
    return builder.root


def _finished(done: _Open) -> Located:
    items, event = done.items, done.event
    if event.kind == "list":
        return Items(tuple(items), event.line, event.column)
    entries = tuple(zip(items[::2], items[1::2], strict=True))
    return Pairs(entries, event.line, event.column)
