"""Whatever kills a run, what it recorded stays, and is asked for once."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import recording_child
from ledger_samples import by_key, intact, verdicts

from rubrickit.core.segments import Segment
from rubrickit.edges.grade_ledger import GradeLedger

ROOT = Path(__file__).parents[2]
GRADES = 300


def child(root: Path, *arguments: int) -> "subprocess.Popen[str]":
    script = Path(recording_child.__file__)
    return subprocess.Popen(
        [sys.executable, script, root, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT)},
    )


def run(root: Path, *arguments: int) -> tuple[set[int], str]:
    """The grades that it recorded, and what it said when it stopped."""
    with child(root, *arguments) as process:
        output, errors = process.communicate()
    return numbers(output, "done"), errors


def numbers(output: str, word: str) -> set[int]:
    """Of whole lines; the last may be cut."""
    lines = [line.split() for line in output.split("\n")[:-1]]
    return {int(line[1]) for line in lines if line[0] == word}


def kill_after(root: Path, random: Random) -> tuple[set[int], set[int], bool]:
    """What was asked, what was recorded, and whether it was killed before its end."""
    with child(root, GRADES) as process:
        assert process.stdout
        lines = []
        for _ in range(random.randrange(2 * GRADES + 20)):
            lines.append(process.stdout.readline())
        try:
            process.wait(random.uniform(0, 0.003))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        output = "".join(lines) + process.stdout.read()
        killed = process.wait() == -signal.SIGKILL
    return numbers(output, "asked"), numbers(output, "done"), killed


def segments_in(root: Path) -> Iterator[Segment]:
    for path in (root / "scores" / "ledger").rglob("*.jsonl"):
        segment = intact(path.read_bytes())
        assert segment.name == path.stem
        yield segment


def everything(count: int = GRADES) -> list[recording_child.Grade]:
    return [recording_child.grade(number) for number in range(count)]


def leftovers(root: Path) -> list[Path]:
    """Journals and drafts."""
    return [*root.rglob("*.journal"), *root.rglob("*.tmp"), *root.rglob(".*.tmp")]


def killed_often(root: Path, points: int) -> int:
    """Kills until the work is done, again and again; returns the number of kills."""
    random, kills, repository = Random(7), 0, 0
    while kills < points:
        repository += 1
        place = root / str(repository)
        done: set[int] = set()
        while True:
            asked, recorded, killed = kill_after(place, random)
            assert not asked & done, "a recorded grade was asked for again"
            done |= recorded
            kills += killed
            if not killed:
                break
        assert verdicts(*segments_in(place)) == by_key(everything())
        assert not leftovers(place)
        assert (place / "scores/judges").is_dir()
    return kills


def test_a_run_killed_at_ten_points_ends_like_one_undisturbed(tmp_path: Path) -> None:
    assert killed_often(tmp_path, points=10) >= 10


@pytest.mark.slow
def test_a_run_killed_at_a_hundred_points_ends_like_one_undisturbed(
    tmp_path: Path,
) -> None:
    assert killed_often(tmp_path, points=100) >= 100


def test_two_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    with child(tmp_path, GRADES) as one, child(tmp_path, GRADES) as other:
        outputs = [process.communicate() for process in (one, other)]

    assert [errors for _, errors in outputs] == ["", ""]
    assert verdicts(*segments_in(tmp_path)) == by_key(everything())
    assert not leftovers(tmp_path)


@pytest.mark.parametrize("limit", [100, 3_000, 20_000, 36_000])
def test_a_full_disk_stops_the_run_and_loses_no_recorded_grade(
    tmp_path: Path, limit: int
) -> None:
    recorded, errors = run(tmp_path, GRADES, limit)

    assert errors.startswith(f"error: {tmp_path}")
    assert "cannot be written: " in errors
    assert recorded
    ledger = GradeLedger(tmp_path / "scores", tmp_path / "state")
    for number in recorded:
        key = recording_child.grade(number).key
        column = ledger.column(key.judge, key.question, key.leaf, key.pass_number)
        assert key.response in column
    assert not ledger.damage

    again, errors = run(tmp_path, GRADES)

    assert not errors
    assert not again & recorded
    assert verdicts(*segments_in(tmp_path)) == by_key(everything())
    assert not leftovers(tmp_path)


def test_a_crash_between_the_segment_and_the_journal_counts_nothing_twice(
    tmp_path: Path,
) -> None:
    with child(tmp_path, GRADES) as process:
        assert process.stdout
        while "done 250" not in process.stdout.readline():
            pass
        process.kill()
    (journal,) = (tmp_path / "state/journal").iterdir()
    kept = journal.read_bytes()
    run(tmp_path, 0)
    segments = list(segments_in(tmp_path))
    journal.write_bytes(kept)

    ledger = GradeLedger(tmp_path / "scores", tmp_path / "state")
    with ledger.recording(recording_child.STARTED + timedelta(1)):
        pass

    assert ledger.written == []
    assert list(segments_in(tmp_path)) == segments
    assert not journal.exists()
    for grade in everything(250):
        key = grade.key
        ledger.column(key.judge, key.question, key.leaf, key.pass_number)
    assert ledger.clashes == 0
