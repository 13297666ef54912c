"""Parts of a text within a budget of bytes: rows go whole, least concern first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Text that always stands, or rows between a beginning and an end.

    `concern` says who gets room first, 0 before 1. `name` is what a reader is told of
    rows that found no room.
    """

    name: str
    concern: int
    before: str
    rows: tuple[str, ...] = ()
    after: str = ""

    @property
    def text(self) -> str:
        return "".join((self.before, *self.rows, self.after))


_ROOM_TO_TELL = 80
"""Bytes that a line about dropped rows takes at most, beside the part's name."""


def fitted(parts: Sequence[Part], budget: int | None, place: str) -> str:
    """All parts in their order; `place` says where the whole text is.

    `budget` counts bytes of UTF-8. Parts without rows are never cut: the caller keeps
    them short.
    """
    if budget is None:
        return "".join(part.text for part in parts if part.rows or part.before)
    kept = _kept(parts, budget)
    return "".join(_cut(part, kept[at], place) for at, part in enumerate(parts))


def _kept(parts: Sequence[Part], budget: int) -> dict[int, int]:
    """How many rows of each part, by its index."""
    room = budget - sum(_size(p.before + p.after) for p in parts if not p.rows)
    room -= sum(_telling(part) for part in parts if part.rows)
    kept = {at: 0 for at, _ in enumerate(parts)}
    order = sorted(kept, key=lambda at: (parts[at].concern, at))
    for at in order:
        part = parts[at]
        frame = _size(part.before + part.after)
        count = _count(part.rows, room - frame)
        if count:
            kept[at] = count
            room -= frame + sum(map(_size, part.rows[:count]))
    return kept


def _count(rows: Sequence[str], room: int) -> int:
    for at, row in enumerate(rows):
        room -= _size(row)
        if room < 0:
            return at
    return len(rows)


def _cut(part: Part, count: int, place: str) -> str:
    if count == len(part.rows):
        return part.text
    return "".join(_shortened(part, count, place))


def _shortened(part: Part, count: int, place: str) -> Iterator[str]:
    left = len(part.rows) - count
    if count:
        yield part.before
        yield from part.rows[:count]
        yield part.after
        yield f"… and {left:,} more in {place}.\n\n"
    else:
        yield f"{part.name}: {left:,} in {place}.\n\n"


def _telling(part: Part) -> int:
    return _ROOM_TO_TELL + _size(part.name)


def _size(text: str) -> int:
    return len(text.encode())
