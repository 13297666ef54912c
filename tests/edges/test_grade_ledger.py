"""What is recorded is read again: in this run, the next, and on another machine."""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from ledger_samples import CARD, LATER, TOOL, grade, name, segment

from rubrickit.core import folding, segments
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade
from rubrickit.core.judging.card import JudgeCard
from rubrickit.edges.grade_ledger import GradeLedger, Reasons
from rubrickit.edges.ledger_files import FolderSource
from rubrickit.errors import WorldError

NOW = datetime(2026, 1, 2, tzinfo=UTC)
YES, NO = grade("r1", True), grade("r2", False)
RECORD_AS_NOBODY = """
import os, sys
from pathlib import Path
from test_grade_ledger import YES, WorldError, recorded
root = Path(sys.argv[1])
os.chdir(root)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    recorded(Path(), YES)
except WorldError as error:
    print(error)
"""


def a_ledger(root: Path, reasons: Reasons = "git") -> GradeLedger:
    return GradeLedger(root / "scores", root / "state", reasons=reasons)


def recorded(
    root: Path, *grades: Grade, at: datetime = NOW, reasons: Reasons = "git"
) -> GradeLedger:
    ledger = a_ledger(root, reasons)
    with ledger.recording(at) as recorder:
        for each in grades:
            recorder.record(each, CARD)
    return ledger


def column(ledger: GradeLedger, like: Grade = YES) -> Mapping[Digest, bool]:
    key = like.key
    return ledger.column(key.judge, key.question, key.leaf, key.pass_number)


def all_reasons(ledger: GradeLedger, like: Grade = YES) -> Mapping[Digest, str]:
    key = like.key
    return ledger.reasons(key.judge, key.question, key.leaf, key.pass_number)


def place(root: Path, data: bytes) -> Path:
    path = root / "scores" / "ledger" / "2026" / f"{segments.name_of(data)}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def files(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(str(path.relative_to(folder)) for path in found)


def test_a_grade_is_in_its_column_as_soon_as_it_is_recorded(tmp_path: Path) -> None:
    ledger = a_ledger(tmp_path)

    with ledger.recording(NOW) as recorder:
        recorder.record(YES, CARD)
        assert column(ledger) == {name("r1"): True}
        recorder.record(NO, CARD)
        assert column(ledger) == {name("r1"): True, name("r2"): False}

    assert column(ledger) == {name("r1"): True, name("r2"): False}


def test_the_next_run_reads_what_this_one_wrote(tmp_path: Path) -> None:
    recorded(tmp_path, YES, NO)

    ledger = a_ledger(tmp_path)

    assert column(ledger) == {name("r1"): True, name("r2"): False}
    assert column(ledger, grade(leaf="l2")) == {}
    assert column(ledger, grade(pass_number=2)) == {}
    assert column(ledger, grade(question="q2")) == {}
    assert column(ledger, grade(judge=name("another"))) == {}
    assert ledger.damage == ()


def test_a_run_leaves_one_segment_and_the_judges_document(tmp_path: Path) -> None:
    ledger = recorded(tmp_path, YES, NO)

    (path,) = ledger.written
    assert path.read_bytes().startswith(
        b'{"format":1,"kind":"segment","created":"2026-'
    )
    assert files(tmp_path / "scores") == [
        ".gitattributes",
        f"judges/{CARD.digest}.json",
        f"ledger/2026/{path.name}",
    ]
    assert files(tmp_path / "state" / "journal") == []


def test_a_run_without_grades_leaves_nothing(tmp_path: Path) -> None:
    ledger = recorded(tmp_path)

    assert ledger.written == []
    assert not (tmp_path / "scores").exists()
    assert files(tmp_path / "state") == []


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, WorldError, SystemExit])
def test_a_run_that_is_interrupted_still_leaves_its_segment(
    tmp_path: Path, interruption: type[BaseException]
) -> None:
    def interrupted() -> None:
        with a_ledger(tmp_path).recording(NOW) as recorder:
            recorder.record(YES, CARD)
            raise interruption("now")

    with pytest.raises(interruption):
        interrupted()

    assert column(a_ledger(tmp_path)) == {name("r1"): True}
    assert files(tmp_path / "state" / "journal") == []


