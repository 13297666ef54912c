"""The rubrics and responses of many commits, read once where they are the same."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rubrickit.audits import ResponsesAt, RubricsAt
from rubrickit.core.config import Config
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Span, Version
from rubrickit.edges.repository import FileRepository
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.world import World

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class ReleaseStates:
    """Implements `audits.States`; `under` opens the world of a version."""

    repository: FileRepository
    under: Callable[[Version, Config], World]
    configs: dict[Version, Config] = field(default_factory=dict)

    def config(self, version: Version) -> Config:
        if version not in self.configs:
            self.configs[version] = self.repository.config(version)
        return self.configs[version]

    def world(self, version: Version) -> World:
        return self.under(version, self.config(version))

    def rubrics(self, versions: Sequence[Version]) -> Iterator[RubricsAt]:
        return self._walk(versions, _rubrics, _edited)

    def responses(self, versions: Sequence[Version]) -> Iterator[ResponsesAt]:
        return self._walk(versions, _responses, _changed)

    def _walk(
        self,
        versions: Sequence[Version],
        whole: Callable[[FileRepository, Version], dict[str, Part]],
        changed: Callable[[FileRepository, Span, dict[str, Part]], dict[str, Part]],
    ) -> Iterator[Mapping[str, Part] | str]:
        """By what changed since the last state that could be read."""
        last: tuple[Version, dict[str, Part]] | None = None
        paths = self.repository.paths
        for version in versions:
            try:
                laid = self.repository.laid_out(self.config(version).paths)
                if last is None or laid.paths != paths:
                    found = whole(laid, version)
                else:
                    found = changed(laid, Span(last[0], version, ""), last[1])
            except WorldError:
                raise
            except RubrickitError as error:
                yield str(error)
                continue
            last, paths = (version, found), laid.paths
            yield found


def _rubrics(repository: FileRepository, version: Version) -> dict[str, Rubric]:
    return {each.question_id: each for each in repository.rubrics(version)}


def _edited(
    repository: FileRepository, span: Span, before: dict[str, Rubric]
) -> dict[str, Rubric]:
    edited = repository.edited(span)
    kept = {name: each for name, each in before.items() if name not in edited.before}
    same = {n: before[n] for n, new in edited.after.items() if before.get(n) == new}
    return kept | edited.after | same


def _responses(
    repository: FileRepository, version: Version
) -> dict[str, Sequence[Response]]:
    return dict(repository.responses(version))


def _changed(
    repository: FileRepository, span: Span, before: dict[str, Sequence[Response]]
) -> dict[str, Sequence[Response]]:
    both = before | dict(repository.changed_responses(span))
    return {name: found for name, found in both.items() if found}
