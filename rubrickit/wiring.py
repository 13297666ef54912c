"""Builds the real world; the only reader of the environment and the clock."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rubrickit.core.config import Config, JudgeKind, Paths
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.versions import Version
from rubrickit.edges.cache import Cache
from rubrickit.edges.grade_ledger import GradeLedger
from rubrickit.edges.repository import CONFIG_NAME, FileRepository
from rubrickit.errors import RubrickitError
from rubrickit.world import Judge, KnownJudge, Progress, Rules, World

_GIT_OF_ANOTHER_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIFF_OPTS", "GIT_DIR",
    "GIT_EXTERNAL_DIFF", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)  # fmt: skip
"""What a Git hook sets for its own repository: those of `rev-parse --local-env-vars`,
and what would change a diff."""


@dataclass(frozen=True, slots=True)
class Folders:
    """What the command line may point elsewhere."""

    repository: Path = Path()
    rubrics: Path | None = None
    responses: Path | None = None


@contextmanager
def open_repository(folders: Folders) -> Iterator[FileRepository]:
    """The rubric repository that the folder lies in, or the folder itself."""
    for name in _GIT_OF_ANOTHER_REPOSITORY:
        os.environ.pop(name, None)
    from rubrickit.edges.git_history import GitHistory

    root = _root(folders.repository)
    history = GitHistory.find(root)
    state = (history.folder / "rubrickit") if history else root / ".rubrickit"
    cache = Cache(state / "cache" / "cache.sqlite")
    repository = FileRepository(root, history, state, cache, _paths(root))
    try:
        yield repository.placed(folders.rubrics, folders.responses)
    finally:
        if history:
            history.close()


def _paths(root: Path) -> Paths:
    """Where things lie is no rule of grading, so it is read from the working tree."""
    from rubrickit.edges.rubric_files import parse_config

    file = root / CONFIG_NAME
    data = file.read_bytes() if file.is_file() else b""
    return parse_config(data, CONFIG_NAME).paths


def _root(start: Path) -> Path:
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
) -> World:
    """Judge, limits and labels are those of `version`, whatever else is compared."""
    config = repository.config(version)
    if judge is not None:
        config = replace(config, judge=replace(config.judge, kind=judge))
    ledger = GradeLedger(
        repository.root / config.paths.scores,
        repository.state,
        reasons=config.reasons,
        segment_sources=repository.ledger_sources("ledger", ".jsonl"),
        card_sources=repository.ledger_sources("judges", ".json"),
    )
    return World(
        repository=repository,
        ledger=ledger,
        judge=_judge(repository, version, config, ledger.cards()),
        rules=_rules(),
        progress=progress,
        config=config,
        now=datetime.now(UTC),
    )


def _rules() -> Rules:
    from rubrickit.edges import rules

    return rules.Rules()


def _judge(
    repository: FileRepository,
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
    from rubrickit.edges.judge_openai import OpenAIJudge

    key = os.environ.get(config.judge.api_key_env, "")
    return OpenAIJudge(config.judge, key, config.budget, effective=effective)
