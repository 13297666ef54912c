"""1,000 rubrics of 2.7 KB: parsed, and then out of the cache.

    python -m bench.rubrics FOLDER

reads the rubrics of FOLDER and prints the CPU seconds of that alone.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from statistics import median
from time import process_time

from bench import measuring
from bench.measuring import ROUNDS, Line
from rubrickit.cli.main import collect_rarely
from rubrickit.edges.cache import Cache
from rubrickit.edges.rubric_folder import RubricFolder
from rubrickit.edges.snapshots import FolderSnapshot


def lines(repository: Path) -> Iterator[Line]:
    first, second = [], []
    for _ in range(ROUNDS):
        rmtree(repository / ".git/rubrickit", ignore_errors=True)
        first.append(_read(repository))
        second.append(_read(repository))
    yield Line("1,000 rubrics, the first time", median(first), "s CPU", 1.5)
    yield Line("1,000 rubrics, from the cache", median(second), "s CPU", 0.1)


def _read(repository: Path) -> float:
    return float(measuring.run("-m", "bench.rubrics", repository).output)


def main(repository: Path) -> None:
    collect_rarely()
    cache = Cache(repository / ".git/rubrickit/cache/cache.sqlite")
    started = process_time()
    found = RubricFolder(FolderSnapshot(repository), "rubrics", cache).all()
    spent = process_time() - started
    if len(found) != 1000:
        sys.exit(f"{len(found)} rubrics")
    print(spent)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
