"""What is read from and posted to a pull request at a code host."""

from dataclasses import dataclass
from typing import Literal

Conclusion = Literal["success", "failure", "neutral"]
Level = Literal["failure", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class PullRequest:
    """As the host has it now; the event that started the run may be old.

    `author` is a login, "" where the account was deleted. `merged_as` is the commit
    that the merge left on the base branch, "" where it is not merged.
    """

    number: int
    head: str
    base_branch: str
    is_fork: bool
    is_open: bool
    is_draft: bool
    author: str = ""
    merged_as: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """`author` is a login, `created` an ISO time, `url` where a person sees it."""

    identity: str
    author: str
    body: str
    created: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A line of the head's tree that a person should look at; column 0 is unknown."""

    level: Level
    path: str
    line: int
    title: str
    message: str
    column: int = 0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How a check ended. `summary` is Markdown of at most 60,000 bytes."""

    conclusion: Conclusion
    title: str
    summary: str
    annotations: tuple[Annotation, ...] = ()
