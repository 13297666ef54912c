"""Lays out where the scores stand, how they came there, and what fails most."""

from collections.abc import Mapping, Sequence

from rubrickit.core import deltas, grades, overview, passes, reasons, reporting, slices
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.overview import QuestionOverview
from rubrickit.core.reasons import PassReasons
from rubrickit.core.reporting import Report, Wishes
from rubrickit.core.responses import Response, digests_of
from rubrickit.core.results import Ledgered, Run
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.sheets import Sheet, frame_digest
from rubrickit.core.slices import Interval
from rubrickit.core.versions import Version
from rubrickit.flows import evidence, trend
from rubrickit.flows.scoring import graded_at
from rubrickit.world import World


def report(
    world: World,
    version: Version,
    wishes: Wishes,
    interval: Interval,
    gold: Version | None = None,
) -> Report:
    """From recorded grades: whatever judge the world has, it is not asked.

    `gold` is the state whose responses and labels count, `version` if it is not given.
    Raises NothingToGradeError where no rubric has a response, and RubrickitError where
    a named agent has none.
    """
    gold = gold or version
    everything, without = graded_at(world, version, gold)
    graded = reporting.counted(everything, wishes)
    people = _people(world, gold)
    run = Run()
    if world.known_judge is None:
        run.passes = world.config.judge.passes
    questions = tuple(
        _question(world, rubric, found, people, run, texts=wishes.texts)
        for rubric, found in graded
    )
    # Before the trend, which looks at other judges' grades too.
    ledger = Ledgered(world.ledger.damage, world.ledger.clashes)
    scored = [(question.sheet.responses, question.side) for question in questions]
    return Report(
        wishes=wishes,
        version=version,
        judge=world.judge.card,
        questions=questions,
        ungraded=without,
        slices=slices.means(scored, interval),
        trend=trend.trend(world, version, questions, wishes, gold),
        run=run,
        ledger=ledger,
    )


def _people(world: World, gold: Version) -> HumanJudge | None:
    """None where nobody labelled anything, or where people are the judge."""
    if world.judge.card.kind == "human":
        return None
    labels = world.repository.labels(gold)
    return HumanJudge(labels) if labels else None


def _question(
    world: World,
    rubric: Rubric,
    responses: Sequence[Response],
    people: HumanJudge | None,
    run: Run,
    *,
    texts: bool,
) -> QuestionOverview:
    sheet = evidence.sheet(world, [rubric], responses, run)
    told = _reasons(world, rubric, sheet) if texts and not world.known_judge else {}
    return overview.question(sheet, deltas.side(rubric, sheet), people, told)


def _reasons(
    world: World, rubric: Rubric, sheet: Sheet
) -> Mapping[str, Mapping[int, str]]:
    """By the path of each judged leaf."""
    found = {}
    for placed in rubric.leaves():
        if placed.leaf.is_judged:
            every = _pass_reasons(world, rubric, placed.leaf)
            column = sheet.met[frame_digest(rubric), grades.leaf_digest(placed.leaf)]
            digests = digests_of(sheet.responses, placed.leaf.looks_at)
            found[placed.path] = reasons.agreeing(column, digests, every)
    return found


def _pass_reasons(world: World, rubric: Rubric, leaf: Leaf) -> list[PassReasons]:
    check = grades.question_digest(rubric), grades.leaf_digest(leaf)
    last = passes.last_pass(world.config.judge.passes)
    keys = [(world.judge.card.digest, *check, number) for number in range(1, last + 1)]
    ledger = world.ledger
    return [PassReasons(ledger.column(*key), ledger.reasons(*key)) for key in keys]
