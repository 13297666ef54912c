"""The ledger's files in a tree of Git's, such as the data branch."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from rubrickit.edges.git_history import GitHistory, TreeFile

DATA_BRANCHES = ("rubrickit-ledger", "origin/rubrickit-ledger")


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
        for path in self._files():
            if path.endswith(self._suffix):
                yield PurePosixPath(path).name, path

    def read(self, identity: str) -> bytes:
        """Raises OSError where the entry is no regular file."""
        file = self._files()[identity]
        if not file.is_regular:
            message = f"mode {file.mode} is no regular file"
            raise OSError(message)
        return self._history.read([file.blob])[file.blob]

    def _files(self) -> dict[str, TreeFile]:
        return self._history.files(self._commit, self._folder)


def data_branch(history: GitHistory) -> tuple[str, ...]:
    """The commits of the data branch, here and on the remote; empty without one."""
    found = (history.find_commit(name) for name in DATA_BRANCHES)
    return tuple(commit for commit in found if commit)
