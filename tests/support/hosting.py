"""Clients of the loopback code hosts, with a clock that only waiting moves."""

from dataclasses import dataclass, field
from typing import Any

from support import github_server, gitlab_server
from support.github_server import GitHubServer
from support.gitlab_server import GitLabServer

from rubrickit.core.hosting.posts import Annotation, CheckResult
from rubrickit.edges.github import GitHub
from rubrickit.edges.gitlab import GitLab
from rubrickit.edges.rest import Access


@dataclass
class Clock:
    """Seconds. Remembers each wait, and waits for none."""

    now: float = 0.0
    waits: list[float] = field(default_factory=list)

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def time(self) -> float:
        return self.now


def access(url: str, token: str, clock: Clock | None = None, **given: Any) -> Access:
    clock = clock or Clock()
    return Access(url, token, wait=clock.wait, clock=clock.time, **given)


def github(server: GitHubServer, clock: Clock | None = None, **given: Any) -> GitHub:
    reached = access(server.url, github_server.TOKEN, clock, **given)
    return GitHub(reached, server.repository)


def gitlab(server: GitLabServer, clock: Clock | None = None, **given: Any) -> GitLab:
    reached = access(server.url, gitlab_server.TOKEN, clock, **given)
    return GitLab(reached, server.project)


def result(rows: int = 0, **given: Any) -> CheckResult:
    """A failed check with so many annotations."""
    annotations = tuple(
        Annotation("failure", "rubrics/dose.yaml", at + 1, f"row {at}", "it fell")
        for at in range(rows)
    )
    usual = {"conclusion": "failure", "title": "It fell", "summary": "By 0.041."}
    return CheckResult(**usual | {"annotations": annotations} | given)
