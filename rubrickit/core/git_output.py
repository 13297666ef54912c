"""What Git's commands print for programs, read."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

REGULAR = ("100644", "100755")
FOLDER = "40000"
_MODES = {0o040000: FOLDER, 0o120000: "120000"}
_SUBMODULE = "160000"
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class TreeFile:
    """What lies in a tree; `mode` as Git writes it, `blob` its object id."""

    mode: str
    blob: str

    @property
    def is_regular(self) -> bool:
        return self.mode in REGULAR

    @property
    def is_folder(self) -> bool:
        return self.mode == FOLDER


def tree(data: bytes, width: int) -> dict[str, TreeFile]:
    """A tree object's entries by name; an id has `width` bytes.

    Of an entry's mode Git itself takes the kind, and whether a file can be run. What
    is cut off within an entry raises ValueError.
    """
    found = {}
    at = 0
    while at < len(data):
        start, space = at, data.index(b" ", at)
        end = data.index(b"\0", space)
        name = text(data[space + 1 : end])
        at = end + 1 + width
        if at > len(data):
            raise ValueError("the last entry of a tree is cut off")
        mode = _mode(int(data[start:space], 8))
        found[name] = TreeFile(mode, data[end + 1 : at].hex())
    return found


def _mode(written: int) -> str:
    kind = written & 0o170000
    if kind == 0o100000:
        return REGULAR[bool(written & 0o100)]
    return _MODES.get(kind, _SUBMODULE)


@dataclass(frozen=True, slots=True)
class GitObject:
    """What `cat-file` gives of an id; of a missing one the kind says so."""

    kind: str
    data: bytes


def object_head(line: bytes) -> tuple[str, int]:
    """Of `cat-file --batch` kind and bytes; `missing` of what it has not got."""
    facts = line.split()[1:]
    return (facts[0].decode(), int(facts[1])) if len(facts) == 2 else ("missing", 0)


def points_to(found: GitObject) -> str | None:
    """The tree of a commit, or what a tag is of; None of anything else."""
    wanted = {"commit": b"tree ", "tag": b"object "}.get(found.kind)
    line = found.data.partition(b"\n")[0]
    if wanted is None or not line.startswith(wanted):
        return None
    return line.removeprefix(wanted).decode()


def is_id(name: str) -> bool:
    """A whole id, which no branch or path stands for."""
    return bool(_ID.fullmatch(name))


@dataclass(frozen=True, slots=True)
class Commit:
    """As `log` tells it; `at` is the author's ISO time, `subject` the first line.

    `co_authors` are names and emails of its trailers `Co-authored-by`.
    """

    id: str
    parents: tuple[str, ...]
    author: str
    email: str
    at: str
    subject: str
    co_authors: tuple[tuple[str, str], ...] = ()

    @property
    def writers(self) -> tuple[tuple[str, str], ...]:
        """Names and emails of all who say that they had a hand in it."""
        return ((self.author, self.email), *self.co_authors)


_TRAILERS = "%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x1f)"
LOG_FORMAT = f"%H%x00%P%x00%an%x00%ae%x00%aI%x00%s%x00{_TRAILERS}%x00"


def commits(out: bytes) -> Iterator[Commit]:
    """Of `log` in `LOG_FORMAT`: seven fields and a line end each."""
    fields = text(out).split("\0")
    for at in range(0, len(fields) - 7, 7):
        name, parents, author, email, written, subject, trailers = fields[at : at + 7]
        yield Commit(
            id=name.strip(),
            parents=tuple(parents.split()),
            author=author,
            email=email,
            at=written,
            subject=subject,
            co_authors=tuple(map(_person, filter(None, trailers.split("\x1f")))),
        )


def _person(trailer: str) -> tuple[str, str]:
    """Of `Name <email>`; who writes it in another way is all name."""
    name, _, email = trailer.strip().removesuffix(">").partition("<")
    return name.strip(), email.strip()


TAG_FORMAT = "%(objecttype) %(refname:strip=2)"


def first_annotated(out: bytes) -> str:
    """Of `for-each-ref` in `TAG_FORMAT`; a light tag is a bookmark, no release."""
    lines = (line.partition(" ") for line in text(out).splitlines())
    return next((name for kind, _, name in lines if kind == "tag"), "")


def parents(commit: bytes) -> tuple[str, ...]:
    """The ids that a commit object names."""
    lines = text(commit.partition(b"\n\n")[0]).split("\n")
    return tuple(line[7:] for line in lines if line.startswith("parent "))


def commit_date(commit: bytes) -> str:
    """When it was committed, in UTC; "" of a commit that does not say."""
    head = text(commit.partition(b"\n\n")[0])
    for line in head.split("\n"):
        if line.startswith("committer "):
            with suppress(ValueError, OverflowError, OSError, IndexError):
                moment = datetime.fromtimestamp(int(line.split()[-2]), UTC)
                return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""


def commit_subject(commit: bytes) -> str:
    """The first paragraph of its message, on one line; what is no UTF-8 replaced."""
    message = commit.partition(b"\n\n")[2].decode("utf-8", "replace").strip()
    return " ".join(message.partition("\n\n")[0].split())


def names(listing: bytes) -> list[str]:
    """Of a list with `-z`."""
    return [name for name in text(listing).split("\0") if name]


def lines(listing: bytes) -> list[str]:
    """Of a list with a line an entry."""
    return [line for line in text(listing).splitlines() if line]


def text(data: bytes) -> str:
    """What is no UTF-8 comes back as it was when it is written again."""
    return data.decode("utf-8", "surrogateescape")
