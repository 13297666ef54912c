"""What a span changed beside the rubrics: rows of gold and labels, ledger, settings."""

from collections.abc import Callable

from rubrickit.core import row_changes
from rubrickit.core.config import Paths
from rubrickit.core.row_changes import Ends
from rubrickit.core.versions import DataChanges, Span, Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.snapshots import Snapshot, Suffix

Open = Callable[[Version], Snapshot]

CONFIG_NAME = "rubrickit.yaml"


def between(
    history: GitHistory, span: Span, paths: Paths, open_at: Open
) -> DataChanges:
    """Only files whose names Git says have changed are read."""
    base, head = span.base.commit or "", span.head.commit

    def ends(folder: str, suffix: Suffix) -> Ends:
        names = history.changed(base, head, folder)
        before, after = open_at(span.base), open_at(span.head)
        return (
            before.read(before.blobs(folder, suffix, names)),
            after.read(after.blobs(folder, suffix, names)),
        )

    signoffs, finished = row_changes.parted(
        f"{paths.scores}/signoffs/", *ends(paths.scores, (".jsonl", ".json"))
    )
    releases, recorded = row_changes.parted(f"{paths.scores}/releases/", *finished)
    return row_changes.changes(
        gold=ends(paths.gold, ".jsonl"),
        signoffs=signoffs,
        releases=releases,
        recorded=recorded,
        labels=f"{paths.gold}/labels/",
        settings=history.changed(base, head, CONFIG_NAME),
    )
