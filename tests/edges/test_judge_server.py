"""The tests' own server tells the truth: other tests stand on it."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.judge_server import JudgeServer, parity
from support.judges import a_judge
from support.tasks import some_tasks

from rubrickit.edges.judge_openai import OpenAIJudge

TESTS = Path(__file__).parent.parent


def verdicts(judge: OpenAIJudge, pass_number: int) -> list[bool]:
    answers = list(judge.ask(some_tasks(400, pass_number=pass_number)))
    met = {
        answer.task.leaf.texts: answer.grade.met for answer in answers if answer.grade
    }
    assert len(met) == 400
    return [met[texts] for texts in sorted(met)]


def test_the_same_question_gets_the_same_verdict_in_every_pass() -> None:
    with JudgeServer() as server:
        judge = a_judge(server.url)
        assert verdicts(judge, 1) == verdicts(judge, 2)

    assert 120 < sum(parity(asked) for asked in server.asked[:400]) < 280


def test_a_share_of_the_verdicts_flips_if_asked_again() -> None:
    with JudgeServer(flips=0.05) as server:
        judge = a_judge(server.url)
        pairs = zip(verdicts(judge, 1), verdicts(judge, 2), strict=True)
        flips = sum(first != second for first, second in pairs)

    assert 8 <= flips <= 36


def test_faults_come_in_their_shares_whatever_the_order() -> None:
    def counted() -> dict[str, int]:
        with JudgeServer(faults={"refusal": 0.2}, seed=3) as server:
            answers = list(a_judge(server.url).ask(some_tasks(300)))
        return {answer.task.leaf.texts[0]: bool(answer.grade) for answer in answers}

    first = counted()

    assert first == counted()
    assert 35 < list(first.values()).count(False) < 85


@pytest.fixture
def alone() -> Iterator[str]:
    """The URL of a server in a process of its own."""
    command = [sys.executable, "-m", "support.judge_server", "--flips", "0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=TESTS, text=True) as run:
        assert run.stdout is not None
        yield run.stdout.readline().strip()
        run.terminate()


def test_it_runs_alone_and_counts(alone: str) -> None:
    list(a_judge(alone).ask(some_tasks(5)))

    with urllib.request.urlopen(alone.replace("/v1", "/stats")) as reply:
        assert json.load(reply)["calls"] == 5
