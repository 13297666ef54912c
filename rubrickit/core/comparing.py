"""Two sets of scores side by side: what `compare` decides."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rubrickit.core.canonical import Digest
from rubrickit.core.policy import Decision, falls_below, signed
from rubrickit.core.scoring import mean


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A set of scores by name: a mean for each question, None where there is none.

    `judge` is its digest; `pending` counts responses that have no score yet.
    """

    name: str
    judge: Digest
    means: Mapping[str, Fraction | None]
    pending: int


@dataclass(frozen=True, slots=True)
class QuestionChange:
    question_id: str
    before: Fraction
    after: Fraction

    @property
    def delta(self) -> Fraction:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class SheetComparison:
    """Over the questions that both have a mean of; the others stand apart."""

    before: ScoreSheet
    after: ScoreSheet
    questions: tuple[QuestionChange, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    decision: Decision

    @property
    def base(self) -> Fraction | None:
        return mean([question.before for question in self.questions])

    @property
    def head(self) -> Fraction | None:
        return mean([question.after for question in self.questions])


def compare(before: ScoreSheet, after: ScoreSheet, limit: Decimal) -> SheetComparison:
    """Worst question first. `limit` is the largest fall of the mean that passes."""
    old, new = _scored(before), _scored(after)
    changes = [QuestionChange(q, old[q], new[q]) for q in old.keys() & new.keys()]
    return SheetComparison(
        before=before,
        after=after,
        questions=tuple(sorted(changes, key=lambda c: (c.delta, c.question_id))),
        only_before=tuple(sorted(old.keys() - new.keys())),
        only_after=tuple(sorted(new.keys() - old.keys())),
        decision=_decide(before, after, changes, limit),
    )


def _scored(sheet: ScoreSheet) -> dict[str, Fraction]:
    return {q: value for q, value in sheet.means.items() if value is not None}


def _decide(
    before: ScoreSheet,
    after: ScoreSheet,
    changes: list[QuestionChange],
    limit: Decimal,
) -> Decision:
    moved = mean([change.delta for change in changes])
    if moved is None:
        return Decision("pending", ("no question has a score on both sides",))
    said = f"the mean moved by {signed(moved)} (limit {limit:f})"
    if falls_below(moved, limit):
        return Decision("fail", (said,))
    waiting = [
        f"{s.name}: {s.pending} response(s) pending"
        for s in (before, after)
        if s.pending
    ]
    return Decision("pending", tuple(waiting)) if waiting else Decision("pass", (said,))
