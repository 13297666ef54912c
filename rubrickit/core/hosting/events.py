"""What happened at the code host, whichever host it was."""

from dataclasses import dataclass
from typing import Literal

EventKind = Literal["pull_request", "merge_group", "push", "dispatch", "other"]


@dataclass(frozen=True, slots=True)
class Event:
    """One delivery, read leniently: "" and None where the payload has nothing.

    Commits are full ids. `head` is what is to be graded: the pull request's own commit,
    not its merge with the base. `base` is set only where the event itself decides it
    (`push`: what stood there before; a merge group: its base), never from a pull
    request's stale `base.sha`. A dispatch has both as a person typed them.
    `base_branch` is what a pull request goes to, else where the event happened.
    `queued` is the pull request that a merge group adds to what it is based on.
    """

    kind: EventKind
    repository: str = ""
    action: str = ""
    number: int | None = None
    head: str = ""
    base: str = ""
    base_branch: str = ""
    default_branch: str = ""
    is_fork: bool = False
    is_open: bool = True
    is_draft: bool = False
    author: str = ""
    queued: int | None = None

    @property
    def is_proposal(self) -> bool:
        """What people may still refuse: a pull request, or a queue of them."""
        return self.number is not None or self.kind == "merge_group"
