"""A journal holds whole lines, and one process at a time."""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ledger_samples import CARD, EARLY, LATER, grade, name

from rubrickit.core import journals
from rubrickit.edges import journal as journal_files
from rubrickit.edges.grade_ledger import GradeLedger
from rubrickit.errors import WorldError

LINE = journals.grade_line(grade("r1"))


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def dead(folder: Path, *lines: bytes, created: str = EARLY) -> Path:
    """The journal of a run that was killed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{len(list(folder.iterdir()))}.journal"
    path.write_bytes(b"".join(lines or [journals.opening(created), LINE]))
    return path


def claimed(folder: Path) -> list[Path]:
    journals = list(journal_files.claim_dead(folder))
    for journal in journals:
        journal.close(remove=False)
    return [journal.path for journal in journals]


def test_a_line_is_in_the_file_at_once(tmp_path: Path) -> None:
    journal = journal_files.begin(tmp_path, EARLY)

    journal.append(LINE)

    assert journal.path.read_bytes() == journals.opening(EARLY) + LINE
    journal.close(remove=True)
    assert list(tmp_path.iterdir()) == []


def test_a_line_that_does_not_fit_leaves_no_part_of_itself(tmp_path: Path) -> None:
    journal = journal_files.begin(tmp_path, EARLY)
    journal.append(LINE)
    size = journal.path.stat().st_size

    for room in (0, 10):
        with no_file_beyond(size + room), pytest.raises(WorldError) as error:
            journal.append(LINE)
        assert str(error.value).startswith(f"{journal.path}: cannot be written: ")
    journal.append(LINE)

    assert journal.path.read_bytes() == journals.opening(EARLY) + 2 * LINE
    journal.close(remove=True)


def test_a_journal_without_room_for_its_first_line_is_no_journal(
    tmp_path: Path,
) -> None:
    with no_file_beyond(5), pytest.raises(WorldError, match="cannot be written"):
        journal_files.begin(tmp_path, EARLY)

    assert list(tmp_path.iterdir()) == []


def test_where_no_journal_can_be_no_run_begins(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("in the way")

    with pytest.raises(WorldError, match="journal: cannot be written") as error:
        journal_files.begin(tmp_path / "journal", EARLY)

    assert error.value.hint


def test_journals_of_one_second_do_not_meet(tmp_path: Path) -> None:
    several = [journal_files.begin(tmp_path, EARLY) for _ in range(3)]

    assert len({journal.path for journal in several}) == 3
    for journal in several:
        journal.close(remove=True)


def test_only_the_dead_are_claimed_and_by_one_only(tmp_path: Path) -> None:
    path = dead(tmp_path)
    living = journal_files.begin(tmp_path, EARLY)

    first = list(journal_files.claim_dead(tmp_path))

    assert [journal.path for journal in first] == [path]
    assert claimed(tmp_path) == []
    first[0].close(remove=False)
    assert claimed(tmp_path) == [path]
    living.close(remove=True)


def test_a_journal_that_another_run_has_just_removed_is_not_held(
    tmp_path: Path,
) -> None:
    """Between the opening and the lock, as the real race has it."""
    path = dead(tmp_path)
    handle = os.open(path, os.O_RDWR)
    path.unlink()

    assert not journal_files._hold(path, handle)

    again = dead(tmp_path)
    handle = os.open(again, os.O_RDWR)
    again.rename(tmp_path / "kept")
    dead(tmp_path).rename(again)
    assert not journal_files._hold(again, handle)


def test_a_journal_that_is_a_link_is_not_claimed(tmp_path: Path) -> None:
    path = dead(tmp_path / "elsewhere")
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "1.journal").symlink_to(path)

    assert claimed(tmp_path / "journal") == []


def test_grades_reach_the_disk_within_a_second_without_another(tmp_path: Path) -> None:
    journal = journal_files.begin(tmp_path, EARLY)
    journal.append(LINE)
    assert journal._unsynced

    deadline = time.monotonic() + 1
    while journal._unsynced and time.monotonic() < deadline:
        time.sleep(0.01)

    assert not journal._unsynced
    journal.close(remove=True)


@pytest.fixture
def ledger(tmp_path: Path) -> GradeLedger:
    return GradeLedger(tmp_path / "scores", tmp_path / "state")


def column(ledger: GradeLedger) -> dict[str, bool]:
    key = grade().key
    return dict(ledger.column(key.judge, key.question, key.leaf, key.pass_number))


def record_nothing(tmp_path: Path) -> GradeLedger:
    ledger = GradeLedger(tmp_path / "scores", tmp_path / "state")
    with ledger.recording(datetime(2026, 2, 1, tzinfo=UTC)):
        pass
    return ledger


def test_the_next_run_writes_what_a_dead_one_left(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "journal"
    dead(folder, journals.opening(EARLY), journals.card_line(CARD), LINE)
    dead(folder, journals.opening(LATER), journals.grade_line(grade("r2", False)))

    after = record_nothing(tmp_path)

    assert column(after) == {name("r1"): True, name("r2"): False}
    assert list(folder.iterdir()) == []
    assert len(after.written) == 1
    clone = GradeLedger(tmp_path / "scores", tmp_path / "elsewhere")
    assert column(clone) == {name("r1"): True, name("r2"): False}
    assert clone.cards() == {CARD.digest: CARD}


def test_between_two_dead_runs_the_earlier_counts(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "journal"
    dead(folder, journals.opening(LATER), journals.grade_line(grade(met=False)))
    dead(folder, journals.opening(EARLY), journals.grade_line(grade(met=True)))

    record_nothing(tmp_path)

    clone = GradeLedger(tmp_path / "scores", tmp_path / "elsewhere")
    assert column(clone) == {name("r1"): True}


def test_a_cut_last_line_is_no_grade_and_no_damage(
    tmp_path: Path, ledger: GradeLedger
) -> None:
    cut = journals.grade_line(grade("r2"))[:-1]
    dead(tmp_path / "state" / "journal", journals.opening(EARLY), LINE, cut)

    assert column(ledger) == {name("r1"): True}
    assert ledger.damage == ()


def test_a_damaged_line_is_named_and_the_others_count(
    tmp_path: Path, ledger: GradeLedger
) -> None:
    bad = journals.grade_line(grade("r2")).replace(b"true", b"null")
    path = dead(tmp_path / "state" / "journal", journals.opening(EARLY), bad, LINE)

    assert column(ledger) == {name("r1"): True}
    assert ledger.damage == (f"{path.relative_to(tmp_path)}: line 2 is damaged",)


def test_a_newer_journal_is_named_and_left_alone(tmp_path: Path) -> None:
    newer = journals._line({"format": 2, "kind": "journal"})
    path = dead(tmp_path / "state" / "journal", newer, LINE)

    ledger = record_nothing(tmp_path)

    assert column(ledger) == {}
    assert path.read_bytes() == newer + LINE
    place = path.relative_to(tmp_path)
    assert ledger.damage == (f"{place}: a newer rubrickit wrote it",)


def test_an_empty_journal_goes_away(tmp_path: Path) -> None:
    dead(tmp_path / "state" / "journal", b"")

    ledger = record_nothing(tmp_path)

    assert ledger.damage == ()
    assert ledger.written == []
    assert list((tmp_path / "state" / "journal").iterdir()) == []


def test_what_a_dead_run_had_half_written_goes_away(tmp_path: Path) -> None:
    path = dead(tmp_path / "state" / "journal")
    folder = tmp_path / "scores" / "ledger" / "2026"
    folder.mkdir(parents=True)
    (folder / f".{path.stem}.tmp").write_text("half a segm")
    (folder / ".of another.tmp").write_text("who still lives")

    record_nothing(tmp_path)

    drafts = [path.name for path in folder.iterdir() if path.suffix == ".tmp"]
    assert drafts == [".of another.tmp"]
