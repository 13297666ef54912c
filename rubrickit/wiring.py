"""Builds the real world; the only reader of the environment and the clock."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rubrickit.core.config import Config, GateConfig, JudgeKind, unasked
from rubrickit.core.grades import Answer, Task
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.versions import Version
from rubrickit.edges.cache import Cache
from rubrickit.edges.grade_ledger import GradeLedger
from rubrickit.edges.ssh_signatures import SshSignatures
from rubrickit.errors import RubrickitError
from rubrickit.world import Judge, KnownJudge, Progress, Repository, World

if TYPE_CHECKING:
    from rubrickit.edges.git_commands import GitCommands
    from rubrickit.edges.repository import FileRepository
    from rubrickit.edges.rules import Rules as EngineRules
    from rubrickit.flows.delta import Infer

CONFIG_NAME = "rubrickit.yaml"
"""The nearest one upwards marks the root of a rubric repository."""

_GIT_OF_ANOTHER_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_ATTR_SOURCE", "GIT_COMMON_DIR",
    "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIFF_OPTS",
    "GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_GLOB_PATHSPECS", "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
)  # fmt: skip
"""What a Git hook sets for its own repository: those of `rev-parse --local-env-vars`,
and what would change a diff."""


@dataclass(frozen=True, slots=True)
class Folders:
    """What the command line may point elsewhere."""

    repository: Path = Path()
    rubrics: Path | None = None
    responses: Path | None = None


def leave_hook() -> None:
    """From here on Git is asked about our folders, whoever's hook started us.

    GitPython is told not to refuse its import where there is no `git`.
    """
    for name in _GIT_OF_ANOTHER_REPOSITORY:
        os.environ.pop(name, None)
    os.environ["GIT_PYTHON_REFRESH"] = "quiet"


@contextmanager
def open_repository(folders: Folders) -> Iterator[FileRepository]:
    """The rubric repository that the folder lies in, or the folder itself."""
    leave_hook()
    from rubrickit.edges.git_history import GitHistory
    from rubrickit.edges.repository import FileRepository

    root = root_of(folders.repository)
    history = GitHistory.find(root)
    state = (history.folder / "rubrickit") if history else root / ".rubrickit"
    store = Cache(state / "cache" / "cache.sqlite")
    if history is None:
        _keep_out_of_git(state)
    try:
        yield FileRepository(
            root=root,
            history=history,
            state=state,
            cache=store,
            rubrics_folder=inside(root, folders.rubrics) if folders.rubrics else None,
            responses_file=folders.responses and folders.responses.resolve(),
        )
    finally:
        if history:
            history.close()


def _keep_out_of_git(state: Path) -> None:
    """The folder may become a repository one day; a journal is nobody's history."""
    with suppress(OSError):
        state.mkdir(exist_ok=True)
        state.joinpath(".gitignore").write_text("*\n", encoding="utf-8")


def inside(root: Path, folder: Path) -> str:
    """The folder's path from the root; raises RubrickitError where it is not below."""
    try:
        return folder.resolve().relative_to(root).as_posix()
    except RuntimeError as error:
        message = f"`{folder}` is a loop of symbolic links"
        raise RubrickitError(message) from error
    except ValueError as error:
        message = f"`{folder}` lies outside of `{root}`"
        raise RubrickitError(message, hint="point `--repo` at its root") from error


def root_of(start: Path) -> Path:
    """The nearest folder upwards that holds a configuration, else the start."""
    folder = start.resolve()
    if not folder.is_dir():
        raise RubrickitError(f"`{start}` is no folder")
    for place in (folder, *folder.parents):
        if (place / CONFIG_NAME).is_file():
            return place
        if (place / ".git").exists():
            return place
    return folder


def world(
    repository: FileRepository,
    version: Version,
    progress: Progress,
    judge: JudgeKind | None = None,
    *,
    is_trusted: bool = False,
    asks: bool = True,
) -> World:
    """Judge, limits, labels and folders are those of `version`, whatever is compared:
    an edit of `paths` would else decide what it is compared with.

    `is_trusted`: so is the ledger, with the data branch; new grades wait to go there.
    Unless it `asks`, recorded grades stand for a judge that must be paid.
    """
    config = repository.config(version)
    repository = repository.laid_out(config.paths)
    kind = judge or config.judge.kind
    kind = kind if asks else unasked(kind)
    config = replace(config, judge=replace(config.judge, kind=kind))
    trusted = version.commit if is_trusted else None
    ledger = GradeLedger(
        repository.unsent if is_trusted else repository.root / config.paths.scores,
        repository.state,
        reasons=config.reasons,
        root=repository.root,
        segment_sources=repository.ledger_sources("ledger", ".jsonl", trusted),
        card_sources=repository.ledger_sources("judges", ".json", trusted),
    )
    return World(
        repository=repository,
        ledger=ledger,
        judge=judge_of(repository, version, config, ledger.cards()),
        rules=LateRules(),
        progress=progress,
        signatures=signatures(),
        config=config,
        now=now(),
    )


