"""CPU seconds, wall seconds and memory of other processes, and the table of goals."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import ge, le
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Spent:
    """By a process and all that it started: CPU and wall in seconds, memory in MB."""

    cpu: float
    wall: float
    memory: float
    output: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One measured figure; without a limit it is for the record."""

    what: str
    measured: float
    unit: str
    limit: float | None = None
    is_floor: bool = False
    note: str = ""

    @property
    def is_met(self) -> bool:
        compare = ge if self.is_floor else le
        return self.limit is None or bool(compare(self.measured, self.limit))


def environment() -> dict[str, str]:
    """Bytecode may be written and is read: without it imports cost three times."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONOPTIMIZE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}


def run(*arguments: str | Path, cwd: Path = ROOT, codes: Sequence[int] = (0,)) -> Spent:
    """`python ARGUMENTS`; ends the bench with its errors where it fails."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        started = os.times().elapsed
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=cwd,
            env=environment(),
            stdout=out,
            stderr=errors,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = os.times().elapsed - started
        if process.returncode not in codes:
            errors.seek(0)
            told = " ".join(map(str, arguments))
            sys.exit(f"`{told}` ended with {process.returncode}:\n{errors.read()}")
        out.seek(0)
        cpu = usage.ru_utime + usage.ru_stime
        return Spent(cpu, wall, usage.ru_maxrss / 1024, out.read())


def rubrickit(
    *arguments: str | Path, cwd: Path = ROOT, codes: Sequence[int] = (0,)
) -> Spent:
    return run("-m", "rubrickit", *arguments, cwd=cwd, codes=codes)


def interleaved(
    jobs: dict[str, Callable[[], Spent]], rounds: int = ROUNDS
) -> dict[str, list[Spent]]:
    """Each job once a round, so that a busy minute meets them all."""
    found: dict[str, list[Spent]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            found[name].append(job())
    return found


def cpu(spent: Iterable[Spent]) -> float:
    return median(each.cpu for each in spent)


def wall(spent: Iterable[Spent]) -> float:
    return median(each.wall for each in spent)


def memory(spent: Iterable[Spent]) -> float:
    return max(each.memory for each in spent)


def ratio(spent: Sequence[Spent], other: Sequence[Spent], what: str = "cpu") -> float:
    """The median of the rounds' own ratios."""
    pairs = zip(spent, other, strict=True)
    return median(getattr(a, what) / getattr(b, what) for a, b in pairs)


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    done = subprocess.run(
        ["git", *who, "-c", "commit.gpgsign=false", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def table(lines: Iterable[Line]) -> str:
    rows = [_row(line) for line in lines]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(_aligned(row, widths) for row in rows)


def _row(line: Line) -> tuple[str, ...]:
    if line.limit is None:
        return line.what, _figure(line.measured, line.unit), "", "", line.note
    sign = "≥" if line.is_floor else "≤"
    mark = "met" if line.is_met else "NOT MET"
    measured = _figure(line.measured, line.unit)
    return line.what, measured, f"{sign} {line.limit:g}", mark, line.note


def _figure(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}" if abs(value) < 100 else f"{value:,.0f} {unit}"


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    cells: list[Any] = [f"{row[0]:<{widths[0]}}", f"{row[1]:>{widths[1]}}"]
    cells += [f"{c:<{w}}" for c, w in zip(row[2:], widths[2:], strict=True)]
    return "  ".join(cells).rstrip()
