"""Opens what releases are made of: one state of a repository, and nothing else."""

from dataclasses import dataclass, replace

from rubrickit import __version__, wiring
from rubrickit.core.config import Config, unasked
from rubrickit.core.releasing import sealed
from rubrickit.core.releasing.contents import Tool
from rubrickit.core.releasing.inputs import Files, Inputs
from rubrickit.core.versions import Version
from rubrickit.edges import sealed_files, shipped_lock
from rubrickit.edges.cache import NOWHERE, Cache
from rubrickit.edges.release_git import ReleaseGit
from rubrickit.edges.release_states import ReleaseStates
from rubrickit.edges.repository import FileRepository
from rubrickit.world import Progress, World


@dataclass(frozen=True, slots=True)
class Sealing:
    """Implements `audits.Seals` over a clone, without its cache."""

    repository: FileRepository
    progress: Progress

    def config(self, tree: str) -> Config:
        return self.repository.config(Version(tree, tree))

    def files(self, tree: str) -> Files:
        snapshot = self.repository.snapshot(Version(tree, tree))
        return sealed_files.read(snapshot, self.config(tree).paths)

    def inputs(self, tree: str, files: Files) -> Inputs:
        repository = self.repository.laid_out(self.config(tree).paths)
        return sealed_files.inputs(repository, Version(tree, tree), files)

    def world(self, tree: str, inputs: Inputs, *, asks: bool = False) -> World:
        """A model's place is taken by what it answered, unless it is to be asked."""
        config, files = inputs.config, inputs.files
        is_recorded = config.judge.kind == "openai" and not asks
        judge = replace(config.judge, kind="recorded") if is_recorded else config.judge
        settings = replace(config, judge=judge)
        ledger = sealed.ledger(files.segments, files.judges)
        version = Version(tree, tree)
        repository = self.repository.laid_out(config.paths)
        return World(
            repository=repository,
            ledger=ledger,
            judge=wiring.judge_of(repository, version, settings, ledger.cards()),
            rules=wiring.LateRules(),
            progress=self.progress,
            signatures=wiring.signatures(),
            config=settings,
            now=wiring.now(),
        )


def without_cache(repository: FileRepository, progress: Progress) -> Sealing:
    """What this machine has kept of earlier runs proves nothing."""
    return Sealing(replace(repository, cache=Cache(NOWHERE)), progress)


def releases(repository: FileRepository) -> ReleaseGit:
    """Raises RubrickitError outside of Git."""
    return ReleaseGit(repository.required_history(), wiring.git_commands(repository))


def states(repository: FileRepository, world: World) -> ReleaseStates:
    """Other states' settings and judges over the grades of this world."""
    known = world.ledger.cards()

    def under(version: Version, config: Config) -> World:
        judge = replace(config.judge, kind=unasked(config.judge.kind))
        settings = replace(config, judge=judge)
        laid = repository.laid_out(config.paths)
        judging = wiring.judge_of(laid, version, settings, known)
        return replace(world, repository=laid, judge=judging, config=settings)

    return ReleaseStates(repository, under)


def tool() -> Tool:
    """What computes here."""
    return Tool(__version__, shipped_lock.digest())