def git_commands(repository: FileRepository) -> GitCommands:
    """In the repository's folder, with what this process was started with."""
    from rubrickit.edges.git_commands import GitCommands

    return GitCommands(repository.root, dict(os.environ))


def now() -> datetime:
    return datetime.now(UTC)


def signatures() -> SshSignatures:
    """The agent that holds a person's keys is named in the environment."""
    return SshSignatures(dict(os.environ))


def infer(limits: GateConfig) -> Infer | None:
    """What the gate's rule needs; scipy is imported only where it asks for it."""
    if limits.rule == "exact":
        return None
    from rubrickit.core import inference

    return inference.statistic


def judged_by(name: str, world: World, version: Version) -> World:
    """The same world with another judge, who is never asked.

    `configured`, `human`, `local`, or the beginning of the digest of a judge whose
    grades are in the ledger. Raises RubrickitError where that is no one judge.
    """
    if name == "configured":
        return world
    from rubrickit.core.judging import naming
    from rubrickit.core.judging.recorded import RecordedJudge

    if kind := naming.AT_ONCE.get(name):
        config = replace(world.config, judge=replace(world.config.judge, kind=kind))
        return replace(world, judge=judge_of(world.repository, version, config, {}))
    card = naming.named(name, world.ledger.cards().values())
    return replace(world, judge=RecordedJudge(card))


def wants_color() -> bool:
    """NO_COLOR, set to anything, is a wish for none."""
    return not os.environ.get("NO_COLOR")


def judge_of(
    repository: Repository,
    version: Version,
    config: Config,
    cards: Mapping[str, JudgeCard],
) -> Judge | KnownJudge:
    if config.judge.kind == "human":
        from rubrickit.core.judging.human import HumanJudge

        return HumanJudge(repository.labels(version))
    if config.judge.kind == "local":
        from rubrickit.core.judging.local import LocalJudge

        return LocalJudge()
    from rubrickit.edges.endpoint_settings import configured_card

    configured = configured_card(config.judge)
    known = (card for card in cards.values() if card.configured == configured.digest)
    effective = next(known, None)
    if config.judge.kind == "recorded":
        from rubrickit.core.judging.recorded import RecordedJudge

        return RecordedJudge(effective or configured)
    return LateJudge(config, effective)


class LateJudge:
    """The client is loaded for the first call: most runs find every grade recorded."""

    def __init__(self, config: Config, effective: JudgeCard | None) -> None:
        from rubrickit.edges import endpoint_settings, spending

        settings = endpoint_settings.checked(config.judge)
        spending.checked(config.budget, settings.prices)
        self._config = config
        self._key = endpoint_settings.checked_key(
            os.environ.get(settings.api_key_env, ""), settings
        )
        self._effective = effective
        self._known = effective or endpoint_settings.configured_card(settings)

    @property
    def card(self) -> JudgeCard:
        is_loaded = "_client" in self.__dict__
        return self._client.card if is_loaded else self._known

    @property
    def destination(self) -> str:
        """Raises RubrickitError where there is no key to go there with."""
        from rubrickit.edges import endpoint_settings

        endpoint_settings.check_key_is_set(self._key, self._config.judge)
        return self.card.endpoint

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        return self._client.ask(tasks)

    @cached_property
    def _client(self) -> Judge:
        from rubrickit.edges.judge_openai import OpenAIJudge

        judge, budget = self._config.judge, self._config.budget
        return OpenAIJudge(judge, self._key, budget, effective=self._effective)


class LateRules:
    """The engines are loaded for the first rule: most rubrics have none."""

    def met(self, leaf: Leaf, rubric: Rubric, response: Response) -> bool | None:
        return self._engines.met(leaf, rubric, response)

    def holds(self, condition: str, rubric: Rubric, response: Response) -> bool | None:
        return self._engines.holds(condition, rubric, response)

    def problem(self, leaf: Leaf) -> str:
        return self._engines.problem(leaf)

    def condition_problem(self, condition: str) -> str:
        return self._engines.condition_problem(condition)

    @cached_property
    def _engines(self) -> EngineRules:
        from rubrickit.edges import rules

        return rules.Rules()
