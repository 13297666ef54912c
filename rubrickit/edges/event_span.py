"""Finds the two commits that a job compares, and brings what the clone lacks."""

from dataclasses import dataclass

from rubrickit.core.hosting import ends, fields
from rubrickit.core.hosting.ends import Checkout, Ends
from rubrickit.core.hosting.events import Event
from rubrickit.core.versions import Span, Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.git_remote import GitRemote
from rubrickit.errors import RubrickitError

_BRANCH = "refs/remotes/origin/"


@dataclass(frozen=True, slots=True)
class EventSpan:
    """A clone that may be shallow, and the remote that has the rest."""

    history: GitHistory
    remote: GitRemote

    def find(
        self, event: Event, *, is_checked_out: bool, base: str = "", head: str = ""
    ) -> Span:
        """`base` and `head` are what a person named. Not checked out is a pull request
        that somebody dispatched a run for: only its objects are fetched.

        Raises RubrickitError where no rule gives two commits, WorldError where one
        cannot be had. Never another base in silence.
        """
        checkout = self._checkout(event) if is_checked_out else self._fetched(event)
        found = ends.find(event, checkout, base=base, head=head)
        return self._exact(found) if found.is_exact else self._merge_base(found)

    def _checkout(self, event: Event) -> Checkout:
        head = self.history.commit("HEAD")
        # After a forced push it may be gone; a remote that is silent has not said so.
        has_base = event.kind != "push" or (
            bool(event.base) and self.remote.find_commit(event.base)
        )
        return Checkout(head, self.history.parents(head), has_base)

    def _fetched(self, event: Event) -> Checkout:
        """As if the pull request's own head were checked out."""
        head = self.remote.fetch_pull_request(event.number or 0)
        if head != event.head:
            moved = f"pull request {event.number} ends in {head[:12]} now"
            hint = "review what was pushed, and name its full commit"
            raise RubrickitError(f"{moved}, not in {event.head[:12]}", hint=hint)
        return Checkout(head)

    def _exact(self, found: Ends) -> Span:
        for commit in (found.base, found.head):
            self.remote.fetch_commit(commit)
        return Span(_version(found.base), _version(found.head), found.rule)

    def _merge_base(self, found: Ends) -> Span:
        if found.base.startswith(_BRANCH):
            self.remote.fetch_branch(found.base.removeprefix(_BRANCH))
        tips = [self._brought(ref) for ref in (found.base, found.head)]
        # By their ids, since a tag of the remote's may be called like its branch.
        self.remote.deepen_until(lambda: self._meet(*tips) is not None, *tips)
        base = self.history.merge_base(found.base, found.head)
        ends.refuse_equal(base, tips[1])
        return Span(_version(base), _version(tips[1]), found.rule)

    def _meet(self, base: str, head: str) -> str | None:
        return self.history.find_merge_base(base, head)

    def _brought(self, ref: str) -> str:
        """The commit of a ref; where a person named its id, it may be elsewhere."""
        if fields.commit(ref):
            self.remote.fetch_commit(ref)
        return self.history.commit(ref)


def _version(commit: str) -> Version:
    return Version(commit[:12], commit)
