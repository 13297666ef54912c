"""The right base in every kind of clone: the edit's own files, and no others."""

from dataclasses import replace
from pathlib import Path

import pytest
from git_sample import git
from remotes import clone, origin, remote_of
from rubric_repositories import committed, initialised

from rubrickit.core.hosting.events import Event
from rubrickit.core.versions import Span
from rubrickit.edges.event_span import EventSpan
from rubrickit.edges.git_history import GitHistory
from rubrickit.errors import RubrickitError, WorldError

MINE = frozenset({"mine.txt"})


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pull request 7 adds `mine.txt`; meanwhile `main` edits and drops other files."""
    root = tmp_path_factory.mktemp("ends")
    made = remote_of(root, {"a.txt": "a\n", "dropped.txt": "d\n"}, commits=30)
    work = clone(made, "work")
    git(work, "switch", "--quiet", "--create", "topic", "main~20")
    committed(work, {"mine.txt": "first\n"})
    committed(work, {"mine.txt": "second\n"})
    git(work, "push", "--quiet", "origin", "topic:refs/pull/7/head")
    git(work, "switch", "--quiet", "main")
    git(work, "rm", "--quiet", "dropped.txt")
    committed(work, {"a.txt": "edited\n"})
    git(work, "push", "--quiet", "origin", "main")
    git(work, "switch", "--quiet", "--detach", "main")
    git(work, "merge", "--quiet", "--no-edit", "topic")
    git(work, "push", "--quiet", "origin", "HEAD:refs/pull/7/merge")
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "folder"


def check_out(folder: Path, remote: Path, ref: str, depth: int) -> None:
    """As actions/checkout leaves it: one ref, so deep or whole, and no branch."""
    initialised(folder)
    options = [f"--depth={depth}"] if depth else []
    git(folder, "remote", "add", "origin", f"file://{remote}")
    git(folder, "fetch", "--quiet", "--no-tags", *options, "origin", ref)
    git(folder, "switch", "--quiet", "--detach", "FETCH_HEAD")


def pull_request(remote: Path) -> Event:
    head = git(remote, "rev-parse", "refs/pull/7/head")
    return Event("pull_request", number=7, head=head, base_branch="main")


def compared(folder: Path, event: Event) -> tuple[Span, frozenset[str]]:
    """The span that the event's rule gives, and the files that differ in it."""
    history = GitHistory.find(folder)
    assert history
    is_checked_out = event.kind != "dispatch" or event.number is None
    found = EventSpan(history, origin(folder))
    span = found.find(event, is_checked_out=is_checked_out)
    assert span.base.commit
    return span, history.changed(span.base.commit, span.head.commit, ".")


@pytest.mark.parametrize("depth", [1, 2, 0])
def test_a_merge_commit_shows_the_edit_alone(
    folder: Path, remote: Path, depth: int
) -> None:
    check_out(folder, remote, "refs/pull/7/merge", depth)

    span, files = compared(folder, pull_request(remote))

    assert files == MINE
    assert span.base.commit == git(remote, "rev-parse", "main")
    assert span.rule == "merge commit and its first parent"


@pytest.mark.parametrize("depth", [1, 2, 0])
def test_the_head_itself_shows_the_edit_alone(
    folder: Path, remote: Path, depth: int
) -> None:
    check_out(folder, remote, "refs/pull/7/head", depth)

    span, files = compared(folder, pull_request(remote))

    assert files == MINE
    assert span.base.commit == git(remote, "rev-parse", "main~21")


@pytest.mark.parametrize("depth", [1, 0])
def test_a_dispatch_shows_it_from_the_default_branch(
    folder: Path, remote: Path, depth: int
) -> None:
    check_out(folder, remote, "refs/heads/main", depth)
    event = replace(pull_request(remote), kind="dispatch")

    span, files = compared(folder, event)

    assert files == MINE
    assert span.head.commit == event.head


@pytest.mark.parametrize("depth", [1, 0])
def test_a_push_shows_what_it_pushed(folder: Path, remote: Path, depth: int) -> None:
    check_out(folder, remote, "refs/heads/main", depth)
    before, head = (git(remote, "rev-parse", ref) for ref in ("main~1", "main"))
    event = Event("push", head=head, base=before, base_branch="main",
                  default_branch="main")  # fmt: skip

    _, files = compared(folder, event)

    assert files == {"a.txt", "dropped.txt"}


@pytest.mark.parametrize("depth", [1, 0])
def test_a_push_over_a_commit_that_is_gone_says_so(
    folder: Path, remote: Path, depth: int
) -> None:
    check_out(folder, remote, "refs/pull/7/head", depth)
    head = git(remote, "rev-parse", "refs/pull/7/head")
    event = Event("push", head=head, base="e" * 40, base_branch="topic",
                  default_branch="main")  # fmt: skip

    span, files = compared(folder, event)

    assert files == MINE
    assert "eeeeeeeeeeee, which stood there before, is gone" in span.rule


@pytest.mark.parametrize("depth", [1, 0])
def test_a_merge_group_shows_its_own_edits(
    folder: Path, remote: Path, depth: int
) -> None:
    check_out(folder, remote, "refs/pull/7/merge", depth)
    base, head = (
        git(remote, "rev-parse", ref) for ref in ("main", "refs/pull/7/merge")
    )

    _, files = compared(folder, Event("merge_group", head=head, base=base))

    assert files == MINE


def test_a_tag_is_not_taken_for_the_branch_of_its_name(
    folder: Path, remote: Path
) -> None:
    git(remote, "tag", "--force", "main", "main~25")
    check_out(folder, remote, "refs/pull/7/head", 1)

    _, files = compared(folder, pull_request(remote))

    git(remote, "tag", "--delete", "main")
    assert files == MINE


def test_a_remote_that_is_silent_does_not_make_a_commit_gone(
    folder: Path, remote: Path
) -> None:
    check_out(folder, remote, "refs/heads/main", 1)
    head = git(remote, "rev-parse", "refs/heads/main")
    git(folder, "remote", "set-url", "origin", "file:///nowhere")
    event = Event("push", head=head, base="e" * 40, base_branch="main")

    with pytest.raises(WorldError, match="the Git remote failed"):
        compared(folder, event)


def test_a_pull_request_that_moved_after_the_review_is_refused(
    folder: Path, remote: Path
) -> None:
    check_out(folder, remote, "refs/heads/main", 1)
    event = replace(pull_request(remote), kind="dispatch", head="e" * 40)

    with pytest.raises(RubrickitError, match="pull request 7 ends in"):
        compared(folder, event)


def test_an_edit_that_is_merged_already_is_refused(folder: Path, remote: Path) -> None:
    check_out(folder, remote, "refs/heads/main", 1)
    event = replace(pull_request(remote), head=git(remote, "rev-parse", "main"))

    with pytest.raises(RubrickitError, match="nothing to compare"):
        compared(folder, event)


def test_a_name_that_nobody_knows_is_refused(folder: Path, remote: Path) -> None:
    check_out(folder, remote, "refs/heads/main", 1)

    with pytest.raises(RubrickitError, match="knows no commit `nowhere`"):
        compared(folder, Event("dispatch", base="nowhere"))


def test_histories_that_never_met_are_refused(folder: Path, remote: Path) -> None:
    check_out(folder, remote, "refs/heads/main", 1)
    lone = initialised(folder.parent / "lone")
    head = committed(lone, {"lone.txt": "x\n"})
    git(lone, "push", "--quiet", str(remote), "HEAD:refs/pull/8/head")

    with pytest.raises(RubrickitError, match="no merge base"):
        compared(folder, Event("dispatch", head=head, base_branch="main"))
