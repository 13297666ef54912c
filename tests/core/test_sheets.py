"""From what is known of a check to a verdict."""

from dataclasses import replace

import pytest
from support.builders import branch, leaf, rubric
from support.comparing import sheet

from rubrickit.core.rubric import Rubric
from rubrickit.core.sheets import Sheet, frame_digest, verdicts


def judged(tree: Rubric, known: Sheet) -> list[str]:
    return [column.decode() for column in verdicts(tree, tree.leaves(), known)]


def test_a_leaf_passes_when_the_judge_says_what_is_expected() -> None:
    tree = rubric(leaf("a", "A"), leaf("b", "A", expect=False))

    assert judged(tree, sheet([tree], {"A": "ynu-"})) == ["PFU-", "FPU-"]


def test_a_condition_that_fails_rules_the_leaf_out_whatever_the_judge_says() -> None:
    tree = rubric(leaf("a", "A", when="adult"))

    known = sheet([tree], {"A": "ynuynuynu"}, holds={"adult": "yyynnnuuu"})

    assert judged(tree, known) == ["PFU---UUU"]


def test_a_branch_rules_out_all_below_it() -> None:
    tree = rubric(branch("b", leaf("a", "A", when="wearable"), when="adult"))

    known = sheet([tree], {"A": "yyyy"}, holds={"adult": "ynun", "wearable": "yunu"})

    assert judged(tree, known) == ["P---"]


def test_a_judge_that_is_not_trusted_with_gates_may_only_close_them() -> None:
    tree = rubric(leaf("a", "A", gate=True), leaf("b", "A"))
    no = rubric(leaf("a", "A", gate=True, expect=False))
    rule = rubric(leaf("a", "A", gate=True, kind="rule"))

    for one, expected in [(tree, ["UF", "PF"]), (no, ["FU"]), (rule, ["PF"])]:
        known = replace(sheet([one], {"A": "yn"}), may_pass_gates=False)
        assert judged(one, known) == expected


@pytest.mark.parametrize("name", ["question", "context", "reference"])
def test_a_check_is_put_to_one_question(name: str) -> None:
    tree = rubric(leaf("a"))

    assert frame_digest(replace(tree, **{name: "x"})) != frame_digest(tree)
