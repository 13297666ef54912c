"""All of it in one run: `python -m bench [PART…]`."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import rmtree

from bench import (
    cold,
    costs,
    matcher,
    measuring,
    releasing,
    reporting,
    repositories,
    rescoring,
    startup,
    watching,
)
from bench import rubrics as rubric_reading
from bench.measuring import Line


class Parts:
    """Each part by its name; repositories are made when the first part needs them."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self.every: dict[str, Callable[[], Iterator[Line]]] = {
            "startup": lambda: startup.lines(scratch),
            "rubrics": lambda: rubric_reading.lines(self.large()),
            "cold": lambda: cold.lines(scratch),
            "unchanged": lambda: rescoring.unchanged(self.small()),
            "million": lambda: rescoring.million(self.large(), scratch),
            "verify": lambda: rescoring.verified(self.large(), scratch),
            "releases": lambda: releasing.lines(scratch),
            "adaptive": lambda: rescoring.adaptive(scratch),
            "delta": lambda: rescoring.pull_request(self.small(), self.large()),
            "report": lambda: reporting.lines(self.large(), scratch),
            "watch": lambda: watching.lines(self.small(), self.large()),
            "sizes": lambda: rescoring.sizes(self.large()),
            "costs": lambda: costs.lines(scratch),
            "matcher": matcher.lines,
        }

    @cache  # noqa: B019
    def small(self) -> Path:
        return repositories.make(self._scratch / "small", rescoring.SMALL)

    @cache  # noqa: B019
    def large(self) -> Path:
        return repositories.make(self._scratch / "large", rescoring.LARGE)


def main(wanted: list[str]) -> None:
    scratch = Path(tempfile.mkdtemp(prefix="rubrickit-bench-"))
    found: list[Line] = []
    try:
        parts = Parts(scratch).every
        for name in wanted or parts:
            print(f"… {name}", file=sys.stderr, flush=True)
            found += parts[name]()
    finally:
        rmtree(scratch)
    print(measuring.table([*found]))
    missed = sum(not line.is_met for line in found)
    print(f"\n{missed} goals not met" if missed else "\nevery goal is met")


if __name__ == "__main__":
    main(sys.argv[1:])
