"""The rubrics commit by commit, each commit held against its first parent."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice, zip_longest

from rubrickit.core.chronicle import Step
from rubrickit.core.git_output import Commit
from rubrickit.core.rubric import Rubric
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.rubric_folder import SHARED, SUFFIXES, RubricFolder
from rubrickit.errors import RubrickitError

Read = tuple[dict[str, Rubric], dict[str, str]]
"""Rubrics by question id, and by path why one cannot be read."""


class RubricHistory:
    """`open_at` opens the folder of rubrics at a commit, when that is asked for."""

    def __init__(
        self, history: GitHistory, folder: str, open_at: Callable[[str], RubricFolder]
    ) -> None:
        self._history = history
        self._folder = folder
        self._open_at = open_at
        self._last: dict[tuple[str, tuple[str, ...]], Read] = {}

    def steps(self, tip: str) -> Iterator[Step]:
        """Newest first, each commit that touched a rubric."""
        for commit in self._log(tip, [self._folder]):
            yield self._step(commit, self._changed(commit))

    def steps_of(self, tip: str, question_id: str) -> Iterator[Step]:
        """The same of one question, and of the shared branches, whatever its file was.

        Nothing where the tip does not have it.
        """
        path = self._path(tip, question_id)
        while path:
            own, shared = path, f"{self._folder}/{SHARED}"
            path = ""
            commits = self._log(tip, [own, shared])
            for commit, older in zip_longest(commits, commits[1:]):
                step = self._step(commit, {own}, older)
                yield step
                if step.after and not step.before and commit.parents:
                    tip = commit.parents[0]
                    path = self._path(tip, question_id)
                    if path and path != own:
                        break
                    path = ""

    def _log(self, tip: str, paths: Collection[str]) -> list[Commit]:
        """Raises RubrickitError where none of it was fetched."""
        found = self._history.log((tip,), paths, "--first-parent")
        if not found and self._history.shallow():
            hint = "`git fetch --unshallow`, or `fetch-depth: 0` in a workflow"
            raise RubrickitError(
                "the clone is shallow, so the rubrics' history is not here", hint=hint
            )
        return found

    def _path(self, commit: str, question_id: str) -> str:
        paths = self._open_at(commit).question_ids()
        return next((path for path, name in paths.items() if name == question_id), "")

    def _changed(self, commit: Commit) -> Collection[str] | None:
        """None for all: where a shared branch changed, any rubric may have."""
        if not commit.parents:
            return None
        names = self._history.changed(commit.parents[0], commit.id, self._folder)
        shared = f"{self._folder}/{SHARED}/"
        return None if any(name.startswith(shared) for name in names) else names

    def _step(
        self,
        commit: Commit,
        paths: Collection[str] | None,
        older: Commit | None = None,
    ) -> Step:
        """`older` is the last one before it that touched the paths, where known."""
        before: Mapping[str, Rubric] = {}
        known = set(paths or ())
        if commit.parents:
            parent = older.id if older else commit.parents[0]
            before, unread = self._read(parent, paths)
            known |= unread.keys()
        after, faults = self._read(commit.id, paths)
        known |= {r.place.path for r in (*before.values(), *after.values())}
        return Step(commit, before, after, frozenset(known | faults.keys()), faults)

    def _read(self, commit: str, paths: Collection[str] | None) -> Read:
        """What was read last is the other side of the next step."""
        key = commit, tuple(sorted(paths or ()))
        if key not in self._last:
            self._last = {key: self._read_anew(commit, paths), **self._last}
            self._last = dict(islice(self._last.items(), 2))
        return self._last[key]

    def _read_anew(self, commit: str, paths: Collection[str] | None) -> Read:
        folder = self._open_at(commit)
        try:
            found = folder.all() if paths is None else folder.some(paths)
        except RubrickitError as error:
            return self._one_by_one(folder, paths, error)
        return {rubric.question_id: rubric for rubric in found}, {}

    def _one_by_one(
        self,
        folder: RubricFolder,
        paths: Collection[str] | None,
        error: RubrickitError,
    ) -> Read:
        every = folder.paths() if paths is None else sorted(paths)
        rubrics: dict[str, Rubric] = {}
        faults: dict[str, str] = {}
        for path in every:
            if not path.endswith(SUFFIXES):
                continue
            try:
                rubrics |= {
                    rubric.question_id: rubric for rubric in folder.some([path])
                }
            except RubrickitError as fault:
                faults[path] = str(fault)
        return rubrics, faults or {self._folder: str(error)}
