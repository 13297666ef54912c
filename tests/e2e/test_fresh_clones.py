"""The grades travel in Git: a clone without any cache scores to the same bytes."""

import shutil
from pathlib import Path

from support.command_line import RUBRIC, Repository, judged
from support.judge_server import JudgeServer

COMMANDS = ("score", "score HEAD", "delta HEAD~", "plan HEAD~", "compare HEAD HEAD")


def told(place: Repository) -> list[tuple[int, str, str]]:
    """What every command says, in each format."""
    runs = (
        place.run(*command.split(), "--format", name)
        for command in COMMANDS
        for name in ("text", "markdown", "json")
    )
    return [(run.code, run.out, run.err) for run in runs]


def graded_twice(root: Path, url: str) -> Repository:
    """Two commits with grades of both."""
    place = judged(root, url)
    place.run("score")
    place.commit()
    place.write({"rubrics/dose.yaml": RUBRIC.replace("name a dose", "say how much")})
    place.run("delta")
    place.commit()
    return place


def test_a_clone_asks_nobody_and_prints_the_same_bytes(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = graded_twice(tmp_path / "place", server.url)
        here = told(place)
        calls = server.calls
        clone = place.clone(tmp_path / "clone")
        files = clone.files()

        there = told(clone)

        assert there == here
        assert (server.calls, clone.files()) == (calls, files)
        assert {code for code, *_ in here} <= {0, 1}

        _without_state(clone)

        assert told(clone) == here
        assert server.calls == calls


def _without_state(place: Repository) -> None:
    state = place.root / ".git/rubrickit"
    assert (state / "cache").is_dir()
    shutil.rmtree(state)


def test_without_the_cache_nothing_changes(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = graded_twice(tmp_path, server.url)
        here, calls = told(place), server.calls

        shutil.rmtree(tmp_path / ".git/rubrickit/cache")

        assert told(place) == here
        assert server.calls == calls


def test_a_damaged_cache_changes_nothing_either(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = graded_twice(tmp_path, server.url)
        here, calls = told(place), server.calls

        for path in (tmp_path / ".git/rubrickit/cache").iterdir():
            path.write_bytes(b"no database at all")

        assert told(place) == here
        assert server.calls == calls


def test_a_damaged_segment_is_named_and_only_its_grades_are_asked_again(
    tmp_path: Path,
) -> None:
    with JudgeServer() as server:
        place = graded_twice(tmp_path, server.url)
        segments = sorted(tmp_path.glob("scores/ledger/*/*.jsonl"), key=_size)
        small = segments[0]
        small.write_bytes(small.read_bytes().replace(b"1", b"0", 1))
        calls = server.calls

        recorded = place.run("score", "--judge", "recorded")
        planned = place.json("plan", "HEAD~")
        report = place.json("delta", "HEAD~")

    # Of the two runs' grades only those of the reworded leaf stood in it.
    assert planned["calls"] == report["calls"] == server.calls - calls == 8
    assert [small.name in line for line in report["damage"]] == [True]
    assert "Not counted: " in recorded.out
    assert recorded.code == 4


def test_a_damaged_segment_of_the_base_fails_the_check(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = graded_twice(tmp_path, server.url)
        segment = min(tmp_path.glob("scores/ledger/*/*.jsonl"), key=_size)
        segment.write_bytes(segment.read_bytes().replace(b"1", b"0", 1))

        done = place.run("delta", "--format", "json")

    assert (done.code, done.json["outcome"]) == (1, "fail")
    name = segment.relative_to(tmp_path)
    assert done.json["ignored"] == [f"{name}: edited"]


def _size(path: Path) -> int:
    return path.stat().st_size
