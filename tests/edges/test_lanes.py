import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Event
from threading import enumerate as enumerate_threads

import pytest
from support.tasks import some_tasks

from rubrickit.core.grades import Answer, Task
from rubrickit.edges.lanes import Lanes, Work


def done(task: Task) -> Answer:
    return Answer(task, None, "unsure")


def late(task: Task) -> Answer:
    return Answer(task, None, "over_budget")


def lanes(work: Work, seconds: float = inf, width: int = 3) -> Lanes:
    @contextmanager
    def open_lane() -> Iterator[Work]:
        yield work

    return Lanes(open_lane, width, Event(), lambda: seconds)


def test_each_task_is_answered_once() -> None:
    tasks = some_tasks(20)

    answers = list(lanes(done).answers(tasks, late))

    assert sorted(map(id, tasks)) == sorted(id(answer.task) for answer in answers)


def test_equal_tasks_are_answered_each() -> None:
    assert len(list(lanes(done).answers(some_tasks(1) * 5, late))) == 5


def test_a_bug_in_a_lane_is_not_swallowed() -> None:
    begun: list[Task] = []

    def fails(task: Task) -> Answer:
        begun.append(task)
        if task.leaf.texts == ("Does it name item 3?",):
            raise ZeroDivisionError
        time.sleep(0.001)
        return done(task)

    with pytest.raises(ZeroDivisionError):
        list(lanes(fails).answers(some_tasks(10_000), late))

    assert len(begun) < 5000


def test_a_lane_that_cannot_open_is_not_waited_for() -> None:
    @contextmanager
    def open_lane() -> Iterator[Work]:
        raise OSError("no more files")
        yield done

    with pytest.raises(OSError, match="no more files"):
        list(Lanes(open_lane, 3, Event(), lambda: inf).answers(some_tasks(3), late))


def test_when_time_is_up_a_stuck_lane_is_left_alone() -> None:
    release = Event()

    def sticks(task: Task) -> Answer:
        if task.leaf.texts == ("Does it name item 4?",):
            release.wait(30)
        return done(task)

    answers = list(lanes(sticks, seconds=-0.9).answers(some_tasks(10), late))
    stuck = [thread for thread in enumerate_threads() if "(_work)" in thread.name]
    release.set()

    assert all(thread.daemon for thread in stuck)
    assert len(answers) == 10
    assert [answer.code for answer in answers].count("over_budget") == 1


def test_lanes_do_not_run_far_ahead_of_a_slow_reader() -> None:
    begun: list[Task] = []

    def notes(task: Task) -> Answer:
        begun.append(task)
        return done(task)

    answers = lanes(notes, width=3).answers(some_tasks(60), late)
    for _ in range(10):
        next(answers)
    wait = time.monotonic() + 0.3
    while len(begun) < 60 and time.monotonic() < wait:
        time.sleep(0.01)

    assert len(begun) <= 10 + 2 * 3
    assert sum(1 for _ in answers) == 50
