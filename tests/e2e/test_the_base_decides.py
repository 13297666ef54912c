"""What decides about an edit is read from its base, whatever the edit changes."""

import json
import shutil
from pathlib import Path

import pytest
from support.command_line import (
    RUBRIC,
    TEXTS,
    Repository,
    judged,
    repository,
    rows,
    settings,
)
from support.judge_server import Asked, JudgeServer

DOSE = "rubrics/dose.yaml"
STRICT = "gate: {max_regression: 0.001, loosening: report}\n"
LOOSE = "gate: {max_regression: 1, max_question_regression: 1, loosening: report}\n"


def by_check(asked: Asked) -> bool:
    """Doses are named, routes are not, and nobody forgets a warning."""
    return "route" not in asked.block("check")


def graded(root: Path, server: JudgeServer, more: str = "") -> Repository:
    """Scored and committed on main; an edit that costs 0.25 waits on a branch."""
    place = judged(root, server.url, more)
    assert place.run("score").code == 0
    place.commit()
    place.branch("edit")
    return place


def test_a_limit_that_the_edit_moves_does_not_count(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server, STRICT)
        place.edit(DOSE, "weight: 2", "weight: 4")
        place.write({"rubrickit.yaml": settings(server.url, LOOSE)})
        place.commit()

        done = place.run("delta", "--format", "json")

    assert (done.code, done.json["outcome"]) == (1, "fail")
    assert done.json["gate"]["max_regression"] == 0.001
    assert done.json["ignored"] == ["rubrickit.yaml: the base's settings decide"]
    assert "(limit 0.001)" in done.json["reasons"][0]


def test_a_limit_that_only_the_work_tree_moves_does_not_count(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server, STRICT)
        place.edit(DOSE, "weight: 2", "weight: 4")
        place.write({"rubrickit.yaml": settings(server.url, LOOSE)})

        assert place.run("delta").code == 1


def test_a_judge_that_the_edit_names_is_not_asked_and_gets_no_key(
    tmp_path: Path,
) -> None:
    with JudgeServer(verdict=by_check) as server, JudgeServer() as thief:
        place = graded(tmp_path, server)
        calls = server.calls
        place.edit(DOSE, "name a dose", "name an exact dose")
        place.write({"rubrickit.yaml": settings(thief.url)})
        for command in ("plan", "diff", "delta", "delta --full"):
            place.run(*command.split())
        place.commit()

        report = place.json("delta")

    assert thief.calls == 0
    assert server.calls - calls == 8
    assert report["judge"]["endpoint"] == server.url
    assert report["ignored"] == ["rubrickit.yaml: the base's settings decide"]
    assert "the base's settings decide" in place.run("delta").out


def test_a_model_passes_and_key_variable_that_the_edit_names_do_not_count(
    tmp_path: Path,
) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        calls = server.calls
        place.edit(DOSE, "name a dose", "name an exact dose")
        text = settings(server.url, judge="passes: 1, api_key_env: HOME")
        place.write({"rubrickit.yaml": text.replace("loopback", "other")})

        report = place.json("delta")

    models = {asked.body["model"] for asked in server.asked}
    keys = {asked.headers["authorization"] for asked in server.asked}
    assert models == {"loopback"}
    assert keys == {f"Bearer {place.key}"}
    assert server.calls - calls == report["calls"] == 8


def test_settings_that_cannot_be_read_in_the_edit_change_nothing(
    tmp_path: Path,
) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        place.edit(DOSE, "weight: 3", "weight: 4")
        place.write({"rubrickit.yaml": "gate: [no\n"})

        done = place.run("delta", "--format", "json")

    assert done.code == 0
    assert done.json["questions"][0]["question_id"] == "dose"


@pytest.mark.parametrize("name", ["rubrics", "gold", "scores"])
def test_folders_that_the_edit_points_elsewhere_do_not_count(
    tmp_path: Path, name: str
) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server, "gate: {max_regression: 0.001}\n")
        calls = server.calls
        place.edit(DOSE, "weight: 2", "weight: 4")
        paths = f"paths: {{{name}: elsewhere}}\n"
        place.write({"rubrickit.yaml": settings(server.url, paths)})
        place.commit()

        done = place.run("delta", "--format", "json")

    assert (done.code, done.json["outcome"]) == (1, "fail")
    assert [q["question_id"] for q in done.json["questions"]] == ["dose"]
    assert server.calls == calls