def test_the_first_of_two_grades_for_one_key_counts(tmp_path: Path) -> None:
    ledger = recorded(tmp_path, grade(met=True), grade(met=False))

    assert column(ledger) == {name("r1"): True}
    assert column(a_ledger(tmp_path)) == {name("r1"): True}


def test_times_of_other_zones_are_kept_in_utc(tmp_path: Path) -> None:
    new_year = datetime.fromisoformat("2026-01-01T00:30:00+01:00")

    (path,) = recorded(tmp_path, YES, at=new_year).written

    assert path.parent.name == "2025"
    assert b'"created":"2025-12-31T23:30:00Z"' in path.read_bytes()


def test_a_contradiction_is_settled_by_time_and_counted_once(tmp_path: Path) -> None:
    recorded(tmp_path, grade(met=False), at=NOW)
    recorded(tmp_path, grade(met=True), NO, at=NOW - timedelta(hours=1))
    ledger = a_ledger(tmp_path)

    assert column(ledger) == {name("r1"): True, name("r2"): False}
    assert column(ledger) == {name("r1"): True, name("r2"): False}
    assert ledger.clashes == 1


def test_a_grade_of_this_run_yields_to_an_earlier_one(tmp_path: Path) -> None:
    recorded(tmp_path, grade(met=False), at=NOW - timedelta(hours=1))

    ledger = recorded(tmp_path, grade(met=True), at=NOW)

    assert column(ledger) == column(a_ledger(tmp_path)) == {name("r1"): False}


@pytest.mark.parametrize(
    ("reasons", "here", "in_git"), [("git", 1, 1), ("local", 1, 0), ("none", 0, 0)]
)
def test_reasons_go_where_they_are_wanted(
    tmp_path: Path, reasons: Reasons, here: bool, in_git: bool
) -> None:
    explained = grade(reason="names 5 mg")
    ledger = recorded(tmp_path, explained, NO, reasons=reasons)

    clone = GradeLedger(tmp_path / "scores", tmp_path / "elsewhere")
    next_run = a_ledger(tmp_path, reasons)
    assert ledger.reason(explained.key) == "names 5 mg" * here
    assert next_run.reason(explained.key) == "names 5 mg" * here
    assert clone.reason(explained.key) == "names 5 mg" * in_git
    assert column(clone) == {name("r1"): True, name("r2"): False}
    assert next_run.reason(NO.key) == ""
    assert next_run.reason(grade("unknown").key) == ""
    for each, kept in ((ledger, here), (next_run, here), (clone, in_git)):
        told = {name("r1"): "names 5 mg"} if kept else {}
        assert all_reasons(each) == told


def test_the_reason_is_that_of_the_verdict_that_counts(tmp_path: Path) -> None:
    recorded(tmp_path, grade(met=False, reason="later"), at=NOW)
    recorded(tmp_path, grade(reason="earlier"), at=NOW - timedelta(1))

    assert a_ledger(tmp_path).reason(YES.key) == "earlier"
    assert all_reasons(a_ledger(tmp_path)) == {name("r1"): "earlier"}


def test_a_local_reason_for_another_verdict_than_counts_is_not_told(
    tmp_path: Path,
) -> None:
    later = grade(met=False, reason="later"), grade("r2", reason="of the second")
    recorded(tmp_path, *later, at=NOW, reasons="local")
    recorded(tmp_path, grade(), at=NOW - timedelta(1))

    assert a_ledger(tmp_path, "local").reason(YES.key) == ""
    assert all_reasons(a_ledger(tmp_path, "local")) == {name("r2"): "of the second"}


def test_a_fold_stands_for_what_it_replaces(tmp_path: Path) -> None:
    old, new = segment(YES), segment(grade(met=False), NO, created=LATER)
    path = place(tmp_path, folding.fold([old, new], TOOL))
    ledger = a_ledger(tmp_path)

    assert column(ledger) == {name("r1"): True, name("r2"): False}
    assert ledger.clashes == 1
    assert path.stem not in (old.name, new.name)


