"""A judge is held against people on the checks that both have answered."""

from collections.abc import Sequence

import pytest
from support.builders import leaf, response, rubric
from support.worlds import SPAN, a_world

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging.agreement import Agreement, count
from rubrickit.core.policy import Evidence
from rubrickit.core.responses import Label
from rubrickit.flows import delta

BEFORE = rubric(leaf("a", "names doctor"), leaf("b", "names mouth"))
AFTER = rubric(leaf("a", "names dose"), leaf("b", "names mouth"))
RESPONSES = (response("dose", "r1"), response("dose, mouth", "r2"))


def evidence() -> Evidence:
    world = a_world(base=[BEFORE], head=[AFTER], responses=RESPONSES)
    return delta.delta(world, SPAN).evidence


def label(check: str, response_id: str, met: bool, rater: str = "dr-a") -> Label:
    return Label("q1", response_id, digest_of(check), rater, met)


def digest_of(check: str) -> Digest:
    return leaf_digest(leaf("any", check))


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ([], Agreement(0, 0)),
        ([label("names dose", "r1", True)], Agreement(1, 1)),
        ([label("names dose", "r1", False)], Agreement(0, 1)),
        (
            [label("names mouth", "r1", True), label("names mouth", "r2", True)],
            Agreement(1, 2),
        ),
        ([label("names doctor", "r1", False)], Agreement(0, 0)),
        (
            [label("names dose", "r1", True), label("names dose", "r1", False, "dr-b")],
            Agreement(0, 0),
        ),
    ],
    ids=["none", "same", "other", "two", "a text that is gone", "people are split"],
)
def test_only_checks_that_both_settled_are_counted(
    labels: Sequence[Label], found: Agreement
) -> None:
    assert count(evidence().comparisons, labels) == found
