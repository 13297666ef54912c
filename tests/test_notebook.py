"""`import rubrickit` in a notebook: a real repository and a judge that counts."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_code import PACKAGE, ROOT
from support.command_line import Repository, judged
from support.judge_server import JudgeServer

import rubrickit
from rubrickit.errors import NothingToGradeError

CHILD = """
import sys
import rubrickit
print(sorted(set(sys.modules) & set({heavy!r})))
rubrickit.open
print("pandas" in sys.modules)
"""
HEAVY = {"click", "git", "numpy", "openai", "pandas", "rich", "ruamel", "scipy"}


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


@pytest.fixture
def place(tmp_path: Path, server: JudgeServer) -> Repository:
    made = judged(tmp_path / "made", server.url)
    assert made.run("score").code == 0
    made.commit()
    return made


def test_an_import_loads_nothing_until_a_name_is_asked_for() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD.format(heavy=HEAVY)],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines() == ["[]", "True"]


def test_type_checkers_are_told_the_names_that_there_are() -> None:
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text("utf-8"))
    names = {
        alias.asname
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert names | {"__version__"} == set(rubrickit.__all__)
    for name in rubrickit.__all__:
        assert getattr(rubrickit, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'close'"):
        rubrickit.close  # type: ignore[attr-defined] # noqa: B018


def test_scores_are_those_of_the_command_line(
    place: Repository, server: JudgeServer
) -> None:
    calls = server.calls
    repository = rubrickit.open(place.root / "rubrics")

    found = repository.score()

    assert found.document == place.json("score")
    assert (found.calls, found.pending, server.calls) == (0, 0, calls)
    assert repository.score("HEAD").mean == found.mean


def test_a_delta_grades_what_is_missing_and_a_plan_tells_before(
    place: Repository, server: JudgeServer, capfd: pytest.CaptureFixture[str]
) -> None:
    place.edit("rubrics/dose.yaml", "name a dose", "name its dose")
    repository, calls = rubrickit.open(str(place.root)), server.calls

    plan = repository.plan()
    recorded = repository.delta(judge="recorded")

    assert (plan.calls, plan.cost, recorded.outcome) == (8, None, "pending")
    assert recorded.delta is None
    assert server.calls == calls
    found = repository.delta(full=True)
    assert server.calls == calls + 8
    assert found.outcome in ("pass", "fail")
    assert found.document["mean"]["base"] is not None
    assert f"sending texts to {server.url}" in capfd.readouterr().err


def test_only_responses_of_a_time_count(place: Repository) -> None:
    place.edit("rubrics/dose.yaml", "weight: 2", "weight: 4")
    repository = rubrickit.open(place.root)

    every, some = repository.delta(), repository.delta(since="2026-02-01")

    assert len(every.to_frame("wide")) == 4
    assert len(some.to_frame("wide")) == 2


def test_mistakes_are_named(place: Repository, tmp_path: Path) -> None:
    repository = rubrickit.open(place.root)
    empty = tmp_path / "empty"
    empty.mkdir()

    with pytest.raises(rubrickit.RubrickitError, match="is no folder"):
        rubrickit.open(tmp_path / "none")
    with pytest.raises(rubrickit.RubrickitError, match="no kind of judge `gpt`"):
        repository.score(judge="gpt")  # type: ignore[arg-type]
    with pytest.raises(rubrickit.RubrickitError, match="`soon` is no date"):
        repository.delta(since="soon")
    with pytest.raises(rubrickit.RubrickitError, match="Git knows no"):
        repository.score("nowhere")
    with pytest.raises(NothingToGradeError):
        rubrickit.open(empty).score()
