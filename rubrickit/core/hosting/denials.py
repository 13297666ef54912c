"""What to tell where a code host refuses: the line to add, or the token to get."""

import re

from rubrickit.core.hosting.answers import HostAnswer
from rubrickit.errors import DeniedError, WorldError

_HIDDEN = frozenset({404, 410})
"""What GitHub and GitLab also say of things that the token may not see."""

_PERMISSION = re.compile(r"\b([a-z_]{1,40})=(read|write|admin)\b")
_GITLAB_HINT = (
    "a project access token with the scope `api` and the role Reporter may; a job's "
    "own `CI_JOB_TOKEN` may not"
)


def of_github(
    answer: HostAnswer, told: str, permission: str, *, hides: bool
) -> WorldError:
    """A DeniedError where the token is to blame; `told` is what the host said.

    `permission` is what the request needs where GitHub does not say it itself. `hides`:
    here 404 may also mean that the token is not allowed to see it.
    """
    if answer.status not in (401, 403) and not (hides and answer.status in _HIDDEN):
        return WorldError(told)
    accepted = answer.headers.get("x-accepted-github-permissions", "")
    needed = missing_permissions(accepted) or permission
    return DeniedError(told, hint=_github_hint(answer.status, needed))


def of_graphql(told: str, permission: str) -> DeniedError:
    return DeniedError(told, hint=_github_hint(403, permission))


def of_gitlab(answer: HostAnswer, told: str) -> WorldError:
    """A DeniedError where the token is to blame; `told` is what the host said."""
    if answer.status in (401, 403):
        return DeniedError(told, hint=_GITLAB_HINT)
    if answer.status in _HIDDEN:
        return DeniedError(told, hint=f"it is not there, or {_GITLAB_HINT}")
    return WorldError(told)


def missing_permissions(accepted: str) -> str:
    """Lines of a workflow's `permissions:` by `X-Accepted-GitHub-Permissions`.

    Of several sets that would do, the one about pull requests. "" without a header.
    """
    choices = [_PERMISSION.findall(choice) for choice in accepted.split(";")]
    about_pulls = (found for found in choices if "pull_requests" in dict(found))
    chosen = next(about_pulls, choices[0])
    return ", ".join(f"{area.replace('_', '-')}: {level}" for area, level in chosen)


def _github_hint(status: int, permission: str) -> str:
    if status == 401:
        return "the token is wrong or has expired"
    hint = f"the job needs `{permission}` under `permissions:`"
    if status != 403:
        return f"it is not there, or {hint}"
    is_write = "write" in permission
    note = "; a fork's token may only read, whatever stands there"
    return f"{hint}{note}" if is_write else hint
