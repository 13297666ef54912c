"""Which commits touched the rubrics, in every shape that a history may have."""

from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import committed, initialised, opened, rubric_file, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return initialised(tmp_path / "root")


def ids(root: Path, ref: str | None = None, most: int = 20) -> list[str]:
    with opened(root) as repository:
        found = repository.rubric_commits(repository.version(ref), most)
        return [commit.commit for commit in found]


def rubric(name: str = "one", check: str = "a?") -> dict[str, str]:
    return {f"rubrics/{name}.yaml": rubric_file(name, check)}


def test_only_commits_that_changed_a_rubric_count_newest_first(root: Path) -> None:
    first = committed(root, rubric())
    committed(root, {"gold/g.jsonl": "", "README.md": "words"})
    second = committed(root, rubric(check="b?"))
    committed(root)

    assert ids(root) == [second, first]
    assert ids(root, first) == [first]
    assert ids(root, most=1) == [second]
    assert ids(root, most=0) == []


def test_a_commit_says_when_and_in_its_own_words(root: Path) -> None:
    write(root, rubric())
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Ask: «a?»\n\nBecause.")

    with opened(root) as repository:
        (found,) = repository.rubric_commits(repository.version(None), 20)

    assert found.subject == "Ask: «a?»"
    assert found.date == "2026-01-02T03:04:05Z"


def test_a_merge_stands_for_the_branch_that_it_brought(root: Path) -> None:
    first = committed(root, rubric())
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, rubric(check="b?"))
    committed(root, rubric(check="c?"))
    git(root, "switch", "--quiet", "main")
    committed(root, {"README.md": "words"})
    git(root, "merge", "--quiet", "--no-edit", "--no-ff", "branch")

    assert ids(root) == [git(root, "rev-parse", "HEAD"), first]


def test_a_merge_that_brought_no_rubric_is_none(root: Path) -> None:
    first = committed(root, rubric())
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, {"README.md": "words"})
    git(root, "switch", "--quiet", "main")
    git(root, "merge", "--quiet", "--no-edit", "--no-ff", "branch")

    assert ids(root) == [first]


def test_a_rubric_repository_in_a_subfolder_has_a_history_of_its_own(
    root: Path,
) -> None:
    inner = root / "quality"
    own = committed(root, {"quality/rubrickit.yaml": "", **{
        f"quality/{path}": text for path, text in rubric().items()
    }})  # fmt: skip
    committed(root, rubric("elsewhere"))

    assert ids(inner) == [own]


def test_the_folder_is_the_configured_one(root: Path) -> None:
    first = committed(root, {
        "rubrickit.yaml": "paths: {rubrics: checks}\n",
        "checks/one.yaml": rubric_file("one"),
    })  # fmt: skip
    committed(root, rubric())

    assert ids(root) == [first]


def test_a_clone_cut_off_tells_what_it_has(root: Path) -> None:
    committed(root, rubric())
    second = committed(root, rubric(check="b?"))
    clone = root.parent / "clone"
    git(root, "clone", "--quiet", "--depth=1", f"file://{root}", str(clone))

    assert ids(clone) == [second]


def release(root: Path, name: str, rubrics: str) -> None:
    """As `rubrickit release` does: a commit above the released one, and its tag."""
    git(root, "commit", "--quiet", "--allow-empty", "--message", f"Release {name}")
    told = f"Release {name}\n\nRubrics: {rubrics}\nManifest: {'a' * 64}"
    git(root, "tag", "--annotate", "--message", told, name)


def releases(root: Path) -> list[tuple[str, ...]]:
    with opened(root) as repository:
        found = repository.rubric_commits(repository.version(None), 20)
    return [commit.releases for commit in found]


def test_the_last_commit_of_the_rubrics_before_a_release_carries_its_name(
    root: Path,
) -> None:
    first = committed(root, rubric())
    release(root, "1.0", first)
    words = committed(root, {"README.md": "words"})
    release(root, "1.0.1", words)
    committed(root, rubric(check="b?"))
    committed(root, rubric(check="c?"))

    assert releases(root) == [(), (), ("1.0", "1.0.1")]


def test_a_tag_that_only_claims_to_be_a_release_marks_nothing(root: Path) -> None:
    first = committed(root, rubric())
    second = committed(root, rubric(check="b?"))
    git(root, "tag", "light")
    git(root, "tag", "--annotate", "--message", "words", "words")
    release(root, "lies", first)
    release(root, "no-rubrics", second)
    git(root, "tag", "--annotate", "--message", f"Rubrics: {second}", "half")

    assert releases(root) == [(), ()]


def test_a_release_whose_rubrics_were_not_fetched_marks_nothing(root: Path) -> None:
    release(root, "1.0", committed(root, rubric()))
    clone = root.parent / "clone"
    git(root, "clone", "--quiet", "--depth=1", f"file://{root}", str(clone))

    assert releases(clone) == [()]


def test_without_a_commit_or_without_git_there_is_none(
    root: Path, tmp_path: Path
) -> None:
    write(root, rubric())
    write(tmp_path / "plain", rubric())

    assert ids(root) == []
    assert ids(tmp_path / "plain") == []
