"""What GitHub tells a workflow of the event that started it."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rubrickit.core.hosting import fields
from rubrickit.core.hosting.events import Event
from rubrickit.errors import RubrickitError

_QUEUE = re.compile(r"gh-readonly-queue/.+/pr-(\d+)-[0-9a-f]{40,64}", re.ASCII)


def read(name: str, payload: Any) -> Event:
    """From GITHUB_EVENT_NAME and the event file's JSON value, whatever that is.

    Of a dispatch, `head` and `base` are as a person typed them. A push of a tag has no
    branch, and one that deleted a branch no head. Raises RubrickitError for
    `pull_request_target`, and for a pull request's event that names none.
    """
    if name == "pull_request_target":
        raise RubrickitError(
            "event `pull_request_target`: a stranger's edit would run beside secrets",
            hint="use `pull_request`; `rubrickit init --github` writes the workflows",
        )
    return _READERS.get(name, _other)(payload)


def _pull_request(payload: Any) -> Event:
    pull = fields.at(payload, "pull_request")
    number = fields.number(fields.at(pull, "number"))
    head = fields.commit(fields.at(pull, "head", "sha"))
    if number is None or not head:
        raise RubrickitError(
            "the event `pull_request` names no pull request with a head commit",
            hint="GITHUB_EVENT_PATH must be the file that GitHub wrote",
        )
    return Event(
        kind="pull_request",
        repository=_repository(payload),
        action=fields.text(fields.at(payload, "action")),
        number=number,
        head=head,
        base_branch=fields.text(fields.at(pull, "base", "ref")),
        default_branch=_default_branch(payload),
        is_fork=_is_fork(payload, pull),
        is_open=fields.at(pull, "state") == "open",
        is_draft=fields.at(pull, "draft") is True,
        author=fields.text(fields.at(pull, "user", "login")),
    )


def _is_fork(payload: Any, pull: Any) -> bool:
    """Also where it cannot be told: a deleted fork leaves a null behind."""
    home = fields.text(fields.at(pull, "head", "repo", "full_name"))
    return not home or home != _repository(payload)


def _merge_group(payload: Any) -> Event:
    group = fields.at(payload, "merge_group")
    return Event(
        kind="merge_group",
        repository=_repository(payload),
        action=fields.text(fields.at(payload, "action")),
        head=fields.commit(fields.at(group, "head_sha")),
        base=fields.commit(fields.at(group, "base_sha")),
        base_branch=fields.branch(fields.at(group, "base_ref")),
        default_branch=_default_branch(payload),
        author=_sender(payload),
        queued=_queued(fields.branch(fields.at(group, "head_ref"))),
    )


def _queued(branch: str) -> int | None:
    """GitHub names the branch of a group after the pull request that it adds."""
    found = _QUEUE.fullmatch(branch)
    return fields.number(found[1]) if found else None


def _push(payload: Any) -> Event:
    return Event(
        kind="push",
        repository=_repository(payload),
        head=fields.commit(fields.at(payload, "after")),
        base=fields.commit(fields.at(payload, "before")),
        base_branch=fields.branch(fields.at(payload, "ref")),
        default_branch=_default_branch(payload),
        author=_sender(payload),
    )


def _dispatch(payload: Any) -> Event:
    inputs = fields.at(payload, "inputs")
    typed = {name: fields.text(fields.at(inputs, name)) for name in ("base", "head")}
    return Event(
        kind="dispatch",
        repository=_repository(payload),
        number=fields.number(fields.at(inputs, "pull_request")),
        head=fields.text(fields.at(inputs, "sha")).strip() or typed["head"].strip(),
        base=typed["base"].strip(),
        base_branch=fields.branch(fields.at(payload, "ref")),
        default_branch=_default_branch(payload),
        author=_sender(payload),
    )


def _other(payload: Any) -> Event:
    return Event(
        kind="other",
        repository=_repository(payload),
        action=fields.text(fields.at(payload, "action")),
        default_branch=_default_branch(payload),
        author=_sender(payload),
    )


def _repository(payload: Any) -> str:
    return fields.text(fields.at(payload, "repository", "full_name"))


def _default_branch(payload: Any) -> str:
    return fields.text(fields.at(payload, "repository", "default_branch"))


def _sender(payload: Any) -> str:
    return fields.text(fields.at(payload, "sender", "login"))


_READERS: Mapping[str, Callable[[Any], Event]] = {
    "pull_request": _pull_request,
    "pull_request_review": _pull_request,
    "merge_group": _merge_group,
    "push": _push,
    "workflow_dispatch": _dispatch,
}
