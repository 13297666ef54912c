"""Reads every file of a repository for lint, and goes on where one is wrong."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

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

Memory = dict[tuple[object, ...], Any]
"""What was read out of each file's bytes, in looks that came before.

It holds what the newest look found: what that did not meet is forgotten.
"""


class Inspection:
    """One look at a folder; `config_name` is the file that marks its root."""

    def __init__(
        self,
        root: Path,
        paths: Paths,
        config_name: str,
        memory: Memory | None = None,
    ) -> None:
        self._memory = memory
        self._met: Memory = {}
        self._snapshot = FolderSnapshot(root)
        self._paths = paths
        self._config_name = config_name
        self._unreadable: list[Finding] = []
        self._shared_files: list[tuple[object, ...]] = []

    def result(self) -> Inspected:
        config = Config()
        for path, data in self._files(self._config_name, ""):
            config, problems = rubric_files.inspect_config(data, path)
            self._unreadable.extend(problems)
        shared = self._shared()
        readable = tuple(self._rubrics(shared))
        responses = self._responses()
        if self._memory is not None:
            self._memory.clear()
            self._memory.update(self._met)
        return Inspected(
            readable,
            tuple(shared.values()),
            tuple(self._unreadable),
            self._paths.rubrics,
            config.experts,
            responses,
        )

    def _shared(self) -> Mapping[str, Node]:
        found: dict[str, Node] = {}
        for path, data in self._files(self._shared_folder, SUFFIXES):
            key = _key("shared", path, data)
            self._shared_files.append(key)
            nodes, problems = self._once(
                key, partial(rubric_files.read_shared, data, path)
            )
            self._unreadable.extend(problems)
            self._unreadable.extend(rubrics.shared_twice(found, nodes))
            found = {**nodes, **found}
        return found

    def _rubrics(self, shared: Mapping[str, Node]) -> Iterator[Rubric]:
        for path, data in self._files(self._paths.rubrics, SUFFIXES):
            if path.startswith(f"{self._shared_folder}/"):
                continue
            key = (*_key("rubric", path, data), *self._shared_files)
            reading = self._once(key, partial(rubric_files.read, data, path, shared))
            self._unreadable.extend(reading.findings)
            if reading.rubric is not None:
                yield reading.rubric

    def _responses(self) -> tuple[Response, ...]:
        """Labels are looked at on the way."""
        responses: list[Response] = []
        for path, data in self._files(self._paths.gold, ".jsonl"):
            with self._going_on(path):
                is_label = path.startswith(f"{self._paths.gold}/{LABELS}/")
                read = gold_files.labels if is_label else gold_files.responses
                key = _key("gold", path, data)
                found = self._once(key, partial(read, data, path))
                responses += () if is_label else found
        with self._going_on(self._paths.gold):
            rows.check_unique(responses)
        return tuple(responses)

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

    def _once(self, key: tuple[object, ...], read: Callable[[], Any]) -> Any:
        """Out of the memory where there is one and it knows these bytes."""
        known = (self._memory or {}).get(key)
        found = self._met[key] = read() if known is None else known
        return found

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


def _key(kind: str, path: str, data: bytes) -> tuple[object, ...]:
    """Bytes rather than times: an editor may keep a file's time."""
    return kind, path, sha256(data).digest()
