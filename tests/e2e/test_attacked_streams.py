"""Whatever the shell does to the streams: never a traceback, never a false verdict."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command_line import RUBRIC, TEXTS, repository, rows

import rubrickit

PACKAGE = Path(rubrickit.__file__).parents[1]
COMMAND = f'"{sys.executable}" -m rubrickit'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"rubrics/dose.yaml": RUBRIC, "gold/dose.jsonl": rows("dose", TEXTS)}
    repository(tmp_path, files)
    return tmp_path


def run(folder: Path, line: str) -> tuple[int, str]:
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_changes_no_exit_code(folder: Path, closed: str) -> None:
    code, told = run(folder, f"{COMMAND} lint {closed}")

    assert (code, told) == (0, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_report_needs_no_stream(folder: Path, closed: str) -> None:
    usual, _ = run(folder, f"{COMMAND} delta HEAD --judge human")

    code, told = run(folder, f"{COMMAND} delta HEAD --judge human {closed}")

    assert (code, told) == (usual, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_behind_stdout_is_the_world_s_failure(folder: Path) -> None:
    code, told = run(folder, f"{COMMAND} schema >/dev/full")

    assert (code, told) == (3, "error: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_message_that_cannot_be_written_is_no_verdict(folder: Path) -> None:
    code, _ = run(folder, f"{COMMAND} delta nowhere 2>/dev/full")

    assert code == 2


def test_a_folder_that_is_gone_is_named_as_such(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()

    code, told = run(gone, f"rmdir '{gone}'; {COMMAND} delta")

    assert code == 3
    assert told.startswith("error: ")
    assert "Traceback" not in told


@pytest.mark.parametrize("words", ["score --out {}", "compare HEAD {}"])
def test_a_name_that_no_disk_takes_is_wrong_input(folder: Path, words: str) -> None:
    code, told = run(folder, f"{COMMAND} {words.format('a' * 5000)}")

    assert code == 2
    assert told.startswith("error: ")


@pytest.mark.parametrize("words", ["score --out loop", "diff --rubrics loop"])
def test_a_loop_of_links_is_no_place(folder: Path, words: str) -> None:
    (folder / "loop").symlink_to("loop")

    code, told = run(folder, f"{COMMAND} {words}")

    assert code == 2
    assert "loop of symbolic links" in told
