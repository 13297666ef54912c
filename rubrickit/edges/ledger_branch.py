"""The ledger's files in a tree of Git's, such as the data branch."""

import errno
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import PurePosixPath

from rubrickit.core.git_output import TreeFile
from rubrickit.edges.git_history import GitHistory

NAME = "rubrickit-ledger"
"""The protected branch that trusted runs add their grades to."""

# Whole names: a tag of that name is not the protected branch.
DATA_BRANCHES = (f"refs/heads/{NAME}", f"refs/remotes/origin/{NAME}")


class TreeSource:
    """Implements `world.NamedFiles` over one folder of a commit."""

    def __init__(
        self, history: GitHistory, commit: str, folder: str, suffix: str
    ) -> None:
        self._history = history
        self._commit = commit
        self._folder = folder
        self._suffix = suffix

    def names(self) -> Iterator[tuple[str, str]]:
        for path in self._files:
            if path.endswith(self._suffix):
                yield PurePosixPath(path).name, path

    def read(self, identity: str) -> bytes:
        """Raises OSError where the entry is no regular file, or cannot be read."""
        file = self._files[identity]
        if not file.is_regular:
            raise OSError(errno.EINVAL, "not a regular file", identity)
        try:
            return self._contents[file.blob]
        except KeyError:
            raise OSError(errno.EIO, "Git has no such object", identity) from None

    @cached_property
    def _contents(self) -> Mapping[str, bytes]:
        """Of all files at once: each is wanted."""
        wanted = [
            file.blob
            for path, file in self._files.items()
            if file.is_regular and path.endswith(self._suffix)
        ]
        return self._history.read_some(wanted)

    @cached_property
    def _files(self) -> dict[str, TreeFile]:
        return self._history.files(self._commit, self._folder)


def data_branch(history: GitHistory) -> tuple[str, ...]:
    """The commits of the data branch, here and on the remote; empty without one."""
    found = (history.find_commit(name) for name in DATA_BRANCHES)
    return tuple(commit for commit in found if commit)
