"""Reads made-up files on all cores, in a process that has no other thread.

    python spread_child.py WHAT

does one of the functions below, and prints what came of it as JSON.
"""

import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rubrickit.edges import workers

FILES = [(f"gold/{number}.jsonl", b"%d" % number) for number in range(40)]
LARGE = [(f"{number}.jsonl", b"x" * 9_000_000) for number in range(10)]
PARENT = os.getpid()
FDS = Path("/proc/self/fd")


def by_whom(path: str, data: bytes) -> tuple[str, int]:
    return path + data.decode(), os.getpid()


def in_order() -> Any:
    found = [*workers.spread(by_whom, FILES, 0)]
    return {
        "paths": [path for path, _ in found],
        "made": [made for _, (made, _) in found],
        "processes": len({process for _, (_, process) in found}),
        "children": children(),
    }


def few_bytes() -> Any:
    found = workers.spread(by_whom, FILES, 1_000_000)
    return [*{process == PARENT for _, (_, process) in found}]


def nothing() -> Any:
    return [*workers.spread(by_whom, [], 0)]


def beside_a_thread() -> Any:
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    found = {process == PARENT for _, (_, process) in workers.spread(by_whom, FILES, 0)}
    end.set()
    other.join()
    return [*found]


def refused() -> Any:
    """From the tenth on every file is wrong."""

    def work(path: str, data: bytes) -> str:
        if int(data) >= 10:
            raise ValueError(path)
        return path

    return failure(work)


def refused_at_the_end() -> Any:
    def work(path: str, _: bytes) -> str:
        if path == FILES[-1][0]:
            raise ValueError(path)
        return path

    return failure(work)


def failure(work: Callable[[str, bytes], str]) -> Any:
    try:
        found: Any = [*workers.spread(work, FILES, 0)]
    except ValueError as error:
        found = str(error)
    return {"raised": found, "children": children(), "open": len([*FDS.iterdir()])}


def dying() -> Any:
    def work(path: str, _: bytes) -> str:
        if os.getpid() != PARENT:
            os.kill(os.getpid(), signal.SIGKILL)
        return path

    return [made == path for path, made in workers.spread(work, FILES, 0)]


def without_another_file() -> Any:
    """No pipe can be opened any more."""
    most = max(int(path.name) for path in FDS.iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return in_order()


def forgotten() -> Any:
    """As where a parent ignores the end of its children."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    return in_order()


def interrupted() -> Any:
    def work(_: str, __: bytes) -> str:
        if os.getpid() != PARENT:
            signal.pause()
        raise KeyboardInterrupt

    try:
        [*workers.spread(work, FILES, 0)]
    except KeyboardInterrupt:
        return children()


def of_many_bytes() -> Any:
    """How many were taken before the first was given."""
    taken = []

    def files() -> Iterator[tuple[str, bytes]]:
        for file in LARGE:
            taken.append(file[0])
            yield file

    found = workers.spread(lambda _, data: len(data), files(), 0)
    next(found)
    return {"taken": len(taken), "rest": len([*found])}


def children() -> int:
    """How many have not ended and been waited for."""
    try:
        return 1 + os.waitpid(-1, os.WNOHANG)[0]
    except ChildProcessError:
        return 0


if __name__ == "__main__":
    sys.stdout.write(json.dumps(globals()[sys.argv[1]]()))
