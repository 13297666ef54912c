"""Opens the world that a command works in."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rubrickit.cli.options import Place
from rubrickit.cli.progress import Bar
from rubrickit.core.versions import Span, Version
from rubrickit.world import World

if TYPE_CHECKING:
    from rubrickit.edges.repository import FileRepository


@contextmanager
def at(place: Place, ref: str | None) -> Iterator[tuple[World, Version]]:
    """One state; its own configuration decides."""
    from rubrickit import wiring

    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        version = repository.version(ref)
        world = _world(place, repository, version, bar)
        yield world, version


@contextmanager
def between(
    place: Place, base: str | None, head: str | None
) -> Iterator[tuple[World, Span]]:
    """Two states; the base's configuration decides."""
    from rubrickit import wiring

    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        span = repository.span(base, head)
        repository.check_root(span, place.repo)
        with repository.at_base(span):
            repository.config(span.base)
        world = _world(place, repository, span.base, bar)
        yield world, span


def _world(
    place: Place, repository: "FileRepository", version: Version, bar: Bar
) -> World:
    from rubrickit import wiring

    world = wiring.world(repository, version, bar, place.judge, asks=place.asks)
    bar.prices = world.config.judge.prices
    return world
