"""What a waiting person sees on stderr: where texts go, calls so far, time left."""

import sys
from typing import TYPE_CHECKING

import click

from rubrickit.core.grades import Answer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """Implements `world.Progress`; the bar is for terminals only."""

    def __init__(self, quiet: bool) -> None:
        self._is_quiet = quiet
        self._is_shown = not quiet and sys.stderr.isatty()
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._expected = 0
        self._calls = 0

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()

    def sending(self, destination: str, model: str) -> None:
        if not self._is_quiet:
            click.echo(f"sending texts to {destination} (model {model})", err=True)

    def expect(self, calls: int) -> None:
        self._expected += calls
        if not self._is_shown:
            return
        if self._progress is None:
            self._progress = _started()
            self._task = self._progress.add_task("grading", total=0)
        if self._task is not None:
            self._progress.update(self._task, total=self._expected)

    def answered(self, answer: Answer) -> None:
        self._calls += answer.usage.calls
        if self._progress and self._task is not None:
            said = f"grading, {self._calls:,} calls"
            self._progress.update(self._task, advance=1, description=said)


def _started() -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    progress.start()
    return progress
