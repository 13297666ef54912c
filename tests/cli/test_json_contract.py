"""Every key that programs may rely on is there, of its type, and exact."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.command_line import RUBRIC, Repository, judged, rows
from support.judge_server import Asked, JudgeServer

DOSE = "rubrics/dose.yaml"
NONE = type(None)
NUMBER = (int, float)
MAYBE = (int, float, NONE)
VERDICTS = {"pass", "fail", "unjudged", "not_applicable"}

PLAN = {
    "schema": str,
    "tool": str,
    "calls": int,
    "calls_max": int,
    "calls_by_question": dict,
    "reused": int,
    "leaves_changed": int,
    "leaves_total": int,
    "tokens_estimate": dict,
    "cost_estimate": MAYBE,
    "stopped_by": list,
    "base": {"ref": str, "commit": (str, NONE), "rule": str},
    "head": {"ref": str, "commit": (str, NONE), "rule": str},
}
RESPONSE = {
    "response_id": str,
    "agent": str,
    "sample": int,
    "score": MAYBE,
    "ungated_score": MAYBE,
    "result": str,
    "gates_closed": list,
    "required_met": (bool, NONE),
    "required_share": MAYBE,
    "additional_share": MAYBE,
    "leaves": dict,
}
SCORE = {
    "schema": str,
    "tool": str,
    "mean": MAYBE,
    "calls": int,
    "reused": int,
    "judge": dict,
    "questions": [{"question_id": str, "mean": MAYBE, "responses": [RESPONSE]}],
}
EDIT = {
    "kind": str,
    "node": str,
    "before": str,
    "after": str,
    "contribution": MAYBE,
    "graded_calls": int,
}
MOVE = {"response_id": str, "base": MAYBE, "head": MAYBE, "flips": list}
DELTA = {
    "schema": str,
    "tool": str,
    "outcome": str,
    "reasons": [str],
    "mean": {
        "delta": MAYBE,
        "n": int,
        "left_out": int,
        "base": MAYBE,
        "head": MAYBE,
    },
    "by_agent": [{"agent": str, "n": int, "delta": MAYBE}],
    "questions": [
        {
            "question_id": str,
            "status": str,
            "base": MAYBE,
            "head": MAYBE,
            "delta": MAYBE,
            "edits": [EDIT],
            "moved": [MOVE],
        }
    ],
    "loosening": list,
    "weakening": list,
    "ignored": list,
    "calls": int,
    "reused": int,
    "judge": dict,
    "gate": dict,
}
FINDING = {
    "rule": str,
    "level": str,
    "path": str,
    "line": int,
    "column": int,
    "message": str,
    "hint": str,
}
LINT = {"schema": str, "tool": str, "findings": [FINDING]}


STANDING = {
    "n": int,
    "scored": int,
    "requirements_met": int,
    "requirements_n": int,
    "required_share": MAYBE,
    "additional_share": MAYBE,
    "gates_closed": int,
    "pending": int,
    "mean": MAYBE,
    "verdicts": int,
    "unjudged": int,
    "pass_rate": MAYBE,
}
RATE = {"pass_rate": MAYBE, "n": int, "unjudged": int}
NODE = {
    **RATE,
    "id": str,
    "path": str,
    "kind": str,
    "text": str,
    "weight": str,
    "share": NUMBER,
    "tier": str,
    "gate": bool,
    "when": str,
    "expect": (bool, NONE),
    "by_agent": {"coach@0": RATE},
    "labels": (dict, NONE),
    "children": list,
}
REPORT = {
    "schema": str,
    "tool": str,
    "kind": str,
    "version": {"ref": str, "commit": (str, NONE)},
    "judge": dict,
    "notes": [str],
    "agents": [{"agent": str, "name": str, "release": str}],
    "totals": STANDING,
    "by_agent": {"coach@0": STANDING},
    "questions": [
        {
            **STANDING,
            "question_id": str,
            "question": str,
            "weighting": str,
            "by_agent": {"coach@0": STANDING},
            "nodes": [NODE],
            "leaf_paths": [str],
            "responses": [
                {
                    "response_id": str,
                    "agent": str,
                    "sample": int,
                    "created": str,
                    "text": str,
                    "score": MAYBE,
                    "ungated_score": MAYBE,
                    "result": str,
                    "required_met": (bool, NONE),
                    "leaves": str,
                    "reasons": dict,
                }
            ],
        }
    ],
    "most_failed": [
        {
            "question_id": str,
            "leaf": str,
            "agent": str,
            "release": str,
            "n": int,
            "failed": int,
            "pass_rate": NUMBER,
        }
    ],
    "slices": list,
    "trend": [
        {
            "commit": str,
            "subject": str,
            "date": str,
            "judge": str,
            "agent": str,
            "mean": MAYBE,
            "n": int,
            "pending": int,
            "kind": str,
        }
    ],
    "judges": [dict],
    "delta": (dict, NONE),
}


def misfits(value: Any, shape: Any, place: str = "") -> Iterator[str]:
    """Where a document is not of the shape; a list's rows share one shape."""
    if isinstance(shape, Mapping):
        for name, inner in shape.items():
            if name not in value:
                yield f"{place}.{name} is missing"
            else:
                yield from misfits(value[name], inner, f"{place}.{name}")
    elif isinstance(shape, list):
        assert value, f"{place} is empty, so it proves nothing"
        for row in value:
            yield from misfits(row, shape[0], place)
    elif not isinstance(value, shape):
        yield f"{place} is {value!r}"


