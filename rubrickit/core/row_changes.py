"""What an edit did to files of rows: gold, labels, sign-offs; and to finished files."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rubrickit.core import json_text
from rubrickit.core.versions import DataChanges

Files = Mapping[str, bytes]
Ends = tuple[Files, Files]
"""The changed files as they were, and as they are."""


def changes(
    *,
    gold: Ends,
    signoffs: Ends,
    releases: Ends,
    recorded: Ends,
    labels: str,
    settings: frozenset[str],
    moved: Sequence[str] = (),
) -> DataChanges:
    """One line a file. Rows are compared as bytes, whatever their order and file.

    `recorded` are the ledger's segments and judges; like releases they are finished
    when they are written. `labels` is the folder in which the order of rows counts.
    `moved` settings have later runs look elsewhere, where nobody has looked.
    """
    return DataChanges(
        added=(*_more(*gold), *_more(*signoffs), *_new(*releases)),
        altered=(
            *_fewer(*gold),
            *_reordered(labels, *gold),
            *_fewer(*signoffs),
            *_unreadable(*signoffs),
            *_touched(*releases),
            *_touched(*recorded),
            *moved,
        ),
        settings=tuple(sorted(settings)),
        recorded=tuple(_new(*recorded)),
        approved=tuple(_approvals(*signoffs)),
    )


def parted(folder: str, before: Files, after: Files) -> tuple[Ends, Ends]:
    """Below the folder, and elsewhere."""

    def part(files: Files, is_below: bool) -> Files:
        return {p: files[p] for p in files if p.startswith(folder) == is_below}

    below = part(before, True), part(after, True)
    return below, (part(before, False), part(after, False))


def _more(before: Files, after: Files) -> Iterator[str]:
    """Rows that stood nowhere before; a row that moved is no new one."""
    for path, count in _difference(after, before):
        yield f"{path}: {count} row(s) added"


def _approvals(before: Files, after: Files) -> Iterator[str]:
    """Of rows that stood nowhere before, those that tell of an approval."""
    yield from _counted(before, after, _is_approval, "approval(s) added")


def _unreadable(before: Files, after: Files) -> Iterator[str]:
    """What one reader refuses another might read, and find an approval in it."""
    what = "row(s) added that cannot be read"
    yield from _counted(before, after, lambda row: _object(row) is None, what)


def _counted(
    before: Files, after: Files, is_one: Callable[[bytes], bool], what: str
) -> Iterator[str]:
    known = frozenset(_all_rows(before))
    for path in sorted(after):
        count = sum(is_one(row) for row in _rows(after[path]) if row not in known)
        if count:
            yield f"{path}: {count} {what}"


def _is_approval(row: bytes) -> bool:
    return (_object(row) or {}).get("approval") is not None


def _object(row: bytes) -> dict[str, Any] | None:
    """None of what is no JSON object, or not the same one to every reader."""
    found = json_text.parse(row.decode("utf-8-sig", "replace"))
    return found.value if found and isinstance(found.value, dict) else None


def _fewer(before: Files, after: Files) -> Iterator[str]:
    for path, count in _difference(before, after):
        yield f"{path}: {count} row(s) edited or deleted"


def _difference(these: Files, those: Files) -> Iterator[tuple[str, int]]:
    """By path, how many rows of these are not among those, in whatever file."""
    surplus = Counter(_all_rows(these)) - Counter(_all_rows(those))
    for path in sorted(these):
        own = Counter(_rows(these[path])) - Counter(_rows(those.get(path, b"")))
        found = own & surplus
        if found:
            surplus -= found
            yield path, found.total()


def _reordered(folder: str, before: Files, after: Files) -> Iterator[str]:
    """A rater's later label replaces the earlier, so the order of labels says who won.

    Judged over all changed files together: a file that is only renamed keeps its order.
    """
    (old, new), _ = parted(folder, before, after)
    rows = _all_rows(new)
    kept = frozenset(rows)
    rest = iter(rows)
    if not all(row in rest for row in _all_rows(old) if row in kept):
        yield f"{', '.join(sorted(new))}: rows stand in another order"


def _touched(before: Files, after: Files) -> Iterator[str]:
    for path in sorted(before):
        if path not in after:
            yield f"{path}: deleted"
        elif after[path].splitlines() != before[path].splitlines():
            yield f"{path}: edited"


def _new(before: Files, after: Files) -> Iterator[str]:
    for path in sorted(after.keys() - before.keys()):
        yield f"{path}: {len(_rows(after[path]))} row(s) added"


def _all_rows(files: Files) -> list[bytes]:
    return [row for path in sorted(files) for row in _rows(files[path])]


def _rows(data: bytes) -> list[bytes]:
    """Without their line ends; blank lines are none."""
    return [row for line in data.split(b"\n") if (row := line.strip())]
