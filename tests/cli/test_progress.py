"""The bar: on a terminal's stderr only, in one line of it, and silent when asked."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest
from source_code import ROOT, TESTS

CHILD = """
import sys
sys.path[:0] = {paths!r}
from decimal import Decimal
from time import sleep
from support.tasks import some_tasks
from rubrickit.cli.progress import Bar
from rubrickit.core.config import Prices
from rubrickit.core.grades import Answer, Usage
from rubrickit.world import Progress

with Bar(quiet={quiet}) as bar:
    kept: Progress = bar
    bar.prices = Prices(Decimal(1), Decimal(2))
    for tasks in (some_tasks(2), some_tasks(1)):
        bar.expect(len(tasks) + {more})
        for task in tasks:
            sleep({pause})
            usage = Usage({calls}, 200_000, 100_000)
            bar.answered(Answer(task, None, "timeout", usage=usage))
print("done")
"""


def child(
    calls: int = 600, *, quiet: bool = False, more: int = 0, pause: float = 0
) -> list[str]:
    script = CHILD.format(
        paths=[str(ROOT), str(TESTS)], quiet=quiet, calls=calls, more=more, pause=pause
    )
    return [sys.executable, "-c", script]


def on_a_terminal(command: list[str], columns: int = 80) -> tuple[str, str]:
    """What it writes to stdout, a pipe, and to stderr, a terminal."""
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    left_out = ("COLUMNS", "LINES", "NO_COLOR")
    kept = {name: text for name, text in os.environ.items() if name not in left_out}
    environment = {**kept, "TERM": "xterm"}
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


def words(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_a_terminal_sees_answers_calls_and_cost() -> None:
    out, shown = on_a_terminal(child())

    assert "3/3 · cost 1.20 · 1,800 calls" in words(shown)
    assert out == "done\n"


def test_a_long_run_tells_its_rate_and_the_time_left() -> None:
    _, shown = on_a_terminal(child(pause=1.1, more=20))

    last = r"3/43 · 0\.\d/s · cost 1\.20 · \d\d s left · 1,800 calls"
    assert re.search(last, words(shown))


@pytest.mark.parametrize("columns", [80, 40, 20])
def test_the_bar_keeps_to_one_line(columns: int) -> None:
    """A line that wraps is never cleared, and each update would leave one behind."""
    _, shown = on_a_terminal(child(10_000_000), columns)

    lines = re.split(r"[\r\n]+", words(shown))
    assert max(map(len, lines)) <= columns
    assert shown.count("\x1b[1A") <= 1


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
