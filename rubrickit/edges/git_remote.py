"""Brings commits from the remote; moves no branch and touches no working tree."""

from collections.abc import Callable
from dataclasses import dataclass

from rubrickit.edges.git_commands import Done, GitCommands, first_line
from rubrickit.errors import DeniedError, RubrickitError, WorldError

_FETCH = ("fetch", "--quiet", "--no-tags", "--no-recurse-submodules")
_DEEPER = (50, 200, 1000)
_DENIALS = (
    "returned error: 401", "returned error: 403", "Authentication failed",
    "Permission denied", "Permission to", "could not read Username",
    "terminal prompts disabled", "Write access to repository",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GitRemote:
    """One remote of a clone. Each method raises WorldError where it cannot be asked."""

    git: GitCommands
    name: str = "origin"

    def fetch_commit(self, commit: str) -> None:
        """Into the object store; costs nothing where it is there."""
        if not self._has(commit):
            self._fetch(*self._depth(), "--no-write-fetch-head", self.name, commit)

    def fetch_pull_request(self, number: int) -> str:
        """The commit that a pull request of GitHub's ends in now."""
        return self._fetch_ref(f"refs/pull/{number}/head", f"pull request {number}")

    def fetch_branch(self, branch: str) -> str | None:
        """As the remote has it, kept as the remote's branch; None without one."""
        ref = f"refs/heads/{branch}"
        if self.tip(ref) is None:
            return None
        kept = f"refs/remotes/{self.name}/{branch}"
        refspec = f"+{ref}:{kept}"
        self._fetch(*self._depth(), "--no-write-fetch-head", self.name, refspec)
        return self.git.out("rev-parse", "--verify", f"{kept}^{{commit}}").text

    def deepen_until(self, is_enough: Callable[[], bool], *refs: str) -> None:
        """Step by step, and then all there is: a shallow clone hides merge bases."""
        for step in _DEEPER:
            if is_enough() or not self.is_shallow:
                return
            self._fetch(f"--deepen={step}", "--no-write-fetch-head", self.name, *refs)
        if not is_enough() and self.is_shallow:
            self._fetch("--unshallow", "--no-write-fetch-head", self.name, *refs)

    def tip(self, ref: str) -> str | None:
        """The commit that the remote has under a whole ref name, None without it."""
        listed = asked(self.git.run("ls-remote", "--refs", self.name, ref), "read").text
        rows = (line.partition("\t") for line in listed.splitlines())
        return next((commit for commit, _, name in rows if name == ref), None)

    @property
    def is_shallow(self) -> bool:
        return self.git.out("rev-parse", "--is-shallow-repository").text == "true"

    def _fetch_ref(self, ref: str, what: str) -> str:
        """By its commit, so that none of our refs has to move for it."""
        commit = self.tip(ref)
        if commit is None:
            hint = "is the number right, and the remote the pull request's repository?"
            raise RubrickitError(f"`{self.name}` has no {what}", hint=hint)
        self.fetch_commit(commit)
        return commit

    def _has(self, commit: str) -> bool:
        return not self.git.run("cat-file", "-e", f"{commit}^{{commit}}").status

    def _depth(self) -> tuple[str, ...]:
        """A whole clone stays whole: a depth would cut its history there."""
        return ("--depth=1",) if self.is_shallow else ()

    def _fetch(self, *arguments: str) -> None:
        asked(self.git.run(*_FETCH, *arguments), "read")


def asked(done: Done, access: str) -> Done:
    """Raises DeniedError or WorldError where the remote did not do it.

    `access` is what the token would need: `read` or `write`.
    """
    if not done.status:
        return done
    said = first_line(done.told)
    if is_denied(done):
        hint = f"give the job `permissions: contents: {access}`"
        raise DeniedError(f"the Git remote does not allow this: {said}", hint=hint)
    hint = "can this machine reach it? Then run the same command again"
    raise WorldError(f"the Git remote failed: {said}", hint=hint)


def is_denied(done: Done) -> bool:
    """The remote knows who asks, or would not let anyone in without a name."""
    return any(words in done.told for words in _DENIALS)
