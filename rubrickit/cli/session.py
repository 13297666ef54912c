"""Opens the world that a command works in."""

from collections.abc import Iterator
from contextlib import contextmanager

from rubrickit.cli.options import Place
from rubrickit.cli.progress import Bar
from rubrickit.core.config import JudgeKind
from rubrickit.core.versions import Span, Version
from rubrickit.world import Repository, World


@contextmanager
def at(
    place: Place, ref: str | None, *, asks: bool = True
) -> Iterator[tuple[World, Version]]:
    """One state; its own configuration decides. `asks`: a judge may be paid."""
    from rubrickit import wiring

    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        version = repository.version(ref)
        judge = place.judge if asks else _unpaid(place, repository, version)
        world = wiring.world(repository, version, bar, judge)
        yield world, version


@contextmanager
def between(
    place: Place, base: str | None, head: str | None, *, asks: bool = True
) -> Iterator[tuple[World, Span]]:
    """Two states; the base's configuration decides. `asks`: a judge may be paid."""
    from rubrickit import wiring

    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        span = repository.span(base, head)
        repository.check_root(span, place.repo)
        judge = place.judge if asks else _unpaid(place, repository, span.base)
        world = wiring.world(repository, span.base, bar, judge)
        yield world, span


def _unpaid(place: Place, repository: Repository, version: Version) -> JudgeKind | None:
    """What a model once said is recorded; other judges answer for nothing."""
    kind = place.judge or repository.config(version).judge.kind
    return "recorded" if kind == "openai" else kind
