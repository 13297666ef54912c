"""What a command costs before it has done anything, beside `python -c pass`."""

from collections.abc import Iterator
from pathlib import Path

from bench import measuring
from bench.measuring import ROOT, Line

ROUNDS = 9
LIMIT = 8.0


def lines(scratch: Path) -> Iterator[Line]:
    commands = {
        "--version": ("--version",),
        "--help": ("--help",),
        "lint of the example": ("lint", "--repo", str(ROOT)),
    }
    jobs = {
        name: lambda given=given: measuring.rubrickit(*given, cwd=scratch)
        for name, given in commands.items()
    }
    jobs["pass"] = lambda: measuring.run("-c", "pass", cwd=scratch)
    measuring.interleaved(jobs, rounds=1)  # compiles what was never imported
    found = measuring.interleaved(jobs, ROUNDS)
    bare = f"`python -c pass`: {1000 * measuring.cpu(found['pass']):.0f} ms"
    for name in commands:
        limit = LIMIT if name.startswith("--") else None
        times = measuring.cpu(found[name]) / measuring.cpu(found["pass"])
        yield Line(f"start-up, {name}", times, "x", limit, note=bare)
