"""Commits that come from the remote, into clones of every depth."""

from pathlib import Path

import pytest
from git_sample import git
from remotes import clone, commands, has, origin, remote_of, state
from rubric_repositories import committed, initialised

from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.git_remote import GitRemote
from rubrickit.errors import DeniedError, RubrickitError, WorldError


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """`main` has 80 commits; pull request 7 branches off the 20th."""
    made = remote_of(tmp_path, {"a.txt": "a\n"}, commits=80)
    work = clone(made, "work")
    git(work, "switch", "--quiet", "--create", "topic", "main~60")
    committed(work, {"b.txt": "b\n"})
    git(work, "push", "--quiet", "origin", "topic:refs/pull/7/head")
    git(work, "switch", "--quiet", "--detach", "main")
    git(work, "merge", "--quiet", "--no-edit", "topic")
    git(work, "push", "--quiet", "origin", "HEAD:refs/pull/7/merge")
    return made


def merge_clone(remote: Path, depth: int) -> Path:
    """What a pull request's run checks out."""
    folder = initialised(remote.parent / f"depth-{depth}")
    git(folder, "remote", "add", "origin", f"file://{remote}")
    git(folder, "fetch", "--quiet", f"--depth={depth}", "origin", "refs/pull/7/merge")
    git(folder, "switch", "--quiet", "--create", "checked-out", "FETCH_HEAD")
    return folder


def history(folder: Path) -> GitHistory:
    found = GitHistory.find(folder)
    assert found
    return found


@pytest.mark.parametrize("depth", [1, 2])
def test_a_shallow_merge_commit_names_both_parents(remote: Path, depth: int) -> None:
    folder = merge_clone(remote, depth)
    main, topic = (
        git(remote, "rev-parse", ref) for ref in ("main", "refs/pull/7/head")
    )

    assert history(folder).parents(git(folder, "rev-parse", "HEAD")) == (main, topic)


def test_a_message_cannot_pretend_to_a_parent(tmp_path: Path) -> None:
    root = initialised(tmp_path / "root")
    git(root, "commit", "--quiet", "--allow-empty", f"--message=x\n\nparent {'a' * 40}")

    assert history(root).parents(git(root, "rev-parse", "HEAD")) == ()


@pytest.mark.parametrize("depth", [1, 2])
def test_one_fetch_brings_the_first_parent_alone(remote: Path, depth: int) -> None:
    folder = merge_clone(remote, depth)
    parent = git(remote, "rev-parse", "main")
    before = state(folder)

    origin(folder).fetch_commit(parent)

    assert has(folder, parent)
    assert not has(folder, git(remote, "rev-parse", "main~1")) or depth == 2
    assert git(folder, "show", f"{parent}:a.txt") == "a"
    assert state(folder) == before


def test_a_whole_clone_is_whole_after_a_fetch(remote: Path) -> None:
    folder = clone(remote, "whole")
    topic = git(remote, "rev-parse", "refs/pull/7/head")

    origin(folder).fetch_commit(topic)

    assert git(folder, "rev-parse", "--is-shallow-repository") == "false"
    assert git(folder, "rev-list", "--count", topic) == "21"


def test_what_is_there_costs_no_fetch(remote: Path) -> None:
    folder = clone(remote, "whole")
    git(folder, "remote", "set-url", "origin", "file:///nowhere")

    origin(folder).fetch_commit(git(folder, "rev-parse", "HEAD~5"))


@pytest.mark.parametrize("options", [(), ("--depth=1",)])
def test_a_pull_request_comes_without_a_ref_of_ours(
    remote: Path, options: tuple[str, ...]
) -> None:
    folder = clone(remote, "folder", *options)
    before = state(folder)

    commit = origin(folder).fetch_pull_request(7)

    assert commit == git(remote, "rev-parse", "refs/pull/7/head")
    assert has(folder, commit)
    assert state(folder) == before
    assert not (folder / ".git/FETCH_HEAD").exists()


