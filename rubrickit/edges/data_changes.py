"""What a span changed beside the rubrics: rows of gold and labels, ledger, settings."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from rubrickit.core.config import Paths
from rubrickit.core.versions import DataChanges, Span, Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.snapshots import Snapshot, Suffix

Open = Callable[[Version], Snapshot]
Files = Mapping[str, bytes]

CONFIG_NAME = "rubrickit.yaml"


def between(
    history: GitHistory, span: Span, paths: Paths, open_at: Open
) -> DataChanges:
    """One line a file. Rows are compared as bytes, whatever their order and file."""
    base, head = span.base.commit or "", span.head.commit

    def ends(folder: str, suffix: Suffix) -> tuple[Files, Files]:
        names = history.changed(base, head, folder)
        before, after = open_at(span.base), open_at(span.head)
        return (
            before.read(before.blobs(folder, suffix, names)),
            after.read(after.blobs(folder, suffix, names)),
        )

    gold = ends(paths.gold, ".jsonl")
    signoffs, finished = _parted(
        f"{paths.scores}/signoffs/", *ends(paths.scores, (".jsonl", ".json"))
    )
    releases, recorded = _parted(f"{paths.scores}/releases/", *finished)
    settings = history.changed(base, head, CONFIG_NAME)
    return DataChanges(
        added=(*_more(*gold), *_more(*signoffs), *_new(*releases)),
        recorded=tuple(_new(*recorded)),
        altered=(
            *_fewer(*gold),
            *_reordered(f"{paths.gold}/labels/", *gold),
            *_fewer(*signoffs),
            *_touched(*finished),
        ),
        settings=tuple(sorted(settings)),
    )


def _parted(
    folder: str, before: Files, after: Files
) -> tuple[tuple[Files, Files], tuple[Files, Files]]:
    """Below the folder, and elsewhere."""

    def part(files: Files, is_below: bool) -> Files:
        return {p: files[p] for p in files if p.startswith(folder) == is_below}

    below = part(before, True), part(after, True)
    return below, (part(before, False), part(after, False))


def _more(before: Files, after: Files) -> Iterator[str]:
    """Rows that stood nowhere before; a row that moved is no new one."""
    for path, count in _difference(after, before):
        yield f"{path}: {count} row(s) added"


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
    (old, new), _ = _parted(folder, before, after)
    rows = _all_rows(new)
    kept = frozenset(rows)
    rest = iter(rows)
    if not all(row in rest for row in _all_rows(old) if row in kept):
        yield f"{', '.join(sorted(new))}: rows stand in another order"


def _touched(before: Files, after: Files) -> Iterator[str]:
    """Segments, judges and releases are finished when they are written."""
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
