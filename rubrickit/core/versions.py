"""Which two states of a repository are compared, and what else changed between them."""

from dataclasses import dataclass

from rubrickit.core.rubric import Rubric


@dataclass(frozen=True, slots=True)
class Version:
    """A state of the repository; `commit` is None for the working tree."""

    ref: str
    commit: str | None


WORKING_TREE = Version("working tree", None)


@dataclass(frozen=True, slots=True)
class Span:
    """`rule` says in words how the base was chosen."""

    base: Version
    head: Version
    rule: str


@dataclass(frozen=True, slots=True)
class RubricCommit:
    """A commit that touched rubrics; `date` is ISO, in UTC.

    `releases` names the tags of those that were made with these rubrics.
    """

    commit: str
    subject: str
    date: str
    releases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditedRubrics:
    """The rubrics whose files changed, by question id on either side."""

    before: dict[str, Rubric]
    after: dict[str, Rubric]


@dataclass(frozen=True, slots=True)
class DataChanges:
    """What an edit did to gold and labels, in rows, and to the ledger, in files.

    Added rows are welcome and decide nothing; edited or deleted ones, and any change of
    the ledger's files but an added one, are tampering. `recorded` are the added ones:
    a person's own grades, or anybody's forgery. So are `approved`: added rows that tell
    of approvals, which only the run at a merge writes down.
    """

    added: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()
    approved: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