@pytest.mark.parametrize("where", ["sub/deep", "sub"])
def test_settings_that_the_edit_moves_stop_the_run(tmp_path: Path, where: str) -> None:
    """Else the folders beside the new place would be compared: nothing with nothing."""
    outer = repository(tmp_path, {"README.md": "More than rubrics.\n"})
    with JudgeServer(verdict=by_check) as server:
        inner = judged(tmp_path / "sub/unused", server.url)
        place = Repository(tmp_path / "sub")
        place.write(inner.files())
        shutil.rmtree(inner.root)
        assert place.run("score").code == 0
        outer.commit()
        place.edit(DOSE, "weight: 2", "weight: 4")
        place.write({"deep/notes.md": "x"})
        assert place.run("delta").code == 1
        there = Repository(tmp_path / where)
        assert there.run("delta").code == 1

        settings_file = place.root / "rubrickit.yaml"
        if where == "sub":
            settings_file.unlink()
        else:
            there.write({"rubrickit.yaml": settings_file.read_bytes()})
        runs = [there.run(command) for command in ("delta", "plan", "diff")]

    told = f"error: {settings_file} counts at the base, and the edit has it elsewhere\n"
    assert {done.code for done in runs} == {2}
    assert all(done.err.startswith(told) for done in runs)


def test_an_edited_row_of_gold_fails_and_is_named(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        calls = server.calls
        place.edit("gold/dose.jsonl", "5 mg by mouth.", "5 mg.")

        done = place.run("delta", "--format", "json")

    assert (done.code, done.json["outcome"]) == (1, "fail")
    assert done.json["ignored"] == ["gold/dose.jsonl: 1 row(s) edited or deleted"]
    assert done.json["reasons"] == ["gold/dose.jsonl: 1 row(s) edited or deleted"]
    assert server.calls == calls


def test_rows_that_the_edit_adds_are_told_and_decide_nothing(tmp_path: Path) -> None:
    label = {"question_id": "dose", "response_id": "dose-r0", "rater": "a"}
    label |= {"leaf": "facts/names_dose", "met": True}
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        calls = server.calls
        place.edit(DOSE, "weight: 3", "weight: 4")
        alone = place.json("delta")
        place.write({"gold/labels/a.jsonl": json.dumps(label) + "\n"})
        new = rows("dose", ["A new one."]).replace("dose-r0", "dose-new")
        place.write({"gold/dose.jsonl": rows("dose", TEXTS) + new})

        report = place.json("delta")

    assert report["added"] == [
        "gold/dose.jsonl: 1 row(s) added",
        "gold/labels/a.jsonl: 1 row(s) added",
    ]
    assert report | {"added": []} == alone
    assert server.calls == calls


def test_a_removed_gate_fails_until_somebody_signs(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        place.write({DOSE: RUBRIC.replace("weighting: weighted_sum_with", "x: y_with")})
        broken = place.run("delta")
        place.write({DOSE: RUBRIC[: RUBRIC.index("  - id: safety")]})
        place.edit(DOSE, "weighting: weighted_sum_with_safety_gate\n", "")

        done = place.run("delta", "--format", "json")

    assert broken.code == 2
    assert broken.err.startswith("error: rubrics/dose.yaml:3: unknown key `x`")
    assert (done.code, done.json["outcome"]) == (1, "fail")
    assert [item["kind"] for item in done.json["loosening"]] == ["removed"]


def test_a_deleted_rubric_is_told_first_and_has_no_delta(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        (place.root / DOSE).unlink()

        done = place.run("delta", "--format", "json")

    (question,) = done.json["questions"]
    assert (question["status"], question["delta"]) == ("deleted", None)
    assert done.json["weakening"][0]["kind"] == "deleted"
    assert done.code == 1


def test_a_window_counts_the_responses_of_its_days_only(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        place.edit(DOSE, "weight: 2", "weight: 4")

        def of(*window: str) -> dict[str, int]:
            report = place.json("delta", *window)
            agents = {agent["agent"]: agent["n"] for agent in report["by_agent"]}
            assert sum(agents.values()) == report["questions"][0]["responses"]
            return agents

        assert of() == {"coach@0": 2, "coach@1": 2}
        assert of("--since", "2026-02-01") == {"coach@0": 1, "coach@1": 1}
        assert of("--until", "2026-01-31") == {"coach@0": 1, "coach@1": 1}
        assert of("--since", "2026-02-01", "--until", "2026-02-28") == {"coach@1": 1}
        empty = place.run("delta", "--since", "2027-01-01", "--format", "json")
        assert (empty.code, empty.json["outcome"]) == (4, "pending")


def test_the_full_report_adds_the_means_of_both_sides(tmp_path: Path) -> None:
    with JudgeServer(verdict=by_check) as server:
        place = graded(tmp_path, server)
        base = place.json("score", "main")
        place.edit(DOSE, "weight: 2", "weight: 4")
        head = place.json("score")

        short = place.json("delta")["mean"]
        full = place.json("delta", "--full")["mean"]

    assert (short["base"], short["head"]) == (None, None)
    assert (full["base"], full["head"]) == (base["mean"], head["mean"])
    assert full["delta"] == pytest.approx(head["mean"] - base["mean"])
    assert (full["n"], short["delta"]) == (2, full["delta"])


def test_without_a_base_that_can_be_read_nothing_is_decided(tmp_path: Path) -> None:
    place = repository(tmp_path, {"rubrics/a.yaml": "nodes: []\n"})
    place.write({"rubrics/a.yaml": RUBRIC})

    done = place.run("delta")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "error: at the base (merge base of main and HEAD): rubrics/a.yaml:1:"
    )
