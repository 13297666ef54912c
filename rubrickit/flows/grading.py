"""Asks for the grades that are missing, and records each as it comes."""

from collections.abc import Iterator, Sequence
from functools import partial

from rubrickit.core import planning
from rubrickit.core.grades import Answer
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.planning import CellKey, Plan
from rubrickit.core.responses import Response
from rubrickit.core.results import Run
from rubrickit.core.rubric import Rubric
from rubrickit.world import KnownJudge, World

Graded = Sequence[tuple[Rubric, Sequence[Response]]]
"""Rubrics with the responses that they grade."""


def plan(world: World, graded: Graded) -> Plan:
    """What the judge would still have to be asked; one that knows is never asked."""
    judge = world.judge.card.digest
    if isinstance(world.judge, KnownJudge):
        return Plan(judge, world.config.judge.passes, (), 0)

    known = partial(world.ledger.column, judge)
    return planning.plan(judge, world.config.judge.passes, graded, known)


def calls(world: World, rubric: Rubric, responses: Sequence[Response]) -> int:
    """The least that a plan of these would have; no text is read for it."""
    if isinstance(world.judge, KnownJudge):
        return 0
    known = partial(world.ledger.column, world.judge.card.digest)
    return planning.calls(rubric, responses, world.config.judge.passes, known)


def fill(world: World, graded: Graded) -> Run:
    """A second round asks the passes that the first made necessary.

    Nothing is asked twice in one run. Raises WorldError where no call can succeed.
    """
    found = plan(world, graded)
    run = Run(reused=found.reused)
    if isinstance(world.judge, KnownJudge):
        return run
    run.passes = world.config.judge.passes
    if not found.open_cells:
        return run
    if not found.reused:
        run.other_judges = tuple(_other_judges(world, found))
    if world.judge.destination:
        world.progress.sending(world.judge.destination, world.judge.card.model)
    tried: set[CellKey] = set()
    with world.ledger.recording(world.now) as recorder:
        while tasks := tuple(found.tasks(tried)):
            world.progress.expect(len(tasks))
            for answer in world.judge.ask(tasks):
                tried.add(_cell_key(answer))
                _take(run, answer)
                if answer.grade is not None:
                    recorder.record(answer.grade, world.judge.card)
                world.progress.answered(answer)
            found = plan(world, graded)
    return run


def _other_judges(world: World, found: Plan) -> Iterator[JudgeCard]:
    """Whose grades of these checks the ledger holds: the instrument changed."""
    checks = {cell.check for cell in found.open_cells}
    known = world.ledger.cards().items()
    for digest, card in sorted(known, key=lambda one: (one[1].model, one[0])):
        columns = (world.ledger.column(digest, *check, 1) for check in checks)
        if digest != found.judge and card.kind == "openai" and any(columns):
            yield card


def _take(run: Run, answer: Answer) -> None:
    key = answer.task.key
    run.usage += answer.usage
    run.calls[key.question, key.leaf] += answer.usage.calls
    if answer.grade is not None:
        run.succeeded += 1
    elif answer.code:
        run.failures[_cell_key(answer)] = answer.code
        run.details.setdefault(answer.code, answer.detail)


def _cell_key(answer: Answer) -> CellKey:
    key = answer.task.key
    return key.question, key.leaf, key.response, key.pass_number
