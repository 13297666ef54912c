"""The bar: on a terminal's stderr only, and silent when asked."""

import os
import pty
import re
import subprocess
import sys

import pytest
from source_code import ROOT, TESTS

CHILD = """
import sys
sys.path[:0] = {paths!r}
from support.tasks import some_tasks
from rubrickit.cli.progress import Bar
from rubrickit.core.grades import Answer, Usage
from rubrickit.world import Progress

with Bar(quiet={quiet}) as bar:
    kept: Progress = bar
    for tasks in (some_tasks(2), some_tasks(1)):
        bar.expect(len(tasks))
        for task in tasks:
            bar.answered(Answer(task, None, "timeout", usage=Usage({calls})))
print("done")
"""


def child(calls: int = 600, *, quiet: bool = False) -> list[str]:
    paths = [str(ROOT), str(TESTS)]
    script = CHILD.format(paths=paths, quiet=quiet, calls=calls)
    return [sys.executable, "-c", script]


def on_a_terminal(command: list[str]) -> tuple[str, str]:
    """What it writes to stdout, a pipe, and to stderr, a terminal."""
    screen, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=terminal, env=environment, check=True
    )
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(screen, 65536):
            shown += part
    except OSError:  # how Linux tells the end of a terminal
        pass
    os.close(screen)
    return done.stdout.decode(), shown.decode()


def test_a_terminal_sees_calls_and_answers_counted() -> None:
    out, shown = on_a_terminal(child())
    words = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert "grading, 1,800 calls" in words
    assert "3/3" in words
    assert out == "done\n"


def test_the_bar_is_gone_at_the_end() -> None:
    _, shown = on_a_terminal(child())
    assert shown.rstrip().endswith("\x1b[2K")
    assert "\x1b[?25h" in shown


def test_quiet_is_quiet_on_a_terminal() -> None:
    assert on_a_terminal(child(quiet=True)) == ("done\n", "")


@pytest.mark.parametrize("quiet", [True, False])
def test_a_pipe_sees_nothing(quiet: bool) -> None:
    done = subprocess.run(
        child(quiet=quiet), capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("done\n", "")
