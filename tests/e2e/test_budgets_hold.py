"""A limit stops a run before the call that would pass it, and the next run goes on."""

import json
from pathlib import Path

import pytest
from support.command_line import TEXTS, Repository, judged, rows, settings
from support.judge_replies import USAGE
from support.judge_server import JudgeServer

TOTAL = 4 * 50 * 2
PRICES = "prices: {input: 10, output: 10}"
A_CALL = USAGE["total_tokens"] * 10 / 1_000_000


def place_of(root: Path, url: str, more: str = "", judge: str = "") -> Repository:
    """50 responses, 4 leaves, 2 passes: 400 calls, 32 at once."""
    texts = [f"{TEXTS[n % 4]} {n}" for n in range(50)]
    many = {f"gold/{q}.jsonl": rows(q, texts) for q in ("dose", "sleep")}
    place = judged(root, url, **many)
    limited(place, url, more, judge)
    return place


def limited(place: Repository, url: str, more: str = "", judge: str = "") -> None:
    text = settings(url, more, judge).replace("concurrency: 8", "concurrency: 32")
    place.write({"rubrickit.yaml": text})


@pytest.mark.parametrize("limit", [0, 1, 33, 150])
def test_no_more_calls_are_made_than_allowed(tmp_path: Path, limit: int) -> None:
    with JudgeServer(latency=0.005) as server:
        place = place_of(tmp_path, server.url, f"budget: {{max_calls: {limit}}}\n")
        planned = place.run("plan", "--all")

        done = place.run("score", "--format", "json")

        assert (server.calls, done.json["calls"]) == (limit, limit)
        assert done.code == 4
        limited(place, server.url)
        again = place.json("score")
    assert again["calls"] == TOTAL - limit
    assert (again["pending"], server.calls) == (0, TOTAL)
    told = f"budget.max_calls is {limit}; a full run may need 600"
    assert told in planned.out


def test_no_more_money_is_spent_than_allowed(tmp_path: Path) -> None:
    limit = 0.2
    with JudgeServer(latency=0.005) as server:
        budget = f"budget: {{max_cost: {limit}}}\n"
        place = place_of(tmp_path, server.url, budget, f"{PRICES}, max_tokens: 100")
        done = place.run("score", "--format", "json")
        calls = server.calls
        # What an endpoint may charge for a call is known only after it.
        assert 0 < calls * A_CALL <= limit
        assert (done.code, done.json["calls"]) == (4, calls)
        assert done.json["pending"] > 0
        limited(place, server.url, judge="max_tokens: 100")
        again = place.json("score")
    assert (again["calls"], again["pending"]) == (TOTAL - calls, 0)


def test_no_more_time_is_taken_than_allowed(tmp_path: Path) -> None:
    with JudgeServer(latency=0.1) as server:
        place = place_of(tmp_path, server.url, "budget: {max_minutes: 0.01}\n")
        done = place.run("score", "--format", "json")
        calls = server.calls
        assert done.code == 4
        assert 0 < calls < TOTAL
        server.behaviour.latency = 0
        limited(place, server.url)
        again = place.json("score")
    assert again["pending"] == 0
    assert TOTAL - calls <= again["calls"] <= TOTAL - calls + 32


def test_a_delta_that_a_budget_stopped_is_pending_and_the_next_ends_it(
    tmp_path: Path,
) -> None:
    with JudgeServer() as server:
        place = place_of(tmp_path, server.url)
        place.run("score")
        limited(place, server.url, "budget: {max_calls: 20}\n")
        place.commit()
        place.edit("rubrics/dose.yaml", "name a dose", "name one dose")
        outcomes = [place.run("delta", "--format", "json") for _ in range(6)]
    assert [done.json["calls"] for done in outcomes] == [20, 20, 20, 20, 20, 0]
    assert [done.code for done in outcomes[:4]] == [4, 4, 4, 4]
    assert outcomes[4].json["outcome"] in ("pass", "fail")
    assert outcomes[4].code == outcomes[5].code


LEAVES = "\n".join(
    f'  - {{id: leaf{number}, check: "Does it name fact {number} of the list?"}}'
    for number in range(7)
)


@pytest.mark.slow
def test_a_plan_of_70_000_checks_names_the_limit_in_the_way(tmp_path: Path) -> None:
    """10,000 responses, 7 leaves, default passes, before a cent is spent."""
    place = judged(tmp_path, "http://127.0.0.1:9/v1")
    (tmp_path / "rubrics/sleep.yaml").unlink()
    (tmp_path / "gold/sleep.jsonl").unlink()
    place.write(
        {
            "rubrickit.yaml": settings(
                "http://127.0.0.1:9/v1", "budget: {max_cost: 20}\n", PRICES
            ),
            "rubrics/dose.yaml": f"question_id: dose\nquestion: How?\nnodes:\n{LEAVES}",
            "gold/dose.jsonl": rows("dose", (f"Take {n} mg." for n in range(10_000))),
        }
    )

    plan = json.loads(place.run("plan", "--all", "--format", "json").out)
    text = place.run("score", "--dry-run")

    assert (plan["calls"], plan["calls_max"]) == (140_000, 210_000)
    assert plan["leaves_total"] == 7
    assert plan["cost_max_estimate"] == pytest.approx(plan["cost_estimate"] * 1.5)
    assert plan["tokens_estimate"]["output"] == 140_000 * 80
    assert plan["minutes_max_estimate"] == pytest.approx(210_000 * 2 / 60 / 8)
    assert text.code == 0
    for told in (
        "rubrickit: 140,000 judge calls",
        "at most 210,000 with every further pass",
        "cost ",
        "Would stop the run",
        "budget.max_calls is 5,000; a full run may need 210,000",
        "budget.max_cost is 20; a full run may cost ",
        "budget.max_minutes is 30; a full run may take 875",
    ):
        assert told in text.out
    assert [line.partition(" ")[0] for line in plan["stopped_by"]] == [
        "budget.max_calls",
        "budget.max_cost",
        "budget.max_minutes",
    ]
