"""Which two states are compared, in every state that a clone may be in."""

from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import (
    committed,
    edit,
    edited,
    initialised,
    opened,
    question_ids,
    rubric_file,
    run,
    told,
    write,
)

from rubrickit.errors import RubrickitError

ONE = {"rubrics/one.yaml": rubric_file("one")}
ONE_EDITED = {"rubrics/one.yaml": rubric_file("one", "other?")}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """`main` with one rubric in it."""
    root = initialised(tmp_path / "root")
    committed(root, ONE)
    return root


def clone(root: Path, *options: str) -> Path:
    target = root.parent / "clone"
    git(root.parent, "clone", "--quiet", *options, f"file://{root}", str(target))
    return target


def span(root: Path, base: str | None = None, head: str | None = None) -> str:
    with opened(root) as repository:
        return repository.span(base, head).base.commit or ""


def refusal(root: Path, base: str | None = None, head: str | None = None) -> str:
    with opened(root) as repository, pytest.raises(RubrickitError) as caught:
        repository.span(base, head)
    assert caught.value.hint
    return str(caught.value)


def test_only_the_branch_is_charged_when_main_moved_on(root: Path) -> None:
    committed(root, {"rubrics/two.yaml": rubric_file("two")})
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, ONE_EDITED)
    git(root, "switch", "--quiet", "main")
    (root / "rubrics/two.yaml").unlink()
    committed(root, {"rubrics/three.yaml": rubric_file("three")})

    assert edited(root, "main", "branch") == {"one"}


def test_a_merge_of_main_into_the_branch_is_not_charged_either(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, ONE_EDITED)
    git(root, "switch", "--quiet", "main")
    committed(root, {"rubrics/two.yaml": rubric_file("two")})
    git(root, "switch", "--quiet", "branch")
    git(root, "merge", "--quiet", "--no-edit", "main")

    assert edited(root) == {"one"}


def test_an_octopus_merge_is_a_head_like_any_other(root: Path) -> None:
    for name in ("a", "b", "c"):
        git(root, "switch", "--quiet", "--create", name, "main")
        committed(root, {f"rubrics/{name}.yaml": rubric_file(name)})
    git(root, "merge", "--quiet", "--no-edit", "a", "b")

    assert edited(root) == {"a", "b", "c"}


def test_a_force_moved_branch_is_read_afresh(root: Path) -> None:
    git(root, "branch", "branch")
    git(root, "switch", "--quiet", "branch")
    committed(root, {"rubrics/old.yaml": rubric_file("old")})
    assert edited(root, "main", "branch") == {"old"}
    git(root, "reset", "--quiet", "--hard", "main")
    committed(root, {"rubrics/new.yaml": rubric_file("new")})

    assert edited(root, "main", "branch") == {"new"}


@pytest.mark.parametrize("options", [(), ("--annotate", "--message=v1")])
def test_a_tag_is_a_base(root: Path, options: tuple[str, ...]) -> None:
    git(root, "tag", *options, "v1")
    first = git(root, "rev-parse", "HEAD")
    committed(root, ONE_EDITED)

    assert span(root, "v1", "HEAD") == first
    assert edited(root, "v1", "HEAD") == {"one"}


def test_a_detached_head_is_compared_with_main(root: Path) -> None:
    first = committed(root)
    committed(root, ONE_EDITED)
    git(root, "checkout", "--quiet", "--detach")
    git(root, "branch", "--force", "main", first)

    assert edited(root) == {"one"}


def test_nothing_lies_between_a_commit_and_itself(root: Path) -> None:
    write(root, ONE_EDITED)

    assert edited(root, "HEAD", "HEAD") == set()
    assert edited(root, "HEAD") == {"one"}


def test_without_a_commit_it_says_so(tmp_path: Path) -> None:
    root = initialised(tmp_path / "empty")
    write(root, ONE)

    assert refusal(root) == "there is no commit yet"
    assert question_ids(root) == ["one"]


def test_an_unknown_commit_is_named(root: Path) -> None:
    assert refusal(root, "nowhere") == "Git knows no commit `nowhere`"


@pytest.mark.parametrize("ref", ["--all", "-h", "^main", "main..HEAD", "", "main:"])
def test_what_is_no_commit_is_refused(root: Path, ref: str) -> None:
    with opened(root) as repository, pytest.raises(RubrickitError):
        repository.version(ref)


def test_without_git_rubrics_are_read_and_a_delta_says_what_is_missing(
    tmp_path: Path,
) -> None:
    write(tmp_path, ONE)

    assert question_ids(tmp_path) == ["one"]
    assert "is not in a Git repository" in refusal(tmp_path)


def test_a_remotes_default_branch_is_the_base(root: Path) -> None:
    git(root, "branch", "--move", "main", "trunk")
    target = clone(root)
    git(target, "switch", "--quiet", "--create", "branch")
    committed(target, ONE_EDITED)

    with opened(target) as repository:
        found = repository.span(None, None)

    assert found.base.ref == "origin/HEAD"
    assert found.rule == "merge base of origin/HEAD and HEAD"
    assert edited(target) == {"one"}


def test_without_origin_head_origin_main_is_the_base(root: Path) -> None:
    target = clone(root)
    git(target, "remote", "set-head", "origin", "--delete")
    committed(target, ONE_EDITED)

    assert edited(target) == {"one"}


