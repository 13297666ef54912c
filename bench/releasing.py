"""A table of 100 releases under the rubrics of 100, from 100,000 grades."""

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from bench import measuring, repositories
from bench.measuring import Line, git
from bench.repositories import Size
from rubrickit.core.releasing import manifest, tags

SIZE = Size(questions=100)
RELEASES = 100
EDITED, ANSWERED = 5, 20
"""Rubrics that each release edits, and questions to which it adds a response."""


def lines(scratch: Path) -> Iterator[Line]:
    repository = repositories.make(scratch / "releases", SIZE)
    _release_often(repository)
    table = ("releases", "--quiet")
    first = measuring.rubrickit(*table, cwd=repository)
    spent = [measuring.rubrickit(*table, cwd=repository) for _ in range(3)]
    note = f"{measuring.memory(spent):.0f} MB; the first time {first.cpu:.1f} s"
    yield Line("table of 100 releases", measuring.cpu(spent), "s CPU", 10, note=note)
    full = measuring.rubrickit(*table, "--format", "json", cwd=repository)
    note = f"{full.memory:.0f} MB; 10,100 cells, by agent"
    yield Line("the same, in full", full.cpu, "s CPU", note=note)
    rmtree(repository)


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
        _release(repository, f"1.{number}")


def _release(repository: Path, version: str) -> None:
    """Commit, manifest and tag; the figures in it are another part's matter."""
    git(repository, "add", "--all")
    git(repository, "commit", "-q", "--allow-empty", "-m", f"For {version}")
    commit = git(repository, "rev-parse", "HEAD").strip()
    hashed = {"version": version, "agents": [], "results": {"mean": None}}
    made = manifest.build(hashed, {})
    path = repository / manifest.path("scores", version)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(manifest.dump(made))
    git(repository, "add", "--all")
    git(repository, "commit", "-q", "-m", f"Release {version}")
    message = tags.message(version, commit, made.digest, "")
    git(repository, "tag", "--annotate", "-m", message, version)
