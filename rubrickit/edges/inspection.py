"""Reads every file of a repository for lint, and goes on where one is wrong."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rubrickit.core.config import Config, Paths
from rubrickit.core.findings import Finding, FindingError, mistake, on_one_line
from rubrickit.core.lint.inspected import Inspected
from rubrickit.core.reading import rows, rubrics
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Node, Place, Rubric
from rubrickit.edges import gold_files, rubric_files
from rubrickit.edges.gold_folder import LABELS
from rubrickit.edges.rubric_folder import SHARED, SUFFIXES
from rubrickit.edges.snapshots import FolderSnapshot, Found, Suffix
from rubrickit.errors import RubrickitError


class Inspection:
    """One look at a folder; `config_name` is the file that marks its root."""

    def __init__(self, root: Path, paths: Paths, config_name: str) -> None:
        self._snapshot = FolderSnapshot(root)
        self._paths = paths
        self._config_name = config_name
        self._unreadable: list[Finding] = []

    def result(self) -> Inspected:
        config = Config()
        for path, data in self._files(self._config_name, ""):
            config, problems = rubric_files.inspect_config(data, path)
            self._unreadable.extend(problems)
        shared = self._shared()
        readable = tuple(self._rubrics(shared))
        self._look_at_gold()
        return Inspected(
            readable,
            tuple(shared.values()),
            tuple(self._unreadable),
            self._paths.rubrics,
            config.experts,
        )

    def _shared(self) -> Mapping[str, Node]:
        found: dict[str, Node] = {}
        for path, data in self._files(self._shared_folder, SUFFIXES):
            nodes, problems = rubric_files.read_shared(data, path)
            self._unreadable.extend(problems)
            self._unreadable.extend(rubrics.shared_twice(found, nodes))
            found = {**nodes, **found}
        return found

    def _rubrics(self, shared: Mapping[str, Node]) -> Iterator[Rubric]:
        for path, data in self._files(self._paths.rubrics, SUFFIXES):
            if path.startswith(f"{self._shared_folder}/"):
                continue
            reading = rubric_files.read(data, path, shared)
            self._unreadable.extend(reading.findings)
            if reading.rubric is not None:
                yield reading.rubric

    def _look_at_gold(self) -> None:
        responses: list[Response] = []
        for path, data in self._files(self._paths.gold, ".jsonl"):
            with self._going_on(path):
                if path.startswith(f"{self._paths.gold}/{LABELS}/"):
                    gold_files.labels(data, path)
                else:
                    responses += gold_files.responses(data, path)
        with self._going_on(self._paths.gold):
            rows.check_unique(responses)

    @property
    def _shared_folder(self) -> str:
        return f"{self._paths.rubrics}/{SHARED}"

    def _files(self, folder: str, suffix: Suffix) -> Iterator[tuple[str, bytes]]:
        found: list[Found] = []
        with self._going_on(folder):
            found = self._snapshot.found(folder, suffix)
        for path, refusal in found:
            with self._going_on(path):
                if refusal is not None:
                    raise refusal
                yield path, self._snapshot.read({path: ""})[path]

    @contextmanager
    def _going_on(self, path: str) -> Iterator[None]:
        """What cannot be read is a finding, and no reason to look at nothing else."""
        try:
            yield
        except FindingError as refusal:
            self._unreadable.append(refusal.finding)
        except RubrickitError as refusal:
            place = Place(path.encode("utf-8", "backslashreplace").decode(), 1, 1)
            message = str(refusal).removeprefix(f"{on_one_line(path)}: ")
            self._unreadable.append(mistake("file", place, message, refusal.hint))
