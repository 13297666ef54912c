"""The files of one state, as Git keeps them, for whoever must not trust a cache."""

from collections import defaultdict
from collections.abc import Sequence

from rubrickit.core.config import Paths
from rubrickit.core.gold_index import Entry
from rubrickit.core.releasing.inputs import Bytes, Files, Inputs
from rubrickit.core.responses import Response
from rubrickit.core.versions import Version
from rubrickit.edges import gold_files, gold_folder
from rubrickit.edges.data_changes import CONFIG_NAME
from rubrickit.edges.repository import FileRepository
from rubrickit.edges.rubric_folder import SUFFIXES
from rubrickit.edges.snapshots import Snapshot, Suffix

_LABELS = "labels"


def read(snapshot: Snapshot, paths: Paths) -> Files:
    """Raises RubrickitError where a link or another repository lies among them."""
    gold = _below(snapshot, paths.gold, ".jsonl")
    labels = f"{paths.gold}/{_LABELS}/"
    scores = paths.scores
    return Files(
        scores=scores,
        settings=_below(snapshot, CONFIG_NAME, ""),
        rubrics=_below(snapshot, paths.rubrics, SUFFIXES),
        gold={p: data for p, data in gold.items() if not p.startswith(labels)},
        labels={p: data for p, data in gold.items() if p.startswith(labels)},
        segments=_below(snapshot, f"{scores}/ledger", ".jsonl"),
        judges=_below(snapshot, f"{scores}/judges", ".json"),
        signoffs=_below(snapshot, f"{scores}/signoffs", ".jsonl"),
        manifests=_below(snapshot, f"{scores}/releases", ".json"),
        pages=_below(snapshot, f"{scores}/releases", (".md", ".html")),
    )


def _below(snapshot: Snapshot, folder: str, suffix: Suffix) -> Bytes:
    return snapshot.read(snapshot.blobs(folder, suffix))


def inputs(repository: FileRepository, version: Version, files: Files) -> Inputs:
    """Raises RubrickitError at the first file that is wrong."""
    return Inputs(
        files=files,
        config=repository.config(version),
        rubrics=repository.rubrics(version),
        responses=_responses(files.gold),
        labels=tuple(
            label
            for path, data in files.labels.items()
            for label in gold_files.labels(data, path)
        ),
        signoffs=tuple(
            row
            for path, data in files.signoffs.items()
            for row in gold_files.sign_offs(data, path)
        ),
    )


def _responses(gold: Bytes) -> dict[str, Sequence[Response]]:
    found: dict[str, dict[str, Entry]] = defaultdict(dict)
    for path, index in gold_folder.indexed(gold.items()).items():
        for name, entry in index.items():
            found[name][path] = entry
    return {
        name: gold_folder.question(entries, gold.__getitem__)
        for name, entries in found.items()
    }
