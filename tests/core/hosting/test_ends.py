"""Base and head by one rule each, and never by a guess."""

from dataclasses import replace

import pytest

from rubrickit.core.hosting import ends
from rubrickit.core.hosting.ends import Checkout, Ends
from rubrickit.core.hosting.events import Event
from rubrickit.errors import RubrickitError

HEAD, MERGE, FIRST, OTHER = "a" * 40, "b" * 40, "c" * 40, "d" * 40
PULL = Event("pull_request", number=7, head=HEAD, base_branch="main")
MERGED = Checkout(MERGE, (FIRST, HEAD))
PUSH = Event("push", head=HEAD, base=FIRST, base_branch="main", default_branch="main")
PUSHED = Checkout(HEAD, (OTHER,))


def test_a_merge_commit_is_compared_with_its_first_parent() -> None:
    rule = "merge commit and its first parent"

    assert ends.find(PULL, MERGED) == Ends(FIRST, MERGE, rule)


@pytest.mark.parametrize("parents", [(), (FIRST,), (FIRST, OTHER)])
def test_the_head_itself_is_compared_with_the_merge_base(
    parents: tuple[str, ...],
) -> None:
    found = ends.find(PULL, Checkout(HEAD, parents))

    assert (found.base, found.head) == ("refs/remotes/origin/main", HEAD)
    assert (found.is_exact, found.rule) == (
        False, f"merge base of origin/main and {HEAD[:12]}",
    )  # fmt: skip


def test_a_merge_of_an_older_head_is_refused() -> None:
    with pytest.raises(RubrickitError, match="the merge ref is behind") as refused:
        ends.find(PULL, Checkout(MERGE, (FIRST, OTHER)))

    assert refused.value.hint == "re-run this job"


@pytest.mark.parametrize("parents", [(), (HEAD,), (FIRST, HEAD, OTHER)])
def test_any_other_checkout_is_refused(parents: tuple[str, ...]) -> None:
    with pytest.raises(RubrickitError, match="neither the pull request's head"):
        ends.find(PULL, Checkout(MERGE, parents))


def test_a_merge_group_is_compared_with_its_own_base() -> None:
    event = Event("merge_group", head=HEAD, base=FIRST, base_branch="main")

    found = ends.find(event, MERGED)

    assert (found.base, found.head, found.is_exact) == (FIRST, HEAD, True)


def test_a_push_is_compared_with_what_was_there() -> None:
    rule = "what the branch held before the push"

    assert ends.find(PUSH, PUSHED) == Ends(FIRST, HEAD, rule)


@pytest.mark.parametrize("parents", [(OTHER,), (OTHER, FIRST)])
def test_a_new_branch_is_compared_with_its_first_parent(
    parents: tuple[str, ...],
) -> None:
    found = ends.find(replace(PUSH, base=""), Checkout(HEAD, parents))

    assert found == Ends(OTHER, HEAD, "first parent of the push")


def test_a_forced_push_of_a_topic_falls_back_and_says_so() -> None:
    found = ends.find(
        replace(PUSH, base_branch="topic"), replace(PUSHED, has_base=False)
    )

    assert (found.base, found.is_exact) == ("refs/remotes/origin/main", False)
    assert found.rule == (
        f"{FIRST[:12]}, which stood there before, is gone: merge base of origin/main"
        f" and {HEAD[:12]}"
    )


def test_the_default_branch_is_not_compared_with_itself() -> None:
    found = ends.find(PUSH, replace(PUSHED, has_base=False))

    assert (found.base, found.is_exact) == (OTHER, True)
    assert found.rule.endswith("is gone: first parent of the push")


@pytest.mark.parametrize("checkout", [Checkout(HEAD), Checkout(OTHER, (FIRST,))])
def test_a_first_commit_has_nothing_before_it(checkout: Checkout) -> None:
    with pytest.raises(RubrickitError, match="no commit before"):
        ends.find(replace(PUSH, base=""), checkout)


@pytest.mark.parametrize(
    ("number", "base_branch"), [(7, "main"), (None, "main"), (None, "")]
)
def test_a_dispatch_is_compared_from_the_merge_base(
    number: int | None, base_branch: str
) -> None:
    event = Event("dispatch", number=number, head=HEAD, base_branch=base_branch,
                  default_branch="main")  # fmt: skip

    found = ends.find(event, Checkout(OTHER, (FIRST, MERGE)))

    assert (found.base, found.head) == ("refs/remotes/origin/main", HEAD)
    assert not found.is_exact


def test_a_dispatch_may_name_both() -> None:
    event = Event("dispatch", head="topic", base="v1")

    assert ends.find(event, PUSHED) == Ends(
        "v1", "topic", "merge base of v1 and topic", is_exact=False
    )


def test_what_a_person_names_stands_above_the_event() -> None:
    found = ends.find(PULL, MERGED, base="v1", head=OTHER)

    assert (found.base, found.head) == ("v1", OTHER)


def test_without_a_head_it_is_what_is_checked_out() -> None:
    assert ends.find(Event("other"), PUSHED, base="v1").head == "HEAD"


def test_without_any_branch_a_base_must_be_named() -> None:
    with pytest.raises(RubrickitError, match="no branch to compare with"):
        ends.find(Event("other"), PUSHED)


@pytest.mark.parametrize(
    "event",
    [
        replace(PUSH, base=HEAD),
        Event("merge_group", head=HEAD, base=HEAD),
        Event("dispatch", head=HEAD, base=HEAD),
    ],
)
def test_a_commit_is_not_compared_with_itself(event: Event) -> None:
    with pytest.raises(RubrickitError, match=f"both {HEAD[:12]}"):
        ends.find(event, PUSHED)
