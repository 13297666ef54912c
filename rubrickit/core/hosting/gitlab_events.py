"""What GitLab tells a job of the pipeline that it runs in."""

from collections.abc import Mapping

from rubrickit.core.hosting import fields
from rubrickit.core.hosting.events import Event, EventKind
from rubrickit.errors import RubrickitError

# A pipeline that a person or a program asked for, and no change of a branch.
_ASKED = frozenset(("api", "chat", "trigger", "web"))


def read(variables: Mapping[str, str]) -> Event:
    """From the predefined CI variables.

    They name no author of a merge request, so `author` is empty there; nor whether it
    is open still. Raises RubrickitError for a merge request's pipeline without one.
    """
    source = variables.get("CI_PIPELINE_SOURCE", "")
    if source == "merge_request_event":
        return _merge_request(variables)
    kind: EventKind = "other"
    if source == "push":
        kind = "push"
    elif source in _ASKED:
        kind = "dispatch"
    is_push = kind == "push"
    return Event(
        kind=kind,
        repository=variables.get("CI_PROJECT_PATH", ""),
        head=fields.commit(variables.get("CI_COMMIT_SHA")) if is_push else "",
        base=fields.commit(variables.get("CI_COMMIT_BEFORE_SHA")) if is_push else "",
        base_branch=variables.get("CI_COMMIT_BRANCH", ""),
        default_branch=variables.get("CI_DEFAULT_BRANCH", ""),
        author=variables.get("GITLAB_USER_LOGIN", ""),
    )


def _merge_request(variables: Mapping[str, str]) -> Event:
    number = fields.number(variables.get("CI_MERGE_REQUEST_IID"))
    # Only where the pipeline runs on the merged result does GitLab name the source.
    source = fields.commit(variables.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"))
    head = source or fields.commit(variables.get("CI_COMMIT_SHA"))
    if number is None or not head:
        raise RubrickitError(
            "the pipeline of a merge request names no merge request with a commit",
            hint="run this in a job of GitLab's, or name `--pull-request` and `--sha`",
        )
    return Event(
        kind="pull_request",
        repository=variables.get("CI_MERGE_REQUEST_PROJECT_PATH", ""),
        action=variables.get("CI_MERGE_REQUEST_EVENT_TYPE", ""),
        number=number,
        head=head,
        base_branch=variables.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", ""),
        default_branch=variables.get("CI_DEFAULT_BRANCH", ""),
        is_fork=_is_fork(variables),
        is_draft=variables.get("CI_MERGE_REQUEST_DRAFT") == "true",
    )


def _is_fork(variables: Mapping[str, str]) -> bool:
    """Also where it cannot be told."""
    home = variables.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "")
    return not home or home != variables.get("CI_MERGE_REQUEST_PROJECT_ID")
