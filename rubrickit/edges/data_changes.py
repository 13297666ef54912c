"""What a span changed beside the rubrics: rows of gold and labels, ledger, settings."""

from collections import Counter
from collections.abc import Callable

from rubrickit.core.config import Paths
from rubrickit.core.versions import DataChanges, Span, Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.snapshots import Snapshot

Open = Callable[[Version], Snapshot]

CONFIG_NAME = "rubrickit.yaml"


def between(
    history: GitHistory, span: Span, paths: Paths, open_at: Open
) -> DataChanges:
    """One line a file. Rows are compared as bytes, whatever their order."""
    base = span.base.commit or ""
    added: list[str] = []
    altered: list[str] = []
    for folder in (paths.gold, paths.scores):
        names = history.changed(base, span.head.commit, folder)
        before, after = (
            _contents(open_at(version), folder, names)
            for version in (span.base, span.head)
        )
        for path in sorted(names):
            gone, new = _rows(before.get(path, b""), after.get(path, b""))
            is_new_segment = folder == paths.scores and path not in before
            if gone:
                altered.append(f"{path}: {gone} row(s) edited or deleted")
            elif new and (folder == paths.gold or is_new_segment):
                added.append(f"{path}: {new} row(s) added")
    settings = history.changed(base, span.head.commit, CONFIG_NAME)
    return DataChanges(tuple(added), tuple(altered), tuple(sorted(settings)))


def _contents(
    snapshot: Snapshot, folder: str, names: frozenset[str]
) -> dict[str, bytes]:
    return snapshot.read(snapshot.blobs(folder, "", names))


def _rows(before: bytes, after: bytes) -> tuple[int, int]:
    """How many lines went, and how many came."""
    old, new = (Counter(data.splitlines()) for data in (before, after))
    return (old - new).total(), (new - old).total()
