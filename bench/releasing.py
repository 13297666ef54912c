"""A table of 100 releases under the rubrics of 100, from 100,000 grades."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

from bench import measuring, repositories
from bench.measuring import Line, git
from bench.repositories import Size

SIZE = Size(questions=100)
RELEASES = 100
EDITED, ANSWERED = 5, 20
"""Rubrics that each release edits, and questions to which it adds a response."""


def lines(scratch: Path) -> Iterator[Line]:
    """The first time, with nothing cached, and again; every figure is compared."""
    repository = repositories.make(scratch / "releases", SIZE)
    _release_often(repository)
    first, again = [], []
    for _ in range(3):
        rmtree(repository / ".git/rubrickit/cache", ignore_errors=True)
        first.append(measuring.rubrickit("releases", "--quiet", cwd=repository))
        again.append(measuring.rubrickit("releases", "--quiet", cwd=repository))
    full = measuring.rubrickit(
        "releases", "--quiet", "--format", "json", cwd=repository
    )
    _check(json.loads(full.output))
    rmtree(repository)
    for name, spent in (("the first time", first), ("again", again)):
        note = f"{measuring.cpu(spent):.1f} s CPU, {measuring.memory(spent):.0f} MB"
        yield Line(f"100 releases, {name}", measuring.wall(spent), "s", 10, note=note)
    note = f"{full.memory:.0f} MB; 10,100 cells, by agent"
    yield Line("the same, in full", full.wall, "s", note=note)


def _check(table: Any) -> None:
    """What each release comes to under its own rubrics is what its manifest says."""
    found = table["releases"]
    if len(found) != RELEASES or any(
        cell is None for r in found for cell in r["cells"]
    ):
        raise AssertionError(f"{len(found)} releases")
    for release in found:
        own = {cell["under"]: cell["mean_exact"] for cell in release["cells"]}
        if own[release["ref"]] != release["recorded_mean"]:
            raise AssertionError(release["ref"])


def _release_often(repository: Path) -> None:
    """Each adds a response to some questions, and weighs some rubrics anew."""
    for name in ("user.name", "user.email"):
        git(repository, "config", name, "bench")
    gold = {path: path.read_text("utf-8").splitlines(keepends=True)
            for path in sorted((repository / "gold").glob("*.jsonl"))}  # fmt: skip
    rubrics = sorted((repository / "rubrics").glob("*.yaml"))
    least = SIZE.responses - RELEASES * ANSWERED // SIZE.questions
    for number in range(RELEASES):
        for at, (path, rows) in enumerate(gold.items()):
            added = (number + 1) * ANSWERED // SIZE.questions
            turn = (at - number * ANSWERED) % SIZE.questions < ANSWERED
            if number == 0 or turn:
                path.write_text("".join(rows[: least + added]), "utf-8")
        for offset in range(EDITED):
            path = rubrics[(number * EDITED + offset) % len(rubrics)]
            text = path.read_text("utf-8")
            was, now = (f"    weight: 0.{5 + number // 20 + more}\n" for more in (0, 1))
            path.write_text(text.replace(was, now, 1), "utf-8")
        git(repository, "add", "--all")
        git(repository, "commit", "-q", "--allow-empty", "-m", f"For 1.{number}")
        measuring.rubrickit("release", f"1.{number}", "--quiet", cwd=repository)
