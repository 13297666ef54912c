"""A judge is held against people on the checks that both have answered."""

from collections.abc import Sequence
from typing import Any

import pytest
from support.builders import leaf, response, rubric
from support.comparing import sheet
from support.worlds import SPAN, a_world

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging import agreement
from rubrickit.core.judging.agreement import Agreement, count
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.policy import Evidence
from rubrickit.core.responses import Label
from rubrickit.core.rubric import Leaf
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


def with_people(of: Leaf, met: str, people: str, **rest: Any) -> Crosstab | None:
    """`people` says `y`, `n`, `s` for a split or `-` for no label, a response each."""
    tree = rubric(of)
    labels = []
    for at, said in enumerate(people):
        votes = {"y": [True], "n": [False], "s": [True, False], "-": []}[said]
        for rater, vote in enumerate(votes):
            labels.append(Label("q1", f"r{at}", leaf_digest(of), f"dr-{rater}", vote))
    found = sheet([tree], {of.texts[0]: met}, **rest)
    (placed,) = tree.leaves()
    return agreement.with_people(tree, placed, found, HumanJudge(labels))


def test_each_pair_of_verdicts_is_counted_judge_first() -> None:
    found = with_people(leaf("a"), "yyyynnnnnn", "yyynyynnnn")

    assert found == Crosstab(both_pass=3, first_only=1, second_only=2, both_fail=4)


def test_where_the_answer_must_not_be_met_a_no_is_a_pass() -> None:
    found = with_people(leaf("a", expect=False), "ynn", "nyn")

    assert found == Crosstab(both_pass=1, first_only=1, second_only=1, both_fail=0)


@pytest.mark.parametrize("met", ["u", "-"])
def test_what_either_left_open_is_in_no_pair(met: str) -> None:
    assert with_people(leaf("a"), met, "y") is None
    assert with_people(leaf("a"), "yy", "s-") is None


def test_a_rule_is_nobodys_judgement() -> None:
    assert with_people(leaf("a", "true", kind="rule"), "y", "y") is None
