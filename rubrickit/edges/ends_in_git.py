"""The two commits that a run compares, as Git has them or is brought them."""

from rubrickit.core.hosting import ends as ends_rules
from rubrickit.core.hosting import fields
from rubrickit.core.hosting.ends import Checkout, Ends
from rubrickit.core.hosting.events import Event
from rubrickit.core.versions import Span, Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.git_remote import GitRemote


def checkout(history: GitHistory, remote: GitRemote, event: Event) -> Checkout:
    """What the rules want to know; asks the remote for what a push replaced."""
    head = history.commit("HEAD")
    is_known = event.kind != "push" or not event.base or remote.find_commit(event.base)
    return Checkout(head, history.parents(head), is_known)


def span(history: GitHistory, remote: GitRemote, ends: Ends) -> Span:
    """With both commits in the object store, whatever the clone's depth was.

    Raises RubrickitError where they have no merge base or are the same commit, and
    WorldError where the remote cannot be asked.
    """
    base, head = (_brought(history, remote, ref) for ref in (ends.base, ends.head))
    if not ends.is_exact:
        _deepen(history, remote, base, head)
        base = history.merge_base(base, head)
    ends_rules.refuse_equal(base, head)
    name = ends.base.removeprefix("refs/remotes/")
    return Span(Version(name, base), Version(ends.head, head), ends.rule)


def _brought(history: GitHistory, remote: GitRemote, ref: str) -> str:
    """The commit of a ref, fetched where this clone does not have it."""
    prefix = f"refs/remotes/{remote.name}/"
    if history.find_commit(ref) is None:
        if ref.startswith(prefix):
            remote.fetch_branch(ref.removeprefix(prefix))
        elif fields.commit(ref):
            remote.fetch_commit(ref)
    return history.commit(ref)


def _deepen(history: GitHistory, remote: GitRemote, base: str, head: str) -> None:
    def is_enough() -> bool:
        return history.find_merge_base(base, head) is not None

    remote.deepen_until(is_enough, base, head)
