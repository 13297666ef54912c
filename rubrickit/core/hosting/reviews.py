"""Which reviews of a pull request are approvals of what it is now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rubrickit.core.hosting.github_documents import COMMIT, counted, mapping, text
from rubrickit.core.signoffs import Approval

_SILENT = ("COMMENTED", "PENDING")
"""A remark takes back no approval."""


@dataclass(frozen=True, slots=True)
class Review:
    """As GitHub tells it; `commit` is what the person looked at."""

    number: int
    login: str
    state: str
    commit: str
    at: str


def page(document: Any) -> list[Review] | None:
    """None where it is no list of reviews."""
    if not isinstance(document, list):
        return None
    read = [_review(mapping(each)) for each in document]
    known = [review for review in read if review is not None]
    return known if len(known) == len(read) else None


def _review(whole: Any) -> Review | None:
    """A deleted account has no login, and the commit of a lost branch is null."""
    number, state = counted(whole.get("id")), text(whole.get("state"))
    if number is None or not state:
        return None
    commit = text(whole.get("commit_id"))
    return Review(
        number=number,
        login=text(mapping(whole.get("user")).get("login")),
        state=state.upper(),
        commit=commit if COMMIT.fullmatch(commit) else "",
        at=text(whole.get("submitted_at")),
    )


def approvals(reviews: Iterable[Review], head: str) -> tuple[Approval, ...]:
    """Of everybody whose last word, remarks aside, approves exactly this commit.

    What was pushed later was not approved; a request for changes takes an approval
    back, and so does whoever dismisses it.
    """
    last: dict[str, Review] = {}
    for review in sorted(reviews, key=lambda review: (review.at, review.number)):
        if review.login and review.state not in _SILENT:
            last[review.login.casefold()] = review
    return tuple(
        Approval(review.login, review.at, review.commit)
        for review in last.values()
        if review.state == "APPROVED" and review.commit == head != ""
    )
