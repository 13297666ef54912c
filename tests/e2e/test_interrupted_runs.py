"""A run that dies in the middle has paid for nothing that is lost."""

import json
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired

import pytest
from support.command_line import TEXTS, Repository, judged, rows
from support.judge_server import JudgeServer

from rubrickit.core import journals
from rubrickit.core.grades import GradeKey

WIDTH = 8
TOTAL = 4 * 25 * 2


def place_of(root: Path, url: str) -> Repository:
    """25 responses, 4 leaves, 2 passes: 200 calls."""
    many = {f"gold/{q}.jsonl": rows(q, _texts()) for q in ("dose", "sleep")}
    return judged(root, url, **many)


def _texts() -> list[str]:
    return [f"{TEXTS[n % 4]} {n}" for n in range(25)]


def journalled(place: Repository) -> set[GradeKey]:
    """What a dead run has left for the next."""
    return {
        grade.key
        for path in (place.root / ".git/rubrickit/journal").glob("*.journal")
        for grade in journals.read(path.read_bytes()).grades
    }


def is_killed(place: Repository, server: JudgeServer, after: int) -> bool:
    """Kills a run once it has made so many calls; False where it ended before."""
    goal = server.calls + after
    with place.spawn("score", "--quiet") as process:
        while server.calls < goal and process.poll() is None:
            with suppress(TimeoutExpired):
                process.wait(0.002)
        process.kill()
        _, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL), err
    return process.returncode != 0


def killed_often(place: Repository, server: JudgeServer, random: Random) -> int:
    """At random points until a run gets to its end; returns the number of kills."""
    kills, first = 0, server.calls
    while is_killed(place, server, random.randrange(1, 50)):
        kills += 1
        kept = len(journalled(place))
        assert place.json("plan", "--all")["calls"] == TOTAL - kept
        # What was in flight at a kill, or had just come back, is all that is lost.
        assert server.calls - first - kept <= 2 * WIDTH * kills
    return kills


def check(root: Path, points: int, seed: int) -> None:
    random, kills = Random(seed), 0
    with JudgeServer(latency=0.002) as server:
        undisturbed = place_of(root / "calm", server.url).json("score")
        assert undisturbed["calls"] == TOTAL
        while kills < points:
            place = place_of(root / f"at-{kills}", server.url)
            kills += killed_often(place, server, random)
            last = place.json("score")

            assert last["calls"] == 0
            assert scored(last) == scored(undisturbed)
            assert not journalled(place)
            assert not list(place.root.rglob("*.tmp"))


def scored(document: object) -> str:
    assert isinstance(document, dict)
    return json.dumps([document["questions"], document["mean_exact"]])


@pytest.mark.slow
def test_a_run_killed_at_six_points_ends_like_one_undisturbed(tmp_path: Path) -> None:
    check(tmp_path, 6, seed=11)


@pytest.mark.slow
def test_a_run_killed_at_a_hundred_points_ends_like_one_undisturbed(
    tmp_path: Path,
) -> None:
    check(tmp_path, 100, seed=12)


def test_what_was_journalled_before_a_kill_is_never_asked_again(tmp_path: Path) -> None:
    with JudgeServer(latency=0.002) as server:
        place = place_of(tmp_path, server.url)
        assert is_killed(place, server, 60)
        kept = journalled(place)
        calls = server.calls

        again = place.json("score")

        assert server.calls - calls == again["calls"] == TOTAL - len(kept)
    assert len(kept) > 60 - 2 * WIDTH
    assert again["pending"] == 0
    segments = list(place.root.glob("scores/ledger/*/*.jsonl"))
    assert len(segments) == 1


def test_control_c_keeps_what_was_graded_and_says_so(tmp_path: Path) -> None:
    with JudgeServer(latency=0.02) as server:
        place = place_of(tmp_path, server.url)
        with place.spawn("score") as process:
            while server.calls < 40:
                with suppress(TimeoutExpired):
                    process.wait(0.005)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        assert (process.returncode, out) == (130, "")
        assert err.splitlines()[-1] == "interrupted: what was graded is kept"
        assert "Traceback" not in err
        calls = server.calls

        again = place.json("score")

    assert again["calls"] <= TOTAL - (calls - 2 * WIDTH)
    assert again["pending"] == 0


def test_two_runs_at_once_both_finish_and_lose_nothing(tmp_path: Path) -> None:
    with JudgeServer(latency=0.002, flips=0.3) as server:
        place = place_of(tmp_path, server.url)
        runs = [place.spawn("score", "--format", "json") for _ in range(2)]
        outs = [run.communicate(timeout=60) for run in runs]
        assert [run.returncode for run in runs] == [0, 0], outs
        calls = server.calls

        again = place.json("score")

    assert (server.calls, again["calls"], again["pending"]) == (calls, 0, 0)
    assert not journalled(place)
