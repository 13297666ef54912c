"""What would an edit cost to grade? Asks nobody."""

from rubrickit.core import estimates, planning
from rubrickit.core.planning import Check
from rubrickit.core.results import Edited, PlanReport
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Span, Version
from rubrickit.flows import grading
from rubrickit.flows.delta import EVER, Window, edited
from rubrickit.flows.grading import Graded
from rubrickit.flows.scoring import graded_at
from rubrickit.world import KnownJudge, World


def of_edit(world: World, span: Span, window: Window = EVER) -> PlanReport:
    """Both versions of what changed, so far as grades of them are missing."""
    edit = edited(world, span, window)
    total = sum(_count(new) for _, new in edit.pairs)
    return _report(world, span, edit.graded, (_new_checks(edit), total))


def of_state(world: World, version: Version) -> PlanReport:
    """Everything that `score` would ask. Raises NothingToGradeError as it does."""
    graded, _ = graded_at(world, version)
    total = sum(_count(rubric) for rubric, _ in graded)
    return _report(world, None, graded, (frozenset(), total))


def _report(
    world: World,
    span: Span | None,
    graded: Graded,
    leaves: tuple[frozenset[Check], int],
) -> PlanReport:
    asks = not isinstance(world.judge, KnownJudge)
    plan = grading.plan(world, graded)
    if not asks:
        plan = planning.plan(plan.judge, plan.passes, graded, planning.nothing_known)
    return PlanReport(
        span=span,
        judge=world.judge.card,
        asks=asks,
        plan=plan,
        estimate=estimates.estimate(plan, world.config),
        new_checks=leaves[0],
        leaves_total=leaves[1],
    )


def _new_checks(edit: Edited) -> frozenset[Check]:
    """Every judged leaf under a new question, else what was added or reworded."""
    pairs = edit.pairs
    return frozenset().union(
        *(planning.checks(new) - planning.checks(old) for old, new in pairs)
    )


def _count(rubric: Rubric) -> int:
    return sum(1 for _ in rubric.leaves())
