"""GitHub's JSON as values of ours, and ours as GitHub's."""

import re
from collections.abc import Mapping
from typing import Any

from rubrickit.core.hosting.answers import within_bytes
from rubrickit.core.hosting.posts import Annotation, CheckResult, Comment, PullRequest

MOST_ANNOTATIONS = 50
"""In one request; each further one adds its own to the check."""

_MOST_SUMMARY = 65_535
_MOST_TITLE = 255
_MOST_MESSAGE = 64 * 1024 - 1
COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def pull_request(document: Any) -> PullRequest | None:
    """None where it is no pull request, or one without a commit."""
    whole = mapping(document)
    head, base = mapping(whole.get("head")), mapping(whole.get("base"))
    number, commit = counted(whole.get("number")), text(head.get("sha"))
    if number is None or not COMMIT.fullmatch(commit):
        return None
    return PullRequest(
        number=number,
        head=commit,
        base_branch=text(base.get("ref")),
        is_fork=_home(head) != _home(base) or not _home(head),
        is_open=whole.get("state") == "open",
        is_draft=whole.get("draft") is True,
        author=text(mapping(whole.get("user")).get("login")),
        merged_as=_merged_as(whole),
    )


def pull_requests(document: Any) -> list[PullRequest] | None:
    """None where it is no list of pull requests."""
    if not isinstance(document, list):
        return None
    read = [pull_request(each) for each in document]
    known = [pull for pull in read if pull is not None]
    return known if len(known) == len(read) else None


def _merged_as(whole: Mapping[str, Any]) -> str:
    """Before it is merged, GitHub has a commit there that tries the merge."""
    commit = text(whole.get("merge_commit_sha"))
    is_merged = bool(text(whole.get("merged_at")))
    return commit if is_merged and COMMIT.fullmatch(commit) else ""


def comment(document: Any) -> Comment | None:
    """None where it is no comment. A deleted account's comment has no author."""
    whole = mapping(document)
    number = counted(whole.get("id"))
    if number is None:
        return None
    return Comment(
        identity=str(number),
        author=text(mapping(whole.get("user")).get("login")),
        body=text(whole.get("body")),
        created=text(whole.get("created_at")),
        url=text(whole.get("html_url")),
    )


def identity(document: Any) -> str | None:
    """What a check is known by."""
    number = counted(mapping(document).get("id"))
    return None if number is None else str(number)


def is_forbidden(replied: Mapping[str, Any]) -> bool:
    """Of a GraphQL reply with errors: the token may not do this."""
    errors = replied.get("errors")
    listed = errors if isinstance(errors, list) else []
    kinds = [mapping(each).get("type") for each in listed]
    return "FORBIDDEN" in kinds


def node(document: Any) -> str:
    """What GraphQL knows the same thing by."""
    return text(mapping(document).get("node_id"))


def check_start(name: str, commit: str, details_url: str) -> dict[str, Any]:
    started = {"name": name, "head_sha": commit, "status": "in_progress"}
    return started | ({"details_url": details_url} if details_url else {})


def check_ends(result: CheckResult) -> list[dict[str, Any]]:
    """The requests that end a check: the first decides, the others only add to it."""
    rows = [_annotation(each) for each in result.annotations]
    groups = [
        rows[start : start + MOST_ANNOTATIONS]
        for start in range(0, len(rows), MOST_ANNOTATIONS)
    ]
    output = {
        "title": within_bytes(result.title, _MOST_TITLE) or result.conclusion,
        "summary": within_bytes(result.summary, _MOST_SUMMARY),
    }
    first, *further = groups or [[]]
    end = {
        "status": "completed",
        "conclusion": result.conclusion,
        "output": output | ({"annotations": first} if first else {}),
    }
    return [end, *({"output": output | {"annotations": each}} for each in further)]


def text(value: Any) -> str:
    """A text that can be stored; "" for what is none."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-8", "replace").decode()


def counted(value: Any) -> int | None:
    """A number or id as hosts count them; true is none."""
    return value if type(value) is int and value > 0 else None


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _home(end: Mapping[str, Any]) -> str:
    """The repository of a head or base, "" where it was deleted. Case is no matter."""
    return text(mapping(end.get("repo")).get("full_name")).lower()


def _annotation(annotation: Annotation) -> dict[str, Any]:
    line = max(annotation.line, 1)
    return {
        "path": annotation.path,
        "start_line": line,
        "end_line": line,
        "annotation_level": annotation.level,
        "title": within_bytes(annotation.title, _MOST_TITLE),
        "message": within_bytes(annotation.message, _MOST_MESSAGE) or annotation.title,
    }
