"""Sign-offs: an expert's word on exact texts, as a record and as an approval."""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.experts import Expert
from rubrickit.core.rubric import NOWHERE, Place

Meaning = Literal["author", "clinical review", "approval"]
MEANINGS: tuple[Meaning, ...] = get_args(Meaning)
FORMAT = 1
NAMESPACE = "rubrickit"
"""A signature that was given for something else is none here."""

FOLDER = "signoffs"
"""Below the folder of scores."""

_NOREPLY = re.compile(r"(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HostWord:
    """Where a code host had an approval: in a pull request, of exactly `commit`.

    `page` is the repository's, and `login` the person's.
    """

    page: str
    pull_request: int
    commit: str
    login: str


@dataclass(frozen=True, slots=True)
class SignOff:
    """One row. `id` and `name` are the expert's, `at` is when it was signed.

    `leaf_digest` is of the text that was read. `change` binds the edit of that leaf, ""
    where there was none, and `graded` the leaf as it decides now, "" where it is gone
    (see `bonds`). A row has a `signature`, or is an `approval` that a run wrote down at
    the merge.
    """

    question_id: str
    leaf: str
    leaf_digest: Digest
    meaning: Meaning
    id: str
    name: str
    at: str
    change: Digest = ""
    signature: str = ""
    approval: HostWord | None = None
    graded: Digest = ""
    place: Place = field(default=NOWHERE, compare=False)

    def is_approval_of(self, expert: Expert) -> bool:
        """Whether the host's word is on this person; as good as the branch it is on."""
        login = self.approval.login.casefold() if self.approval else ""
        return login == expert.github.casefold() != ""


def document(row: SignOff) -> dict[str, Any]:
    """The row as JSON, without its signature."""
    signed = {
        "format": FORMAT,
        "question_id": row.question_id,
        "leaf": row.leaf,
        "leaf_digest": row.leaf_digest,
        "meaning": row.meaning,
        "id": row.id,
        "name": row.name,
        "at": row.at,
    }
    signed |= {"change": row.change} if row.change else {}
    signed |= {"graded": row.graded} if row.graded else {}
    return signed | ({"approval": asdict(row.approval)} if row.approval else {})


def signed_text(row: SignOff) -> str:
    """What the signature is over: the canonical JSON of the row without it."""
    return canonical.canonical_json(document(row))


def line(row: SignOff) -> str:
    """The row as it stands in a file, with its line end."""
    signature = {} if row.approval else {"signature": row.signature}
    whole = document(row) | signature
    return f"{canonical.canonical_json(whole)}\n"


def data(rows: Iterable[SignOff]) -> bytes:
    """A file of these rows."""
    return "".join(map(line, rows)).encode("utf-8", "surrogatepass")


def file_name(rows: Iterable[SignOff]) -> str:
    """Below the folder of sign-offs; the same rows are the same file."""
    every = list(rows)
    digest = canonical.digest([document(row) for row in every])
    return f"{every[0].at[:4]}/{digest}.jsonl"


@dataclass(frozen=True, slots=True)
class Approval:
    """A review at a code host that approves exactly `commit`, and still stands."""

    login: str
    at: str
    commit: str


@dataclass(frozen=True, slots=True)
class Authors:
    """Whoever had a hand in an edit: logins at the host, names and emails of Git."""

    logins: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def include(self, expert: Expert) -> bool:
        logins = {login.casefold() for login in self.logins}
        names = {canonical.folded(name).casefold() for name in self.names}
        by_name = {expert.id, canonical.folded(expert.name), expert.github}
        return expert.github.casefold() in logins - {""} or any(
            name.casefold() in names for name in by_name if name
        )


def authors(login: str, signatures: Iterable[tuple[str, str]]) -> Authors:
    """`signatures` are the names and emails of the edit's commits.

    GitHub's private emails hold the login.
    """
    pairs = list(signatures)
    private = (_NOREPLY.fullmatch(email) for _, email in pairs)
    logins = {login, *(found[1] for found in private if found)} - {""}
    return Authors(frozenset(logins), frozenset(name for name, _ in pairs))


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a code host knows of a proposal: who made it, and who approved the head."""

    author: str = ""
    approvals: tuple[Approval, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The rows at the head of an edit, and who made the edit, as Git has it."""

    rows: tuple[SignOff, ...] = ()
    authors: tuple[tuple[str, str], ...] = ()
