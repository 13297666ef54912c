"""`rubrickit watch` beside an editor: quick, patient with broken files, and free."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from support.command_line import Repository, judged
from support.judge_server import JudgeServer

DOSE = "rubrics/dose.yaml"
NOTHING = "nothing that is graded changed"
BROKEN = "the delta waits until the files can be read"
PATIENCE = 60


class Watched:
    """A watch in a process of its own, and what it prints."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, words: str) -> str:
        """All that is printed up to a line with these words."""
        shown = ""
        while words not in shown:
            try:
                shown += self._lines.get(timeout=PATIENCE)
            except Empty:
                pytest.fail(f"{words!r} was not shown, but: {shown}")
        return shown

    def end(self) -> str:
        """Ctrl-C; what it says last."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stderr
        return self.process.stderr.read()


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


@pytest.fixture
def place(tmp_path: Path, server: JudgeServer) -> Repository:
    made = judged(tmp_path / "made", server.url, "gate: {max_regression: 0.01}\n")
    assert made.run("score").code == 0
    made.commit()
    return made


@pytest.fixture
def watched(place: Repository) -> Iterator[Watched]:
    with place.spawn("watch") as process:
        found = Watched(process)
        found.until(NOTHING)
        yield found
        process.kill()


def test_a_saved_edit_is_shown_with_what_it_does(
    place: Repository, watched: Watched
) -> None:
    place.edit(DOSE, "weight: 2", "weight: 4")

    shown = watched.until("reweighted")

    assert "saved rubrics/dose.yaml" in shown
    assert "0 judge calls" in shown


def test_broken_files_are_told_and_the_watch_goes_on(
    place: Repository, watched: Watched
) -> None:
    whole = (place.root / DOSE).read_text()

    place.write({DOSE: whole.replace("weight: 3", "wieght: 3")})
    told = watched.until(BROKEN) + watched.until("[key]")
    place.write({DOSE: whole})
    mended = watched.until(NOTHING)
    (place.root / DOSE).rename(place.root / "rubrics/other.yaml")
    (place.root / "rubrics/other.yaml").unlink()
    gone = watched.until("Weakened") + watched.until("dose: deleted")

    assert "rubrics/dose.yaml:6" in told
    assert BROKEN not in mended
    assert "rubrics/other.yaml" in gone
    assert "Traceback" not in gone


def test_nobody_is_asked_and_what_is_missing_is_said(
    place: Repository, watched: Watched, server: JudgeServer
) -> None:
    calls = server.calls

    place.edit(DOSE, "name a dose", "name its dose")
    shown = watched.until("`--grade` asks")

    assert "pending" in shown
    assert "4 checks never put to the judge" in shown
    assert server.calls == calls


def test_ctrl_c_ends_it(watched: Watched) -> None:
    said = watched.end()

    assert watched.process.returncode == 130
    assert said == "interrupted: what was graded is kept\n"


def test_once_looks_once_and_ends_as_the_delta_does(
    place: Repository, server: JudgeServer
) -> None:
    calls = server.calls
    assert place.run("watch", "--once").code == 0
    place.edit(DOSE, "weight: 2", "weight: 40")

    heavier, delta = place.run("watch", "--once"), place.run("delta")
    place.edit(DOSE, "weight: 40", "weight: 2")
    place.edit(DOSE, "name a dose", "name its dose")
    reworded = place.run("watch", "--once")
    place.edit(DOSE, "weight: 3", "weight: -3")
    broken = place.run("watch", "--once")

    assert [done.code for done in (heavier, reworded, broken)] == [delta.code, 4, 1]
    assert delta.code == 1
    assert BROKEN in broken.out
    assert server.calls == calls


def test_grades_are_asked_for_where_that_is_wished(
    place: Repository, server: JudgeServer
) -> None:
    calls = server.calls
    place.edit(DOSE, "name a dose", "name its dose")

    done = place.run("watch", "--once", "--grade", "--quiet")

    assert server.calls == calls + 8
    assert "8 judge calls" in done.out
    assert place.run("watch", "--once", "--grade").out.count("0 judge calls") == 1


def test_people_and_rules_are_asked_since_they_cost_nothing(
    place: Repository,
) -> None:
    """Of the settings' own kind: recorded grades stand for a paid judge only."""
    settings = (place.root / "rubrickit.yaml").read_text()
    place.write({"rubrickit.yaml": settings.replace("kind: openai", "kind: local")})
    place.commit()
    place.edit(DOSE, "name a dose", "name its dose")

    done = place.run("watch", "--once")

    assert "the embedded matcher" in place.run("delta").out
    assert "`--grade`" not in done.out


def test_a_base_and_a_folder_can_be_named(place: Repository, tmp_path: Path) -> None:
    place.edit(DOSE, "weight: 2", "weight: 4")
    place.commit()

    own = place.bare("watch", str(place.root / "rubrics"), "--once", "--base", "HEAD~1")
    none = place.bare("watch", str(tmp_path), "--once")

    assert "reweighted" in own.out
    assert "merge base of HEAD~1 and HEAD" in own.out
    assert none.code in (1, 2)
    assert "Traceback" not in none.err
