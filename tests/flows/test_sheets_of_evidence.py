"""What is known of a question's responses: from judge, ledger, rules and conditions."""

from collections.abc import Sequence
from typing import Any

import pytest
from support.builders import branch, label, leaf, response, rubric
from support.worlds import ScriptedJudge, ScriptedRules, a_world, asked

from rubrickit.core.grades import Verdictless, leaf_digest
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.responses import Response
from rubrickit.core.results import Run
from rubrickit.core.rubric import Leaf, Node, Rubric
from rubrickit.core.sheets import Sheet, frame_digest
from rubrickit.flows import evidence, grading
from rubrickit.world import World

PLAIN = response("5 mg", "r1")
TRACED = response("by mouth", "r2", trace=[{"role": "tool", "content": "mouth"}])


def a_sheet(
    tree: Rubric, responses: Sequence[Response] = (PLAIN, TRACED), **world: Any
) -> Sheet:
    """After everything was asked that is missing."""
    made = a_world(base=[tree], responses=responses, **world)
    run = grading.fill(made, [(tree, responses)])
    return evidence.sheet(made, [tree], responses, run)


def column(sheet: Sheet, tree: Rubric, of: Node) -> str:
    assert isinstance(of, Leaf)
    return sheet.met[frame_digest(tree), leaf_digest(of)].decode()


def codes(sheet: Sheet, tree: Rubric, of: Node) -> dict[int, Verdictless]:
    assert isinstance(of, Leaf)
    return dict(sheet.codes.get((frame_digest(tree), leaf_digest(of)), {}))


def test_a_judge_is_asked_of_each_response() -> None:
    check = leaf("a", "names mouth")
    tree = rubric(check)
    sheet = a_sheet(tree)
    assert column(sheet, tree, check) == "ny"
    assert (sheet.codes, sheet.may_pass_gates) == ({}, True)


@pytest.mark.parametrize("judge", [None, HumanJudge([]), LocalJudge()])
def test_what_only_a_trace_tells_is_not_asked_of_others(judge: Any) -> None:
    check = leaf("a", "names mouth", looks_at="trace", kind="states")
    tree = rubric(check)
    sheet = a_sheet(tree, (PLAIN, TRACED, PLAIN), judge=judge)
    assert [column(sheet, tree, check)[at] for at in (0, 2)] == ["-", "-"]
    assert column(sheet, tree, check)[1] != "-"
    assert codes(sheet, tree, check).keys() <= {1}


def test_a_reason_stays_with_its_response_when_others_are_not_asked() -> None:
    check = leaf("a", "names mouth", looks_at="trace")
    tree = rubric(check)
    silent = ScriptedJudge(lambda _: "timeout")
    sheet = a_sheet(tree, (PLAIN, TRACED, PLAIN), judge=silent)
    assert column(sheet, tree, check) == "-u-"
    assert codes(sheet, tree, check) == {1: "timeout"}


def test_without_any_trace_no_call_is_made() -> None:
    check = leaf("a", "names mouth", looks_at="trace")
    tree = rubric(check)
    made = a_world(base=[tree], responses=[PLAIN])
    run = grading.fill(made, [(tree, [PLAIN])])
    sheet = evidence.sheet(made, [tree], [PLAIN], run)
    assert (column(sheet, tree, check), asked(made), sheet.codes) == ("-", [], {})


def test_a_rule_that_fails_on_a_response_says_so_there_only() -> None:
    rule = leaf("a", "x", kind="rule")
    tree = rubric(rule)
    fails = ScriptedRules(of_leaf=lambda _, __, r: None if r is PLAIN else True)
    sheet = a_sheet(tree, rules=fails)
    assert column(sheet, tree, rule) == "uy"
    assert codes(sheet, tree, rule) == {0: "rule_error"}


def test_a_rule_over_traces_is_not_computed_without_one() -> None:
    rule = leaf("a", "mouth", kind="rule", looks_at="trace")
    tree = rubric(rule)
    seen: list[str] = []

    def met(_: Leaf, __: Rubric, answer: Response) -> bool:
        seen.append(answer.response_id)
        return True

    sheet = a_sheet(tree, rules=ScriptedRules(of_leaf=met))
    assert (column(sheet, tree, rule), seen) == ("-y", ["r2"])


def test_every_condition_above_a_leaf_is_put_to_each_response() -> None:
    check = leaf("a", "names mouth", when="adult")
    tree = rubric(branch("b", check, when="fasting"))
    people = (
        response("mouth", "r1", meta={"adult": True, "fasting": False}),
        response("by mouth", "r2", meta={"adult": None}),
    )
    sheet = a_sheet(tree, people)
    frame = frame_digest(tree)
    assert sheet.holds == {(frame, "adult"): b"yu", (frame, "fasting"): b"ny"}


