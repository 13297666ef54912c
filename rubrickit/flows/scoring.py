"""Scores every response of every rubric at one state of the repository."""

from collections.abc import Sequence

from rubrickit.core import deltas, scoring
from rubrickit.core.judging import human
from rubrickit.core.responses import Response
from rubrickit.core.results import Ledgered, QuestionScores, Run, Scores
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Version
from rubrickit.errors import NothingToGradeError
from rubrickit.flows import evidence, grading
from rubrickit.flows.grading import Graded
from rubrickit.world import World


def score(world: World, version: Version) -> Scores:
    """Grades what is missing first.

    Raises NothingToGradeError where no rubric has a response: that is no score of 0.
    """
    return of(world, version, *graded_at(world, version))


def of(
    world: World, version: Version, graded: Graded, ungraded: tuple[str, ...] = ()
) -> Scores:
    """The same of these responses; `mean` is over them alone."""
    run = grading.fill(world, graded)
    questions = tuple(_question(world, r, found, run) for r, found in graded)
    means = [q.mean for q in questions if q.mean is not None]
    return Scores(
        version=version,
        judge=world.judge.card,
        questions=questions,
        ungraded=ungraded,
        stale_labels=stale_labels(world, version, [rubric for rubric, _ in graded]),
        mean=scoring.mean(means),
        run=run,
        ledger=Ledgered(world.ledger.damage, world.ledger.clashes),
    )


def graded_at(
    world: World, version: Version, gold: Version | None = None
) -> tuple[Graded, tuple[str, ...]]:
    """Every rubric that has responses, with them; and the ids of those without.

    `gold` is another state whose responses count.
    """
    rubrics = world.repository.rubrics(version)
    responses = world.repository.responses(gold or version)
    graded = [
        (rubric, responses[rubric.question_id])
        for rubric in rubrics
        if rubric.question_id in responses
    ]
    if not graded:
        raise _nothing_to_grade(len(rubrics), len(responses))
    ids = (rubric.question_id for rubric in rubrics)
    return graded, tuple(name for name in ids if name not in responses)


def _nothing_to_grade(rubrics: int, questions: int) -> NothingToGradeError:
    why = (
        "no response names one of the rubrics" if questions else "there is no response"
    )
    hint = "a response in `gold/` names its rubric by `question_id`"
    if not rubrics:
        why = "there is no rubric"
        hint = "is this the right folder? `--repo` and `--rubrics` name others"
    return NothingToGradeError(f"nothing was graded: {why}", hint=hint)


def _question(
    world: World, rubric: Rubric, responses: Sequence[Response], run: Run
) -> QuestionScores:
    sheet = evidence.sheet(world, [rubric], responses, run)
    side = deltas.side(rubric, sheet)
    return QuestionScores(sheet, side, side.totals.mean)


def stale_labels(world: World, version: Version, rubrics: Sequence[Rubric]) -> int:
    """Labels whose check was reworded or removed; only people's judging reads them."""
    if world.judge.card.kind != "human":
        return 0
    return len(human.stale(world.repository.labels(version), rubrics))
