"""How often a judge and people gave the same verdict on the same checks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Label
from rubrickit.core.sheets import NO, YES, frame_digest


@dataclass(frozen=True, slots=True)
class Agreement:
    """`n` checks have a settled verdict of both; on `agreed` of them it is the same."""

    agreed: int
    n: int


def count(comparisons: Iterable[Comparison], labels: Iterable[Label]) -> Agreement:
    """Over the judged leaves of the new trees; labels settle by majority."""
    people = HumanJudge(labels)
    same = [pair for c in comparisons for pair in _pairs(c, people)]
    return Agreement(sum(same), len(same))


def _pairs(comparison: Comparison, people: HumanJudge) -> Iterator[bool]:
    """Whether they agree, for each check that both have answered."""
    rubric = comparison.after.rubric
    frame = frame_digest(rubric)
    for placed in comparison.after.scheme.leaves:
        if not placed.leaf.is_judged:
            continue
        column = comparison.sheet.met[frame, leaf_digest(placed.leaf)]
        labelled = people.met(rubric, placed.leaf, comparison.sheet.responses)
        for code, label in zip(column, labelled, strict=True):
            if code in (YES, NO) and isinstance(label, bool):
                yield label is (code == YES)
