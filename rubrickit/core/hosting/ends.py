"""Which two commits a run compares, and the rule that chose them."""

from dataclasses import dataclass

from rubrickit.core.hosting.events import Event
from rubrickit.errors import RubrickitError


@dataclass(frozen=True, slots=True)
class Checkout:
    """What Git knows: the commit at HEAD, its parents, and the event's `base`."""

    head: str
    parents: tuple[str, ...] = ()
    has_base: bool = True


@dataclass(frozen=True, slots=True)
class Ends:
    """`rule` completes "base: " in a report.

    Where `is_exact`, `base` is the commit to compare with, else the merge base of
    `base` and `head` is.
    """

    base: str
    head: str
    rule: str
    is_exact: bool = True


def find(event: Event, checkout: Checkout, *, base: str = "", head: str = "") -> Ends:
    """`base` and `head` as a person named them, which counts before anything else.

    `event` is a job's. A branch is named as the remote has it. Raises RubrickitError
    where no rule gives two commits, or gives the same one twice.
    """
    if base or head or event.kind in ("dispatch", "other"):
        return _checked(_named(event, base or event.base, head or event.head))
    if event.kind == "merge_group":
        return _checked(Ends(event.base, event.head, "base of the merge group"))
    if event.kind == "push":
        return _checked(_pushed(event, checkout))
    return _checked(_of_pull_request(event, checkout))


def refuse_equal(base: str, head: str) -> None:
    """A commit compared with itself would look like an edit that changes nothing."""
    if base == head:
        raise RubrickitError(
            f"base and head are both {base[:12]}, so there is nothing to compare",
            hint="name another one with `--base` or `--head`",
        )


def _checked(ends: Ends) -> Ends:
    refuse_equal(ends.base, ends.head)
    return ends


def _named(event: Event, base: str, head: str) -> Ends:
    return _merge_base(base or _trunk(event), head or "HEAD")


def _merge_base(base: str, head: str, lost: str = "") -> Ends:
    rule = f"{lost}merge base of {_short(base)} and {_short(head)}"
    return Ends(base, head, rule, is_exact=False)


def _pushed(event: Event, checkout: Checkout) -> Ends:
    if event.base and checkout.has_base:
        return Ends(event.base, event.head, "what the branch held before the push")
    lost = f"{event.base[:12]}, which stood there before, is gone: " * bool(event.base)
    if lost and event.base_branch != event.default_branch:
        return _merge_base(_trunk(event, event.default_branch), event.head, lost)
    if checkout.head != event.head or not checkout.parents:
        raise RubrickitError(
            f"there is no commit before {event.head[:12]} to compare it with",
            hint="check out what was pushed, or name one with `--base`",
        )
    return Ends(checkout.parents[0], event.head, f"{lost}first parent of the push")


def _of_pull_request(event: Event, checkout: Checkout) -> Ends:
    """Never the event's own base: it is as old as the pull request."""
    if checkout.head == event.head:
        return _merge_base(_trunk(event, event.base_branch), event.head)
    if len(checkout.parents) != 2:
        raise RubrickitError(
            f"{checkout.head[:12]} is checked out, which is neither the pull request's"
            f" head {event.head[:12]} nor its merge",
            hint="leave `ref` of actions/checkout out, or name `--base` and `--head`",
        )
    first, second = checkout.parents
    if second != event.head:
        raise RubrickitError(
            f"the merge commit that is checked out holds {second[:12]}, not"
            f" {event.head[:12]}: the merge ref is behind",
            hint="re-run this job",
        )
    return Ends(first, checkout.head, "merge commit and its first parent")


def _trunk(event: Event, branch: str = "") -> str:
    """The remote's branch by its whole name, so that no tag is taken for it."""
    name = branch or event.base_branch or event.default_branch
    if not name:
        raise RubrickitError(
            "the event names no branch to compare with", hint="name one with `--base`"
        )
    return f"refs/remotes/origin/{name}"


def _short(ref: str) -> str:
    is_commit = len(ref) >= 40 and not ref.startswith("refs/")
    return ref[:12] if is_commit else ref.removeprefix("refs/remotes/")
