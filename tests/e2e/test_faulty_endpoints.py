"""An endpoint that fails half of the time: nothing is invented, all of it is told."""

from pathlib import Path
from typing import Any

import pytest
from support.command_line import Repository, repository, rows, settings
from support.judge_server import JudgeServer, Reply, error, parity

FIVE = ("429", "500", "malformed", "hang", "reset")
REASONS = {"rate_limited", "http_5xx", "unparseable", "timeout"}
LEAVES = 5
RUBRIC = "question_id: dose\nquestion: How much?\nnodes:\n" + "".join(
    f'  - {{id: leaf{number}, check: "Does the answer name fact {number}?"}}\n'
    for number in range(LEAVES)
)


def asked_at(root: Path, url: str, checks: int) -> Repository:
    """So many checks, one pass each, and a client that does not wait long."""
    judge = "passes: 1, timeout: 0.4, max_tokens: 64"
    text = settings(url, judge=judge).replace("concurrency: 8", "concurrency: 32")
    texts = [f"Take {number} mg." for number in range(checks // LEAVES)]
    return repository(
        root,
        {
            "rubrickit.yaml": text,
            "rubrics/dose.yaml": RUBRIC,
            "gold/dose.jsonl": rows("dose", texts),
        },
    )


def cells(document: Any) -> dict[tuple[str, str], str]:
    return {
        (row["response_id"], path): verdict
        for question in document["questions"]
        for row in question["responses"]
        for path, verdict in row["leaves"].items()
    }


def hold(root: Path, checks: int) -> None:
    """One run amid faults, the next against the same endpoint in health."""
    with JudgeServer(faults=dict.fromkeys(FIVE, 0.1), seed=4) as server:
        place = asked_at(root / "place", server.url, checks)
        faulty = place.run("score", "--format", "json")
        sick, port = cells(faulty.json), server.url
        planned = place.json("plan", "--all")["calls"]
    with JudgeServer() as healthy:
        calm = cells(asked_at(root / "calm", healthy.url, checks).json("score"))
    with JudgeServer(port=_port(port)) as server:
        again = place.run("score", "--format", "json")
        asked = server.calls

    unfinished = {cell for cell, verdict in sick.items() if verdict == "unjudged"}
    assert len(sick) == len(calm) == checks
    assert all(sick[cell] == calm[cell] for cell in sick.keys() - unfinished)
    assert faulty.code == (4 if unfinished else 0)
    assert unfinished or checks < 1000
    open_rows = {response for response, _ in unfinished}
    assert faulty.json["pending"] == len(open_rows)
    assert asked == again.json["calls"] == planned == len(unfinished)
    assert (again.code, again.json["pending"], cells(again.json)) == (0, 0, calm)
    assert faulty.json["calls"] > checks


def _port(url: str) -> int:
    return int(url.rpartition(":")[2].removesuffix("/v1"))


def test_a_hundred_checks_amid_faults_are_finished_by_a_second_run(
    tmp_path: Path,
) -> None:
    hold(tmp_path, 100)


@pytest.mark.slow
def test_a_thousand_checks_amid_faults_are_finished_by_a_second_run(
    tmp_path: Path,
) -> None:
    hold(tmp_path, 1000)


def test_what_stays_unanswered_is_told_leaf_by_leaf(tmp_path: Path) -> None:
    def verdict(asked: Any) -> bool | Reply:
        is_odd = "fact 3" in asked.text
        return error(400, "this text is not allowed") if is_odd else parity(asked)

    with JudgeServer(verdict=verdict) as server:
        place = asked_at(tmp_path, server.url, 20)
        place.edit("rubrics/dose.yaml", "name fact 3", "name a fact 3")
        done = place.run("score", "--format", "json")
        text = place.run("score", "--quiet")

    assert (done.code, text.code) == (4, 3)  # the second asks the hopeless alone
    found = cells(done.json)
    assert {path for (_, path), v in found.items() if v == "unjudged"} == {"leaf3"}
    assert all(row["score"] is None for row in done.json["questions"][0]["responses"])
    assert "dose: 1 leaf (4 http_4xx)" in text.out


def test_a_judge_that_never_answers_is_the_worlds_failure(tmp_path: Path) -> None:
    with JudgeServer(verdict=lambda _: Reply(200, b"<html>")) as server:
        place = asked_at(tmp_path, server.url, 5)
        scored = place.run("score", "--format", "json")
        place.edit("rubrics/dose.yaml", "name fact 3", "name a fact 3")
        delta = place.run("delta", "--format", "json")

    assert (scored.code, delta.code) == (3, 3)
    assert set(cells(scored.json).values()) == {"unjudged"}
    assert delta.json["outcome"] == "pending"
    assert delta.json["mean"]["delta"] is None or delta.json["mean"]["left_out"]


def test_faults_in_the_head_run_only_are_pending_and_no_regression(
    tmp_path: Path,
) -> None:
    def verdict(asked: Any) -> bool | Reply:
        is_new = "an exact fact" in asked.text and "Take 1 mg" in asked.text
        return Reply(200, b"[]") if is_new else True

    with JudgeServer(verdict=verdict) as server:
        place = asked_at(tmp_path, server.url, 20)
        place.run("score")
        place.commit()
        place.edit("rubrics/dose.yaml", "name fact 3", "name an exact fact 3")
        done = place.run("delta", "--format", "json")

    assert (done.code, done.json["outcome"]) == (4, "pending")
    assert done.json["mean"]["delta"] is None
    (question,) = done.json["questions"]
    assert question["bounds"] == [-0.05, 0.0]
