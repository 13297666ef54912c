"""What people do wrong on their first day is said, and is never a green nothing."""

from pathlib import Path

import pytest
from git_sample import git
from support.ci_runs import Hosted, hosted
from support.command_line import RUBRIC, TEXTS, judged, repository, rows
from support.github_server import GitHubServer
from support.judge_server import JudgeServer, parity

STATES = RUBRIC.replace("check:", "states:")
LOCAL = {
    "rubrics/dose.yaml": STATES,
    "gold/dose.jsonl": rows("dose", TEXTS),
}
OFTEN = "gate: {max_regresion: 0.02}\n"


@pytest.mark.parametrize("command", ["delta", "score"])
def test_a_folder_without_rubrics_is_no_pass(tmp_path: Path, command: str) -> None:
    place = repository(tmp_path, {"evals/rubrics/dose.yaml": RUBRIC, "README": "x"})

    done = place.run(command)

    assert done.code == 4
    assert "there is no rubric" in done.err
    assert "`--repo`" in done.err


def test_a_branch_of_another_name_than_main_is_asked_for(tmp_path: Path) -> None:
    place = repository(tmp_path, LOCAL)
    git(tmp_path, "branch", "--move", "main", "trunk")
    place.branch("edit")
    place.commit({"rubrics/dose.yaml": STATES.replace("weight: 3", "weight: 1")})

    unnamed, named = place.run("delta"), place.run("delta", "trunk")

    assert unnamed.code == 2
    assert "there is no branch `main` or `master`" in unnamed.err
    assert "rubrickit delta BRANCH" in unnamed.err
    assert "reweighted" in named.out


def test_a_fault_in_the_bases_settings_is_said_to_be_there(tmp_path: Path) -> None:
    place = repository(tmp_path, {**LOCAL, "rubrickit.yaml": OFTEN})
    place.branch("repair")
    place.commit({"rubrickit.yaml": "gate: {max_regression: 0.02}\n"})

    done = place.run("delta")

    assert done.code == 2
    assert "at the base (merge base of main and HEAD): rubrickit.yaml:1" in done.err
    assert "it is a fault of that commit" in done.err


def test_two_commits_compare_by_a_judge_that_answers_at_once(tmp_path: Path) -> None:
    leaf = "{id: a, rule: size(response) < 12}"
    ruled = f"question_id: dose\nquestion: Q?\nnodes:\n  - {leaf}\n"
    place = repository(tmp_path, {**LOCAL, "rubrics/dose.yaml": ruled})
    place.commit({"rubrics/dose.yaml": ruled.replace("12", "100")})

    done = place.run("compare", "main~1", "main")

    assert done.code == 0
    assert "0.250 → 1.000" in done.out


def test_no_text_is_said_to_be_sent_before_there_is_a_key(tmp_path: Path) -> None:
    settings = "judge: {kind: openai, model: gpt-4o-mini}\n"
    place = repository(tmp_path, {**LOCAL, "rubrickit.yaml": settings})

    done = place.run("score", env={"OPENAI_API_KEY": ""})

    assert done.code == 2
    assert "OPENAI_API_KEY is not set" in done.err
    assert "sending" not in done.err


def test_a_run_that_asks_nobody_says_what_the_rest_would_cost(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as judge, GitHubServer() as server:
        host = _host(tmp_path, judge, server)
        host.open({"rubrics/dose.yaml": RUBRIC.replace("name a dose", "say how much")})

        done = host.run("--mode", "offline")

        assert judge.calls == 0
    assert "Grading the rest would take 32 to 48 judge calls" in done.summary


def test_a_dry_run_of_ci_asks_posts_and_keeps_nothing(tmp_path: Path) -> None:
    with JudgeServer(verdict=parity) as judge, GitHubServer() as server:
        host = _host(tmp_path, judge, server)
        host.open({"rubrics/dose.yaml": RUBRIC.replace("name a dose", "say how much")})

        done = host.run("--dry-run")

        assert (judge.calls, server.bodies(7), server.checks) == (0, [], {})
    assert "rubrickit-ledger" not in git(host.origin, "branch", "--list")
    assert "Grading the rest would take" in done.ran.out


def _host(folder: Path, judge: JudgeServer, server: GitHubServer) -> Hosted:
    return hosted(folder, judged(folder / "work", judge.url), server)
