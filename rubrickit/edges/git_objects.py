"""Git's objects by their ids, through one process that stays open for the next."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO, Protocol
from weakref import finalize

from rubrickit.core import git_output
from rubrickit.core.git_output import GitObject, TreeFile
from rubrickit.errors import WorldError

# So few that the ids of a batch fit into a pipe while Git waits for us to read.
_BATCH = 100
_KEPT = 1000
_COMMAND = ("git", "cat-file", "--batch")


class Process(Protocol):
    """A child whose streams are pipes."""

    stdin: IO[bytes]
    stdout: IO[bytes]


Start = Callable[[Sequence[str]], Process]

Found = tuple[str, GitObject | None]
"""An id, and its object, None where it is missing or damaged."""


Tree = Mapping[str, TreeFile]
"""By name, in one folder."""


class GitObjects:
    """Git ends at a damaged object; then it is started again for the others."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._idle: list[Process] = []
        # Python's own order, where everything ends at once, leaves pipes open.
        finalize(self, self._idle.clear)

    def each(self, ids: Iterable[str]) -> Iterator[Found]:
        """One after the other, so that what the caller drops is not kept.

        What is no whole id is left out.
        """
        rest = filter(git_output.is_id, ids)
        while batch := [*islice(rest, _BATCH)]:
            yield from self._batch(batch)

    def read(self, name: str) -> GitObject:
        """Raises WorldError where it is missing or damaged."""
        for _, found in self.each([name]):
            if found is not None:
                return found
        raise unreadable(name)

    def kind(self, name: str) -> str | None:
        """None of what is missing or damaged."""
        return next((found.kind for _, found in self.each([name]) if found), None)

    def close(self) -> None:
        """GitPython ends a process when its handle is dropped."""
        self._idle.clear()

    def _batch(self, ids: Sequence[str]) -> Iterator[Found]:
        """Whoever asks meanwhile, or stops in between, leaves the process to nobody."""
        kept = self._idle.pop() if self._idle else None
        process = kept or self._start(_COMMAND)
        with suppress(BrokenPipeError):
            process.stdin.write("".join(f"{name}\n" for name in ids).encode())
            process.stdin.flush()
        for at, name in enumerate(ids):
            found = _answer(process.stdout, name)
            if found is None:
                # A kept one may have been ended before it was asked.
                again = ids if kept and not at else ids[at + 1 :]
                if again is not ids:
                    yield name, None
                if again:
                    yield from self._batch(again)
                return
            if at == len(ids) - 1:
                self._idle.append(process)
            yield name, None if found.kind == "missing" else found


class GitTrees:
    """Lists whole folders of commits; what was read lately is kept."""

    def __init__(self, objects: GitObjects) -> None:
        self._objects = objects
        self._roots: dict[str, str] = {}
        self._trees: dict[str, Tree] = {}

    def files(self, top: str, path: str) -> Iterator[tuple[str, TreeFile]]:
        """What lies at the path or below it, "" for all; `top` is a commit or a tree.

        Raises WorldError where the repository lacks one of the trees.
        """
        found = TreeFile(git_output.FOLDER, self._root(top))
        for name in filter(None, path.split("/")):
            inside = self._tree(found.blob) if found.is_folder else {}
            if name not in inside:
                return
            found = inside[name]
        waiting = [(path, found)]
        while waiting:
            at, entry = waiting.pop()
            if entry.is_folder:
                above = f"{at}/" if at else ""
                tree = self._tree(entry.blob)
                waiting += [(above + name, each) for name, each in tree.items()]
            else:
                yield at, entry

    def _root(self, top: str) -> str:
        if top not in self._roots:
            at: str | None = top
            while at is not None:
                self._roots[top] = at
                at = git_output.points_to(self._objects.read(at))
        return self._roots[top]

    def _tree(self, name: str) -> Tree:
        if name not in self._trees:
            if len(self._trees) > _KEPT:
                self._trees.clear()
            found = self._objects.read(name)
            try:
                self._trees[name] = git_output.tree(found.data, len(name) // 2)
            except ValueError as error:
                raise unreadable(name) from error
        return self._trees[name]


def unreadable(name: str) -> WorldError:
    hint = "`git fsck` tells more; a partial clone has to fetch it"
    return WorldError(f"Git cannot read the object `{name}`", hint=hint)


def _answer(answers: IO[bytes], name: str) -> GitObject | None:
    """None where Git has ended."""
    line = answers.readline()
    if not line.startswith(f"{name} ".encode()):
        return None
    kind, size = git_output.object_head(line)
    if kind == "missing":
        return GitObject(kind, b"")
    data = answers.read(size + 1)
    return GitObject(kind, data[:-1]) if len(data) == size + 1 else None
