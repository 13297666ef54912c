"""What an expert signed, word for word, and where it stands."""

from collections.abc import Sequence

from rubrickit.core import signoffs
from rubrickit.core.signing import Subject
from rubrickit.core.signoffs import SignOff
from rubrickit.reports import documents, numbers
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page


def page(subjects: Sequence[Subject], rows: Sequence[SignOff], path: str) -> Page:
    """`path` is "" where nothing was signed."""
    count = numbers.count(len(rows), "sign-off")
    found = zip(subjects, rows, strict=True)
    return Page(
        title=f"rubrickit: {count}{'' if path else ' to be signed'}",
        groups=tuple(
            Group(
                f"{row.question_id} {row.leaf}: {row.meaning} by {row.id}",
                (
                    f"before: {subject.before or '(none)'}",
                    f"after: {subject.after or '(none)'}",
                    f"signed text: {signoffs.signed_text(row)}",
                ),
            )
            for subject, row in found
        ),
        foot=f"written to {path}; commit it" if path else "nothing was signed",
    )


def document(
    subjects: Sequence[Subject], rows: Sequence[SignOff], path: str
) -> documents.Document:
    """The contract `rubrickit.signoff/1`."""
    found = zip(subjects, rows, strict=True)
    return {
        **documents.head("signoff"),
        "path": path or None,
        "rows": [
            {
                **signoffs.document(row),
                "change": row.change,
                "graded": row.graded,
                "signature": row.signature,
                "signed_text": signoffs.signed_text(row),
                "before": subject.before,
                "after": subject.after,
            }
            for subject, row in found
        ],
    }
