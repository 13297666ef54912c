"""What a sheet holds of judge, ledger and rules."""

from dataclasses import replace

import pytest
from support.builders import label, leaf, response, rubric
from support.worlds import ScriptedJudge, ScriptedRules, a_world

from rubrickit.core.grades import Verdictless, leaf_digest
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.sheets import Sheet, frame_digest
from rubrickit.flows import evidence, grading
from rubrickit.flows.grading import Run
from rubrickit.world import World

DOSE = leaf("dose", "mg")
RULE = leaf("short", "mg", kind="rule")
GOLD = [response("5 mg", id="r1"), response("by mouth", id="r2")]


def column(sheet: Sheet, tree: Rubric, one: Leaf) -> str:
    return sheet.met[frame_digest(tree), leaf_digest(one)].decode()


def codes(sheet: Sheet, tree: Rubric, one: Leaf) -> dict[int, Verdictless]:
    return dict(sheet.codes.get((frame_digest(tree), leaf_digest(one)), {}))


def graded(world: World, tree: Rubric, gold: list[object] = GOLD) -> Sheet:
    run = grading.fill(world, [(tree, gold)])
    return evidence.sheet(world, [tree], gold, run)


@pytest.mark.parametrize(
    ("answers", "passes", "code"),
    [
        ((True, False), 2, "split"),
        ((True, "timeout"), 2, "timeout"),
        (("refused", True), 2, "refused"),
        (("timeout", "http_5xx", True), 3, "http_5xx"),
        ((True, False, "truncated"), "adaptive", "truncated"),
        (("timeout", "refused"), "adaptive", "refused"),
    ],
)
def test_a_leaf_without_a_verdict_says_why(
    answers: tuple[bool | Verdictless, ...], passes: int, code: str
) -> None:
    tree = rubric(DOSE)
    judge = ScriptedJudge(lambda task: answers[task.key.pass_number - 1])

    sheet = graded(a_world([tree], None, GOLD, judge=judge, passes=passes), tree)

    assert column(sheet, tree, DOSE) == "uu"
    assert codes(sheet, tree, DOSE) == {0: code, 1: code}


def test_a_leaf_that_was_never_asked_says_so() -> None:
    tree = rubric(DOSE)

    sheet = evidence.sheet(a_world([tree], None, GOLD), [tree], GOLD, Run())

    assert codes(sheet, tree, DOSE) == {0: "not_asked", 1: "not_asked"}


def test_a_rule_is_computed_and_one_that_breaks_is_no_verdict() -> None:
    tree = rubric(RULE)
    broken = ScriptedRules(
        lambda _leaf, _rubric, r: None if "mouth" in r.text else True
    )

    sheet = graded(a_world([tree], None, GOLD, rules=broken), tree)

    assert column(sheet, tree, RULE) == "yu"
    assert codes(sheet, tree, RULE) == {1: "rule_error"}


def test_a_leaf_that_looks_at_a_trace_does_not_apply_without_one() -> None:
    looks = leaf("a", "mg", looks_at="trace")
    tree = rubric(looks)
    gold = [GOLD[0], response("x", trace=[1]), response("5 mg", trace=[2]), GOLD[1]]

    sheet = graded(a_world([tree], None, gold), tree, gold)

    assert column(sheet, tree, looks) == "-ny-"
    failing = a_world([tree], None, gold, judge=ScriptedJudge(lambda _: "timeout"))
    assert codes(graded(failing, tree, gold), tree, looks) == {
        1: "timeout",
        2: "timeout",
    }


def test_a_condition_may_ask_about_the_question() -> None:
    old = rubric(leaf("a", "mg", when="short question"), question="How?")
    new = replace(old, question="How much of it, and how often?")
    rules = ScriptedRules(
        of_condition=lambda _condition, asked, _response: len(asked.question) < 9
    )

    sheet = evidence.sheet(
        a_world([old], [new], GOLD, rules=rules), [old, new], GOLD, Run()
    )

    assert sheet.holds[frame_digest(old), "short question"] == b"yy"
    assert sheet.holds[frame_digest(new), "short question"] == b"nn"


def test_every_version_of_a_rule_is_put_to_every_version_of_the_question() -> None:
    other = leaf("short", "mouth", kind="rule")
    old, new = rubric(RULE, reference="a"), rubric(other, reference="b")

    sheet = evidence.sheet(a_world([old], [new], GOLD), [old, new], GOLD, Run())

    for tree in (old, new):
        assert [column(sheet, tree, one) for one in (RULE, other)] == ["yn", "ny"]


def test_labels_and_words_are_known_at_once() -> None:
    states = leaf("a", "5 mg of it by mouth", kind="states")
    tree = rubric(DOSE, states)

    people = a_world([tree], None, GOLD, judge=HumanJudge([label(DOSE, True)]))
    local = a_world([tree], None, GOLD, judge=LocalJudge())

    known, matched = graded(people, tree), graded(local, tree)
    assert column(known, tree, DOSE) == "yu"
    assert codes(known, tree, DOSE) == {1: "not_labelled"}
    assert known.may_pass_gates
    assert codes(matched, tree, DOSE) == {0: "unsure", 1: "unsure"}
    assert not matched.may_pass_gates
