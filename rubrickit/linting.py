"""Builds what lint looks at: a folder as it lies there, without Git or a judge."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rubrickit.core.config import Paths
from rubrickit.core.findings import Finding
from rubrickit.core.lint import inspected
from rubrickit.core.lint.expressions import Static
from rubrickit.core.rubric import Leaf
from rubrickit.edges.inspection import Inspection, Memory
from rubrickit.edges.rubric_files import parse_config
from rubrickit.edges.snapshots import FolderSnapshot
from rubrickit.errors import RubrickitError
from rubrickit.wiring import CONFIG_NAME, Folders, LateRules, inside, root_of


def findings(
    folders: Folders, only: Sequence[Path] = (), memory: Memory | None = None
) -> tuple[Finding, ...]:
    """Of the folder as it lies there; in or below `only` these paths where given.

    A look that is given the `memory` of an earlier one reads changed files only.
    """
    root = root_of(folders.repository)
    inspection = Inspection(root, paths(folders), CONFIG_NAME, memory)
    found = inspection.result()
    wanted = [_inside_of(root, path) for path in only]
    return tuple(
        finding
        for finding in inspected.findings(found, _static())
        if not wanted or _is_in(root / finding.place.path, wanted)
    )


def paths(folders: Folders) -> Paths:
    """As the folder's own configuration says; where it cannot be read, lint says so."""
    root = root_of(folders.repository)
    try:
        snapshot = FolderSnapshot(root)
        files = snapshot.read(snapshot.blobs(CONFIG_NAME, ""))
        found = parse_config(files.get(CONFIG_NAME, b""), CONFIG_NAME).paths
    except RubrickitError:
        found = Paths()
    if folders.rubrics is None:
        return found
    return replace(found, rubrics=inside(root, folders.rubrics))


def _inside_of(root: Path, path: Path) -> Path:
    """A link stands for itself, not for what it points to."""
    is_link = path.is_symlink()
    place = path.parent.resolve() / path.name if is_link else path.resolve()
    if not place.is_relative_to(root):
        hint = "point `--repo` at its root"
        raise RubrickitError(f"`{path}` lies outside of `{root}`", hint=hint)
    return place


def _is_in(path: Path, wanted: Sequence[Path]) -> bool:
    return any(path.is_relative_to(place) for place in wanted)


def _static() -> Static:
    rules = LateRules()
    return Static(
        rule=lambda text: rules.problem(Leaf("", "rule", (text,))),
        when=rules.condition_problem,
        schema=lambda text: rules.problem(Leaf("", "schema", (text,))),
    )
