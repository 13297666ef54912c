"""Scores every response of every rubric at one state of the repository."""

from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core import deltas, scoring
from rubrickit.core.deltas import Side
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.sheets import Sheet
from rubrickit.core.versions import Version
from rubrickit.errors import NothingToGradeError
from rubrickit.flows import evidence, grading
from rubrickit.flows.grading import Run
from rubrickit.world import World


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
    mean: Fraction | None
    run: Run
    damage: tuple[str, ...]
    clashes: int

    @property
    def pending(self) -> int:
        """Responses that have no score yet."""
        return sum(
            score.result == "pending" for q in self.questions for score in q.side.scores
        )


def score(world: World, version: Version) -> Scores:
    """Grades what is missing first.

    Raises NothingToGradeError where no rubric has a response: that is no score of 0.
    """
    rubrics = world.repository.rubrics(version)
    responses = world.repository.responses(version)
    graded = [
        (r, responses[r.question_id]) for r in rubrics if r.question_id in responses
    ]
    if not graded:
        raise nothing_to_grade(len(rubrics), len(responses))
    run = grading.fill(world, graded)
    questions = tuple(_question(world, r, found, run) for r, found in graded)
    means = [q.mean for q in questions if q.mean is not None]
    return Scores(
        version=version,
        judge=world.judge.card,
        questions=questions,
        ungraded=tuple(
            r.question_id for r in rubrics if r.question_id not in responses
        ),
        mean=scoring.mean(means),
        run=run,
        damage=world.ledger.damage,
        clashes=world.ledger.clashes,
    )


def nothing_to_grade(rubrics: int, questions: int) -> NothingToGradeError:
    message = (
        f"nothing was graded: {rubrics} rubric(s), and {questions} question(s) with"
        " responses, have no question in common"
    )
    hint = "a response in `gold/` names its rubric by `question_id`"
    return NothingToGradeError(message, hint=hint)


def _question(
    world: World, rubric: Rubric, responses: tuple[Response, ...], run: Run
) -> QuestionScores:
    sheet = evidence.sheet(world, [rubric], responses, run)
    side = deltas.side(rubric, sheet)
    values = [s.value for s in side.scores if s.value is not None]
    return QuestionScores(sheet, side, scoring.question_mean(rubric, values))
