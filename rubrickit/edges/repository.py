"""A rubric repository: its rubrics, gold, labels and settings at any state."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from rubrickit.core import git_output, signoffs, versions
from rubrickit.core.approving import Landed
from rubrickit.core.chronicle import Step
from rubrickit.core.config import Config, Paths
from rubrickit.core.findings import FindingError
from rubrickit.core.releasing import tags
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.signoffs import Recorded, SignOff
from rubrickit.core.versions import (
    DataChanges,
    EditedRubrics,
    RubricCommit,
    Span,
    Version,
)
from rubrickit.edges import data_changes, gold_files, rubric_files
from rubrickit.edges.cache import Cache
from rubrickit.edges.data_changes import CONFIG_NAME
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.gold_folder import GoldFolder
from rubrickit.edges.ledger_branch import TreeSource, data_branch
from rubrickit.edges.ledger_files import FolderSource
from rubrickit.edges.rubric_folder import RubricFolder, same_id
from rubrickit.edges.rubric_history import RubricHistory
from rubrickit.edges.snapshots import CommitSnapshot, FolderSnapshot, Snapshot
from rubrickit.errors import RubrickitError
from rubrickit.world import NamedFiles


@dataclass(frozen=True, slots=True)
class FileRepository:
    """Implements `world.Repository`; `history` is None outside Git."""

    root: Path
    history: GitHistory | None
    state: Path
    cache: Cache
    paths: Paths = field(default_factory=Paths)
    rubrics_folder: str | None = None
    responses_file: Path | None = None

    def laid_out(self, paths: Paths) -> "FileRepository":
        """The same, its files where the deciding configuration says they lie."""
        folder = self.rubrics_folder or paths.rubrics
        return replace(self, paths=replace(paths, rubrics=folder))

    @property
    def unsent(self) -> Path:
        """Grades of trusted runs on their way to the data branch."""
        return self.state / "unsent"

    def ledger_sources(
        self, folder: str, suffix: str, trusted: str | None = None
    ) -> tuple[NamedFiles, ...]:
        """The working tree's files, then those of the data branch.

        With a trusted commit its files instead of the working tree's, which a pull
        request may have filled, and what an earlier trusted run could not send.
        """
        place = f"{self.paths.scores}/{folder}"
        if trusted is not None:
            history = self.required_history()
            commits = (history.commit(trusted), *data_branch(history))
            trees = (TreeSource(history, c, place, suffix) for c in commits)
            return (*trees, FolderSource(self.unsent / folder, suffix))
        here = FolderSource(self.root / self.paths.scores / folder, suffix)
        if self.history is None:
            return (here,)
        commits = data_branch(self.history)
        branch = (TreeSource(self.history, c, place, suffix) for c in commits)
        return (here, *branch)

    def version(self, ref: str | None) -> Version:
        if ref is None:
            if self.history is not None and self.history.is_bare:
                hint = "name a commit, such as HEAD"
                raise RubrickitError("a bare repository has no work tree", hint=hint)
            return versions.WORKING_TREE
        return Version(ref, self.required_history().commit(ref))

    def span(self, base: str | None, head: str | None) -> Span:
        history = self.required_history()
        tip = head or "HEAD"
        trunk = base or history.default_branch()
        history.commit(trunk)
        commit = history.merge_base(trunk, tip)
        name = trunk.removeprefix("refs/remotes/").removeprefix("refs/heads/")
        rule = f"merge base of {name} and {tip}"
        return Span(Version(name, commit), self.version(head), rule)

    @staticmethod
    @contextmanager
    def at_base(span: Span) -> Iterator[None]:
        """Else a person would look for the fault in the file as it is now."""
        try:
            yield
        except FindingError as error:
            where = f"at the base ({span.rule}): {error}"
            hint = f"it is a fault of that commit, {(span.base.commit or '')[:12]}"
            raise RubrickitError(where, hint=hint) from error

    def check_root(self, span: Span, start: Path) -> None:
        """An edit that moves the settings' file would else be compared with nothing."""
        folder = start.resolve()
        places = (place / CONFIG_NAME for place in (folder, *folder.parents))
        found = self.required_history().tracked(span.base.commit or "", places)
        if found and found[0].parent != self.root:
            raise RubrickitError(
                f"{found[0]} counts at the base, and the edit has it elsewhere",
                hint="move it back: nothing can be compared across two roots",
            )

    def rubrics(self, version: Version) -> tuple[Rubric, ...]:
        return self._rubric_folder(version).all()

    def edited(self, span: Span) -> EditedRubrics:
        changed = self.required_history().changed(
            span.base.commit or "", span.head.commit, self.paths.rubrics
        )
        before, after = (self._rubric_folder(v) for v in (span.base, span.head))
        if any(before.is_shared(path) for path in changed):
            with self.at_base(span):
                old = before.all()
            return EditedRubrics(_by_id(old), _by_id(after.all()))
        with self.at_base(span):
            old = before.some(changed)
        new = after.some(changed)
        _check_free(new, before.question_ids(), changed)
        return EditedRubrics(_by_id(old), _by_id(new))

    def responses(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> Mapping[str, Sequence[Response]]:
        return self._gold(version).responses(question_ids)

    def changed_responses(self, span: Span) -> Mapping[str, Sequence[Response]]:
        """At the head, of each question that has a response in a changed file."""
        base, head = span.base.commit or "", span.head.commit
        paths = self.required_history().changed(base, head, self.paths.gold)
        if not paths:
            return {}
        before, after = self._gold(span.base), self._gold(span.head)
        ids = before.questions_in(paths) | after.questions_in(paths)
        return dict.fromkeys(ids, ()) | dict(after.responses(ids))

    def questions_with_responses(self, version: Version) -> frozenset[str]:
        rubric_ids = frozenset(self._rubric_folder(version).question_ids().values())
        return rubric_ids & self._gold(version).question_ids()

    def labels(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> tuple[Label, ...]:
        snapshot = self.snapshot(version)
        files = snapshot.read(snapshot.blobs(f"{self.paths.gold}/labels", ".jsonl"))
        found = (
            label for path in files for label in gold_files.labels(files[path], path)
        )
        return tuple(
            label
            for label in found
            if question_ids is None or label.question_id in question_ids
        )

    def config(self, version: Version) -> Config:
        snapshot = self.snapshot(version)
        files = snapshot.read(snapshot.blobs(CONFIG_NAME, ""))
        return rubric_files.parse_config(files.get(CONFIG_NAME, b""), CONFIG_NAME)

    def rubric_commits(self, version: Version, most: int) -> tuple[RubricCommit, ...]:
        if self.history is None or not most:
            return ()
        tip = version.commit or self.history.find_commit("HEAD")
        if tip is None:
            return ()
        ids = self.history.touching(tip, self.paths.rubrics, most)
        data = self.history.read(ids)
        released = self._released(self.history)
        return tuple(
            RubricCommit(
                commit,
                git_output.commit_subject(data[commit]),
                git_output.commit_date(data[commit]),
                tuple(sorted(released.get(commit, ()))),
            )
            for commit in ids
        )

    def _released(self, history: GitHistory) -> dict[str, list[str]]:
        """Tags by the last commit of the rubrics at or before what they released."""
        found: dict[str, list[str]] = {}
        for name, commit in tags.released(history.tags(tags.LISTING)).items():
            if history.find_commit(commit):  # a shallow clone may end above it
                for last in history.touching(commit, self.paths.rubrics, 1):
                    found.setdefault(last, []).append(name)
        return found

    def data_changes(self, span: Span) -> DataChanges:
        return data_changes.between(
            self.required_history(), span, self.paths, self.snapshot
        )

    def sign_offs(self, span: Span) -> Recorded:
        snapshot = self.snapshot(span.head)
        folder = f"{self.paths.scores}/{signoffs.FOLDER}"
        files = snapshot.read(snapshot.blobs(folder, ".jsonl"))
        rows = (gold_files.sign_offs(files[path], path) for path in files)
        ends = (f"^{span.base.commit}", span.head.commit or "HEAD")
        made = self.required_history().log(ends, (self.paths.rubrics,))
        authors = {writer for commit in made for writer in commit.writers}
        return Recorded(tuple(chain.from_iterable(rows)), tuple(sorted(authors)))

    def kept_sign_offs(self) -> tuple[SignOff, ...]:
        if self.history is None:
            return ()
        folder = f"{self.paths.scores}/{signoffs.FOLDER}"
        found: dict[str, tuple[SignOff, ...]] = {}
        for commit in data_branch(self.history):
            source = TreeSource(self.history, commit, folder, ".jsonl")
            for name, path in source.names():
                if name not in found:
                    found[name] = gold_files.sign_offs(source.read(path), path)
        return tuple(chain.from_iterable(found.values()))

    def landed(self, span: Span, most: int) -> tuple[Landed, ...]:
        ends = (f"^{span.base.commit}", span.head.commit or "HEAD")
        options = ("--first-parent", f"--max-count={most}")
        made = self.required_history().log(ends, (self.paths.rubrics,), *options)
        return tuple(
            Landed(each.id, each.parents[0]) for each in reversed(made) if each.parents
        )

    def steps(self, version: Version, question_id: str | None = None) -> Iterator[Step]:
        history, tip = self.required_history(), version.commit or "HEAD"
        made = RubricHistory(
            history,
            self.paths.rubrics,
            lambda commit: self._rubric_folder(Version(commit, commit)),
        )
        return made.steps_of(tip, question_id) if question_id else made.steps(tip)

    def release_of(self, commit: str) -> str:
        """The oldest annotated tag whose history holds the commit, "" without one."""
        options = (f"--contains={commit}", "--sort=creatordate")
        history = self.required_history()
        return git_output.first_annotated(history.tags(git_output.TAG_FORMAT, *options))

    def required_history(self) -> GitHistory:
        """Raises RubrickitError outside of Git."""
        if self.history is None:
            message = f"`{self.root}` is not in a Git repository"
            hint = "`git init`, then commit your rubrics"
            raise RubrickitError(message, hint=hint)
        return self.history

    def snapshot(self, version: Version) -> Snapshot:
        """The files of a commit, or those that lie here."""
        if version.commit is None:
            return FolderSnapshot(self.root)
        return CommitSnapshot(self.required_history(), version.commit)

    def _rubric_folder(self, version: Version) -> RubricFolder:
        return RubricFolder(self.snapshot(version), self.paths.rubrics, self.cache)

    def _gold(self, version: Version) -> GoldFolder:
        if self.responses_file is not None:
            folder, name = self.responses_file.parent, self.responses_file.name
            return GoldFolder(FolderSnapshot(folder), name, self.cache, "")
        return GoldFolder(self.snapshot(version), self.paths.gold, self.cache)


def _check_free(
    rubrics: Iterable[Rubric], ids: Mapping[str, str], changed: Collection[str]
) -> None:
    """An edited file may not take the question id of one that was left alone."""
    taken = {ids[path]: path for path in ids if path not in changed}
    for rubric in rubrics:
        if rubric.question_id in taken:
            raise same_id(rubric, taken[rubric.question_id])


def _by_id(rubrics: Iterable[Rubric]) -> dict[str, Rubric]:
    return {rubric.question_id: rubric for rubric in rubrics}
