"""Adds files to a branch of the remote, such as the ledger's, without a checkout."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rubrickit.edges.git_commands import Done, GitCommands, first_line
from rubrickit.edges.git_remote import GitRemote, denial
from rubrickit.errors import DeniedError, WorldError

_NAME, _ADDRESS = "rubrickit", "rubrickit@users.noreply.github.com"
_WRITER = {
    "GIT_AUTHOR_NAME": _NAME, "GIT_AUTHOR_EMAIL": _ADDRESS,
    "GIT_COMMITTER_NAME": _NAME, "GIT_COMMITTER_EMAIL": _ADDRESS,
}  # fmt: skip
# Why a remote turns away the slower of two writers, who may well succeed later.
_RACES = (
    "cannot lock ref", "failed to lock", "failed to update ref",
    "reference already exists", "incorrect old value",
)  # fmt: skip
_REJECTED = re.compile(r"\[(?:remote )?rejected\] \((.*)\)")


@dataclass(frozen=True, slots=True)
class Pushed:
    """`commit` has the files on the remote; `added` are those it did not have."""

    commit: str
    added: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LedgerPushing:
    """Writes to one branch. `wait` is called with the number of the try that lost.

    The working tree, the index and our own branches stay as they are.
    """

    remote: GitRemote
    branch: str
    wait: Callable[[int], None]
    tries: int = 8

    def append(
        self,
        files: Mapping[str, bytes],
        message: str,
        optional: Mapping[str, bytes] | None = None,
    ) -> Pushed:
        """In one commit, the branch's first where it does not exist yet.

        Paths are as in the repository's folder. Of `optional`, what the branch has
        stays as it is there. Raises WorldError where one of `files` has other bytes
        there, or the remote fails; DeniedError where it refuses. Never forced, so two
        writers lose nothing.
        """
        blobs, spare = self._blobs(files), self._blobs(optional or {})
        for attempt in range(1, self.tries + 1):
            tip = self._fetched()
            there = self._present(tip, blobs | spare)
            self._refuse_other(blobs, there)
            added = {p: b for p, b in (spare | blobs).items() if p not in there}
            if not added:
                return Pushed(tip or "", ())
            commit = self._commit(tip, added, message)
            done = self._push(commit)
            if not done.status:
                return Pushed(commit, tuple(sorted(added)))
            self._refuse_denied(done)
            self.wait(attempt)
        raise WorldError(
            f"`{self.branch}` took no push in {self.tries} tries: {_said(done)}",
            hint="the grades are kept here; run the same command again",
        )

    @property
    def _git(self) -> GitCommands:
        return self.remote.git

    def _blobs(self, files: Mapping[str, bytes]) -> dict[str, str]:
        """Object ids by path from the top of the tree; nothing refers to them yet."""
        prefix = self._git.out("rev-parse", "--show-prefix").text
        store = ("hash-object", "-w", "--stdin")
        return {
            f"{prefix}{path}": self._git.out(*store, stdin=data).text
            for path, data in files.items()
        }

    def _fetched(self) -> str | None:
        """The branch's last commit, brought here; also what a lost answer left."""
        tip = self.remote.tip(f"refs/heads/{self.branch}")
        if tip is not None:
            self.remote.fetch_commit(tip)
        return tip

    def _present(self, tip: str | None, paths: Mapping[str, str]) -> dict[str, str]:
        """Object ids of those that the branch has, by path."""
        if tip is None or not paths:
            return {}
        tree = ("ls-tree", "-z", "--full-tree", tip, "--")
        rows = self._git.out(*tree, *paths).text.split("\0")
        facts = (row.partition("\t") for row in rows if row)
        return {path: fact.split(" ")[2] for fact, _, path in facts}

    def _refuse_other(self, ours: Mapping[str, str], theirs: Mapping[str, str]) -> None:
        for path, blob in ours.items():
            if theirs.get(path, blob) != blob:
                raise WorldError(
                    f"{path}: `{self.branch}` has another file of this name",
                    hint="`rubrickit ledger check` tells which of the two is intact",
                )

    def _commit(self, tip: str | None, added: Mapping[str, str], message: str) -> str:
        entries = (
            part
            for path, blob in added.items()
            for part in ("--cacheinfo", f"100644,{blob},{path}")
        )
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            index = str(Path(folder) / "index")
            git = self._git.with_variables({"GIT_INDEX_FILE": index, **_WRITER})
            git.out("read-tree", tip or "--empty")
            git.out("update-index", "--add", *entries)
            tree = git.out("write-tree").text
            parent = ("-p", tip) if tip else ()
            spelled = message.encode()
            return git.out("commit-tree", tree, *parent, "-F", "-", stdin=spelled).text

    def _push(self, commit: str) -> Done:
        target = f"{commit}:refs/heads/{self.branch}"
        return self._git.run("push", "--porcelain", "--", self.remote.name, target)

    def _refuse_denied(self, done: Done) -> None:
        """What another try cannot change; a race or a broken line it may."""
        text = f"{done.text}\n{done.told}"
        is_race = any(words in text for words in _RACES)
        if not is_race and ("[remote rejected]" in text or denial(done)):
            raise DeniedError(
                f"the remote does not let us push to `{self.branch}`: {_said(done)}",
                hint="give the job `permissions: contents: write`, and let it pass the"
                " branch's protection",
            )


def _said(done: Done) -> str:
    """Why a push did not happen, in the remote's words if it has any."""
    found = _REJECTED.search(done.text)
    return found[1] if found else denial(done) or first_line(done.told)
