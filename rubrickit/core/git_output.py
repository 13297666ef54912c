"""What Git's commands print for programs, read."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

REGULAR = ("100644", "100755")


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of a commit; `mode` as Git writes it, `blob` its object id."""

    path: str
    mode: str
    blob: str

    @property
    def is_regular(self) -> bool:
        return self.mode in REGULAR


def tree(listing: bytes, prefix: str) -> Iterator[TreeFile]:
    """Of `ls-tree -z`; paths without `prefix`."""
    for entry in names(listing):
        facts, _, path = entry.partition("\t")
        mode, _, blob = facts.split(" ")
        yield TreeFile(path.removeprefix(prefix), mode, blob)


def contents(out: bytes) -> Iterator[tuple[str, bytes]]:
    """Of `cat-file --batch`: `id type size`, the bytes, a line end; or `id missing`."""
    at = 0
    while (end := out.find(b"\n", at)) >= 0:
        blob, *facts = out[at:end].split(b" ")
        at = end + 1
        if len(facts) == 2:
            start, at = at, at + int(facts[1]) + 1
            if at <= len(out):
                yield blob.decode(), out[start : at - 1]


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
