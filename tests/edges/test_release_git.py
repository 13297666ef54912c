"""Releases in a real repository of Git's."""

from pathlib import Path

import pytest
from git_sample import QUIET_GIT, Commit, git

from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.drafts import Draft
from rubrickit.edges.git_commands import GitCommands
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.release_git import ReleaseGit
from rubrickit.errors import RubrickitError, WorldError

PERSONAL = {
    "branch.main.mergeoptions": "--squash --no-commit",
    "commit.gpgSign": "true",
    "core.commentChar": "R",
    "core.quotePath": "true",
    "log.follow": "true",
    "log.showSignature": "true",
    "merge.ff": "false",
    "merge.verifySignatures": "true",
    "status.branch": "true",
    "tag.forceSignAnnotated": "true",
    "tag.gpgSign": "false",
}
PATH = {"PATH": "/usr/local/bin:/usr/bin:/bin"}


def releases(root: Path, **more: str) -> ReleaseGit:
    history = GitHistory.find(root)
    assert history is not None
    return ReleaseGit(history, GitCommands(root, {**QUIET_GIT, **PATH, **more}))


def draft(store: ReleaseGit, commit: str, version: str = "1.0") -> Draft:
    files = {"scores/releases/1.0.json": b"{}\n"}
    tree = store.tree_with(f"{commit}^{{tree}}", files)
    made = manifest.build({"version": version}, {})
    return Draft(version, commit, tree, files, made, f"Release {version}\n")


def test_a_checkout_tells_what_lies_here(tmp_path: Path, commit: Commit) -> None:
    first = commit({"rubrickit.yaml": "", "a.txt": "a"})
    head = commit({"a.txt": "b"})
    (tmp_path / "a b.txt").write_text("new")
    (tmp_path / "a.txt").write_text("c")

    here = releases(tmp_path).checkout("1.0", "rubrickit.yaml")

    assert (here.commit, here.gate) == (head, first)
    assert here.tree == git(tmp_path, "rev-parse", "HEAD^{tree}")
    assert sorted(here.dirty) == ["a b.txt", "a.txt"]
    assert (here.is_shallow, here.has_tag) == (False, False)


def test_an_ignored_file_is_not_in_the_way(tmp_path: Path, commit: Commit) -> None:
    commit({".gitignore": "*.log\n"})
    (tmp_path / "a.log").write_text("noise")

    assert releases(tmp_path).checkout("1.0", "rubrickit.yaml").dirty == ()


def test_a_shallow_clone_hides_what_it_cannot_know(
    tmp_path: Path, commit: Commit
) -> None:
    commit({"rubrickit.yaml": ""})
    head = commit({"a.txt": "b"})
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path}", "clone")
    store = releases(tmp_path / "clone")

    assert store.checkout("1.0", "rubrickit.yaml").is_shallow
    assert store.last_change(head, "rubrickit.yaml") == ""
    assert store.ancestry(head).tree == ""


def test_files_are_added_to_a_tree_and_nowhere_else(
    tmp_path: Path, commit: Commit
) -> None:
    commit({"a.txt": "a"})
    before = git(tmp_path, "status", "--porcelain")

    tree = releases(tmp_path).tree_with("HEAD^{tree}", {"ä b/c.txt": b"\x00\r\n"})

    assert (
        git(tmp_path, "ls-tree", "-r", "-z", "--name-only", tree)
        == "a.txt\0ä b/c.txt\0"
    )
    assert git(tmp_path, "cat-file", "-s", f"{tree}:ä b/c.txt") == "3"
    assert git(tmp_path, "status", "--porcelain") == before


def test_a_published_draft_is_what_was_drafted(tmp_path: Path, commit: Commit) -> None:
    head = commit({"a.txt": "a"})
    store = releases(tmp_path)
    made = draft(store, head)

    published = store.publish(made)

    assert git(tmp_path, "rev-parse", "HEAD") == published
    assert git(tmp_path, "rev-parse", "HEAD^{tree}") == made.tree
    found = store.tag("1.0", None)
    assert (found.commit, found.called, found.message) == (
        published,
        "1.0",
        "Release 1.0\n",
    )
    ancestry = store.ancestry(published)
    assert (ancestry.parents, ancestry.changed) == ((head,), tuple(made.files))


def test_a_persons_own_settings_of_git_change_nothing(
    tmp_path: Path, commit: Commit
) -> None:
    first = commit({"rubrickit.yaml": "judge: {kind: human}\n"})
    git(tmp_path, "mv", "rubrickit.yaml", "other.yaml")
    head = commit({"a.txt": "a"})
    for name, value in PERSONAL.items():
        git(tmp_path, "config", name, value)
    store = releases(tmp_path)

    here = store.checkout("1.0", "rubrickit.yaml")
    published = store.publish(draft(store, head))

    assert (here.gate, here.dirty) == (head, ())
    assert first != head
    assert git(tmp_path, "rev-parse", "HEAD") == published
    assert git(tmp_path, "status", "--porcelain", "--no-branch") == ""
    assert store.tag("1.0", None).signature == "none"


def test_a_detached_head_can_be_released(tmp_path: Path, commit: Commit) -> None:
    head = commit({"a.txt": "a"})
    git(tmp_path, "checkout", "-q", "--detach")
    store = releases(tmp_path)

    published = store.publish(draft(store, head))

    assert git(tmp_path, "rev-parse", "HEAD", "main").split() == [published, head]


def test_a_branch_that_moved_meanwhile_is_left_alone(
    tmp_path: Path, commit: Commit
) -> None:
    store = releases(tmp_path) if commit({"a.txt": "a"}) else None
    assert store is not None
    made = draft(store, git(tmp_path, "rev-parse", "HEAD"))
    moved = commit({"a.txt": "b"})

    with pytest.raises(WorldError):
        store.publish(made)

    assert git(tmp_path, "rev-parse", "HEAD") == moved
    assert git(tmp_path, "tag") == ""


def test_without_a_name_nothing_is_made(tmp_path: Path, commit: Commit) -> None:
    head = commit({"a.txt": "a"})
    nobody = {"GIT_COMMITTER_NAME": "", "EMAIL": ""}
    store = releases(tmp_path, **nobody)
    made = draft(store, head)

    with pytest.raises(WorldError, match="did not make the release"):
        store.publish(made)

    assert git(tmp_path, "tag") == ""


@pytest.mark.parametrize("name", ["2.0", "-d", "main", "HEAD"])
def test_what_is_no_tag_is_refused(tmp_path: Path, commit: Commit, name: str) -> None:
    commit({"a.txt": "a"})

    with pytest.raises(RubrickitError, match="there is no tag"):
        releases(tmp_path).tag(name, None)


def test_who_releases_is_git_s_committer(tmp_path: Path, commit: Commit) -> None:
    commit({"a.txt": "a"})

    assert releases(tmp_path).by() == "C. Committer <committer@example.org>"
