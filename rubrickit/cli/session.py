"""Opens the world that a command works in."""

from collections.abc import Iterator
from contextlib import contextmanager

from rubrickit.cli.options import Place
from rubrickit.cli.progress import Bar
from rubrickit.core.config import Config, JudgeKind
from rubrickit.core.versions import Span, Version
from rubrickit.world import World


@contextmanager
def at(place: Place, ref: str | None) -> Iterator[tuple[World, Version]]:
    """One state; its own configuration decides."""
    from rubrickit import wiring

    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        version = repository.version(ref)
        judge = _judge(place, repository.config(version))
        yield wiring.world(repository, version, bar, judge), version


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
            config = repository.config(span.base)
        judge = _judge(place, config)
        yield wiring.world(repository, span.base, bar, judge), span


def _judge(place: Place, config: Config) -> JudgeKind | None:
    """People, rules and the embedded judge answer at once and for nothing."""
    is_model = (place.judge or config.judge.kind) == "openai"
    return "recorded" if place.asks_nobody and is_model else place.judge
