"""Grades travel in Git: branches that both grade merge without a conflict."""

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from ledger_samples import CARD, grade, name

from rubrickit.core.grades import Grade
from rubrickit.edges.grade_ledger import GradeLedger

NOW = datetime(2026, 1, 2, tzinfo=UTC)


class Repository:
    """A real one, untouched by the machine's own configuration of Git."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("commit", "--quiet", "--allow-empty", "--message=begin")

    def git(self, *arguments: str) -> str:
        person = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        return subprocess.run(
            ["git", "-C", self.root, *person, *arguments],
            check=True,
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], **quiet},
        ).stdout

    def ledger(self) -> GradeLedger:
        return GradeLedger(self.root / "scores", self.root / ".git" / "rubrickit")

    def graded(self, branch: str, *grades: Grade, at: datetime = NOW) -> None:
        self.git("switch", "--quiet", "--create", branch, "main")
        with self.ledger().recording(at) as recorder:
            for each in grades:
                recorder.record(each, CARD)
        self.git("add", "--all")
        self.git("commit", "--quiet", f"--message={branch}")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def column(ledger: GradeLedger) -> dict[str, bool]:
    key = grade().key
    return dict(ledger.column(key.judge, key.question, key.leaf, key.pass_number))


def test_branches_that_both_graded_merge_without_a_conflict(
    repository: Repository,
) -> None:
    repository.graded("one", grade("r1"), grade("r2"), at=NOW)
    repository.graded("other", grade("r1", False), grade("r3"), at=NOW + timedelta(1))

    repository.git("merge", "--quiet", "--no-edit", "one")

    assert repository.git("status", "--porcelain") == ""
    merged = repository.ledger()
    assert column(merged) == dict.fromkeys(map(name, ("r1", "r2", "r3")), True)
    assert merged.clashes == 1
    assert merged.damage == ()


def test_a_run_leaves_nothing_in_the_tree_that_git_would_not_keep(
    repository: Repository,
) -> None:
    repository.graded("one", grade("r1", reason="names it"))

    added = repository.git("show", "--name-only", "--format=").split()

    assert [Path(path).parts[:2] for path in added] == [
        ("scores", ".gitattributes"),
        ("scores", "judges"),
        ("scores", "ledger"),
    ]


def test_a_fresh_clone_knows_every_grade(
    repository: Repository, tmp_path: Path
) -> None:
    repository.graded("one", grade("r1", reason="names it"))
    repository.git("clone", "--quiet", ".", str(tmp_path / "clone"))

    clone = GradeLedger(tmp_path / "clone" / "scores", tmp_path / "state")

    assert column(clone) == {name("r1"): True}
    assert clone.reason(grade("r1").key) == "names it"
    assert clone.cards() == {CARD.digest: CARD}


def test_a_checkout_with_other_line_ends_damages_nothing(
    repository: Repository, tmp_path: Path
) -> None:
    repository.graded("one", grade("r1"))
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", "--config=core.autocrlf=true", ".", str(clone))

    ledger = GradeLedger(clone / "scores", tmp_path / "state")

    assert column(ledger) == {name("r1"): True}
    assert ledger.damage == ()
