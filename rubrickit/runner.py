"""What a CI runner tells of itself in its variables, and the code host behind it."""

import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha1, sha256
from pathlib import Path
from random import random
from tempfile import gettempdir
from time import sleep

from rubrickit.core.config import Paths
from rubrickit.core.hosting import github_events, gitlab_events
from rubrickit.core.hosting.events import Event
from rubrickit.edges import runner_files
from rubrickit.edges.git_commands import GitCommands
from rubrickit.edges.git_remote import GitRemote
from rubrickit.edges.github import GitHub
from rubrickit.edges.gitlab import GitLab
from rubrickit.edges.ledger_pushing import LedgerPushing
from rubrickit.edges.ledger_sending import LedgerSending
from rubrickit.edges.repository import FileRepository
from rubrickit.edges.rest import Access
from rubrickit.errors import RubrickitError

Host = GitHub | GitLab

_LONGER_THAN_A_REQUEST = 2.0


@dataclass(frozen=True)
class Runner:
    """`run` and `attempt` are counted by the host: a later run has a greater pair.

    `host` is None without a token; `commands`: lines on stdout may be commands.
    """

    event: Event
    run: int
    attempt: int
    run_url: str
    token: str = field(repr=False)
    host: Host | None
    folder: Path
    outputs: Path | None = None
    summary: Path | None = None
    commands: bool = False
    server_url: str = ""
    web_url: str = ""

    def files_url(self, path: str, line: int) -> str:
        """A line among the changed files of the pull request, "" without one."""
        number = self.event.number
        if not number or not self.web_url:
            return ""
        name = path.encode("utf-8", "surrogateescape")
        if self.commands:
            anchor = f"diff-{sha256(name).hexdigest()}R{line}"
            return f"{self.web_url}/pull/{number}/files#{anchor}"
        anchor = f"{sha1(name, usedforsecurity=False).hexdigest()}_0_{line}"
        return f"{self.web_url}/-/merge_requests/{number}/diffs#{anchor}"

    def write(self, outputs: Mapping[str, str], summary: str) -> None:
        """For later steps, and for the run's page, where the runner takes them."""
        if self.outputs:
            runner_files.append_outputs(self.outputs, outputs, _delimiter)
        if self.summary:
            runner_files.append_summary(self.summary, summary)


def git_remote(repository: FileRepository, server: str, token: str) -> GitRemote:
    """The clone's `origin`; the token is shown to `server` and to nobody else."""
    git = GitCommands(repository.root, dict(os.environ))
    return GitRemote(git.with_token(server, token) if server and token else git)


def ledger_sending(
    repository: FileRepository, remote: GitRemote, branch: str, paths: Paths
) -> LedgerSending:
    """From where grades wait to the branch; a lost race waits longer each time."""
    pushing = LedgerPushing(remote, branch, lambda tried: sleep(tried * random()))
    return LedgerSending(repository.unsent, paths.scores, pushing)


def pause() -> None:
    """Long enough for another run's request to be over."""
    sleep(_LONGER_THAN_A_REQUEST)


def _delimiter() -> str:
    return f"rubrickit_{uuid.uuid4().hex}"


def found() -> Runner:
    """Raises RubrickitError where this is no runner that we know."""
    if os.environ.get("GITHUB_ACTIONS") == "true":
        return _github(os.environ)
    if os.environ.get("GITLAB_CI") == "true":
        return _gitlab(os.environ)
    raise RubrickitError(
        "this is no job of GitHub Actions or GitLab CI",
        hint="elsewhere use `rubrickit delta BASE HEAD --format markdown --plain`",
    )


def _github(variables: Mapping[str, str]) -> Runner:
    payload = runner_files.read_event(Path(_needed(variables, "GITHUB_EVENT_PATH")))
    event = github_events.read(_needed(variables, "GITHUB_EVENT_NAME"), payload)
    repository = _needed(variables, "GITHUB_REPOSITORY")
    server = variables.get("GITHUB_SERVER_URL") or "https://github.com"
    api = variables.get("GITHUB_API_URL") or "https://api.github.com"
    token = variables.get("GITHUB_TOKEN", "")
    graphql = variables.get("GITHUB_GRAPHQL_URL", "")
    access = Access(api, token) if token else None
    web_url = f"{server}/{repository}"
    run, attempt = (
        _count(variables, "GITHUB_RUN_ID"),
        _count(variables, "GITHUB_RUN_ATTEMPT"),
    )
    return Runner(
        event=event,
        run=run,
        attempt=attempt,
        run_url=f"{web_url}/actions/runs/{run}/attempts/{attempt}",
        token=token,
        host=GitHub(access, repository, graphql_url=graphql) if access else None,
        folder=Path(variables.get("RUNNER_TEMP") or gettempdir()),
        outputs=_path(variables, "GITHUB_OUTPUT"),
        summary=_path(variables, "GITHUB_STEP_SUMMARY"),
        commands=True,
        server_url=server,
        web_url=web_url,
    )


def _gitlab(variables: Mapping[str, str]) -> Runner:
    token = variables.get("RUBRICKIT_TOKEN", "")
    api = variables.get("CI_API_V4_URL") or "https://gitlab.com/api/v4"
    project = _needed(variables, "CI_PROJECT_ID")
    return Runner(
        event=gitlab_events.read(variables),
        run=_count(variables, "CI_PIPELINE_ID"),
        attempt=_count(variables, "CI_JOB_ID"),
        run_url=variables.get("CI_JOB_URL", ""),
        token=token,
        host=GitLab(Access(api, token), project) if token else None,
        folder=Path(gettempdir()),
        server_url=variables.get("CI_SERVER_URL", ""),
        web_url=variables.get("CI_PROJECT_URL", ""),
    )


def _needed(variables: Mapping[str, str], name: str) -> str:
    if value := variables.get(name):
        return value
    raise RubrickitError(f"`{name}` is not set", hint="the runner sets it for each job")


def _count(variables: Mapping[str, str], name: str) -> int:
    value = variables.get(name, "")
    return int(value) if value.isascii() and value.isdigit() else 0


def _path(variables: Mapping[str, str], name: str) -> Path | None:
    value = variables.get(name)
    return Path(value) if value else None
