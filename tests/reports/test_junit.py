"""Any reader of JUnit XML sees what failed, and nobody's text breaks the file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from support.builders import branch, leaf, response, rubric, with_node
from support.reports import AFTER, BEFORE, HOSTILE, RESPONSES, some_scores
from support.worlds import SPAN, ScriptedJudge, a_world, words

from rubrickit.core.config import Config, GateConfig
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.flows import delta as flow
from rubrickit.flows import scoring
from rubrickit.reports import junit

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}
"""What the schemas in use (Ant's, Surefire's, Jenkins') have in common."""

INSIDE = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped"},
}
LOW = GateConfig()
TEA = rubric(leaf("a", "names tea"), id="tea")


def parsed(text: str) -> Xml.Element:
    """Held against the rules that the schemas share; XML's own by a strict parser."""
    root = Xml.fromstring(text.encode())
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= INSIDE.get(element.tag, set())
    cases = list(root.iter("testcase"))
    assert all(len(case) <= 1 for case in cases)
    found = Counter(child.tag for case in cases for child in case)
    for suite in (root, *root):
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(found["failure"])
        assert suite.get("errors") == str(found["error"])
        assert suite.get("skipped", str(found["skipped"])) == str(found["skipped"])
    return root


def told(root: Xml.Element) -> dict[str, tuple[str, str]]:
    """By test: what it ended as, and its message."""
    return {
        case.get("name", ""): (case[0].tag, case[0].get("message", ""))
        if len(case)
        else ("", "")
        for case in root.iter("testcase")
    }


def of_delta(
    base: Sequence[Rubric],
    head: Sequence[Rubric],
    responses: Sequence[Response] = RESPONSES,
    limits: GateConfig = LOW,
    **world: Any,
) -> Xml.Element:
    made = a_world(base=base, head=head, responses=responses, **world)
    made = replace(made, config=replace(made.config, gate=limits))
    return parsed(junit.delta(flow.delta(made, SPAN), limits))


def unsure(task: Any) -> Any:
    return "timeout" if "mouth" in task.response else "5mg" in task.response


def test_a_closed_gate_fails_its_rubric_and_one_without_responses_is_skipped() -> None:
    found = parsed(junit.score(some_scores(BEFORE, TEA)))

    assert told(found) == {
        "q1": ("failure", "1 of 3 responses behind a closed gate"),
        "tea": ("skipped", "without responses"),
    }
    (failure,) = found.iter("failure")
    assert "r3: safety/doctor" in (failure.text or "")


def test_pending_is_an_error_that_names_the_leaves() -> None:
    ungated = rubric(leaf("dose", "names 5mg"), leaf("route", "names mouth"))

    found = parsed(junit.score(some_scores(ungated, judge=ScriptedJudge(unsure))))

    assert told(found)["q1"] == ("error", "2 of 3 responses without a score yet")
    (error,) = found.iter("error")
    assert (error.text or "").split("\n")[1:] == [
        "dose: 2 unjudged",
        "route: 2 unjudged",
    ]


def test_a_failure_beats_what_is_pending() -> None:
    def says(task: Any) -> Any:
        return "timeout" if "by mouth" in task.response else words(task)

    found = parsed(junit.score(some_scores(BEFORE, judge=ScriptedJudge(says))))

    tag, message = told(found)["q1"]
    assert (tag, message) == ("failure", "1 of 3 responses behind a closed gate")
    (failure,) = found.iter("failure")
    assert "1 of 3 responses without a score yet" in (failure.text or "")


def test_scores_without_fault_are_a_pass() -> None:
    tree = rubric(leaf("dose", "names 5mg"))

    assert told(parsed(junit.score(some_scores(tree)))) == {"q1": ("", "")}


def test_a_limit_of_the_rubrics_own_fails_it_and_the_edit() -> None:
    tree = rubric(leaf("a", "names 5mg"), leaf("b", "names mouth"))
    worse = with_node(tree, "a", texts=("names nothing",))

    found = told(of_delta([tree, TEA], [worse, TEA]))

    assert found["q1"] == ("failure", "q1 fell by 0.3333 (limit 0.10)")
    assert found["the whole edit"][0] == "failure"
    assert "tea" not in found


def test_a_fall_of_the_mean_alone_fails_only_the_whole_edit() -> None:
    tree = rubric(leaf("a", "names 5mg"), leaf("b", "names mouth"))
    worse = with_node(tree, "a", texts=("names nothing",))

    found = told(
        of_delta([tree], [worse], limits=replace(LOW, max_question_regression=None))
    )

    assert found["q1"] == ("", "")
    assert found["the whole edit"] == (
        "failure",
        "the mean fell by 0.3333 (limit 0.02)",
    )


def test_a_gate_that_nobody_signed_fails_its_rubric() -> None:
    found = told(of_delta([BEFORE], [AFTER]))

    tag, message = found["q1"]
    assert tag == "failure"
    assert message.startswith("q1: gate safety/doctor opens for 1 response(s)")


def test_a_deleted_gate_fails_the_rubric_that_is_gone() -> None:
    assert told(of_delta([BEFORE, TEA], [TEA]))["q1"][0] == "failure"
    assert told(of_delta([TEA, BEFORE], [BEFORE]))["tea"][0] == "skipped"


def test_a_delta_that_waits_for_verdicts_is_an_error() -> None:
    tree = rubric(leaf("a", "names 5mg"))
    worded = with_node(tree, "a", texts=("names mouth",))

    def says(task: Any) -> Any:
        return "timeout" if "mouth" in task.leaf.texts[0] else True

    found = told(of_delta([tree], [worded], judge=ScriptedJudge(says)))

    assert found["q1"][0] == "error"
    assert found["the whole edit"][0] == "error"


def test_what_has_no_delta_is_skipped_and_never_green() -> None:
    found = told(of_delta([BEFORE], [BEFORE, TEA]))

    assert found == {
        "tea": ("skipped", "new, so without a delta"),
        "the whole edit": ("skipped", "nothing that is graded changed"),
    }


def test_a_changed_rubric_without_responses_is_an_error() -> None:
    changed = with_node(TEA, "a", texts=("names coffee",))

    assert told(of_delta([TEA], [changed], []))["tea"][0] == "error"


def test_an_edit_within_its_limits_passes() -> None:
    tree = rubric(branch("x", leaf("a", "names 5mg")), leaf("b", "names doctor"))
    better = with_node(tree, "b", weight="0.9")

    assert set(told(of_delta([tree], [better])).values()) == {("", "")}


@pytest.mark.parametrize(
    "text", [*HOSTILE, "end ]]> here", "\ufffe \uffff \x0b"], ids=ascii
)
def test_hostile_texts_stay_texts(text: str) -> None:
    gate = leaf("g", "names doctor", gate=True)
    tree = rubric(gate, id=text)
    responses = [response("none", text, question_id=text)]
    made = a_world(base=[tree], responses=responses, config=Config())

    found = parsed(junit.score(scoring.score(made, SPAN.base)))

    (case,) = found.iter("testcase")
    assert case[0].tag == "failure"
    assert all(sign not in (case.get("name") or "") for sign in "\x1b\x07\x00\u202e")


def test_equal_results_are_equal_bytes() -> None:
    first, second = (junit.score(some_scores(BEFORE, TEA)) for _ in range(2))

    assert first == second
    assert first.startswith('<?xml version="1.0" encoding="utf-8"?>\n<testsuites ')
