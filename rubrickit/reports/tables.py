"""What a notebook gets: scores, a delta or a plan, as figures, JSON and tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubrickit.core.config import Config
from rubrickit.core.policy import Outcome
from rubrickit.core.results import Delta, PlanReport, Scores
from rubrickit.errors import RubrickitError
from rubrickit.reports import delta_document, documents, figures, frames, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.frames import Shape

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True, repr=False)
class ScoreTable:
    """The scores of one state of a repository."""

    report: Scores

    @property
    def mean(self) -> float | None:
        """Over questions that have one, from 0 to 1; None where none has."""
        return documents.number(self.report.mean)

    @property
    def pending(self) -> int:
        """Responses without a score, since a verdict is missing."""
        return self.report.pending

    @property
    def calls(self) -> int:
        """Requests that were sent to the judge for it."""
        return self.report.run.usage.calls

    @property
    def document(self) -> Document:
        """What `rubrickit score --format json` prints: `rubrickit.score/1`."""
        return documents.scores(self.report)

    def to_frame(self, shape: Shape = "long") -> "DataFrame":
        """Long: a row for each response and leaf. Wide: a row for each response.

        Raises RubrickitError for another shape.
        """
        return frames.of_scores(self.report, _known(shape))

    def __repr__(self) -> str:
        rubrics = numbers.count(len(self.report.questions), "rubric")
        mean = numbers.score(self.report.mean)
        return f"<scores of {rubrics}: mean {mean}, {self.pending:,} pending>"


@dataclass(frozen=True, slots=True, repr=False)
class DeltaTable:
    """What an edit did to every recorded response."""

    report: Delta
    config: Config

    @property
    def outcome(self) -> Outcome:
        """What the gate says: `pass`, `fail`, `pending`, `inconclusive` or `none`."""
        return self.report.decision.outcome

    @property
    def reasons(self) -> tuple[str, ...]:
        """A line each, with the number that decided."""
        return self.report.decision.reasons

    @property
    def delta(self) -> float | None:
        """Of the overall mean, from -1 to 1; None while it is pending."""
        return documents.number(self.report.evidence.total.delta)

    @property
    def document(self) -> Document:
        """What `rubrickit delta --format json` prints: `rubrickit.delta/1`."""
        return delta_document.delta(self.report, self.config)

    def to_frame(self, shape: Shape = "long") -> "DataFrame":
        """Of the changed questions. Long: a row for each response and leaf. Wide: a
        row for each response.

        Raises RubrickitError for another shape.
        """
        return frames.of_delta(self.report, _known(shape))

    def edits(self) -> "DataFrame":
        """A row for each edit; a question's contributions add up to its delta."""
        return frames.edits(self.report)

    def __repr__(self) -> str:
        overall = figures.overall(self.document)
        return f"<delta: {self.outcome}, overall {overall}>"


@dataclass(frozen=True, slots=True, repr=False)
class PlanTable:
    """What a score or a delta would ask the judge, and what that would cost."""

    report: PlanReport

    @property
    def calls(self) -> int:
        """The least requests; `document["calls_max"]` holds the most."""
        return self.report.plan.calls

    @property
    def cost(self) -> float | None:
        """Of the least calls, in the currency of the prices; None without prices."""
        return documents.number(self.report.estimate.cost)

    @property
    def document(self) -> Document:
        """What `rubrickit plan --format json` prints: `rubrickit.plan/1`."""
        return documents.plan(self.report)

    def to_frame(self, shape: Shape = "long") -> "DataFrame":
        """Long: a row for each check and text without a grade. Wide: each question.

        Raises RubrickitError for another shape.
        """
        return frames.of_plan(self.report, _known(shape))

    def __repr__(self) -> str:
        cost = numbers.money(self.report.estimate.cost)
        return f"<plan: {numbers.count(self.calls, 'judge call')}, {cost}>"


def _known(shape: Shape) -> Shape:
    """Notebooks have no type checker."""
    if shape not in ("long", "wide"):
        hint = "`long` is a row a leaf, `wide` a row a response"
        raise RubrickitError(f"there is no shape `{shape}`", hint=hint)
    return shape
