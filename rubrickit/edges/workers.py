"""Many files read on all cores, as if it were one after the other."""

import gc
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, pairwise, zip_longest
from typing import Generic, NoReturn, TypeVar

Result = TypeVar("Result")
File = tuple[str, bytes]
Work = Callable[[str, bytes], Result]
"""Of a path and its bytes; touches nothing else."""

# What is in memory at once; and more cores than these wait for each other.
_LOAD = 32_000_000
_CORES = 4


def spread(
    work: Work[Result], files: Iterable[File], enough: int
) -> Iterator[tuple[str, Result]]:
    """The results by path, in order; of fewer than `enough` bytes without processes.

    Raises what `work` raises for the first file that it raises for.
    """
    for load, size in _loads(files):
        found = _parallel(work, load) if size >= enough else _each(work, load)
        yield from zip((path for path, _ in load), found, strict=True)


def _loads(files: Iterable[File]) -> Iterator[tuple[list[File], int]]:
    load: list[File] = []
    size = 0
    for file in files:
        load.append(file)
        size += len(file[1])
        if size >= _LOAD:
            yield load, size
            load, size = [], 0
    yield load, size


def _each(work: Work[Result], files: Sequence[File]) -> list[Result]:
    return [work(path, data) for path, data in files]


def _parallel(work: Work[Result], files: Sequence[File]) -> list[Result]:
    """The first share is this process's own, and so is what no child brings."""
    cores = _usable_cores()
    ends = [len(files) * share // cores for share in range(cores + 1)]
    own, *others = [files[a:b] for a, b in pairwise(ends)]
    children: list[_Child[Result]] = []
    try:
        with suppress(OSError):  # no process, pipe or memory is left for one more
            for share in others:
                children.append(_Child.of(work, share))
        found = [_each(work, own)]
        for child, share in zip_longest(children, others):
            told = child.results() if child else None
            found.append(_each(work, share) if told is None else told)
    finally:
        for child in children:
            child.end()
    return [*chain.from_iterable(found)]


def _usable_cores() -> int:
    """One where a child could inherit a lock that another thread holds."""
    if not hasattr(os, "sched_getaffinity") or threading.active_count() > 1:
        return 1
    return min(len(os.sched_getaffinity(0)), _CORES)


@dataclass(slots=True)
class _Child(Generic[Result]):
    """Has this process's memory; what it makes of its share comes through a pipe."""

    process: int
    answer: int

    @classmethod
    def of(cls, work: Work[Result], share: Sequence[File]) -> "_Child[Result]":
        answer, question = os.pipe()
        try:
            process = os.fork()
        except OSError:
            os.close(answer)
            os.close(question)
            raise
        if not process:
            os.close(answer)
            _serve(work, share, question)
        os.close(question)
        return cls(process, answer)

    def results(self) -> list[Result] | None:
        """None where it died, or `work` raised something."""
        with open(self.answer, "rb", closefd=False) as answer:
            data = answer.read()
        return None if self._ended() else pickle.loads(data)

    def end(self) -> None:
        os.close(self.answer)
        if self.process:
            with suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)
            self._ended()

    def _ended(self) -> int:
        """Its status; as good as dead where our parent has our children forgotten."""
        process, self.process = self.process, 0
        try:
            return os.waitpid(process, 0)[1]
        except ChildProcessError:
            return 1


def _serve(work: Work[Result], share: Sequence[File], question: int) -> NoReturn:
    """Ends without anything that this process would do at its own end."""
    status = 1
    try:
        gc.disable()  # It would touch, and so copy, all of the parent's memory.
        told = pickle.dumps(_each(work, share), pickle.HIGHEST_PROTOCOL)
        with open(question, "wb") as pipe:
            pipe.write(told)
        status = 0
    finally:
        os._exit(status)
