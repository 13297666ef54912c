"""What a waiting person sees on stderr: where texts go, rate, cost and time left."""

import sys
from typing import TYPE_CHECKING

import click

from rubrickit.core.config import Prices
from rubrickit.core.grades import Answer, Usage

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """Implements `world.Progress`; the bar is for terminals only.

    `prices` are per million tokens; without them no cost is shown.
    """

    def __init__(self, quiet: bool) -> None:
        self.prices = Prices()
        self._is_quiet = quiet
        self._is_shown = not quiet and sys.stderr.isatty()
        self._progress: Progress | None = None
        self._expected = 0
        self._answered = 0
        self._usage = Usage()

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
        self._update(self._progress)

    def answered(self, answer: Answer) -> None:
        self._answered += 1
        self._usage += answer.usage
        if self._progress:
            self._update(self._progress)

    def _update(self, progress: "Progress") -> None:
        from rubrickit.reports import progress_line

        (task,) = progress.tasks
        said = progress_line.of(
            answered=self._answered,
            expected=self._expected,
            usage=self._usage,
            prices=self.prices,
            seconds=task.elapsed or 0.0,
        )
        progress.update(
            task.id, total=self._expected, completed=self._answered, description=said
        )


def _started() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    one_line = Column(no_wrap=True, overflow="ellipsis")
    progress = Progress(
        BarColumn(bar_width=16),
        TextColumn("{task.description}", markup=False, table_column=one_line),
        console=Console(stderr=True),
        transient=True,
    )
    progress.add_task("grading", total=0)
    progress.start()
    return progress
