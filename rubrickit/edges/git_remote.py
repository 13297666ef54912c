"""Brings commits from the remote; moves no branch and touches no working tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rubrickit.edges.git_commands import Done, GitCommands, first_line
from rubrickit.errors import DeniedError, RubrickitError, WorldError

_FETCH = (
    "fetch", "--quiet", "--no-tags", "--no-recurse-submodules",
    "--no-write-fetch-head",
)  # fmt: skip
_UNKNOWN = ("not our ref", "unadvertised object", "couldn't find remote ref")
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
        if not self.find_commit(commit):
            hint = "was the branch rewritten? Then name another commit"
            raise WorldError(f"`{self.name}` has no commit {commit}", hint=hint)

    def find_commit(self, commit: str) -> bool:
        """The same; False where neither this clone nor the remote has it."""
        if not self.git.run("cat-file", "-e", f"{commit}^{{commit}}").status:
            return True
        done = self._run_fetch((commit,), *self._depth())
        if done.status and any(words in done.told for words in _UNKNOWN):
            return False
        asked(done, "read")
        return True

    def fetch_pull_request(self, number: int) -> str:
        """The commit that a pull request of GitHub's ends in now."""
        return self._fetch_ref(f"refs/pull/{number}/head", f"pull request {number}")

    def fetch_branch(self, branch: str) -> str | None:
        """As the remote has it, kept as the remote's branch; None without one."""
        ref = f"refs/heads/{branch}"
        if self.tip(ref) is None:
            return None
        kept = f"refs/remotes/{self.name}/{branch}"
        self._fetch((f"+{ref}:{kept}",), *self._depth())
        return self.git.out("rev-parse", "--verify", f"{kept}^{{commit}}").text

    def fetch_whole(self, branch: str) -> None:
        """All of the branch's history that a shallow clone lacks, and every tag."""
        options = ("--unshallow",) if self.is_shallow else ()
        self._fetch((f"refs/heads/{branch}", "+refs/tags/*:refs/tags/*"), *options)

    def deepen_until(self, is_enough: Callable[[], bool], *refs: str) -> None:
        """Step by step, and then all there is: a shallow clone hides merge bases."""
        for step in _DEEPER:
            if is_enough() or not self.is_shallow:
                return
            self._fetch(refs, f"--deepen={step}")
        if not is_enough() and self.is_shallow:
            self._fetch(refs, "--unshallow")

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

    def _depth(self) -> tuple[str, ...]:
        """A whole clone stays whole: a depth would cut its history there."""
        return ("--depth=1",) if self.is_shallow else ()

    def _fetch(self, refs: Sequence[str], *options: str) -> None:
        asked(self._run_fetch(refs, *options), "read")

    def _run_fetch(self, refs: Sequence[str], *options: str) -> Done:
        """No ref can be taken for an option, such as one that names a program."""
        return self.git.run(*_FETCH, *options, "--", self.name, *refs)


def asked(done: Done, access: str) -> Done:
    """Raises DeniedError or WorldError where the remote did not do it.

    `access` is what the token would need: `read` or `write`.
    """
    if not done.status:
        return done
    why = denial(done)
    if why is not None:
        hint = f"give the job `permissions: contents: {access}`"
        raise DeniedError(f"the Git remote does not allow this: {why}", hint=hint)
    hint = "can this machine reach it? Then run the same command again"
    raise WorldError(f"the Git remote failed: {first_line(done.told)}", hint=hint)


def denial(done: Done) -> str | None:
    """The line in which a remote refuses whoever asks, None where it does not."""
    lines = (line.strip() for line in done.told.splitlines())
    denials = (line for line in lines if any(words in line for words in _DENIALS))
    return next(denials, None)
