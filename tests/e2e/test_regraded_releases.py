"""An auditor with the judge's key can ask it again for some of a release's grades."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import releases
from support.command_line import Repository, judged
from support.judge_server import FAULTS, JudgeServer, parity
from support.releases import TAG

SAMPLE = ("verify", TAG, "--sample", "5", "--format", "json")


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


@pytest.fixture
def place(server: JudgeServer, tmp_path: Path) -> Repository:
    made = judged(tmp_path / "place", server.url)
    assert made.run("score").code == 0
    made.commit()
    releases.release(made)
    server.asked.clear()
    return made


def test_a_judge_that_repeats_itself(place: Repository, server: JudgeServer) -> None:
    before = place.files()

    told = place.run(*SAMPLE).json

    sample = told["sample"]
    assert (sample["asked"], sample["answered"], sample["agreed"]) == (5, 5, 5)
    assert sample["interval"][1] == 1.0
    assert server.calls == 5
    assert place.files() == before


def test_the_same_seed_asks_the_same(place: Repository, server: JudgeServer) -> None:
    place.run(*SAMPLE)
    first = texts(server)
    server.asked.clear()

    place.run(*SAMPLE)

    assert texts(server) == first


def texts(server: JudgeServer) -> list[str]:
    return sorted(asked.text for asked in server.asked)


def test_a_judge_that_changes_its_mind(place: Repository, server: JudgeServer) -> None:
    server.behaviour.verdict = lambda asked: not parity(asked)

    done = place.run(*SAMPLE)

    assert (done.code, done.json["sample"]["agreed"]) == (0, 0)


def test_a_judge_that_answers_nothing(place: Repository, server: JudgeServer) -> None:
    server.behaviour.verdict = lambda _: FAULTS["malformed"]

    done = place.run(*SAMPLE)

    assert (done.code, done.json["ok"]) == (3, True)
    assert [done.json["sample"][what] for what in ("answered", "interval")] == [0, None]


def test_the_sample_is_told_in_words(place: Repository) -> None:
    told = place.run("verify", TAG, "--sample", "5")

    assert "asked again, the judge agreed on 5 of 5 grades" in told.out


def test_a_forged_release_is_not_worth_a_call(
    place: Repository, server: JudgeServer
) -> None:
    releases.forged(place, {"gold/dose.jsonl": b""})

    told = place.run(*SAMPLE)

    assert (told.code, told.json["sample"], server.calls) == (1, None, 0)


def test_people_are_not_asked_again(tmp_path: Path) -> None:
    place = releases.graded(tmp_path / "place")
    rule = "question_id: dose\nnodes:\n  - {id: short, rule: size(response) < 12}\n"
    (place.root / "rubrics/sleep.yaml").unlink()
    place.commit(
        {"rubrics/dose.yaml": rule, "rubrickit.yaml": "judge: {kind: human}\n"}
    )
    releases.release(place)

    done = place.run(*SAMPLE)

    assert done.code == 2
    assert "is `human`, and only a model can be asked again" in done.err
