"""The effects that releases and audits need besides, in the words of their callers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from rubrickit.core.config import Config
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.inputs import Bytes, Files, Inputs, Kept
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.core.releasing.refusals import Checkout
from rubrickit.core.releasing.tags import Ancestry, Listed, Tag
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Version
from rubrickit.world import World

RubricsAt = Mapping[str, Rubric] | str
ResponsesAt = Mapping[str, Sequence[Response]] | str


class Releases(Protocol):
    """What Git knows of releases; every method raises WorldError where Git fails."""

    def checkout(self, version: str, settings: str) -> Checkout:
        """What lies here; `settings` is the file whose last change is told."""

    def branch_files(self, scores: str) -> Kept:
        """What the data branch has, empty without one."""

    def tree_with(self, tree: str, files: Bytes) -> str:
        """Another tree, which has these files besides; nothing refers to it yet."""

    def publish(self, draft: Draft) -> str:
        """The commit, made and tagged, or nothing is changed; never pushes."""

    def tag(self, name: str, signers: str | None) -> Tag:
        """`signers`: an allowed-signers file's text, Git's own file if None."""

    def knows_signers(self) -> bool:
        """Whether Git itself has been told who may sign."""

    def ancestry(self, commit: str) -> Ancestry:
        """What is below a release's commit."""

    def listed(self, within: str = "") -> Sequence[Listed]:
        """Every tag that says that it is a release, oldest first; or only those that
        the history of a commit holds."""

    def manifest(self, commit: str, path: str) -> Manifest | None:
        """The one that a commit has there, None where nobody can read it."""

    def last_change(self, commit: str, path: str) -> str:
        """The last commit that changed a file, "" where a shallow clone hides it."""


class States(Protocol):
    """Many states, one after the other: what is the same in two is one object."""

    def rubrics(self, versions: Sequence[Version]) -> Iterator[RubricsAt]:
        """By question id; or why a state's cannot be read."""

    def responses(self, versions: Sequence[Version]) -> Iterator[ResponsesAt]:
        """By question id; or why a state's cannot be read."""

    def config(self, version: Version) -> Config:
        """Raises RubrickitError where the settings are wrong."""

    def world(self, version: Version) -> World:
        """Its own settings and judge, over all grades that there are now.

        Raises RubrickitError where the settings are wrong.
        """


class Seals(Protocol):
    """Opens a state by its files alone: no journal, no cache and no machine counts."""

    def config(self, tree: str) -> Config:
        """Raises RubrickitError where the settings are wrong."""

    def files(self, tree: str) -> Files:
        """Raises RubrickitError where its settings or names are wrong."""

    def inputs(self, tree: str, files: Files) -> Inputs:
        """The same, read; raises RubrickitError at the first file that is wrong."""

    def world(self, tree: str, inputs: Inputs, *, asks: bool = False) -> World:
        """Its ledger is sealed, and its judge answers from records or is asked."""