def test_what_a_fold_replaces_is_skipped_only_while_it_is_intact(
    tmp_path: Path,
) -> None:
    """A fold of other content shows which of the two was read."""
    (old,) = recorded(tmp_path, YES).written
    empty = segment(NO)
    forged = folding.fold([empty], TOOL).replace(
        f'["{empty.name}"]'.encode(), f'["{old.stem}"]'.encode()
    )
    fold = place(tmp_path, forged)

    assert column(a_ledger(tmp_path)) == {name("r2"): False}
    fold.rename(fold.with_name(f"{name('renamed')}.jsonl"))
    assert column(a_ledger(tmp_path)) == {name("r1"): True}


@pytest.mark.parametrize("cache", ["deleted", "corrupt", "emptied", "a folder"])
def test_without_its_cache_a_ledger_says_the_same(tmp_path: Path, cache: str) -> None:
    recorded(tmp_path, YES, NO)
    path = tmp_path / "state" / "cache" / "cache.sqlite"
    before = column(a_ledger(tmp_path))
    assert path.is_file()

    if cache == "corrupt":
        path.write_bytes(path.read_bytes()[:100] + b"\xff" * 5000)
    elif cache == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
        if cache == "a folder":
            path.mkdir()

    assert column(a_ledger(tmp_path)) == column(a_ledger(tmp_path)) == before


def test_damage_is_found_although_the_segment_was_read_before(tmp_path: Path) -> None:
    (path,) = recorded(tmp_path, YES, NO).written
    assert column(a_ledger(tmp_path))
    path.write_bytes(path.read_bytes().replace(b'"met":"yn"', b'"met":"ny"'))

    ledger = a_ledger(tmp_path)

    assert column(ledger) == {}
    assert len(ledger.damage) == 1


def test_judges_are_known_with_what_was_configured(tmp_path: Path) -> None:
    card = JudgeCard("openai", "m", parameters={"seed": 0.5}, configured=name("asked"))
    ledger = a_ledger(tmp_path)
    with ledger.recording(NOW) as recorder:
        recorder.record(YES, card)
        assert ledger.cards() == {card.digest: card}

    assert a_ledger(tmp_path).cards() == {card.digest: card}


def test_a_judges_document_learns_what_was_configured_and_keeps_it(
    tmp_path: Path,
) -> None:
    configured = [JudgeCard("openai", "m", configured=each) for each in ("", "a", "b")]
    for day, card in enumerate(configured):
        ledger = a_ledger(tmp_path)
        with ledger.recording(NOW + timedelta(day)) as recorder:
            recorder.record(YES, card)

    (kept,) = a_ledger(tmp_path).cards().values()
    assert kept.configured == "a"


def test_a_grade_recorded_before_its_run_was_killed_is_read_by_others(
    tmp_path: Path,
) -> None:
    with a_ledger(tmp_path).recording(NOW) as recorder:
        recorder.record(grade(reason="names 5 mg"), CARD)

        other = a_ledger(tmp_path)
        assert column(other) == {name("r1"): True}
        assert other.reason(YES.key) == "names 5 mg"
        assert other.cards() == {CARD.digest: CARD}


def test_a_run_leaves_the_journal_of_a_living_one_alone(tmp_path: Path) -> None:
    with a_ledger(tmp_path).recording(NOW) as recorder:
        recorder.record(YES, CARD)

        other = recorded(tmp_path, NO, at=NOW + timedelta(1))
        assert column(other) == {name("r1"): True, name("r2"): False}
        assert len(files(tmp_path / "state" / "journal")) == 1

    assert len(files(tmp_path / "scores" / "ledger")) == 2
    assert column(a_ledger(tmp_path)) == {name("r1"): True, name("r2"): False}


