"""What the jobs return: scores of a state, and the report on an edit."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rubrickit.core.config import Passes
from rubrickit.core.deltas import Side
from rubrickit.core.estimates import Estimate
from rubrickit.core.gates import Weakening
from rubrickit.core.git_output import Commit
from rubrickit.core.grades import GradeKey, Usage, Verdictless
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.planning import CellKey, Check, Plan
from rubrickit.core.policy import Decision, Evidence
from rubrickit.core.responses import Response
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.sheets import Sheet
from rubrickit.core.versions import DataChanges, Span, Version


@dataclass(slots=True)
class Run:
    """What a grading run did so far. `calls` counts requests by check, with retries.

    `details` has words for each kind of failure. `other_judges` graded these checks
    when this one had not yet: their grades are not its own, so they do not count.
    """

    reused: int = 0
    succeeded: int = 0
    usage: Usage = field(default_factory=Usage)
    calls: Counter[Check] = field(default_factory=Counter)
    failures: dict[CellKey, Verdictless] = field(default_factory=dict)
    passes: Passes = "adaptive"
    details: dict[Verdictless, str] = field(default_factory=dict)
    other_judges: tuple[JudgeCard, ...] = ()

    @property
    def no_call_succeeded(self) -> bool:
        """Calls were made and not one gave a grade: the world failed, not the gate."""
        return self.usage.calls > 0 and not self.succeeded


@dataclass(frozen=True, slots=True)
class Ledgered:
    """What the ledger said of itself: damage, a line each, and clashing verdicts."""

    damage: tuple[str, ...] = ()
    clashes: int = 0


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """One question, its responses scored; `mean` is over those that have a score."""

    sheet: Sheet
    side: Side
    mean: Fraction | None

    @property
    def question_id(self) -> str:
        return self.side.rubric.question_id


@dataclass(frozen=True, slots=True)
class Scores:
    """`ungraded` names the questions without a response; `mean` is over questions."""

    version: Version
    judge: JudgeCard
    questions: tuple[QuestionScores, ...]
    ungraded: tuple[str, ...]
    stale_labels: int
    mean: Fraction | None
    run: Run
    ledger: Ledgered

    @property
    def pending(self) -> int:
        """Responses that have no score yet."""
        return sum(question.side.totals.pending for question in self.questions)


@dataclass(frozen=True, slots=True)
class Edited:
    """What a span changed in the rubrics, and the base's responses to these questions.

    `pairs` holds the questions whose grading changed, before and after.
    """

    pairs: tuple[tuple[Rubric, Rubric], ...]
    new: tuple[Rubric, ...]
    deleted: tuple[Rubric, ...]
    responses: Mapping[str, Sequence[Response]]

    @property
    def graded(self) -> list[tuple[Rubric, Sequence[Response]]]:
        """Both versions of each pair that has responses."""
        return [
            (rubric, self.responses[rubric.question_id])
            for pair in self.pairs
            for rubric in pair
            if self.responses.get(rubric.question_id)
        ]

    @property
    def without_responses(self) -> tuple[str, ...]:
        ids = (new.question_id for _, new in self.pairs)
        return tuple(q for q in ids if not self.responses.get(q))


@dataclass(frozen=True, slots=True)
class Delta:
    """The whole report on one edit. `means` are overall, base and head, if asked for.

    `reasons` holds what the judge gave for the grades of responses that moved.
    """

    span: Span
    judge: JudgeCard
    edited: Edited
    evidence: Evidence
    weakening: tuple[Weakening, ...]
    data: DataChanges
    decision: Decision
    reasons: Mapping[GradeKey, str]
    run: Run
    ledger: Ledgered
    means: tuple[Fraction | None, Fraction | None] | None = None


@dataclass(frozen=True, slots=True)
class Blamed:
    """A leaf, the commit that last changed what it grades, and its first release.

    `commit` is None where the clone does not reach back so far.
    """

    placed: PlacedLeaf
    commit: Commit | None = None
    release: str = ""


@dataclass(frozen=True, slots=True)
class Blame:
    """Every leaf of a question, in file order."""

    version: Version
    rubric: Rubric
    leaves: tuple[Blamed, ...]


@dataclass(frozen=True, slots=True)
class PlanReport:
    """What would be asked. `asks` is False for a judge that knows its answers.

    Then the plan is what a model would have to be asked. `span` is None for a plan of
    everything at one state. `new_checks` are those that the edit brought in.
    """

    span: Span | None
    judge: JudgeCard
    asks: bool
    plan: Plan
    estimate: Estimate
    new_checks: frozenset[Check]
    leaves_total: int

    @property
    def leaves_changed(self) -> int:
        """Leaves whose text is new in the head."""
        return len(self.new_checks)
