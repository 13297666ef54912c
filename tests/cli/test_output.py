"""What goes to stdout and to files, and which number ends the run."""

import os
from pathlib import Path
from typing import Any

import pytest

from rubrickit.cli import output
from rubrickit.core.grades import Usage
from rubrickit.core.results import Run
from rubrickit.errors import Exit, WorldError
from rubrickit.reports.pages import Page

IDLE = Run()
DEAD = Run(usage=Usage(calls=3))
ALIVE = Run(usage=Usage(calls=3), succeeded=1)


@pytest.mark.parametrize(
    ("outcome", "run", "code"),
    [
        ("pass", IDLE, 0),
        ("pass", ALIVE, 0),
        ("pass", DEAD, 3),
        ("none", IDLE, 0),
        ("none", DEAD, 3),
        ("fail", IDLE, 1),
        ("fail", ALIVE, 1),
        ("fail", DEAD, 1),
        ("pending", IDLE, 4),
        ("pending", ALIVE, 4),
        ("pending", DEAD, 3),
        ("inconclusive", IDLE, 4),
        ("inconclusive", DEAD, 3),
    ],
)
def test_fail_beats_a_dead_judge_which_beats_pending(
    outcome: str, run: Run, code: int
) -> None:
    assert output.exit_code(outcome, run) == code


def test_each_ending_has_its_number() -> None:
    assert {code.name: int(code) for code in Exit} == {
        "OK": 0,
        "GATE_FAILED": 1,
        "BAD_INPUT": 2,
        "WORLD_FAILED": 3,
        "PENDING": 4,
        "BUG": 70,
        "INTERRUPTED": 130,
    }


def test_equal_results_are_equal_bytes() -> None:
    one, other = (
        {"b": 1, "a": {"d": [1], "c": "é"}},
        {"a": {"c": "é", "d": [1]}, "b": 1},
    )
    assert output.as_json(one) == output.as_json(other)
    assert output.as_json({"b": "é", "a": 1}) == '{\n "a": 1,\n "b": "é"\n}\n'


def never() -> Any:
    raise AssertionError


def test_only_what_is_printed_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    output.show("json", never, lambda: {"a": 1})
    output.show("markdown", lambda: Page("title"), never)
    output.show("text", lambda: Page("title"), never)
    shown = capsys.readouterr()
    assert shown.out == '{\n "a": 1\n}\n### title\n\ntitle\n'
    assert shown.err == ""


def test_a_pipe_is_a_hundred_columns_wide(capsys: pytest.CaptureFixture[str]) -> None:
    output.show("text", lambda: Page("title", lead=("word " * 50,)), never)
    shown = capsys.readouterr().out
    assert 95 <= max(map(len, shown.splitlines())) <= 100
    assert "\x1b" not in shown


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "scores é.json"
    path.write_text("older")
    output.write(path, "new é\n")
    assert path.read_text(encoding="utf-8") == "new é\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_no_folder_is_the_world_s_no(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.json"
    with pytest.raises(WorldError) as caught:
        output.write(path, "x")
    assert str(caught.value) == f"{path}: No such file or directory"
    assert caught.value.hint == "name a file in a folder that exists and can be written"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    output.write(pipe, "{}\n")

    assert os.read(reader, 10) == b"{}\n"
    assert pipe.is_fifo()
    os.close(reader)


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    link = tmp_path / "latest.json"
    link.symlink_to(tmp_path / "scores.json")

    output.write(link, "{}\n")

    assert link.is_symlink()
    assert (tmp_path / "scores.json").read_text() == "{}\n"