def by_check(asked: Asked) -> bool:
    """Shortest answers say too little of a dose; routes never count."""
    return "route" not in asked.block("check") and "mg" in asked.block("response")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Repository]:
    """Graded, with an edit that adds, removes, reweights and moves scores."""
    with JudgeServer(verdict=by_check) as server:
        made = judged(tmp_path, server.url)
        made.write({"gold/dose.jsonl": rows("dose", ["1 mg", "2 mg", "none", "3 mg"])})
        made.run("score")
        made.commit()
        made.edit(DOSE, "weight: 2", "weight: 4")
        made.edit(DOSE, "name a dose", "name its dose")
        yield made


def test_a_plan_has_every_key(place: Repository) -> None:
    plan = place.json("plan")

    assert list(misfits(plan, PLAN)) == []
    assert plan["schema"] == "rubrickit.plan/1"
    assert plan["head"]["commit"] is None
    assert (plan["leaves_changed"], plan["leaves_total"]) == (1, 3)
    assert (plan["calls"], plan["calls_max"], plan["reused"]) == (8, 12, 24)
    assert plan["tokens_estimate"].keys() == {"input", "output"}
    assert {**place.json("delta", "--dry-run")} == plan
    whole = place.json("plan", "--all")
    assert whole == place.json("score", "--dry-run")
    assert whole["calls"] == 8


def test_scores_have_every_key(place: Repository) -> None:
    scores = place.json("score")

    assert list(misfits(scores, SCORE)) == []
    assert scores["schema"] == "rubrickit.score/1"
    found = [row for q in scores["questions"] for row in q["responses"]]
    assert {verdict for row in found for verdict in row["leaves"].values()} <= VERDICTS
    assert {row["result"] for row in found} == {"pass", "fail"}
    assert not [row for row in found if "bounds" in row]


def test_a_pending_response_has_bounds_and_no_score(place: Repository) -> None:
    scores = place.json("score", "--judge", "recorded")

    (pending,) = [
        row["bounds"]
        for q in scores["questions"]
        for row in q["responses"]
        if row["response_id"] == "dose-r0"
    ]
    assert pending == [0.25, 0.4]
    assert scores["questions"][0]["mean"] in (None, 0.0)


def test_a_delta_has_every_key_and_no_remainder(place: Repository) -> None:
    delta = place.json("delta")

    assert list(misfits(delta, DELTA)) == []
    assert delta["schema"] == "rubrickit.delta/1"
    (question,) = delta["questions"]
    parts = sum(edit["contribution"] for edit in question["edits"])
    assert parts == pytest.approx(question["delta"], abs=1e-12)
    assert delta["mean"]["delta"] == pytest.approx(question["delta"] / 2, abs=1e-12)
    assert {edit["kind"] for edit in question["edits"]} == {"reweighted", "reworded"}


def test_a_report_has_every_key(place: Repository) -> None:
    report = place.json("report")

    assert list(misfits(report, REPORT)) == []
    assert report["schema"] == "rubrickit.report/1"
    for question in report["questions"]:
        for row in question["responses"]:
            assert len(row["leaves"]) == len(question["leaf_paths"])
            assert set(row["leaves"]) <= set("PFU-")
    assert (
        list(misfits(place.json("report", "--delta", "main..")["delta"], DELTA)) == []
    )


def test_numbers_are_exact(place: Repository) -> None:
    """3/4 * 1/3 + 1/4 before, 3/4 * 1/5 + 1/4 after, for three of four responses."""
    before, after = Fraction(3, 8), Fraction(3, 10)

    (question,) = place.json("delta")["questions"]
    scores = place.json("score", "main")

    assert question["base"] == float(before)
    assert question["head"] == float(after)
    assert question["delta"] == float(after - before)
    assert scores["questions"][0]["mean_exact"] == "3/8"
    assert scores["questions"][0]["mean"] == 0.375


def test_a_finding_has_every_key(place: Repository) -> None:
    place.write({DOSE: RUBRIC.replace("weight: 3", "wieght: 3")})

    done = place.run("lint", "--format", "json")

    assert done.code == 1
    assert list(misfits(done.json, LINT)) == []
    assert done.json["schema"] == "rubrickit.lint/1"
    assert done.json["findings"][0]["line"] == 6


def test_a_diff_and_a_comparison_say_what_they_are(place: Repository) -> None:
    diff = place.json("diff")
    compared = place.json("compare", "HEAD", "HEAD")

    assert diff["schema"] == "rubrickit.diff/1"
    assert compared["schema"] == "rubrickit.compare/1"
    assert (compared["outcome"], compared["mean"]["delta"]) == ("pass", 0)


@pytest.mark.parametrize("kind", ["rubric", "shared", "config"])
def test_a_schema_is_one(kind: str, place: Repository) -> None:
    from jsonschema import Draft202012Validator

    schema = place.run("schema", kind).json

    Draft202012Validator.check_schema(schema)
