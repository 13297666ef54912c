"""How often a judge and people gave the same verdict on the same checks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging import crosstab
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Label
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.sheets import FAIL, NO, PASS, YES, Sheet, frame_digest


@dataclass(frozen=True, slots=True)
class Agreement:
    """`n` checks have a settled verdict of both; on `agreed` of them it is the same."""

    agreed: int
    n: int


def count(comparisons: Iterable[Comparison], labels: Iterable[Label]) -> Agreement:
    """Over the judged leaves of the new trees; labels settle by majority."""
    people = HumanJudge(labels)
    same = [
        met is label
        for c in comparisons
        for placed in c.after.scheme.leaves
        for met, label in _pairs(c.after.rubric, placed, c.sheet, people)
    ]
    return Agreement(sum(same), len(same))


def with_people(
    rubric: Rubric, placed: PlacedLeaf, sheet: Sheet, people: HumanJudge
) -> Crosstab | None:
    """The judge's verdicts on one leaf against people's: a `no` passes where it must.

    None where nobody's label of this very text is settled beside a verdict.
    """
    codes = {placed.leaf.expect: PASS, not placed.leaf.expect: FAIL}
    pairs = [
        (codes[met], codes[label])
        for met, label in _pairs(rubric, placed, sheet, people)
    ]
    if not pairs:
        return None
    judge, labelled = zip(*pairs, strict=True)
    return crosstab.count(bytes(judge), bytes(labelled))


def _pairs(
    rubric: Rubric, placed: PlacedLeaf, sheet: Sheet, people: HumanJudge
) -> Iterator[tuple[bool, bool]]:
    """What judge and people said, for each check that both have answered."""
    if not placed.leaf.is_judged:
        return
    column = sheet.met[frame_digest(rubric), leaf_digest(placed.leaf)]
    labelled = people.met(rubric, placed.leaf, sheet.responses)
    for code, label in zip(column, labelled, strict=True):
        if code in (YES, NO) and isinstance(label, bool):
            yield code == YES, label
