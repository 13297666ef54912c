"""Faults of comparable tools from the command line, where no other test has them."""

import json
import os
from pathlib import Path

import pytest
from support.command_line import OTHER, RUBRIC, TEXTS, judged, rows, settings
from support.judge_server import Asked, JudgeServer, Reply, completion, parity

DOSE = "rubrics/dose.yaml"


@pytest.mark.parametrize(
    "reply", ["{}", '{"score": 0}', '{"reason": "fine"}', '{"met": "yes and no"}', "NO"]
)
def test_a_reply_without_a_verdict_is_neither_a_pass_nor_a_fail(
    tmp_path: Path, reply: str
) -> None:
    def says(asked: Asked) -> bool | Reply:
        is_route = "route" in asked.block("check")
        return completion(reply) if is_route else True

    with JudgeServer(verdict=says) as server:
        place = judged(tmp_path, server.url)
        done = place.run("score")
        report = place.json("score")

    assert done.code == 4
    assert "unparseable" in done.out
    dose = next(q for q in report["questions"] if q["question_id"] == "dose")
    assert dose["mean"] is None


def test_a_leaf_that_was_never_judged_is_named_and_leaves_no_number(
    tmp_path: Path,
) -> None:
    with JudgeServer(verdict=lambda _: completion("no idea")) as server:
        done = judged(tmp_path, server.url).run("score")

    assert done.code in (3, 4)
    assert "unparseable" in done.out
    assert "0.000" not in done.out


def test_equal_texts_cost_one_call_a_pass(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as server:
        same = {"gold/dose.jsonl": rows("dose", ["5 mg."] * 6)}
        place = judged(tmp_path, server.url, **same)
        assert place.run("score").code == 0
        asked = [a for a in server.asked if "habit" not in a.block("check")]

    assert len(asked) == 3 * 2


def test_rows_in_another_order_give_the_same_bytes(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as server:
        place = judged(tmp_path, server.url)
        assert place.run("score").code == 0
        first = place.run("score", "--format", "json").out
        lines = rows("dose", TEXTS).splitlines(keepends=True)
        place.write({"gold/dose.jsonl": "".join(reversed(lines))})

        assert place.run("score", "--format", "json").out == first


def test_another_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as server:
        told = []
        for workers in (1, 8, 32):
            place = judged(tmp_path / str(workers), server.url)
            place.edit("rubrickit.yaml", "concurrency: 8", f"concurrency: {workers}")
            told.append(place.run("score", "--format", "json").out)

    assert len(set(told)) == 1
    assert '"calls": 0' not in told[0]


@pytest.mark.parametrize(
    ("key", "value"),
    [("model", "another"), ("temperature", "0.7"), ("max_tokens", "99")],
)
def test_another_instrument_reuses_no_grade(
    tmp_path: Path, key: str, value: str
) -> None:
    with JudgeServer(verdict=parity) as server:
        place = judged(tmp_path, server.url)
        assert place.run("score").code == 0
        before, old = server.calls, place.json("score")["judge"]["digest"]
        text = settings(server.url, judge=f"{key}: {value}")
        if key == "model":
            text = settings(server.url).replace("loopback", value)
        place.write({"rubrickit.yaml": text})

        report = place.json("score")

    assert report["judge"]["digest"] != old
    assert server.calls == 2 * before


def test_a_relaxed_rule_is_a_change_that_asks_nobody(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as server:
        strict = OTHER.replace("< 400", "< 2")
        place = judged(tmp_path, server.url, **{"rubrics/sleep.yaml": strict})
        assert place.run("score").code == 0
        place.commit()
        calls = server.calls
        place.edit("rubrics/sleep.yaml", "< 2", "< 20")

        report = place.json("delta")

    assert server.calls == calls
    assert report["questions"][0]["delta"] > 0


@pytest.mark.parametrize("rule", ["1 / size(response) > 0", "nobody > 1", "1 / 0 == 1"])
def test_a_rule_that_cannot_work_is_found_or_unjudged(
    tmp_path: Path, rule: str
) -> None:
    with JudgeServer(verdict=parity) as server:
        files = {
            "rubrics/sleep.yaml": OTHER.replace("size(response) < 400", rule),
            "gold/sleep.jsonl": rows("sleep", ["", "fine"]),
        }
        place = judged(tmp_path, server.url, **files)
        linted = place.run("lint")
        scored = place.run("score")

    if "size" in rule:
        assert linted.code == 0
        assert (scored.code, "rule_error" in scored.out) == (4, True)
    else:
        assert (linted.code, "sleep.yaml:" in linted.out + linted.err) == (1, True)


@pytest.mark.parametrize(
    "name", ["a b.yaml", 'quo"te.yaml', "größe.yaml", "line\nbreak.yaml", "-x.yaml"]
)
def test_any_file_name_is_scored_and_compared(tmp_path: Path, name: str) -> None:
    with JudgeServer(verdict=parity) as server:
        place = judged(tmp_path, server.url, **{f"rubrics/{name}": ""})
        (place.root / DOSE).rename(place.root / "rubrics" / name)
        assert place.run("score").code == 0
        place.commit()
        calls = server.calls
        place.write(
            {f"rubrics/{name}": RUBRIC.replace("weight: 3", "weight: 4")},
        )

        report = place.json("delta")

    assert server.calls == calls
    assert [q["question_id"] for q in report["questions"]] == ["dose"]


def test_a_pipe_or_a_link_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    """Root would else make a file of `/dev/null`."""
    pipe, link, target = (tmp_path / name for name in ("pipe", "link", "target"))
    os.mkfifo(pipe)
    link.symlink_to(target)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with JudgeServer(verdict=parity) as server:
        place = judged(tmp_path / "repository", server.url)
        assert place.run("score", "--out", str(pipe)).code == 0
        piped = os.read(reader, 1_000_000)
        assert place.run("score", "--out", str(link)).code == 0
    os.close(reader)

    assert pipe.is_fifo()
    assert link.is_symlink()
    assert json.loads(piped)["mean"] == json.loads(target.read_bytes())["mean"]
