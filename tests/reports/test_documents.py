"""The JSON contracts."""

import json

import pytest
from support.builders import leaf, response, rubric
from support.reports import AFTER, BEFORE, a_delta, some_scores
from support.worlds import HEAD, SPAN, ScriptedJudge, a_world

from rubrickit.core.judging.local import LocalJudge
from rubrickit.flows import planning
from rubrickit.reports import delta_document, documents


def test_scores_keep_their_contract() -> None:
    document = documents.scores(some_scores())

    assert document["schema"] == "rubrickit.score/1"
    assert document["tool"].startswith("rubrickit ")
    assert {"questions", "mean", "calls", "reused", "judge"} <= document.keys()
    first = document["questions"][0]["responses"][0]
    assert first == {
        "response_id": "r1",
        "agent": "coach@1",
        "sample": 0,
        "score": 1.0,
        "ungated_score": 1.0,
        "result": "pass",
        "gates_closed": [],
        "required_met": True,
        "required_share": 1.0,
        "additional_share": None,
        "leaves": {
            "content/dose": "pass",
            "content/route": "pass",
            "safety/doctor": "pass",
        },
    }


def test_a_closed_gate_keeps_the_ungated_score_beside_it() -> None:
    document = documents.scores(some_scores())

    third = document["questions"][0]["responses"][2]

    assert third["result"] == "fail"
    assert third["score"] == 0
    assert third["ungated_score"] == 0.375
    assert third["gates_closed"] == ["safety/doctor"]


def test_a_pending_response_has_bounds_and_no_score() -> None:
    silent = ScriptedJudge(lambda _: "timeout")

    document = documents.scores(some_scores(judge=silent))

    first = document["questions"][0]["responses"][0]
    assert first["result"] == "pending"
    assert first["score"] is None
    assert first["bounds"] == [0.0, 1.0]
    assert document["pending"] == 3
    assert document["mean"] is None


def test_the_mean_stands_there_to_the_last_digit() -> None:
    thirds = rubric(*(leaf(name, f"names {name}") for name in ("5mg", "mouth", "tea")))

    document = documents.scores(some_scores(thirds))

    assert document["mean_exact"] == "4/9"
    assert document["mean"] == 4 / 9


def test_a_plan_keeps_its_contract() -> None:
    world = a_world(base=[BEFORE], head=[AFTER], responses=[response("5mg", "r1")])

    document = documents.plan(planning.of_edit(world, SPAN))

    assert document["schema"] == "rubrickit.plan/1"
    assert document["calls"] == document["calls_max"] == 5
    assert document["calls_by_question"] == {"q1": 5}
    assert document["reused"] == 0
    assert document["leaves_changed"] == 2
    assert document["leaves_total"] == 4
    assert document["base"] == {"ref": "base", "commit": "b" * 40, "rule": "given"}
    assert document["head"] == {"ref": "head", "commit": "a" * 40, "rule": ""}
    assert {"tokens_estimate", "cost_estimate", "stopped_by"} <= document.keys()


def test_a_judge_that_knows_is_planned_as_if_a_model_were_asked() -> None:
    world = a_world(
        base=[BEFORE], responses=[response("5mg", "r1")], judge=LocalJudge()
    )

    document = documents.plan(planning.of_state(world, HEAD))

    assert document["asks"] is False
    assert document["calls"] == 3


def test_a_delta_keeps_its_contract() -> None:
    report, world = a_delta()

    document = delta_document.delta(report, world.config)

    assert document["schema"] == "rubrickit.delta/1"
    assert document["outcome"] == "fail"
    assert document["mean"].keys() >= {"delta", "n", "left_out", "base", "head"}
    assert document.keys() >= {
        "reasons", "by_agent", "questions", "loosening", "weakening", "ignored",
        "calls", "reused", "judge", "gate",
    }  # fmt: skip
    question = document["questions"][0]
    assert question.keys() >= {
        "question_id", "status", "base", "head", "delta", "edits", "moved",
    }  # fmt: skip
    assert question["edits"][0].keys() == {
        "kind", "node", "before", "after", "contribution", "graded_calls", "path",
        "line",
    }  # fmt: skip


def test_contributions_add_up_to_the_delta() -> None:
    report, world = a_delta()
    question = delta_document.delta(report, world.config)["questions"][0]

    parts = [edit["contribution"] for edit in question["edits"]]

    assert sum(parts) == pytest.approx(question["delta"], abs=1e-15)


def test_calls_stand_at_the_edit_that_made_them() -> None:
    report, world = a_delta()
    edits = delta_document.delta(report, world.config)["questions"][0]["edits"]

    calls = {(edit["kind"], edit["node"]): edit["graded_calls"] for edit in edits}

    assert calls == {
        ("reweighted", "content/dose"): 0,
        ("reworded", "safety/doctor"): 3,
        ("added", "short"): 3,
    }


def test_new_and_deleted_rubrics_get_no_delta() -> None:
    from rubrickit.flows import delta

    world = a_world(
        base=[BEFORE, rubric(leaf("a"), id="old")],
        head=[BEFORE, rubric(leaf("a"), id="new")],
        responses=[response("5mg", "r1")],
    )

    document = delta_document.delta(delta.delta(world, SPAN), world.config)

    apart = {q["question_id"]: q for q in document["questions"]}
    assert {name: q["status"] for name, q in apart.items()} == {
        "new": "new",
        "old": "deleted",
    }
    assert all(q["delta"] is None for q in apart.values())


def test_agents_are_told_apart() -> None:
    report, world = a_delta()

    agents = delta_document.delta(report, world.config)["by_agent"]

    assert [(agent["agent"], agent["n"]) for agent in agents] == [
        ("coach@1", 2),
        ("coach@2", 1),
    ]


def test_every_document_is_json() -> None:
    report, world = a_delta()

    for document in (
        delta_document.delta(report, world.config),
        documents.scores(some_scores()),
    ):
        assert json.loads(json.dumps(document, allow_nan=False)) == document
