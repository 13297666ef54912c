"""Scoring what is graded already: how much of a run is rubrickit's own work."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from bench import measuring, repositories
from bench.measuring import Line, Spent, git
from bench.repositories import Size

SMALL = Size(questions=20)
LARGE = Size(questions=1000)


def score(repository: Path) -> Spent:
    return measuring.rubrickit("score", "--quiet", cwd=repository)


def unchanged(repository: Path) -> Iterator[Line]:
    """20,000 checks, nothing to ask, the cache warm."""
    score(repository)
    spent = [score(repository) for _ in range(5)]
    yield Line("re-run of 20,000 checks", measuring.cpu(spent), "s CPU", 0.5)
    yield Line("re-run of 20,000 checks", measuring.memory(spent), "MB", 100)


def million(repository: Path, scratch: Path, what: str = "") -> Iterator[Line]:
    """A fresh clone, then the same again; `what` is for the record only."""
    fresh, warm = [], []
    for _ in range(1 if what else 3):
        clone = repositories.clone(repository, scratch / "clone")
        fresh.append(score(clone))
        warm.append(score(clone))
        rmtree(clone)
    limits = (None, None, None) if what else (5.0, 1.5, 400.0)
    name = f"1,000,000 grades{what}"
    memory = measuring.memory([*fresh, *warm])
    yield Line(f"{name}, fresh clone", measuring.cpu(fresh), "s CPU", limits[0])
    yield Line(f"{name}, warm", measuring.cpu(warm), "s CPU", limits[1])
    note = f"warm {measuring.memory(warm):.0f} MB"
    yield Line(f"{name}, most memory", memory, "MB", limits[2], note=note)


def verified(repository: Path, scratch: Path) -> Iterator[Line]:
    """A release of 1,000,000 grades, verified in a fresh clone."""
    source = repositories.clone(repository, scratch / "released")
    for name in ("user.name", "user.email"):
        git(source, "config", name, "bench")
    made = measuring.rubrickit("release", "1.0", "--quiet", cwd=source)
    clone, spent = scratch / "auditor", []
    for _ in range(3):
        repositories.clone(source, clone)
        spent.append(measuring.rubrickit("verify", "1.0", "--quiet", cwd=clone))
        rmtree(clone)
    rmtree(source)
    note = (
        f"{measuring.cpu(spent):.1f} s CPU, {measuring.memory(spent):.0f} MB;"
        f" releasing it {made.wall:.1f} s"
    )
    yield Line("1,000,000 grades, verify", measuring.wall(spent), "s", 5, note=note)


def adaptive(scratch: Path) -> Iterator[Line]:
    repository = repositories.make(scratch / "adaptive", replace(LARGE, passes=0))
    yield from million(repository, scratch, " x 2 passes")
    rmtree(repository)


def pull_request(small: Path, large: Path) -> Iterator[Line]:
    """An edit of one rubric, in a repository 50 times as large."""
    edits = {
        "weight": ("weight: 0.5", "weight: 0.7"),
        "reworded leaf": ("plain words?", f"plain words?{repositories.REWORDED}"),
    }
    for what, (old, new) in edits.items():
        for repository in (small, large):
            path = repository / "rubrics/q0000.yaml"
            path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
        jobs = {"large": lambda: _delta(large), "small": lambda: _delta(small)}
        measuring.interleaved(jobs, 1)
        found = measuring.interleaved(jobs, 5)
        for repository in (small, large):
            git(repository, "checkout", "-q", "--", "rubrics")
        times = measuring.ratio(found["large"], found["small"])
        note = f"{measuring.cpu(found['large']):.2f} s CPU in the large one"
        yield Line(f"delta, one {what}: 1,000,000 : 20,000", times, "x", 2, note=note)


def _delta(repository: Path) -> Spent:
    """The gate may say no: what counts here is the time."""
    spent = measuring.rubrickit("delta", "--quiet", cwd=repository, codes=(0, 1))
    if "What moved" not in spent.output:
        raise AssertionError(spent.output)
    return spent


def sizes(repository: Path) -> Iterator[Line]:
    """Packed alone, since gold and rubrics would hide it."""
    scores = repository / "scores"
    disk = sum(path.stat().st_size for path in scores.rglob("*.jsonl"))
    yield Line("ledger of 1,000,000 grades", disk / 1e6, "MB on disk", 10)
    alone = repository.parent / "ledger-alone"
    alone.mkdir()
    git(alone, "init", "-q")
    git(alone, "--work-tree", str(scores), "add", "--all")
    git(alone, "commit", "-q", "-m", "The ledger")
    git(alone, "gc", "-q")
    packed = sum(path.stat().st_size for path in alone.rglob("*.pack"))
    rmtree(alone)
    yield Line("ledger, packed", packed / 1_000_100, "bytes a verdict", 5)