def test_a_clone_that_lacks_the_default_branch_never_compares_with_itself(
    root: Path,
) -> None:
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, ONE_EDITED)
    target = clone(root, "--single-branch", "--branch=branch")
    git(target, "remote", "set-head", "origin", "--delete")

    assert refusal(target) == "the default branch is not in this clone"


def test_without_a_remote_and_main_the_head_is_the_base(root: Path) -> None:
    git(root, "branch", "--move", "main", "trunk")
    write(root, ONE_EDITED)

    assert edited(root) == {"one"}


def test_a_tag_cannot_stand_in_for_the_default_branch(root: Path) -> None:
    target = clone(root)
    first = git(target, "rev-parse", "HEAD")
    forged = committed(target, ONE_EDITED)
    for name in ("origin/HEAD", "origin/main"):
        git(target, "tag", name, forged)

    assert span(target) == first


@pytest.mark.parametrize("depth", [1, 2])
def test_a_shallow_clone_without_the_merge_base_stops(root: Path, depth: int) -> None:
    git(root, "switch", "--quiet", "--create", "branch")
    for number in range(3):
        committed(root, {"rubrics/one.yaml": rubric_file("one", f"{number}?")})
    git(root, "switch", "--quiet", "main")
    for number in range(3):
        committed(root, {"rubrics/two.yaml": rubric_file("two", f"{number}?")})
    target = clone(root, f"--depth={depth}", "--no-single-branch")

    message = refusal(target, "origin/main", "origin/branch")

    assert message == "`origin/main` and `origin/branch` have no merge base here"
    git(target, "fetch", "--quiet", "--unshallow")
    assert edited(target, "origin/main", "origin/branch") == {"one"}


def test_a_shallow_clone_never_takes_an_older_merge_base(root: Path) -> None:
    """`main` reaches the old commit by a short way and the later base by a long one."""
    old = committed(root)
    later = committed(root, {"rubrics/two.yaml": rubric_file("two")})
    git(root, "switch", "--quiet", "--create", "branch")
    git(root, "merge", "--quiet", "--no-ff", "--strategy=ours", "--no-edit", later)
    committed(root, ONE_EDITED)
    git(root, "switch", "--quiet", "--create", "side", old)
    committed(root, {"other": "side"})
    git(root, "switch", "--quiet", "main")
    for number in range(4):
        committed(root, {"other": f"{number}"})
    git(root, "merge", "--quiet", "--strategy=ours", "--no-edit", "side")
    assert span(root, "main", "branch") == later
    target = clone(root, "--depth=3", "--no-single-branch")
    assert git(target, "merge-base", "origin/main", "origin/branch") == old

    message = refusal(target, "origin/main", "origin/branch")

    assert "have no merge base here" in message


def test_a_shallow_clone_with_the_merge_base_in_it_works(root: Path) -> None:
    committed(root, {"rubrics/two.yaml": rubric_file("two")})
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, ONE_EDITED)
    target = clone(root, "--depth=2", "--branch=branch", "--no-single-branch")

    assert edited(target, "origin/main", "HEAD") == {"one"}


def test_unrelated_histories_have_no_merge_base(root: Path) -> None:
    git(root, "checkout", "--quiet", "--orphan", "alone")
    committed(root, ONE_EDITED)

    assert "have no merge base" in refusal(root, "main", "alone")


def test_a_work_tree_shares_cache_and_journal_with_its_repository(root: Path) -> None:
    tree = root.parent / "tree"
    git(root, "worktree", "add", "--quiet", "-b", "branch", str(tree))
    write(tree, ONE_EDITED)

    assert edited(tree) == {"one"}
    with opened(tree) as repository:
        assert repository.state == root / ".git" / "rubrickit"
        assert repository.root == tree
    assert (root / ".git/rubrickit/cache/cache.sqlite").is_file()
    assert (tree / ".git").is_file()


def test_a_bare_repository_is_read_at_its_commits(root: Path) -> None:
    committed(root, ONE_EDITED)
    target = clone(root, "--bare")

    assert edited(target, "HEAD~1", "HEAD") == {"one"}
    done = run(target, "diff")
    assert told(done) == (2, "error: a bare repository has no work tree")


def test_a_sha_256_repository_works_like_any_other(tmp_path: Path) -> None:
    root = initialised(tmp_path / "long", "--object-format=sha256")
    first = committed(root, ONE)
    write(root, ONE_EDITED)

    found = edit(root)

    assert len(first) == 64
    assert [leaf.leaf.texts for leaf in found.before["one"].leaves()] == [
        ("a?",),
        ("b?",),
    ]
    assert [leaf.leaf.texts for leaf in found.after["one"].leaves()] == [("other?",)]


def test_a_subfolder_of_a_bigger_repository_is_a_root_of_its_own(root: Path) -> None:
    inner = root / "teams/heart"
    committed(root, {"teams/heart/rubrickit.yaml": ""})
    committed(root, {"teams/heart/rubrics/heart.yaml": rubric_file("heart")})
    write(inner, {"rubrics/heart.yaml": rubric_file("heart", "other?")})
    write(root, {"rubrics/one.yaml": "not: [a rubric"})

    assert edited(inner / "rubrics") == {"heart"}
    assert question_ids(inner / "rubrics", "HEAD") == ["heart"]


def test_a_subfolder_without_a_configuration_belongs_to_the_repository(
    root: Path,
) -> None:
    write(root, {**ONE_EDITED, "docs/readme": "text"})

    assert edited(root / "docs") == {"one"}
