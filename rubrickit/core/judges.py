"""Two judges on the same rubrics and responses: what changes with the instrument."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core.deltas import Side
from rubrickit.core.judging import crosstab
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.policy import Decision
from rubrickit.core.results import QuestionScores, Scores
from rubrickit.core.scoring import mean, question_mean
from rubrickit.errors import RubrickitError


@dataclass(frozen=True, slots=True)
class JudgedLeaf:
    path: str
    table: Crosstab


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """Means are over `counted`, the responses that both judges have a score of.

    `pending` are responses that one of the two leaves without a score yet.
    """

    question_id: str
    before: Fraction | None
    after: Fraction | None
    responses: int
    counted: int
    pending: int
    leaves: tuple[JudgedLeaf, ...]

    @property
    def table(self) -> Crosstab:
        return crosstab.total(leaf.table for leaf in self.leaves)

    @property
    def delta(self) -> Fraction | None:
        """What the judge alone does to the question's mean."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class JudgeComparison:
    """Least agreement first. Nothing of it ever becomes part of a delta."""

    before: Scores
    after: Scores
    questions: tuple[JudgedQuestion, ...]
    decision: Decision

    @property
    def table(self) -> Crosstab:
        return crosstab.total(question.table for question in self.questions)

    @property
    def means(self) -> tuple[Fraction | None, Fraction | None]:
        """Over the questions that have a response with a score of both."""
        counted = [question for question in self.questions if question.counted]
        before = mean([q.before for q in counted if q.before is not None])
        return before, mean([q.after for q in counted if q.after is not None])

    @property
    def delta(self) -> Fraction | None:
        """What the judge alone does to the overall mean."""
        before, after = self.means
        return None if before is None or after is None else after - before

    @property
    def pending(self) -> int:
        """Responses that one of the two leaves without a score yet."""
        return sum(question.pending for question in self.questions)

    @property
    def leaves(self) -> tuple[tuple[str, JudgedLeaf], ...]:
        """Those with a verdict of both, by question id; most flips first."""
        every = ((q.question_id, leaf) for q in self.questions for leaf in q.leaves)
        both = [(name, leaf) for name, leaf in every if leaf.table.n]
        return tuple(sorted(both, key=lambda row: -row[1].table.flips))


def compare(before: Scores, after: Scores) -> JudgeComparison:
    """Of one state's responses; raises RubrickitError where both are one judge's."""
    if before.judge.digest == after.judge.digest:
        raise RubrickitError(
            f"both names stand for one judge, {before.judge.digest[:8]}",
            hint="name two judges",
        )
    pairs = zip(before.questions, after.questions, strict=True)
    questions = sorted((_question(*pair) for pair in pairs), key=_least_agreed)
    return JudgeComparison(before, after, tuple(questions), _decide(questions))


def _least_agreed(question: JudgedQuestion) -> tuple[Fraction, str]:
    agreed = question.table.agreement
    return Fraction(2) if agreed is None else agreed, question.question_id


def _question(before: QuestionScores, after: QuestionScores) -> JudgedQuestion:
    one, other = before.side, after.side
    values = [
        (old.value, new.value)
        for old, new in zip(one.scores, other.scores, strict=True)
        if old.value is not None and new.value is not None
    ]
    waiting = [
        "pending" in (old.result, new.result)
        for old, new in zip(one.scores, other.scores, strict=True)
    ]
    return JudgedQuestion(
        question_id=before.question_id,
        before=question_mean(one.rubric, [old for old, _ in values]),
        after=question_mean(other.rubric, [new for _, new in values]),
        responses=one.size,
        counted=len(values),
        pending=sum(waiting),
        leaves=tuple(_leaves(one, other)),
    )


def _leaves(one: Side, other: Side) -> Iterator[JudgedLeaf]:
    """Rules and schemas are left out: no judge answers them."""
    columns = zip(one.scheme.leaves, one.columns, other.columns, strict=True)
    for placed, first, second in columns:
        if placed.leaf.is_judged:
            yield JudgedLeaf(placed.path, crosstab.count(first, second))


def _decide(questions: Sequence[JudgedQuestion]) -> Decision:
    table = crosstab.total(question.table for question in questions)
    if table.agreement is None:
        return Decision("pending", ("no check has a verdict of both judges",))
    same = table.n - table.flips
    said = f"the same verdict on {same:,} of {table.n:,} check(s)"
    pending = sum(question.pending for question in questions)
    if pending or table.open:
        left = f"{table.open:,} check(s) open, {pending:,} response(s) pending"
        return Decision("pending", (said, left))
    return Decision("pass", (said,))
