"""Which reviews are approvals of what the pull request is now."""

from typing import Any

import pytest

from rubrickit.core.hosting import reviews
from rubrickit.core.signoffs import Approval

HEAD, OLD = "a" * 40, "b" * 40


def said(number: int, login: str, state: str, commit: str = HEAD) -> dict[str, Any]:
    user = {"login": login} if login else None
    at = f"2026-01-{number:02}T10:00:00Z"
    return {"id": number, "user": user, "state": state, "commit_id": commit,
            "submitted_at": at}  # fmt: skip


def approving(*documents: dict[str, Any], head: str = HEAD) -> list[str]:
    found = reviews.page(list(documents))
    assert found is not None
    return [approval.login for approval in reviews.approvals(found, head)]


def test_an_approval_of_the_head_is_one() -> None:
    found = reviews.page([said(1, "ada", "APPROVED")]) or []

    assert reviews.approvals(found, HEAD) == (
        Approval("ada", "2026-01-01T10:00:00Z", HEAD),
    )


@pytest.mark.parametrize(
    ("documents", "logins"),
    [
        ([said(1, "ada", "APPROVED", OLD)], []),
        ([said(1, "ada", "APPROVED"), said(2, "ada", "COMMENTED")], ["ada"]),
        ([said(1, "ada", "APPROVED"), said(2, "Ada", "CHANGES_REQUESTED")], []),
        ([said(2, "ada", "APPROVED"), said(1, "ada", "CHANGES_REQUESTED")], ["ada"]),
        ([said(1, "ada", "DISMISSED")], []),
        ([said(1, "", "APPROVED")], []),
        ([said(1, "ada", "APPROVED"), said(2, "ben", "APPROVED")], ["ada", "ben"]),
        ([said(1, "ada", "APPROVED", "a" * 39)], []),
    ],
)
def test_the_last_word_on_this_very_commit_counts(
    documents: list[dict[str, Any]], logins: list[str]
) -> None:
    assert approving(*documents) == logins


def test_no_commit_is_approved_where_no_head_is_known() -> None:
    assert approving(said(1, "ada", "APPROVED", ""), head="") == []


@pytest.mark.parametrize("document", [None, {}, [1], [{"id": 1}], [{"state": "X"}]])
def test_what_is_no_list_of_reviews_is_none(document: Any) -> None:
    assert reviews.page(document) is None
