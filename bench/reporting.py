"""The report's page: how long it takes to build, and how large it becomes."""

from collections.abc import Iterator
from pathlib import Path

from bench import measuring
from bench.measuring import ROOT, Line, Spent

ROUNDS = 3


def lines(large: Path, scratch: Path) -> Iterator[Line]:
    """For the shipped example, then for 1,000 questions x 100 responses x 10 leaves."""
    yield from _measured("report of the example", ROOT, scratch, (2.5, 150, 3))
    yield from _measured("report of 1,000,000 grades", large, scratch, (30, 1000, None))


_Limits = tuple[float, float, float | None]
"""CPU seconds, MB of memory, MB of the file."""


def _measured(
    what: str, repository: Path, scratch: Path, limits: _Limits
) -> Iterator[Line]:
    """With the cache warm; a first run warms it."""
    page = scratch / "report.html"
    _build(repository, page)
    spent = [_build(repository, page) for _ in range(ROUNDS)]
    yield Line(what, measuring.cpu(spent), "s CPU", limits[0])
    yield Line(what, measuring.memory(spent), "MB", limits[1])
    yield Line(f"{what}, the file", page.stat().st_size / 1e6, "MB", limits[2])


def _build(repository: Path, page: Path) -> Spent:
    return measuring.rubrickit("report", "--quiet", "--out", page, cwd=repository)
