"""What people approved at the code host becomes sign-offs once it is merged."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from rubrickit.core import approving
from rubrickit.core.approving import Merge
from rubrickit.core.signoffs import Recorded, SignOff
from rubrickit.core.versions import Span, Version
from rubrickit.flows import proofs
from rubrickit.world import Proposals, World

_MOST_COMMITS = 200


class Remote(Protocol):
    """Brings what a clone lacks; raises WorldError where it cannot."""

    def fetch_commit(self, commit: str) -> None:
        """Such as the head that people approved, which a squash leaves behind."""

    def fetch_between(self, base: str, head: str) -> None:
        """All commits that `head` has and `base` has not."""


@dataclass(frozen=True, slots=True)
class At:
    """The branch that was merged into, and its repository's page at the host."""

    branch: str
    page: str
    proposals: Proposals
    remote: Remote


def approved(world: World, span: Span, at: At) -> Iterator[tuple[SignOff, ...]]:
    """The rows of each pull request that the span merged into the branch, oldest first.

    Raises RubrickitError where a commit's rubrics are wrong, WorldError where the host
    or the remote fails. Nobody is asked where no gate was touched.
    """
    repository = world.repository
    people = repository.config(span.base).experts.people
    if not any(person.github for person in people):
        return
    if not approving.touches_gates(repository.edited(span)):
        return
    at.remote.fetch_between(span.base.commit or "", span.head.commit or "")
    landed = repository.landed(span, _MOST_COMMITS)
    brought = (
        approving.brought_by(at.proposals.merged(each.commit), each.commit, at.branch)
        for each in landed
    )
    for merge in approving.merges(zip(landed, brought, strict=True)):
        rows = _rows(world, merge, at)
        if rows:
            yield rows


def _rows(world: World, merge: Merge, at: At) -> tuple[SignOff, ...]:
    repository, head = world.repository, merge.pull.head
    approvals = at.proposals.approvals(merge.pull.number, head)
    if not approvals:
        return ()
    at.remote.fetch_commit(head)
    at.remote.fetch_between(merge.before, head)
    before, after, proposed = map(_version, (merge.before, merge.after, head))
    landed, shown = Span(before, after, ""), Span(before, proposed, "")
    edits = approving.approved_edits(
        repository.edited(landed), repository.edited(shown)
    )
    own, other = repository.sign_offs(landed), repository.sign_offs(shown)
    recorded = Recorded(own.rows, (*own.authors, *other.authors))
    experts, proved = repository.config(before).experts, proofs.of(world)
    return approving.rows(merge, at.page, edits, experts, recorded, approvals, proved)


def _version(commit: str) -> Version:
    return Version(commit[:12], commit)
