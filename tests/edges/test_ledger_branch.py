"""The data branch, here and on the remote: its grades count, its junk does not."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from git_sample import git
from ledger_samples import CARD, grade, name
from remotes import clone, origin
from rubric_repositories import committed, initialised, opened, rubric_file, write

from rubrickit.edges.grade_ledger import GradeLedger
from rubrickit.edges.ledger_pushing import LedgerPushing
from rubrickit.errors import RubrickitError

NOW = datetime(2026, 1, 2, tzinfo=UTC)
BRANCH = "rubrickit-ledger"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A grade of `r1` stands on the data branch and nowhere else."""
    root = initialised(tmp_path / "root")
    committed(root, {"rubrics/one.yaml": rubric_file("one")})
    git(root, "switch", "--quiet", "--create", BRANCH)
    with GradeLedger(root / "scores", tmp_path / "state").recording(NOW) as recorder:
        recorder.record(grade("r1"), CARD)
    committed(root)
    git(root, "switch", "--quiet", "main")
    assert not (root / "scores").exists()
    return root


def known(
    root: Path, trusted: str | None = None
) -> tuple[dict[str, bool], tuple[str, ...], bool]:
    """The grades, the damage, and whether the judge is known."""
    with opened(root) as repository:
        ledger = GradeLedger(
            root / "scores",
            repository.state,
            segment_sources=repository.ledger_sources("ledger", ".jsonl", trusted),
            card_sources=repository.ledger_sources("judges", ".json", trusted),
        )
        key = grade().key
        column = ledger.column(key.judge, key.question, key.leaf, key.pass_number)
        return dict(column), ledger.damage, CARD.digest in ledger.cards()


def test_a_local_data_branch_counts(root: Path) -> None:
    assert known(root) == ({name("r1"): True}, (), True)


def test_the_remotes_data_branch_counts(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--branch=main", str(root), "clone")

    assert known(tmp_path / "clone") == ({name("r1"): True}, (), True)


def test_a_segment_on_both_sides_counts_once(root: Path) -> None:
    git(root, "checkout", "--quiet", BRANCH, "--", "scores")

    assert known(root) == ({name("r1"): True}, (), True)


def test_a_branch_of_junk_does_no_harm(root: Path) -> None:
    git(root, "switch", "--quiet", BRANCH)
    write(root, {
        "scores/ledger/2026/junk.jsonl": b"\x00\xff not a segment",
        "scores/ledger/2026/empty.jsonl": b"",
        "scores/ledger/2026/notes.md": "read me",
        "scores/judges/junk.json": "[",
        "rubrics/one.yaml": "not: [a rubric",
    })  # fmt: skip
    (root / "scores/ledger/link.jsonl").symlink_to("/etc/passwd")
    git(root, "update-index", "--add", "--cacheinfo",
        f"160000,{'1' * 40},scores/ledger/module.jsonl")  # fmt: skip
    committed_index(root)
    git(root, "switch", "--quiet", "--force", "main")

    column, damage, is_known = known(root)

    assert (column, is_known) == ({name("r1"): True}, True)
    text = "\n".join(damage)
    for wrong in ("junk.jsonl", "empty.jsonl", "link.jsonl", "module.jsonl"):
        assert wrong in text
    assert "notes.md" not in text


def committed_index(root: Path) -> None:
    """What lies in the folder, and the entry that only the index has."""
    git(root, "add", "scores", "rubrics")
    git(root, "update-index", "--add", "--cacheinfo",
        f"160000,{'1' * 40},scores/ledger/module.jsonl")  # fmt: skip
    git(root, "commit", "--quiet", "--message=junk")


def test_a_branch_without_the_folder_does_no_harm(root: Path) -> None:
    git(root, "branch", "--force", BRANCH, "main")

    assert known(root) == ({}, (), False)


def test_a_missing_object_is_one_damaged_segment(root: Path) -> None:
    git(root, "switch", "--quiet", BRANCH)
    write(root, {"scores/ledger/2026/lost.jsonl": "lost"})
    committed(root)
    blob = git(root, "rev-parse", "HEAD:scores/ledger/2026/lost.jsonl")
    git(root, "switch", "--quiet", "main")
    (root / f".git/objects/{blob[:2]}/{blob[2:]}").unlink()

    column, damage, _ = known(root)

    assert column == {name("r1"): True}
    assert len(damage) == 1
    assert "Git has no such object" in damage[0]


def graded(root: Path, response: str) -> None:
    """A segment in the working tree."""
    state = root / ".git" / "test-state"
    with GradeLedger(root / "scores", state).recording(NOW) as recorder:
        recorder.record(grade(response), CARD)


def test_with_a_trusted_commit_nothing_counts_but_it_and_the_data_branch(
    root: Path,
) -> None:
    graded(root, "at the base")
    base = committed(root)
    graded(root, "in the pull request")
    committed(root)
    graded(root, "on disk")

    everything, _, _ = known(root)
    trusted, damage, has_card = known(root, base)

    assert set(trusted) == {name("r1"), name("at the base")}
    assert {name("in the pull request"), name("on disk")} <= set(everything)
    assert (damage, has_card) == ((), True)


def test_a_trusted_commit_that_is_not_there_stops(root: Path) -> None:
    with pytest.raises(RubrickitError, match="knows no commit"):
        known(root, "f" * 40)


def test_what_one_clone_pushes_another_one_trusts(root: Path) -> None:
    git(root, "branch", "--quiet", "-D", BRANCH)
    base = git(root, "rev-parse", "main")
    writer, reader = (clone(root, which, "--depth=1") for which in ("one", "two"))
    graded(writer, "pushed")
    files = {
        path.relative_to(writer).as_posix(): path.read_bytes()
        for path in (writer / "scores").rglob("*.json*")
    }

    LedgerPushing(origin(writer), BRANCH, print).append(files, "Add grades")
    origin(reader).fetch_branch(BRANCH)

    assert known(reader, base) == ({name("pushed"): True}, (), True)
