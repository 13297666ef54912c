"""A rubric's history and where its leaves come from, in words and as JSON."""

from collections.abc import Iterator, Sequence

from rubrickit.core.changes import Edit, summary
from rubrickit.core.chronicle import Entry, Told
from rubrickit.core.git_output import Commit
from rubrickit.core.grades import leaf_digest
from rubrickit.core.results import Blame, Blamed
from rubrickit.core.versions import Version
from rubrickit.reports import documents, figures, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table

_SHORT = 12


def log(version: Version, entries: Sequence[Entry]) -> Page:
    """Newest first, a group for each commit."""
    count = numbers.count(len(entries), "commit")
    return Page(
        title=f"rubrickit: {count} changed what is graded",
        groups=tuple(Group(_heading(each.commit), _lines(each)) for each in entries),
        foot=f"up to {_named(version)}",
    )


def _heading(commit: Commit) -> str:
    day = commit.at[:10]
    return f"{commit.id[:_SHORT]} {day} {commit.author}: {commit.subject}"


def _lines(entry: Entry) -> tuple[str, ...]:
    told = (line for each in entry.told for line in _told(each))
    return (*told, *(f"cannot be read: {fault}" for fault in entry.faults))


def _told(told: Told) -> Iterator[str]:
    name = told.turn.question_id
    if told.turn.status != "changed":
        rubric = told.turn.new or told.turn.old
        leaves = sum(1 for _ in rubric.leaves()) if rubric else 0
        yield f"{name}: {told.turn.status}, {numbers.count(leaves, 'leaf', 'leaves')}"
    yield from (f"{name}: {_edit(edit)}" for edit in told.turn.edits)
    if told.leaves:
        to_grade = numbers.count(told.leaves, "leaf", "leaves")
        yield f"{name}: {to_grade} to grade, {numbers.count(told.calls, 'call')}"
    if told.base is not None or told.head is not None:
        base, head = numbers.score(told.base), numbers.score(told.head)
        yield f"{name}: mean {base} → {head}"
    if told.signers:
        names = ", ".join(f"{each.id} ({each.meaning})" for each in told.signers)
        yield f"{name}: signed by {names}"


def _edit(edit: Edit) -> str:
    kind = figures.EDIT_WORDS.get(edit.kind, edit.kind)
    what = f"{edit.before} → {edit.after}" if edit.before and edit.after else ""
    return f"{kind} {edit.node}: {what or edit.before or edit.after}".replace(" :", ":")


def _named(version: Version) -> str:
    commit = (version.commit or "")[:_SHORT]
    return f"{version.ref} ({commit})" if commit else version.ref


def log_document(version: Version, entries: Sequence[Entry]) -> Document:
    """The contract `rubrickit.log/1`."""
    return {
        **documents.head("log"),
        "version": documents.version(version),
        "commits": [
            {
                **_commit(entry.commit),
                "questions": [_question(told) for told in entry.told],
                "faults": list(entry.faults),
            }
            for entry in entries
        ],
    }


def _commit(commit: Commit) -> Document:
    return {
        "commit": commit.id,
        "author": commit.author,
        "at": commit.at,
        "subject": commit.subject,
    }


def _question(told: Told) -> Document:
    return {
        "question_id": told.turn.question_id,
        "status": told.turn.status,
        "edits": [
            {
                "kind": edit.kind,
                "node": edit.node,
                "before": edit.before,
                "after": edit.after,
            }
            for edit in told.turn.edits
        ],
        "leaves_to_grade": told.leaves,
        "calls": told.calls,
        "base": documents.number(told.base),
        "head": documents.number(told.head),
        "signed_by": [
            {"id": each.id, "meaning": each.meaning, "at": each.at}
            for each in told.signers
        ],
    }


def blame(found: Blame) -> Page:
    """A row for each leaf."""
    return Page(
        title=f"rubrickit: {found.rubric.question_id}",
        tables=(
            Table(
                "What each leaf grades, and since when",
                ("leaf", "grades", "commit", "date", "author", "release"),
                tuple(map(_row, found.leaves)),
            ),
        ),
        foot=f"at {_named(found.version)}",
    )


def _row(blamed: Blamed) -> tuple[str, ...]:
    grades = summary(blamed.placed.leaf)
    commit = blamed.commit
    if commit is None:
        return blamed.placed.path, grades, "older than this clone", "", "", ""
    short, day = commit.id[:_SHORT], commit.at[:10]
    return blamed.placed.path, grades, short, day, commit.author, blamed.release


def blame_document(found: Blame) -> Document:
    """The contract `rubrickit.blame/1`."""
    return {
        **documents.head("blame"),
        "version": documents.version(found.version),
        "question_id": found.rubric.question_id,
        "leaves": [
            {
                "leaf": blamed.placed.path,
                "leaf_digest": leaf_digest(blamed.placed.leaf),
                "grades": summary(blamed.placed.leaf),
                "commit": _commit(blamed.commit) if blamed.commit else None,
                "release": blamed.release or None,
            }
            for blamed in found.leaves
        ],
    }