@pytest.mark.parametrize(
    "folder", ["scores", "scores/ledger", "scores/ledger/2026", "scores/judges"]
)
def test_a_link_is_not_written_through(tmp_path: Path, folder: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / folder
    link.parent.mkdir(exist_ok=True, parents=True)
    link.symlink_to(elsewhere)

    with pytest.raises(WorldError, match="a symbolic link, which is not followed"):
        recorded(tmp_path, YES)

    assert files(elsewhere) == []


def test_a_place_for_no_grades_is_refused_before_any_is_paid_for(
    tmp_path: Path,
) -> None:
    (tmp_path / "scores").write_text("not a folder")
    started = False

    with (
        pytest.raises(WorldError, match="grades cannot be written here") as error,
        a_ledger(tmp_path).recording(NOW),
    ):
        started = True

    assert not started
    assert error.value.hint


@pytest.mark.parametrize("mode", [0o555, 0o444, 0o000])
def test_a_folder_without_permission_is_refused(tmp_path: Path, mode: int) -> None:
    """In a process of its own, where root becomes nobody."""
    tmp_path.chmod(0o777)
    (tmp_path / "scores").mkdir(mode=mode)

    done = subprocess.run(
        [sys.executable, "-c", RECORD_AS_NOBODY, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "grades cannot be written here" in done.stdout
    assert files(tmp_path / "scores") == []


def test_a_place_that_goes_away_costs_no_grade(tmp_path: Path) -> None:
    def hindered() -> None:
        with a_ledger(tmp_path).recording(NOW) as recorder:
            recorder.record(YES, CARD)
            (tmp_path / "scores").mkdir()
            (tmp_path / "scores" / "ledger").write_text("in the way")

    with pytest.raises(WorldError, match="ledger/2026: cannot be written") as error:
        hindered()
    assert error.value.hint == (
        "the grades are kept; make room and run the same command again"
    )
    (tmp_path / "scores" / "ledger").unlink()

    recorded(tmp_path)

    assert len(files(tmp_path / "scores" / "ledger")) == 1
    assert column(a_ledger(tmp_path)) == {name("r1"): True}


def test_an_empty_segment_is_reported_and_stops_nothing(tmp_path: Path) -> None:
    place(tmp_path, b"")
    recorded(tmp_path, YES)

    ledger = a_ledger(tmp_path)

    assert column(ledger) == {name("r1"): True}
    assert [line.partition(": ")[2] for line in ledger.damage] == ["it is empty"]


def test_a_local_reason_for_the_verdict_that_lost_is_not_shown(tmp_path: Path) -> None:
    recorded(tmp_path, grade(met=False, reason="wrong"), at=NOW, reasons="local")
    recorded(tmp_path, grade(met=True), at=NOW - timedelta(1), reasons="local")

    assert a_ledger(tmp_path, "local").reason(YES.key) == ""


def test_a_run_without_any_reason_leaves_no_file_for_them(tmp_path: Path) -> None:
    recorded(tmp_path, YES, reasons="local")

    assert not (tmp_path / "state" / "reasons").exists()
    assert a_ledger(tmp_path, "local").damage == ()


class FinishesMeanwhile:
    """A folder of segments; a run that is under way ends just after it is listed."""

    def __init__(self, folder: Path, run: AbstractContextManager[object]) -> None:
        self._folder = FolderSource(folder)
        self._run = run

    def names(self) -> Iterable[tuple[str, str]]:
        listed = list(self._folder.names())
        self._run.__exit__(None, None, None)
        return listed

    def read(self, identity: str) -> bytes:
        return self._folder.read(identity)


def test_a_run_that_ends_while_another_reads_is_not_missed(tmp_path: Path) -> None:
    run = a_ledger(tmp_path).recording(NOW)
    run.__enter__().record(YES, CARD)
    source = FinishesMeanwhile(tmp_path / "scores" / "ledger", run)
    other = GradeLedger(
        tmp_path / "scores", tmp_path / "state", segment_sources=[source]
    )

    assert column(other) == {name("r1"): True}
    assert files(tmp_path / "state" / "journal") == []


def test_an_edited_gitattributes_stays_as_it_is(tmp_path: Path) -> None:
    attributes = tmp_path / "scores" / ".gitattributes"
    attributes.parent.mkdir()
    attributes.write_text("ledger/** binary\n")

    recorded(tmp_path, YES)

    assert attributes.read_text() == "ledger/** binary\n"
