"""Another model, prompt or parameter is another judge, and the report says so."""

from pathlib import Path

import pytest
from support.command_line import judged, settings
from support.judge_server import JudgeServer

TOLD = "The instrument changed: grades by loopback ("


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("model: loopback", "model: other"),
        ("max_concurrency: 8", "max_concurrency: 8, temperature: 0.5"),
        ("max_concurrency: 8", "max_concurrency: 8, max_tokens: 100"),
    ],
)
def test_grades_of_another_judge_are_not_reused(
    tmp_path: Path, old: str, new: str
) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        first = place.json("score")
        place.edit("rubrickit.yaml", old, new)

        done = place.run("score", "--format", "json")
        again = place.json("score")
        place.edit("rubrickit.yaml", new, old)
        back = place.json("score")

    assert (done.json["calls"], done.json["reused"]) == (first["calls"], 0)
    assert done.json["other_judges"] == [first["judge"]]
    assert done.json["judge"]["digest"] != first["judge"]["digest"]
    assert (again["calls"], again["other_judges"]) == (0, [])
    assert (back["calls"], back["mean"]) == (0, first["mean"])


def test_the_pages_say_that_the_instrument_changed(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        first = place.run("score")
        place.edit("rubrickit.yaml", "loopback", "second")
        second = place.run("score")
        place.commit()
        place.edit("rubrickit.yaml", "second", "third")
        place.commit()
        place.edit("rubrics/dose.yaml", "weight: 3", "weight: 4")
        delta = place.run("delta")

    assert TOLD not in first.out
    assert TOLD in second.out
    assert TOLD in delta.out
    assert delta.out.index("by loopback (") < delta.out.index("), second (")


def test_what_else_the_settings_say_is_no_part_of_the_judge(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.run("score")
        more = "budget: {max_calls: 9, max_minutes: 2}\ngate: {max_regression: 0.5}\n"
        judge = "timeout: 9, prices: {input: 1, output: 2}, api_key_env: OTHER"
        place.write({"rubrickit.yaml": settings(server.url, more, judge)})

        assert place.json("score")["calls"] == 0


def test_a_parameter_that_the_endpoint_refuses_costs_no_second_round(
    tmp_path: Path,
) -> None:
    with JudgeServer(refuses=("temperature",)) as server:
        place = judged(tmp_path, server.url)
        first = place.json("score")
        calls = server.calls
        clone = place
        place.commit()

        again = clone.json("score")

    assert first["calls"] == calls == 32 + 1
    assert (again["calls"], server.calls) == (0, calls)
    assert again["judge"] == first["judge"]


def test_one_pass_is_said_in_the_report(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.write({"rubrickit.yaml": settings(server.url, judge="passes: 1")})
        scores = place.run("score")
        place.commit()
        place.edit("rubrics/dose.yaml", "weight: 3", "weight: 4")
        delta = place.run("delta")

    assert server.calls == 16
    said = "One pass a check: how often the judge changes its mind is not known."
    assert said in scores.out
    assert said in delta.out


def test_a_limit_that_stopped_the_run_is_named(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url, "budget: {max_calls: 20}\n")
        text = place.run("score")
        place.edit("rubrickit.yaml", "20", "3")
        (found,) = place.json("score")["not_answered"]

    limit = "budget.max_calls is "
    assert f"Not answered: 12 over_budget ({limit}20)" in text.out
    assert (found["code"], found["detail"]) == ("over_budget", f"{limit}3")
    assert found["count"] >= 9