def test_a_commit_that_nobody_has_is_not_found(remote: Path) -> None:
    source = origin(clone(remote, "folder", "--depth=1"))

    assert not source.find_commit("f" * 40)
    assert source.find_commit(git(remote, "rev-parse", "main~9"))
    with pytest.raises(WorldError, match=f"has no commit {'f' * 40}"):
        source.fetch_commit("f" * 40)


def test_a_commit_that_looks_like_an_option_runs_nothing(
    remote: Path, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"

    with pytest.raises(WorldError):
        origin(clone(remote, "folder")).fetch_commit(f"--upload-pack=touch {ran};")

    assert not ran.exists()


def test_an_unknown_pull_request_is_the_persons_mistake(remote: Path) -> None:
    with pytest.raises(RubrickitError, match="no pull request 8") as refused:
        origin(clone(remote, "folder")).fetch_pull_request(8)

    assert not isinstance(refused.value, WorldError)


def test_a_shallow_clone_is_deepened_until_it_has_a_merge_base(remote: Path) -> None:
    folder = clone(remote, "folder", "--depth=1")
    source = origin(folder)
    topic = source.fetch_pull_request(7)
    known = history(folder)

    source.deepen_until(
        lambda: known.find_merge_base("origin/main", topic) is not None,
        "refs/heads/main",
        topic,
    )

    assert known.merge_base("origin/main", topic) == git(remote, "rev-parse", "main~60")


def test_no_more_is_fetched_than_is_needed(remote: Path) -> None:
    folder = clone(remote, "folder", "--depth=1")

    origin(folder).deepen_until(lambda: has(folder, "HEAD~3"), "refs/heads/main")

    assert git(folder, "rev-list", "--count", "HEAD") == "51"


def test_in_the_end_all_of_it_is_fetched(remote: Path) -> None:
    folder = clone(remote, "folder", "--depth=1")

    origin(folder).deepen_until(lambda: False, "refs/heads/main")

    assert git(folder, "rev-parse", "--is-shallow-repository") == "false"


@pytest.mark.parametrize("options", [(), ("--depth=1",)])
def test_a_branch_comes_as_the_remotes_own(
    remote: Path, options: tuple[str, ...]
) -> None:
    git(remote, "branch", "rubrickit-ledger", "main~3")
    folder = clone(remote, "folder", "--single-branch", *options)

    commit = origin(folder).fetch_branch("rubrickit-ledger")

    assert commit == git(remote, "rev-parse", "main~3")
    assert git(folder, "rev-parse", "origin/rubrickit-ledger") == commit
    assert git(folder, "branch", "--list", "rubrickit-ledger") == ""


def test_a_branch_that_was_rewritten_comes_too(remote: Path) -> None:
    git(remote, "branch", "rubrickit-ledger", "main~3")
    folder = clone(remote, "folder")
    git(remote, "branch", "--force", "rubrickit-ledger", "main~9")

    commit = origin(folder).fetch_branch("rubrickit-ledger")

    assert commit == git(remote, "rev-parse", "main~9")


def test_a_branch_that_is_not_there_is_none(remote: Path) -> None:
    git(remote, "tag", "rubrickit-ledger")

    assert origin(clone(remote, "folder")).fetch_branch("rubrickit-ledger") is None


def test_a_remote_that_is_not_there_is_the_worlds_failure(remote: Path) -> None:
    folder = clone(remote, "folder")
    git(folder, "remote", "set-url", "origin", f"file://{remote.parent}/nowhere")

    with pytest.raises(WorldError, match="the Git remote failed") as failed:
        origin(folder).fetch_branch("main")

    assert not isinstance(failed.value, DeniedError)


def test_a_remote_that_refuses_is_a_denial(remote: Path, tmp_path: Path) -> None:
    folder = clone(remote, "folder")
    script = tmp_path / "ssh"
    script.write_text(
        "#!/bin/sh\necho 'git@host: Permission denied (publickey).' >&2\nexit 255\n"
    )
    script.chmod(0o755)
    git(folder, "remote", "set-url", "origin", "git@host:o/r.git")

    with pytest.raises(DeniedError, match="Permission denied") as denied:
        GitRemote(commands(folder, GIT_SSH_COMMAND=str(script))).tip("refs/heads/main")

    assert "contents: read" in denied.value.hint
