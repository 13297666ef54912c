"""GitLab's JSON as values of ours, and ours as GitLab's."""

from typing import Any

from rubrickit.core.hosting.answers import within_bytes
from rubrickit.core.hosting.github_documents import COMMIT, counted, mapping, text
from rubrickit.core.hosting.posts import CheckResult, Comment, PullRequest

_MOST_DESCRIPTION = 255
_STATES = {"success": "success", "neutral": "success", "failure": "failed"}
"""Statuses know no "neutral"; what may be merged is a success to GitLab."""


def merge_request(document: Any) -> PullRequest | None:
    """None where it is no merge request, or one without a commit."""
    whole = mapping(document)
    number, commit = counted(whole.get("iid")), text(whole.get("sha"))
    if number is None or not COMMIT.fullmatch(commit):
        return None
    source, target = whole.get("source_project_id"), whole.get("target_project_id")
    return PullRequest(
        number=number,
        head=commit,
        base_branch=text(whole.get("target_branch")),
        is_fork=source is None or source != target,
        is_open=whole.get("state") == "opened",
        is_draft=whole.get("draft") is True,
    )


def page(document: Any) -> str:
    """Where a person sees the merge request."""
    return text(mapping(document).get("web_url"))


def login(document: Any) -> str | None:
    return text(mapping(document).get("username")) or None


def written_notes(document: Any) -> list[Any] | None:
    """Those that somebody wrote; None where it is no list."""
    if not isinstance(document, list):
        return None
    return [each for each in document if mapping(each).get("system") is not True]


def note(document: Any, page_url: str) -> Comment | None:
    """None where it is no note. Notes do not say where they are seen."""
    whole = mapping(document)
    number = counted(whole.get("id"))
    if number is None:
        return None
    return Comment(
        identity=str(number),
        author=text(mapping(whole.get("author")).get("username")),
        body=text(whole.get("body")),
        created=text(whole.get("created_at")),
        url=f"{page_url}#note_{number}" if page_url else "",
    )


def running(name: str, details_url: str) -> dict[str, str]:
    status = {"name": name, "state": "running"}
    return status | ({"target_url": details_url} if details_url else {})


def ended(name: str, result: CheckResult) -> dict[str, str]:
    title = within_bytes(result.title, _MOST_DESCRIPTION)
    return {"name": name, "state": _STATES[result.conclusion], "description": title}
