"""What a run may do for an event: ask the judge, post, keep its grades; or why not."""

from dataclasses import dataclass, replace
from typing import Literal

from rubrickit.core.hosting import fields
from rubrickit.core.hosting.events import Event
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.errors import RubrickitError

Mode = Literal["offline", "delta", "push"]

_FORK = (
    "The pull request comes from a fork, whose own run meets no key and posts nothing;"
    " a maintainer can dispatch a run for its reviewed commit."
)
_OFFLINE = "Mode `offline` asks no judge over a wire and posts nothing."
_CLOSED = "The pull request is closed, so nothing is graded or posted."
_DRAFT = "The pull request is a draft, which is graded once it is ready for review."
_UNREAD = "The pull request could not be read, so nothing is posted."
_NO_COMMENT = "There is no pull request here to comment on."
_UNTRUSTED = "Only pull requests, merge queues, pushes and dispatches are graded."


@dataclass(frozen=True, slots=True)
class Named:
    """What a person named beside the event; "" and None where nothing.

    `sha` is the reviewed head of `pull_request`. `drafts`: graded like the rest.
    """

    pull_request: int | None = None
    sha: str = ""
    drafts: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """`event` with what was read afresh of its pull request.

    `may_ask` is about a judge that is paid and sent texts. `comment_on` is a pull
    request's number and `check_on` a commit; None and "" where nothing may be posted.
    `appends`: the run's grades go to the ledger. `limits` has a sentence for whatever
    the run holds back. `is_idle`: there is nothing to do at all.
    """

    event: Event
    may_ask: bool = False
    comment_on: int | None = None
    check_on: str = ""
    appends: bool = False
    is_idle: bool = False
    limits: tuple[str, ...] = ()

    @property
    def is_decided_later(self) -> bool:
        """Another run will grade what this one may not ask for; a fork has none, and
        nobody knows of an event that we do not."""
        is_alone = self.event.is_fork or self.event.kind == "other"
        return not (self.may_ask or is_alone)


def decide(event: Event, mode: Mode, current: PullRequest | None, named: Named) -> Job:
    """`current`: the pull request as the host has it now, None where that is unknown.

    Raises RubrickitError where the event does not fit the mode, or where a person
    named what is not so.
    """
    if event.kind == "push":
        return _for_push(event, mode)
    if event.kind == "dispatch" and (named.pull_request or event.number) is None:
        return _for_refs(event, mode)
    if event.kind == "other":
        return Job(event, limits=(_UNTRUSTED,))
    _refuse_push(event, mode)
    if event.kind == "merge_group":
        return _for_merge_group(event, mode)
    if event.kind == "dispatch":
        chosen = _reviewed(event, current, named)
        return _for_pull_request(chosen, mode, current, replace(named, drafts=True))
    _refuse_another(event, named)
    # What the run's own event calls a fork stays one, whatever the host says now.
    held = (_FORK,) if event.is_fork or (current and current.is_fork) else ()
    return _for_pull_request(event, mode, current, named, held)


def _refuse_push(event: Event, mode: Mode) -> None:
    if mode == "push":
        place = event.kind.replace("_", " ")
        hint = "use mode `delta`; `push` grades what stands on the default branch"
        raise RubrickitError(f"mode `push` does not fit a {place}", hint=hint)


def _refuse_another(event: Event, named: Named) -> None:
    """An option cannot turn one pull request's run into another's."""
    asked = named.pull_request or event.number, named.sha or event.head
    if asked != (event.number, event.head):
        raise RubrickitError(
            f"this run is of pull request {event.number} at {event.head[:12]}, and"
            " another one is named",
            hint="leave `--pull-request` and `--sha` out, or dispatch a run",
        )


def _reviewed(event: Event, current: PullRequest | None, named: Named) -> Event:
    """A dispatch for a pull request, at the commit that a person has looked at."""
    number = named.pull_request or event.number
    if current is None or current.number != number:
        hint = "check the number, and that the token has `pull-requests: read`"
        raise RubrickitError(f"pull request {number} could not be read", hint=hint)
    typed = named.sha or event.head
    hint = f"review its changes and name the full id of its head, {current.head}"
    is_fork = event.is_fork or current.is_fork
    if (typed or is_fork) and not fields.commit(typed):
        what = f"`{typed}` is no full commit id" if typed else "no commit is named"
        raise RubrickitError(f"pull request {number}: {what}", hint=hint)
    head = fields.commit(typed) or current.head
    if head != current.head:
        moved = f"its head is {current.head[:12]} now, not {head[:12]}"
        raise RubrickitError(f"pull request {number}: {moved}", hint=hint)
    return replace(event, number=number, head=head, base="")


def _for_pull_request(
    event: Event,
    mode: Mode,
    current: PullRequest | None,
    named: Named,
    held: tuple[str, ...] = (),
) -> Job:
    now = _refreshed(event, current)
    moved = current is not None and current.head != event.head
    head = current.head[:12] if current else ""
    obstacles = (
        (not now.is_open, _CLOSED),
        (moved, f"The pull request has moved on to {head}, whose own run will report."),
        (now.is_draft and not named.drafts, _DRAFT),
        (mode == "offline", _OFFLINE),
    )
    limits = (*held, *(sentence for is_so, sentence in obstacles if is_so))
    if limits:
        return Job(now, limits=limits)
    if current is None:
        return Job(now, may_ask=True, appends=True, limits=(_UNREAD,))
    return Job(now, True, current.number, now.head, appends=True)


def _refreshed(event: Event, current: PullRequest | None) -> Event:
    """All but the head, which is what this run is to grade."""
    if current is None:
        return event
    return replace(
        event,
        base_branch=current.base_branch or event.base_branch,
        is_fork=event.is_fork or current.is_fork,
        is_open=current.is_open,
        is_draft=current.is_draft,
        author=current.author or event.author,
    )


def _for_merge_group(event: Event, mode: Mode) -> Job:
    """The repository's own token and secrets: people approved what is in it."""
    if not (event.base and event.head):
        raise RubrickitError(
            "the event `merge_group` does not name its two commits",
            hint="GITHUB_EVENT_PATH must be the file that GitHub wrote",
        )
    if mode == "offline":
        return Job(event, limits=(_OFFLINE,))
    return Job(
        event, may_ask=True, check_on=event.head, appends=True, limits=(_NO_COMMENT,)
    )


def _for_push(event: Event, mode: Mode) -> Job:
    if not event.base_branch:
        return _idle(event, "A tag was pushed, and no branch.")
    if not event.head:
        return _idle(event, f"The branch `{event.base_branch}` was deleted.")
    return _for_refs(event, mode)


def _for_refs(event: Event, mode: Mode) -> Job:
    """Commits that somebody who may write to the repository has put there or named."""
    if mode == "offline":
        return Job(event, limits=(_OFFLINE,))
    if mode == "push" and event.base_branch != event.default_branch:
        kept = f"Mode `push` grades `{event.default_branch}` only"
        return _idle(event, f"{kept}, and this is `{event.base_branch}`.")
    return Job(event, may_ask=True, appends=True, limits=(_NO_COMMENT,))


def _idle(event: Event, why: str) -> Job:
    return Job(event, is_idle=True, limits=(why,))
