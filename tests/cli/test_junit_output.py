"""JUnit is one more format of `score` and `delta`: same exit codes, same verdicts."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from support.command_line import RUBRIC, Repository, repository, rows

RULES = """\
question_id: dose
nodes:
  - id: names_dose
    rule: response.contains("mg")
  - id: safe
    rule: '!response.contains("double")'
    gate: true
"""
DOSE = "rubrics/dose.yaml"


@pytest.fixture
def place(tmp_path: Path) -> Repository:
    texts = ["5 mg", "a double of 5 mg", "none"]
    return repository(tmp_path, {DOSE: RULES, "gold/g.jsonl": rows("dose", texts)})


def ends(out: str) -> dict[str, str]:
    """By test, what it ended as."""
    cases = Xml.fromstring(out.encode()).iter("testcase")
    return {
        case.get("name", ""): case[0].tag if len(case) else "pass" for case in cases
    }


def test_a_closed_gate_is_a_failure_and_scoring_it_is_none(place: Repository) -> None:
    done = place.run("score", "--format", "junit")

    assert (done.code, done.err) == (0, "")
    assert ends(done.out) == {"dose": "failure"}


def test_a_check_that_nobody_answered_is_an_error(place: Repository) -> None:
    place.write({DOSE: RUBRIC})

    done = place.run("score", "--format", "junit")

    assert done.code == 4
    assert ends(done.out) == {"dose": "error"}


@pytest.mark.parametrize(
    ("old", "new", "code", "dose", "edit"),
    [
        ('"double"', '"triple"', 1, "failure", "failure"),
        ('"mg"', '"5 mg"', 0, "pass", "pass"),
        ('rule: response.contains("mg")', "check: Which?", 4, "error", "error"),
    ],
    ids=["gate opened", "nothing moved", "not judged"],
)
def test_a_delta_ends_as_its_outcome_says(
    place: Repository, old: str, new: str, code: int, dose: str, edit: str
) -> None:
    place.edit(DOSE, old, new)

    done = place.run("delta", "--format", "junit")

    assert done.code == code
    assert ends(done.out) == {"dose": dose, "the whole edit": edit}


@pytest.mark.parametrize("command", ["score", "delta"])
def test_a_plan_is_no_test(place: Repository, command: str) -> None:
    done = place.run(command, "--dry-run", "--format", "junit")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: a plan cannot be told as junit\n")
