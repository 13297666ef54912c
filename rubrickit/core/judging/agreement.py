"""How often a judge and people gave the same verdict on the same checks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Label
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.sheets import NO, YES, Sheet, frame_digest


@dataclass(frozen=True, slots=True)
class Agreement:
    """`n` checks have a settled verdict of both; on `agreed` of them it is the same."""

    agreed: int
    n: int


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often each pair of verdicts on one leaf came up: the judge's, then people's.

    A verdict is what the leaf expects of the answer, so `expect: no` turns both.
    """

    pass_pass: int
    pass_fail: int
    fail_pass: int
    fail_fail: int


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


def confusion(
    rubric: Rubric, placed: PlacedLeaf, sheet: Sheet, people: HumanJudge
) -> Confusion | None:
    """None where nobody's label of this very text is settled beside a verdict."""
    expected = placed.leaf.expect
    found = Counter(
        (met is expected, label is expected)
        for met, label in _pairs(rubric, placed, sheet, people)
    )
    if not found:
        return None
    judge_passed, judge_failed = (
        [found[verdict, people_passed] for people_passed in (True, False)]
        for verdict in (True, False)
    )
    return Confusion(*judge_passed, *judge_failed)


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
