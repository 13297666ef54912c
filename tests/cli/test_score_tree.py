"""`score --tree`, and judges that cost nothing where grades are only compared."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import OTHER, Repository, judged, repository, rows
from support.judge_server import JudgeServer


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


@pytest.fixture
def place(tmp_path: Path, server: JudgeServer) -> Repository:
    made = judged(tmp_path / "made", server.url)
    assert made.run("score").code == 0
    return made


def test_every_question_is_a_tree(place: Repository) -> None:
    done = place.run("score", "--tree")

    assert done.code == 0
    assert "dose  mean" in done.out
    assert "sleep  mean" in done.out
    assert "names_route  weight 2, share 0.500, n 4" in done.out
    assert "warns  GATE, weight 1, share 0.250, n 4" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_the_report_has_the_same_numbers(place: Repository) -> None:
    shown = place.run("score", "--tree").out.splitlines()

    questions = place.json("report")["questions"]

    nodes = [node for question in questions for node in below(question["nodes"])]
    assert len(nodes) == 7
    for node in nodes:
        (line,) = (line for line in shown if f" {node['id']}  " in line)
        facts = re.split("[ ,]+", line)
        rate = node["pass_rate"]
        assert "-" in facts if rate is None else f"{rate:.3f}" in facts
        told = f"weight {node['weight']}, share {node['share']:.3f}, n {node['n']}"
        assert told in line
        assert node["gate"] is ("GATE" in facts)


def below(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for node in nodes for each in (node, *below(node["children"]))]


def test_one_question_can_be_named_behind_a_ref(place: Repository) -> None:
    place.commit()

    done = place.run("score", "main", "--tree", "sleep")

    assert done.code == 0
    assert "sleep  mean" in done.out
    assert "dose  mean" not in done.out


def test_a_name_that_is_wrong_costs_nothing(
    tmp_path: Path, server: JudgeServer
) -> None:
    place = judged(tmp_path / "new", server.url)

    done = place.run("score", "--tree", "slep")

    assert done.code == 2
    assert "no question `slep` has responses" in done.err
    assert "hint: did you mean `sleep`?" in done.err
    assert server.calls == 0


def test_a_tree_is_no_format(place: Repository) -> None:
    done = place.run("score", "--tree", "--format", "json")

    assert done.code == 2
    assert "--tree is for a terminal" in done.err


def test_two_commits_are_compared_by_the_judge_that_costs_nothing(
    tmp_path: Path,
) -> None:
    """The embedded matcher keeps no grades, so recorded ones say nothing of it."""
    words = "Parcels from abroad are held at customs."
    judged_by_words = f'states: "{words}"'
    rubric = OTHER.replace('check: "Does the answer name a habit?"', judged_by_words)
    texts = (words, "We guarantee that it comes.")
    place = repository(tmp_path / "free", {
        "rubrickit.yaml": "judge: {kind: local}\n",
        "rubrics/sleep.yaml": rubric,
        "gold/sleep.jsonl": rows("sleep", texts),
    })  # fmt: skip

    compared = place.json("compare", "HEAD", "HEAD")

    assert compared["outcome"] == "pass"
    assert compared["head"]["pending"] == 0
    assert compared["mean"]["base"] == place.json("score")["mean"]
