"""The Python interface: a repository, and its scores, deltas and plans."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from rubrickit import wiring
from rubrickit.core.config import JudgeKind
from rubrickit.core.grades import Answer
from rubrickit.core.reading import rows
from rubrickit.core.versions import Span
from rubrickit.errors import RubrickitError
from rubrickit.flows import delta as deltas
from rubrickit.flows import planning, scoring
from rubrickit.reports.tables import DeltaTable, PlanTable, ScoreTable
from rubrickit.world import World


@dataclass(frozen=True, slots=True)
class Repository:
    """A rubric repository; it is read anew by each call, and nothing is kept open.

    A `ref` is a commit, a branch or a tag; None is the working tree. `judge` is
    `openai`, `human`, `local` or `recorded`, in place of the configured kind;
    `recorded` asks nobody. Every method raises RubrickitError where an input is
    wrong, and its subclass WorldError where Git, the disk or the judge failed.
    """

    path: Path

    def score(
        self, ref: str | None = None, *, judge: JudgeKind | None = None
    ) -> ScoreTable:
        """Grades what is missing, as `rubrickit score` does, and may cost money.

        Raises NothingToGradeError where no rubric has a response.
        """
        with wiring.open_repository(wiring.Folders(self.path)) as repository:
            version = repository.version(ref)
            world = wiring.world(repository, version, _Told(), _known(judge))
            return ScoreTable(scoring.score(world, version))

    def delta(
        self,
        base: str | None = None,
        head: str | None = None,
        *,
        judge: JudgeKind | None = None,
        since: str = "",
        until: str = "",
        full: bool = False,
    ) -> DeltaTable:
        """From the merge base of the two, the default branch's without a base.

        Grades what is missing, as `rubrickit delta` does, and may cost money. `since`
        and `until` are ISO dates: only responses created then count. `full` adds the
        overall means.
        """
        with self._between(base, head, judge) as (world, span):
            report = deltas.delta(
                world,
                span,
                window=deltas.Window(_time(since), _time(until)),
                infer=wiring.infer(world.config.gate),
                full=full,
            )
            return DeltaTable(report, world.config)

    def plan(
        self,
        base: str | None = None,
        head: str | None = None,
        *,
        judge: JudgeKind | None = None,
    ) -> PlanTable:
        """What `delta` would ask and cost. Asks nobody."""
        with self._between(base, head, judge) as (world, span):
            return PlanTable(planning.of_edit(world, span))

    @contextmanager
    def _between(
        self, base: str | None, head: str | None, judge: JudgeKind | None
    ) -> Iterator[tuple[World, Span]]:
        with wiring.open_repository(wiring.Folders(self.path)) as repository:
            span = repository.span(base, head)
            repository.check_root(span, self.path)
            with repository.at_base(span):
                repository.config(span.base)
            yield wiring.world(repository, span.base, _Told(), _known(judge)), span


def open_repository(path: str | Path = ".") -> Repository:
    """The rubric repository that the folder lies in, or the folder itself.

    Raises RubrickitError where there is no such folder.
    """
    folder = Path(path)
    wiring.root_of(folder)
    return Repository(folder)


class _Told:
    """Implements `world.Progress`: before money is spent, stderr says where."""

    def sending(self, destination: str, model: str) -> None:
        sys.stderr.write(f"sending texts to {destination} (model {model})\n")

    def expect(self, calls: int) -> None:
        """A notebook's cell shows that it is busy."""

    def answered(self, answer: Answer) -> None:
        """As above."""


def _known(judge: JudgeKind | None) -> JudgeKind | None:
    """Notebooks have no type checker."""
    kinds = get_args(JudgeKind)
    if judge is not None and judge not in kinds:
        hint = f"there are {', '.join(f'`{kind}`' for kind in kinds)}"
        raise RubrickitError(f"there is no kind of judge `{judge}`", hint=hint)
    return judge


def _time(text: str) -> str:
    if text and not rows.is_time(text):
        raise RubrickitError(f"`{text}` is no date such as 2026-01-31")
    return text
