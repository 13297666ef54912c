"""Many tasks at once on threads, the first one alone."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from math import inf
from queue import Empty, SimpleQueue
from threading import Event, Semaphore, Thread

from rubrickit.core.grades import Answer, Task

Work = Callable[[Task], Answer]
OpenLane = Callable[[], AbstractContextManager[Work]]
"""Opens what one thread needs, and closes it when the thread ends."""

GRACE = 1.0
"""Seconds that a lane may take longer than the run, to report what it has."""

_AHEAD = 2
"""Tasks a lane that may be out: one on the wire, one whose answer is not yet kept."""

_GLANCE = 0.05
"""Seconds after which a waiting lane looks whether it should stop."""

_Numbered = tuple[int, Task]
_Outcome = tuple[int, Answer] | BaseException | None


class Lanes:
    """Runs tasks on up to `width` threads until `stop` is set or time is up."""

    def __init__(
        self,
        open_lane: OpenLane,
        width: int,
        stop: Event,
        seconds_left: Callable[[], float],
    ) -> None:
        self._open_lane = open_lane
        self._width = width
        self._stop = stop
        self._seconds_left = seconds_left

    def answers(
        self, tasks: Sequence[Task], late: Callable[[Task], Answer]
    ) -> Iterator[Answer]:
        """Each task once, in order of completion; the first is answered alone.

        `late` makes the answer of a task that nobody got round to. An error in a lane
        stops the others and is raised when they have finished what they had sent.
        Closing the iterator stops them without waiting. No more than twice `width`
        tasks are ever out: what a slow reader has not taken would be lost with it.
        """
        numbered = list(enumerate(tasks))
        waiting = dict(numbered)
        try:
            for part in (numbered[:1], numbered[1:]):
                for index, answer in self._run(part):
                    del waiting[index]
                    yield answer
            yield from (late(task) for task in waiting.values())
        finally:
            self._stop.set()

    def _run(self, part: list[_Numbered]) -> Iterator[tuple[int, Answer]]:
        todo = deque(part)
        done: SimpleQueue[_Outcome] = SimpleQueue()
        room = Semaphore(_AHEAD * self._width)
        running = min(self._width, len(part))
        for _ in range(running):
            # A daemon, so that a hanging request cannot keep the program alive.
            Thread(target=self._work, args=(todo, done, room), daemon=True).start()
        error: BaseException | None = None
        while running and (outcomes := self._next(done)):
            outcome = outcomes[0]
            if outcome is None:
                running -= 1
            elif isinstance(outcome, BaseException):
                error = error or outcome
                self._stop.set()
            else:
                yield outcome
                room.release()
        if error is not None:
            raise error

    def _next(self, done: "SimpleQueue[_Outcome]") -> list[_Outcome]:
        """The next outcome, alone; nothing where time is up."""
        left = self._seconds_left()
        try:
            return [done.get(timeout=None if left == inf else max(left, 0) + GRACE)]
        except Empty:
            return []

    def _work(
        self,
        todo: "deque[_Numbered]",
        done: "SimpleQueue[_Outcome]",
        room: Semaphore,
    ) -> None:
        try:
            with self._open_lane() as work:
                for index, task in _taken(todo, room, self._stop):
                    done.put((index, work(task)))
        except BaseException as error:
            done.put(error)
        finally:
            done.put(None)


def _taken(
    todo: "deque[_Numbered]", room: Semaphore, stop: Event
) -> Iterator[_Numbered]:
    while not stop.is_set():
        if not room.acquire(timeout=_GLANCE):
            continue
        try:
            yield todo.popleft()
        except IndexError:
            return
