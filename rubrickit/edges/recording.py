"""One run's recording: its own journal, and those of dead runs that it takes over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rubrickit.core import journals
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import LooseGrades
from rubrickit.core.grades import Grade
from rubrickit.core.journals import Contents
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.segment_writing import clean
from rubrickit.core.segments import Origin
from rubrickit.edges import journal as journal_files
from rubrickit.edges.journal import Journal

_NOT_YET_NAMED = "~"


@dataclass(frozen=True, slots=True)
class Recording:
    """`recovered` are the dead runs' grades; `cards` all judges of both."""

    journal: Journal
    own: LooseGrades
    dead: Sequence[Journal]
    recovered: Sequence[LooseGrades]
    cards: dict[Digest, JudgeCard]
    keeps_reasons: bool
    journalled_cards: list[JudgeCard] = field(default_factory=list)

    def record(self, grade: Grade, card: JudgeCard) -> None:
        """Kept for the segment even where the journal's disk is full."""
        reason = clean(grade.reason) if self.keeps_reasons else ""
        if reason != grade.reason:
            grade = replace(grade, reason=reason)
        self.own.add(grade)
        if card not in self.journalled_cards:
            self.journalled_cards.append(card)
            self.cards[card.digest] = card
            self.journal.append(journals.card_line(card))
        self.journal.append(journals.grade_line(grade))

    def grades(self, lacking: Callable[[Grade], bool]) -> list[Grade]:
        """For the segment: of dead runs' grades only those that no segment has."""
        together = LooseGrades(self.own.origin)
        for loose in sorted(self.recovered, key=lambda loose: loose.origin):
            for grade in filter(lacking, loose.grades()):
                together.add(grade)
        for grade in self.own.grades():
            together.add(grade)
        return list(together.grades())

    def drafts(self) -> list[str]:
        """Names of the files that dead runs may have left half written."""
        return [draft_name(journal) for journal in self.dead]

    def close(self, *, written: bool) -> None:
        """Journals whose grades stand in a segment are gone after it."""
        for journal in (*self.dead, self.journal):
            journal.close(remove=written)


def begin(folder: Path, created: str, *, keeps_reasons: bool) -> Recording:
    """Raises WorldError where no journal can be kept."""
    dead, recovered = _take_over(folder)
    return Recording(
        journal=journal_files.begin(folder, created),
        own=loose([], created),
        dead=dead,
        recovered=[loose(each.grades, each.created) for each in recovered],
        cards={
            digest: card for each in recovered for digest, card in each.cards.items()
        },
        keeps_reasons=keeps_reasons,
    )


def loose(grades: Sequence[Grade], created: str) -> LooseGrades:
    """Grades that stand in a journal only."""
    gathered = LooseGrades(Origin(created, _NOT_YET_NAMED))
    for grade in grades:
        gathered.add(grade)
    return gathered


def draft_name(journal: Journal) -> str:
    return f".{journal.path.stem}.tmp"


def _take_over(folder: Path) -> tuple[list[Journal], list[Contents]]:
    dead, recovered = [], []
    for journal in journal_files.claim_dead(folder):
        contents = journals.read(journal.read())
        if contents.ours:
            dead.append(journal)
            recovered.append(contents)
        else:
            journal.close(remove=False)
    return dead, recovered
