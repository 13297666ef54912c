"""The effects that releases and audits need besides, in the words of their callers."""

from typing import Protocol

from rubrickit.core.config import Config
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.inputs import Bytes, Files, Inputs, Kept
from rubrickit.core.releasing.refusals import Checkout
from rubrickit.core.releasing.tags import Ancestry, Tag
from rubrickit.world import World


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

    def ancestry(self, commit: str) -> Ancestry:
        """What is below a release's commit."""

    def last_change(self, commit: str, path: str) -> str:
        """The last commit that changed a file, "" where a shallow clone hides it."""


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
