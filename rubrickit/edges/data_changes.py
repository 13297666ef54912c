"""What a span changed beside the rubrics: rows of gold and labels, ledger, settings."""

from collections.abc import Callable, Iterator
from dataclasses import asdict

from rubrickit.core import row_changes
from rubrickit.core.config import Config, Paths
from rubrickit.core.row_changes import Ends
from rubrickit.core.versions import DataChanges, Span, Version
from rubrickit.edges import rubric_files
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

    settings = history.changed(base, head, CONFIG_NAME)
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
        settings=settings,
        moved=tuple(_moved(*map(open_at, (span.base, span.head)))) if settings else (),
    )


def _moved(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Settings that cannot be read stop every later run, whatever they move."""
    old, new = (asdict(_config(each).paths) for each in (before, after))
    names = [name for name, place in old.items() if new[name] != place]
    if names:
        yield f"{CONFIG_NAME}: `paths` of {' and '.join(names)} moved"


def _config(snapshot: Snapshot) -> Config:
    files = snapshot.read(snapshot.blobs(CONFIG_NAME, ""))
    return rubric_files.inspect_config(files.get(CONFIG_NAME, b""), CONFIG_NAME)[0]
