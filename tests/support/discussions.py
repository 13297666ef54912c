"""A pull request's comments in memory, and runs that take turns on them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from threading import Semaphore, Thread

from rubrickit.core.hosting.posts import Comment, PullRequest
from rubrickit.errors import DeniedError, LostAnswerError

HEAD = "a" * 40
US = "github-actions[bot]"
NUMBER = 7
OPEN = PullRequest(
    NUMBER, HEAD, "main", is_fork=False, is_open=True, is_draft=False
)  # fmt: skip


@dataclass(slots=True)
class MemoryDiscussion:
    """Implements `world.Discussion`.

    `losses` says for each new comment whether its answer comes: "" that it does,
    `stored` or `dropped` what became of one whose answer is lost. A call named in
    `denied` is refused. `writes` has the calls that changed something.
    """

    now: PullRequest = OPEN
    entries: list[Comment] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    denied: tuple[str, ...] = ()
    hidden: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    added: int = 0

    def pull_request(self, number: int) -> PullRequest:
        assert number == NUMBER
        self._allow("pull_request")
        return self.now

    def login(self) -> str:
        return US

    def comments(self, number: int) -> Sequence[Comment]:
        assert number == NUMBER
        self._allow("comments")
        return tuple(self.entries)

    def add_comment(self, number: int, body: str) -> Comment:
        assert number == NUMBER
        self._allow("add")
        loss = self.losses.pop(0) if self.losses else ""
        self.writes.append("add")
        comment = self.store(body) if loss != "dropped" else None
        if loss or comment is None:
            raise LostAnswerError("the connection broke")
        return comment

    def store(self, body: str, author: str = US) -> Comment:
        """As somebody has written it before, or beside the runs."""
        self.added += 1
        identity = str(self.added)
        comment = Comment(identity, author, body, url=f"https://host/c/{identity}")
        self.entries.append(comment)
        return comment

    def update_comment(self, number: int, identity: str, body: str) -> Comment:
        assert number == NUMBER
        self._allow("update")
        self.writes.append(f"update {identity}")
        at = [comment.identity for comment in self.entries].index(identity)
        self.entries[at] = replace(self.entries[at], body=body)
        return self.entries[at]

    def delete_comment(self, number: int, identity: str) -> None:
        assert number == NUMBER
        self._allow("delete")
        self.writes.append(f"delete {identity}")
        self.entries = [each for each in self.entries if each.identity != identity]

    def hide_comment(self, number: int, identity: str) -> None:
        assert number == NUMBER
        self._allow("hide")
        self.writes.append(f"hide {identity}")
        self.hidden.append(identity)

    def _allow(self, call: str) -> None:
        if call in self.denied:
            raise DeniedError("not with this token", hint="add `pull-requests: write`")


@dataclass(slots=True)
class Lane:
    """One run among others. It stands before its next call until it is let go."""

    gate: Semaphore = field(default_factory=lambda: Semaphore(0))
    calls: int = 0
    is_done: bool = False
    awaited: dict[int, int] | None = None
    error: BaseException | None = None


class Turns:
    """Runs that share a discussion, one call at a time, in an order that is given."""

    def __init__(self, discussion: MemoryDiscussion, order: Iterable[int]) -> None:
        self._discussion = discussion
        self._order = iter(order)
        self._lanes: list[Lane] = []
        self._parked = Semaphore(0)

    def run(self, jobs: Sequence[Callable[["TakingTurns"], None]]) -> None:
        """Until all are done; the first of their errors is raised."""
        self._lanes = [Lane() for _ in jobs]
        threads = [
            Thread(target=self._work, args=(at, job), daemon=True)
            for at, job in enumerate(jobs)
        ]
        for thread in threads:
            thread.start()
            self._parked.acquire()
        while ready := [lane for lane in self._lanes if self._is_ready(lane)]:
            ready[next(self._order, 0) % len(ready)].gate.release()
            self._parked.acquire()
        for lane, thread in zip(self._lanes, threads, strict=True):
            assert lane.is_done
            thread.join()
            if lane.error:
                raise lane.error

    def _work(self, at: int, job: Callable[["TakingTurns"], None]) -> None:
        lane = self._lanes[at]
        self.park(lane)
        try:
            job(TakingTurns(self, self._discussion, lane))
        except BaseException as error:
            lane.error = error
        lane.is_done = True
        self._parked.release()

    def park(self, lane: Lane) -> None:
        self._parked.release()
        lane.gate.acquire()
        lane.calls += 1

    def wait(self, lane: Lane) -> None:
        """Until each request that is under way now has been carried out."""
        others = enumerate(self._lanes)
        lane.awaited = {at: each.calls for at, each in others if each is not lane}
        self.park(lane)
        lane.awaited = None

    def _is_ready(self, lane: Lane) -> bool:
        if lane.is_done:
            return False
        awaited = (
            (self._lanes[at], calls) for at, calls in (lane.awaited or {}).items()
        )
        return all(
            each.is_done or each.awaited is not None or each.calls > calls
            for each, calls in awaited
        )


class TakingTurns:
    """The shared discussion as one run has it."""

    def __init__(self, turns: Turns, shared: MemoryDiscussion, lane: Lane) -> None:
        self._turns = turns
        self._shared = shared
        self._lane = lane

    def wait(self) -> None:
        self._turns.wait(self._lane)

    def pull_request(self, number: int) -> PullRequest:
        return self._now().pull_request(number)

    def login(self) -> str:
        return self._shared.login()

    def comments(self, number: int) -> Sequence[Comment]:
        return self._now().comments(number)

    def add_comment(self, number: int, body: str) -> Comment:
        return self._now().add_comment(number, body)

    def update_comment(self, number: int, identity: str, body: str) -> Comment:
        return self._now().update_comment(number, identity, body)

    def delete_comment(self, number: int, identity: str) -> None:
        self._now().delete_comment(number, identity)

    def hide_comment(self, number: int, identity: str) -> None:
        self._now().hide_comment(number, identity)

    def _now(self) -> MemoryDiscussion:
        self._turns.park(self._lane)
        return self._shared
