"""Data on stdout, the rest on stderr, readable in any terminal and none."""

import os
import pty
import struct
import subprocess
import sys
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest
from support.command_line import ROOT, RUBRIC, TEXTS, Repository, judged, rows
from support.judge_server import JudgeServer

LONG = RUBRIC.replace("name a dose", "name a dose in " + "many words and " * 9)


@pytest.fixture
def place(tmp_path: Path) -> Repository:
    """An edit with something to say on every page, judged before."""
    with JudgeServer() as server:
        made = judged(tmp_path, server.url)
        made.run("score")
        made.commit()
        made.write({"rubrics/dose.yaml": LONG.replace("weight: 3", "weight: 5")})
        made.run("delta")
    return made


COMMANDS = ("score", "delta", "plan --all", "diff", "lint", "compare HEAD HEAD")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_pipe_gets_the_data_and_nothing_else(place: Repository, words: str) -> None:
    for name in ("text", "markdown", "json"):
        done = place.run(*words.split(), "--format", name)

        assert done.err == "", (name, done.err)
        assert "\x1b" not in done.out
        assert done.out.endswith("\n")
        assert (name != "json") or done.json["schema"].startswith("rubrickit.")


def test_where_texts_go_is_said_once_before_the_first_call(tmp_path: Path) -> None:
    with JudgeServer(flips=0.5, seed=3) as server:
        place = judged(tmp_path, server.url)
        first, second = place.run("score"), place.run("score")
        place.edit("rubrics/dose.yaml", "name a dose", "name one dose")
        quiet = place.run("score", "--quiet")

    assert first.err == f"sending texts to {server.url} (model loopback)\n"
    assert (second.err, quiet.err) == ("", "")


def in_terminal(place: Repository, words: str, **env: str) -> str:
    """What a terminal of 80 columns shows of stdout."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "rubrickit", *words.split()],
        cwd=place.root,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env},
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    process.wait()
    os.close(ours)
    return shown.decode()


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 65536)
    except OSError:  # Linux says EIO where the other end is closed.
        return b""


def test_a_terminal_of_80_columns_shows_every_line_whole(place: Repository) -> None:
    for words in ("score", "delta", "diff", "plan --all"):
        shown = in_terminal(place, words, NO_COLOR="1")

        assert "\x1b" not in shown
        assert max(map(len, shown.splitlines())) <= 80
        assert shown.startswith("rubrickit: ")


def test_a_terminal_has_colours_unless_they_are_unwanted(place: Repository) -> None:
    assert "\x1b[" in in_terminal(place, "diff")


def test_a_reader_that_stops_early_is_no_error(place: Repository) -> None:
    one = rows("dose", TEXTS)
    many = (one.replace("dose-r", f"copy-{number}-") for number in range(400))
    place.write({"gold/many.jsonl": "".join(many)})
    with place.spawn("score", "--judge", "recorded", "--format", "json") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "{\n"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode in (0, 4)


def test_a_reader_that_stops_early_changes_no_verdict(place: Repository) -> None:
    place.write({"rubrics/dose.yaml": "question_id: dose\nnodes: [{id: a}]\n"})
    place.commit()
    verdict = place.run("lint", "--format", "json").code
    with place.spawn("lint", "--format", "json") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""

    assert process.returncode == verdict != 0


def test_the_version_is_one_line(place: Repository) -> None:
    done = place.bare("--version")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("rubrickit, version ")
    assert len(done.out.splitlines()) == 1
