"""What an edit did to the trees, in words and as JSON."""

from collections.abc import Sequence

from rubrickit.core.changes import Changes
from rubrickit.core.results import Edited
from rubrickit.core.versions import Span
from rubrickit.reports import documents, figures, numbers
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table


def page(span: Span, edited: Edited, changes: Sequence[Changes]) -> Page:
    """One row an edit, in the order of the new trees."""
    rows = tuple(
        (found.new.question_id, edit.kind, edit.node, edit.before, edit.after)
        for found in changes
        for edit in found.edits
    )
    edits = numbers.count(len(rows), "edit")
    nothing = "no change in what is graded"
    return Page(
        title=f"rubrickit: {edits if rows else nothing}",
        tables=(Table("Edits", ("rubric", "edit", "node", "before", "after"), rows),),
        groups=tuple(
            Group(heading, ids)
            for heading, ids in (
                ("New rubrics", tuple(r.question_id for r in edited.new)),
                ("Deleted rubrics", tuple(r.question_id for r in edited.deleted)),
            )
            if ids
        ),
        foot=figures.ends(span),
    )


def document(
    span: Span, edited: Edited, changes: Sequence[Changes]
) -> documents.Document:
    """`questions[].edits[]` as in `delta`, without what an edit contributed."""
    return {
        **documents.head("diff"),
        **documents.span(span),
        "questions": [
            {
                "question_id": found.new.question_id,
                "status": "changed",
                "edits": [
                    {
                        "kind": edit.kind,
                        "node": edit.node,
                        "before": edit.before,
                        "after": edit.after,
                        "path": edit.place.path,
                        "line": edit.place.line,
                    }
                    for edit in found.edits
                ],
            }
            for found in changes
        ],
        "new": [rubric.question_id for rubric in edited.new],
        "deleted": [rubric.question_id for rubric in edited.deleted],
    }
