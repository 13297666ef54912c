"""What the laws are tested with: any edit, and a judge that answers by chance."""

from hypothesis import strategies as st
from support import trees
from support.worlds import (
    SPAN,
    ScriptedJudge,
    a_world,
    by_chance,
    chance,
)

from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import Task, Verdictless
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.flows import delta as flow

EDITED = trees.edited()
SEEDS = st.integers(0, 1000)


def judge(seed: int, *, fails: int = 0, flips: int = 0) -> ScriptedJudge:
    """Answers by chance, and fails on so many per cent of what it is asked."""
    answers = by_chance(seed)

    def says(task: Task) -> bool | Verdictless:
        key = task.key
        cell = key.question, key.leaf, key.response
        return "timeout" if chance("fails", seed, *cell) < fails else answers(task)

    return ScriptedJudge(says, flips=flips)


def compared(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int, *, fails: int = 0
) -> tuple[Comparison, ...]:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed, fails=fails))
    return flow.delta(world, SPAN).evidence.comparisons
