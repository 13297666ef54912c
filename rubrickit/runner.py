"""The CI runner that this process is a job of, and the code host behind it."""

import os
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import random
from tempfile import gettempdir
from time import sleep

from rubrickit.core.config import Paths
from rubrickit.core.hosting import github_events, gitlab_events, runs
from rubrickit.core.hosting.events import Event
from rubrickit.core.hosting.runs import RunFacts
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

_LONGER_THAN_A_REQUEST = 1.0


@dataclass(frozen=True)
class Runner:
    """`host` is None without a token; `folder` is for files that outlast the step."""

    facts: RunFacts
    event: Event
    token: str = field(repr=False)
    host: Host | None
    folder: Path
    outputs: Path | None = None
    summary: Path | None = None

    @property
    def obeys_lines(self) -> bool:
        """A line of output may be a command to the runner."""
        return self.facts.host == "github"

    def line_page(self, path: str, line: int) -> str:
        """A line among the changed files of the pull request, "" without one."""
        return self.facts.line_page(self.event.number, path, line)

    def write(self, outputs: Mapping[str, str], summary: str) -> None:
        """For later steps, and for the run's page, where the runner takes them."""
        if self.outputs:
            runner_files.append_outputs(self.outputs, outputs, _delimiter)
        if self.summary:
            runner_files.append_summary(self.summary, summary)

    def git_remote(self, repository: FileRepository) -> GitRemote:
        """The clone's `origin`; the token is shown to the host and to nobody else."""
        git = GitCommands(repository.root, dict(os.environ))
        if self.token and self.facts.server:
            git = git.with_token(self.facts.server, self.token)
        return GitRemote(git)


def ledger_sending(
    repository: FileRepository, remote: GitRemote, branch: str, paths: Paths
) -> LedgerSending:
    """From where grades wait to the branch."""
    return LedgerSending(repository.unsent, paths.scores, pushing(remote, branch))


def pushing(remote: GitRemote, branch: str) -> LedgerPushing:
    """A lost race waits longer each time."""
    return LedgerPushing(remote, branch, lambda tried: sleep(tried * random()))


def run_page() -> str:
    """Of the CI run that this process belongs to, "" elsewhere."""
    with suppress(RubrickitError):
        return runs.read(os.environ).run_page
    return ""


def pause() -> None:
    """Long enough for another run's request to be over."""
    sleep(_LONGER_THAN_A_REQUEST)


def _delimiter() -> str:
    return f"rubrickit_{uuid.uuid4().hex}"


def found() -> Runner:
    """Raises RubrickitError where this is no runner that we know."""
    facts = runs.read(os.environ)
    if facts.host == "github":
        return _github(facts, os.environ)
    return _gitlab(facts, os.environ)


def _github(facts: RunFacts, variables: Mapping[str, str]) -> Runner:
    payload = runner_files.read_event(Path(runs.needed(variables, "GITHUB_EVENT_PATH")))
    event = github_events.read(runs.needed(variables, "GITHUB_EVENT_NAME"), payload)
    token = variables.get("GITHUB_TOKEN", "")
    return Runner(
        facts=facts,
        event=event,
        token=token,
        host=GitHub(Access(facts.api, token), facts.repository) if token else None,
        folder=Path(variables.get("RUNNER_TEMP") or gettempdir()),
        outputs=_path(variables, "GITHUB_OUTPUT"),
        summary=_path(variables, "GITHUB_STEP_SUMMARY"),
    )


def _gitlab(facts: RunFacts, variables: Mapping[str, str]) -> Runner:
    """The job's own token may not write notes, so a person gives the project's."""
    token = variables.get("RUBRICKIT_TOKEN", "")
    return Runner(
        facts=facts,
        event=gitlab_events.read(variables),
        token=token,
        host=GitLab(Access(facts.api, token), facts.repository) if token else None,
        folder=Path(gettempdir()),
    )


def _path(variables: Mapping[str, str], name: str) -> Path | None:
    value = variables.get(name)
    return Path(value) if value else None
