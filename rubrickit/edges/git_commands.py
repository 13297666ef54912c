"""Git's own commands as child processes that never ask, and never run for ever."""

import os
import signal
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

from rubrickit.errors import WorldError

# English, since what Git says decides; and nothing that waits for a person.
_QUIET = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GCM_INTERACTIVE": "never",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
_SETTINGS = (
    "-c", f"core.hooksPath={os.devnull}", "-c", "gc.auto=0", "-c", "maintenance.auto=0",
    "-c", "push.followTags=false", "-c", "push.gpgSign=false",
    "-c", "submodule.recurse=false", "-c", "fetch.recurseSubmodules=false",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Done:
    """A command that ended: exit code, standard output, what it told the person."""

    status: int
    out: bytes
    told: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "surrogateescape").strip()


@dataclass(frozen=True, slots=True)
class GitCommands:
    """Git in one folder. `environment` is the whole one that its processes get."""

    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    seconds: float = 300.0

    def with_token(
        self, url: str, token: str, user: str = "x-access-token"
    ) -> "GitCommands":
        """Sent to that server alone; seen by Git's processes, and on no disk.

        It stands in for what the clone may hold for the same server, since two
        headers of one name are refused.
        """
        encoded = b64encode(f"{user}:{token}".encode()).decode()
        name = f"http.{url.rstrip('/')}/.extraheader"
        settings = [(name, ""), (name, f"AUTHORIZATION: basic {encoded}")]
        return replace(self, environment=_configured(self.environment, settings))

    def with_variables(self, variables: Mapping[str, str]) -> "GitCommands":
        return replace(self, environment={**self.environment, **variables})

    def run(self, *arguments: str, stdin: bytes = b"") -> Done:
        """Whatever its exit code; raises WorldError where it does not end in time."""
        command = ["git", *_SETTINGS, *arguments]
        variables = {"GIT_SSH_COMMAND": "ssh -oBatchMode=yes"}
        variables |= {**self.environment, **_QUIET}
        try:
            # A session of its own, so that its own children can be ended with it.
            process = Popen(
                command, cwd=self.folder, env=variables, start_new_session=True,
                stdin=PIPE, stdout=PIPE, stderr=PIPE,
            )  # fmt: skip
        except FileNotFoundError as error:
            hint = "install git and try again"
            raise WorldError("there is no `git` command", hint=hint) from error
        out, told = self._ended(process, arguments[0], stdin)
        return Done(process.returncode, out, told.decode("utf-8", "replace"))

    def _ended(
        self, process: "Popen[bytes]", name: str, stdin: bytes
    ) -> tuple[bytes, bytes]:
        try:
            return process.communicate(stdin, self.seconds)
        except TimeoutExpired as error:
            raise WorldError(
                f"`git {name}` took longer than {self.seconds:g} seconds",
                hint="is the remote reachable? Then run the same command again",
            ) from error
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()

    def out(self, *arguments: str, stdin: bytes = b"") -> Done:
        """The same; raises WorldError where the command fails."""
        done = self.run(*arguments, stdin=stdin)
        if done.status:
            raise failed(done.told)
        return done


def _configured(
    environment: Mapping[str, str], settings: list[tuple[str, str]]
) -> dict[str, str]:
    """Settings beside those that the environment holds already."""
    count = environment.get("GIT_CONFIG_COUNT", "")
    start = int(count) if count.isascii() and count.isdigit() else 0
    added = {"GIT_CONFIG_COUNT": str(start + len(settings))}
    for at, (key, value) in enumerate(settings, start):
        added |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
    return {**environment, **added}


def failed(told: str) -> WorldError:
    """From what Git told; its own advice on unsafe folders is the hint."""
    lines = told.split("\n")
    safe = (line.strip() for line in lines if "git config --global --add safe" in line)
    hint = next(safe, "")
    return WorldError(f"Git failed: {first_line(told)}", hint=hint and f"`{hint}`")


def first_line(told: str) -> str:
    """What it says went wrong, without what it said on the way."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    said = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (said or lines or ["it gave no reason"])[0]
