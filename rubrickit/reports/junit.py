"""Scores and deltas as JUnit XML: a rubric is a test, for whatever shows tests."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as Xml

from rubrickit.core import policy
from rubrickit.core.config import GateConfig
from rubrickit.core.moves import VERDICTS
from rubrickit.core.policy import Outcome
from rubrickit.core.results import Delta, QuestionScores, Scores
from rubrickit.core.sheets import UNJUDGED
from rubrickit.reports import numbers
from rubrickit.reports.escaping import clean

Result = Literal["failure", "error", "skipped", ""]
_LONGEST = 400
_RESULTS: dict[Outcome, Result] = {
    "fail": "failure",
    "pending": "error",
    "inconclusive": "error",
    "none": "skipped",
    "pass": "",
}


@dataclass(frozen=True, slots=True)
class _Case:
    """One test; `lines` say why it did not pass, the first in a few words."""

    group: str
    name: str
    result: Result
    lines: tuple[str, ...] = ()


def delta(report: Delta, limits: GateConfig) -> str:
    """A changed rubric that a limit or a gate of its own fails is a failure.

    What is pending is an error. A last test stands for the limits of the whole edit.
    """
    edited, found = report.edited, report.evidence
    cases = [_changed(report, limits, c.question_id) for c in found.comparisons] + [
        _changed(report, limits, name) for name in edited.without_responses
    ]
    cases += [_changed(report, limits, r.question_id) for r in edited.deleted]
    cases += [
        _Case("rubrics", rubric.question_id, "skipped", ("new, so without a delta",))
        for rubric in edited.new
    ]
    decision = report.decision
    result = _RESULTS[decision.outcome]
    cases.append(_Case("edit", "the whole edit", result, decision.reasons))
    return _suite("delta", cases)


def _changed(report: Delta, limits: GateConfig, question_id: str) -> _Case:
    outcome, reasons = policy.of_question(question_id, report.evidence, limits)
    nothing = ("no response that can be compared",)
    return _Case("rubrics", question_id, _RESULTS[outcome], reasons or nothing)


def score(report: Scores) -> str:
    """A rubric with a closed gate is a failure, one that is pending an error."""
    cases = [_scored(question) for question in report.questions]
    cases += [
        _Case("rubrics", name, "skipped", ("without responses",))
        for name in report.ungraded
    ]
    return _suite("score", cases)


def _scored(question: QuestionScores) -> _Case:
    found, size = question.side.totals, question.side.size
    counts: list[tuple[int, Result, str]] = [
        (found.failed, "failure", "behind a closed gate"),
        (found.pending, "error", "without a score yet"),
    ]
    told = [
        f"{number} of {numbers.count(size, 'response')} {what}"
        for number, _, what in counts
        if number
    ]
    result: Result = next((result for number, result, _ in counts if number), "")
    lines = (*told, *_closed(question), *_open(question))
    return _Case("rubrics", question.question_id, result, lines)


def _closed(question: QuestionScores) -> Iterator[str]:
    paths = question.side.scheme.paths
    rows = zip(question.sheet.responses, question.side.scores, strict=True)
    for response, found in rows:
        if found.gates_closed:
            gates = ", ".join(paths[index] for index in found.gates_closed)
            yield f"{response.response_id}: {gates}"


def _open(question: QuestionScores) -> Iterator[str]:
    """By leaf, where a response waits for it."""
    pending = [
        row
        for row, found in zip(question.side.rows, question.side.scores, strict=True)
        if found.result == "pending"
    ]
    waiting = Counter(
        at for row in pending for at, code in enumerate(row) if code == UNJUDGED
    )
    for at, count in sorted(waiting.items()):
        path = question.side.scheme.paths[at]
        yield f"{path}: {count} {VERDICTS[UNJUDGED]}"


def _suite(command: str, cases: Sequence[_Case]) -> str:
    """Attributes that every reader of JUnit knows; none takes time of its own."""
    counts = Counter(case.result for case in cases)
    totals = {
        "name": f"rubrickit {command}",
        "tests": str(len(cases)),
        "failures": str(counts["failure"]),
        "errors": str(counts["error"]),
        "time": "0",
    }
    root = Xml.Element("testsuites", totals)
    suite = Xml.SubElement(
        root, "testsuite", {**totals, "skipped": str(counts["skipped"])}
    )
    for case in cases:
        _add(suite, f"rubrickit.{command}.{case.group}", case)
    Xml.indent(root, " ")
    text = Xml.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add(suite: Xml.Element, group: str, case: _Case) -> None:
    attributes = {"classname": group, "name": _text(case.name), "time": "0"}
    test = Xml.SubElement(suite, "testcase", attributes)
    if case.result:
        lines = [_text(line) for line in case.lines] or [""]
        why = Xml.SubElement(test, case.result, {"message": lines[0]})
        if case.result != "skipped":
            why.set("type", case.result)
            why.text = "\n".join(lines)


def _text(text: str) -> str:
    """XML has no way to write a control character, or these two that are none."""
    return clean(text, _LONGEST).replace("\ufffe", "").replace("\uffff", "")
