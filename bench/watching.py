"""How soon `watch` answers a saved rubric, and what that takes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench import measuring
from bench.measuring import ROOT, Line, git

ROUNDS = 5
_TICKS = os.sysconf("SC_CLK_TCK")


def lines(example: Path, large: Path) -> Iterator[Line]:
    """Of 20 rubrics, and of 1,000 rubrics with 100 responses each."""
    for what, repository in (
        ("20 rubrics", example),
        ("1,000 rubrics, 100,000 responses", large),
    ):
        cpu, wall = _reactions(repository)
        git(repository, "checkout", "-q", "--", "rubrics")
        busy = f"load {os.getloadavg()[0]:.1f}"
        yield Line(f"watch, one edit of {what}", cpu, "s CPU", 0.5)
        yield Line(f"watch, one edit of {what}", wall, "s wall", 1.0, note=busy)


def _reactions(repository: Path) -> tuple[float, float]:
    process = subprocess.Popen(
        [sys.executable, "-m", "rubrickit", "watch"],
        cwd=repository,
        env=measuring.environment() | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        _until(process, "nothing that is graded changed")
        path = repository / "rubrics/q0000.yaml"
        found = [_reaction(process, path, at) for at in range(1 + ROUNDS)][1:]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
    return median(cpu for cpu, _ in found), median(wall for _, wall in found)


def _reaction(
    process: "subprocess.Popen[str]", path: Path, at: int
) -> tuple[float, float]:
    """From the save to the last line that it changes; the first warms up."""
    text = path.read_text("utf-8").replace(f"weight: 0.{5 + at}", f"weight: 0.{6 + at}")
    used, started = _cpu(process.pid), time.perf_counter()
    path.write_text(text, "utf-8")
    _until(process, "Which edit did it")
    _until(process, "working tree")
    wall = time.perf_counter() - started
    return _cpu(process.pid) - used, wall


def _until(process: "subprocess.Popen[str]", words: str) -> None:
    assert process.stdout
    for line in process.stdout:
        if words in line:
            return
    sys.exit(f"`watch` ended before it said `{words}`")


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