def test_two_versions_of_a_rubric_share_what_is_equal() -> None:
    same, old, new = leaf("a", "names mouth"), leaf("b", "5"), leaf("b", "mg")
    before, after = rubric(same, old), rubric(leaf("moved", "names mouth"), new)
    made = a_world(base=[before], head=[after], responses=[PLAIN])
    run = grading.fill(made, [(before, [PLAIN]), (after, [PLAIN])])

    sheet = evidence.sheet(made, [before, after], [PLAIN], run)

    assert {leaf for _, leaf in sheet.met} == {leaf_digest(x) for x in (same, old, new)}
    assert len(asked(made)) == 3


def test_rules_and_conditions_of_both_versions_see_both_questions() -> None:
    rule = leaf("a", "5", kind="rule", when="adult")
    before, after = rubric(rule, reference="5"), rubric(leaf("b", "x"), reference="6")
    made = a_world(base=[before], head=[after], responses=[PLAIN])

    sheet = evidence.sheet(made, [before, after], [PLAIN], Run())

    frames = {frame_digest(before), frame_digest(after)}
    assert len(frames) == 2
    assert {frame for frame, leaf in sheet.met if leaf == leaf_digest(rule)} == frames
    assert {frame for frame, _ in sheet.holds} == frames


def test_a_known_judge_answers_without_being_asked_or_recorded() -> None:
    first, second = leaf("a", "x"), leaf("b", "y")
    tree = rubric(first, second)
    people = HumanJudge([label(first, met=True, response_id="r2")])
    sheet = a_sheet(tree, judge=people)
    assert column(sheet, tree, first) == "uy"
    assert codes(sheet, tree, first) == {0: "not_labelled"}
    assert codes(sheet, tree, second) == {0: "not_labelled", 1: "not_labelled"}
    assert sheet.may_pass_gates


def test_the_embedded_judge_may_not_open_a_gate() -> None:
    assert not a_sheet(rubric(leaf("a")), judge=LocalJudge()).may_pass_gates


def test_a_recorded_judge_answers_from_the_ledger_and_leaves_the_rest_open() -> None:
    check, other = leaf("a", "names mouth"), leaf("b", "names 5")
    tree = rubric(check, other)
    made = a_world(base=[rubric(check)], responses=[PLAIN, TRACED])
    grading.fill(made, [(rubric(check), [PLAIN, TRACED])])
    replay = World(
        **{
            name: getattr(made, name)
            for name in (
                "repository",
                "ledger",
                "rules",
                "progress",
                "signatures",
                "config",
                "now",
            )
        },
        judge=RecordedJudge(made.judge.card),
    )

    run = grading.fill(replay, [(tree, [PLAIN, TRACED])])
    sheet = evidence.sheet(replay, [tree], [PLAIN, TRACED], run)

    assert column(sheet, tree, check) == "ny"
    assert column(sheet, tree, other) == "uu"
    assert codes(sheet, tree, other) == {0: "not_recorded", 1: "not_recorded"}
    assert (run.usage.calls, run.no_call_succeeded) == (0, False)


def test_grades_of_another_judge_do_not_count() -> None:
    check = leaf("a", "names mouth")
    tree = rubric(check)
    made = a_world(base=[tree], responses=[PLAIN])
    grading.fill(made, [(tree, [PLAIN])])
    other = RecordedJudge(JudgeCard("openai", "another"))
    assert made.ledger.column(other.card.digest, "", "", 1) == {}
    again = a_world(base=[tree], responses=[PLAIN], judge=other)  # type: ignore[arg-type]
    again.ledger.grades.update(made.ledger.grades)  # type: ignore[attr-defined]
    sheet = evidence.sheet(again, [tree], [PLAIN], Run())
    assert codes(sheet, tree, check) == {0: "not_asked"}


def test_passes_that_disagree_are_split_and_not_a_failure() -> None:
    check = leaf("a", "names mouth")
    tree = rubric(check)
    fickle = ScriptedJudge(lambda _: True, flips=100)
    sheet = a_sheet(tree, [PLAIN], judge=fickle, passes=2)
    assert column(sheet, tree, check) == "u"
    assert codes(sheet, tree, check) == {0: "split"}


def test_of_several_failed_passes_the_last_says_why() -> None:
    check = leaf("a", "names mouth")
    tree = rubric(check)
    by_pass: dict[int, Verdictless] = {1: "timeout", 2: "refused", 3: "truncated"}
    silent = ScriptedJudge(lambda task: by_pass[task.key.pass_number])
    sheet = a_sheet(tree, [PLAIN], judge=silent, passes=3)
    assert codes(sheet, tree, check) == {0: "truncated"}


def test_one_failed_pass_of_three_leaves_the_majority() -> None:
    check = leaf("a", "names mouth")
    tree = rubric(check)
    once = ScriptedJudge(lambda task: "timeout" if task.key.pass_number == 2 else False)
    sheet = a_sheet(tree, [PLAIN], judge=once, passes=3)
    assert (column(sheet, tree, check), sheet.codes) == ("n", {})
