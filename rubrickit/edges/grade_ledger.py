"""The ledger on disk: segments that travel in Git, and this run's journal."""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Literal

from rubrickit import __version__
from rubrickit.core import columns, journals, segments
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import ColumnKey, LooseGrades, Part
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.journals import Contents
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.shelves import Shelf
from rubrickit.edges import journal as journal_files
from rubrickit.edges import ledger_files
from rubrickit.edges import recording as recordings
from rubrickit.edges.cache import Cache
from rubrickit.edges.ledger_files import FolderSource
from rubrickit.edges.ledger_writing import Target
from rubrickit.edges.recording import Recording
from rubrickit.world import NamedFiles

Reasons = Literal["git", "local", "none"]

TOOL = f"rubrickit {__version__}"


class GradeLedger:
    """Reads from all sources; writes below `scores`, and keeps its state in `state`.

    Without sources it reads what stands below `scores`. Everything is read when it
    is first needed, journals before segments: a run that ends meanwhile leaves its
    grades in one or the other.
    """

    def __init__(
        self,
        scores: Path,
        state: Path,
        *,
        reasons: Reasons = "git",
        root: Path | None = None,
        segment_sources: Sequence[NamedFiles] = (),
        card_sources: Sequence[NamedFiles] = (),
    ) -> None:
        local = state / "reasons" if reasons == "local" else None
        self._target = Target(scores, reasons == "git", local)
        self._keeps_reasons = reasons != "none"
        self._state = state
        self._root = root or scores.parent
        self._cache = Cache(state / "cache" / "cache.sqlite")
        self._segments = segment_sources or [FolderSource(scores / "ledger")]
        self._documents = card_sources or [FolderSource(scores / "judges", ".json")]
        self._recorded: list[LooseGrades] = []
        self._recorded_cards: list[dict[Digest, JudgeCard]] = []
        self._clashes: dict[ColumnKey, int] = {}
        self._own_journals: set[Path] = set()
        self.written: list[Path] = []

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        key = (judge, question, leaf, pass_number)
        column = columns.settle(self._shelf.lines(key), self._loose_parts(key))
        self._clashes[key] = column.clashes
        return column.met

    def reason(self, key: GradeKey) -> str:
        column = (key.judge, key.question, key.leaf, key.pass_number)
        lines = self._shelf.lines(column)
        parts = [*columns.parts_of(lines), *self._loose_parts(column)]
        kept = columns.reason_for(parts, key.response)
        return kept or self._local_reason(key, columns.merge(parts).met)

    def reasons(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, str]:
        key = (judge, question, leaf, pass_number)
        lines = self._shelf.lines(key)
        parts = [*columns.parts_of(lines), *self._loose_parts(key)]
        kept = columns.reasons_of(parts)
        local = [*columns.parts_of(self._local_reasons.lines(key))]
        if not local:
            return kept
        return {**columns.reasons_of(local, columns.merge(parts).met), **kept}

    def _local_reason(self, key: GradeKey, met: Mapping[Digest, bool]) -> str:
        """From beside the state, where it was given for the same verdict."""
        column = (key.judge, key.question, key.leaf, key.pass_number)
        agreeing = (
            part
            for part in columns.parts_of(self._local_reasons.lines(column))
            if part.met.get(key.response) is met.get(key.response)
        )
        return columns.reason_for(agreeing, key.response)

    def cards(self) -> Mapping[Digest, JudgeCard]:
        unfinished = (contents.cards for contents in self._journals.values())
        known = ChainMap(*map(dict, unfinished), dict(self._present_cards[0]))
        return ChainMap(*self._recorded_cards, known)

    @property
    def damage(self) -> tuple[str, ...]:
        faults = (
            f"{path}: {fault}"
            for path, contents in self._journals.items()
            for fault in contents.faults
        )
        found = (*self._shelf.damage, *self._present_cards[1], *faults)
        return tuple(line.removeprefix(f"{self._root}/") for line in found)

    @property
    def clashes(self) -> int:
        return sum(self._clashes.values()) + self._shelf.folded_clashes.total()

    @contextmanager
    def recording(self, created: datetime) -> Iterator[Recording]:
        moment = segments.timestamp(created)
        self._target.check(moment)
        recording = recordings.begin(
            self._state / "journal", moment, keeps_reasons=self._keeps_reasons
        )
        self._own_journals.add(recording.journal.path)
        self._recorded += [recording.own, *recording.recovered]
        self._recorded_cards.append(recording.cards)
        try:
            yield recording
        finally:
            self._finish(recording)

    def _finish(self, recording: Recording) -> None:
        written = False
        try:
            self._write(recording)
            written = True
        finally:
            recording.close(written=written)

    def _write(self, recording: Recording) -> None:
        for draft in recording.drafts():
            self._target.clear_draft(draft)
        grades = recording.grades(self._lacks)
        if not grades:
            return
        draft = recordings.draft_name(recording.journal)
        cards = recording.cards.values()
        self._target.write_cards(cards, self._present_cards[0], draft)
        created = recording.own.origin.created
        self.written.append(self._target.write(grades, created, TOOL, draft))

    def _lacks(self, grade: Grade) -> bool:
        """No segment says the same, so its run died before it wrote one."""
        parts = columns.parts_of(self._shelf.lines(columns.column_of(grade)))
        return all(part.met.get(grade.key.response) != grade.met for part in parts)

    def _loose_parts(self, key: ColumnKey) -> list[Part]:
        parts = (grades.part(key) for grades in [*self._unfinished, *self._recorded])
        return [part for part in parts if part]

    @cached_property
    def _journals(self) -> Mapping[Path, Contents]:
        """Of other runs, dead or alive, as they stand at the first look."""
        return {
            path: journals.read(data)
            for path, data in journal_files.read_all(self._state / "journal")
            if path not in self._own_journals
        }

    @cached_property
    def _unfinished(self) -> Sequence[LooseGrades]:
        every = self._journals.values()
        return [recordings.loose(each.grades, each.created) for each in every]

    @cached_property
    def _shelf(self) -> Shelf:
        """Journals are read first: a run that ends meanwhile is found in either."""
        _ = self._unfinished
        return ledger_files.shelf(self._segments, self._cache)

    @cached_property
    def _local_reasons(self) -> Shelf:
        return ledger_files.shelf([FolderSource(self._state / "reasons")], self._cache)

    @cached_property
    def _present_cards(self) -> tuple[Mapping[Digest, JudgeCard], tuple[str, ...]]:
        return ledger_files.cards(self._documents)
