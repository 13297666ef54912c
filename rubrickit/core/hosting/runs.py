"""What a CI runner's variables say of the run: who asks, where its pages are."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha1, sha256
from typing import Literal

from rubrickit.errors import RubrickitError

HostName = Literal["github", "gitlab"]


@dataclass(frozen=True, slots=True)
class RunFacts:
    """`run` and `attempt` are counted by the host: a later run has a greater pair.

    `repository` is what the API knows it by, `page` where people see it, `server` what
    Git's requests go to.
    """

    host: HostName
    repository: str
    api: str
    server: str
    page: str
    run: int
    attempt: int
    run_page: str

    def line_page(self, number: int | None, path: str, line: int) -> str:
        """A line among the changed files of a pull request, "" without one."""
        if not number or not self.page:
            return ""
        name = path.encode("utf-8", "surrogateescape")
        if self.host == "github":
            anchor = f"diff-{sha256(name).hexdigest()}R{line}"
            return f"{self.page}/pull/{number}/files#{anchor}"
        anchor = f"{sha1(name, usedforsecurity=False).hexdigest()}_0_{line}"
        return f"{self.page}/-/merge_requests/{number}/diffs#{anchor}"


def read(variables: Mapping[str, str]) -> RunFacts:
    """Raises RubrickitError where this is no runner that we know."""
    if variables.get("GITHUB_ACTIONS") == "true":
        return _github(variables)
    if variables.get("GITLAB_CI") == "true":
        return _gitlab(variables)
    raise RubrickitError(
        "this is no job of GitHub Actions or GitLab CI",
        hint="elsewhere use `rubrickit delta BASE HEAD --format markdown --plain`",
    )


def _github(variables: Mapping[str, str]) -> RunFacts:
    repository = needed(variables, "GITHUB_REPOSITORY")
    server = variables.get("GITHUB_SERVER_URL") or "https://github.com"
    run = _count(variables, "GITHUB_RUN_ID")
    attempt = _count(variables, "GITHUB_RUN_ATTEMPT")
    page = f"{server}/{repository}"
    return RunFacts(
        host="github",
        repository=repository,
        api=variables.get("GITHUB_API_URL") or "https://api.github.com",
        server=server,
        page=page,
        run=run,
        attempt=attempt,
        run_page=f"{page}/actions/runs/{run}/attempts/{attempt}",
    )


def _gitlab(variables: Mapping[str, str]) -> RunFacts:
    """A pipeline's jobs run one after another, so a later job is a later attempt."""
    return RunFacts(
        host="gitlab",
        repository=needed(variables, "CI_PROJECT_ID"),
        api=variables.get("CI_API_V4_URL") or "https://gitlab.com/api/v4",
        server=variables.get("CI_SERVER_URL", ""),
        page=variables.get("CI_PROJECT_URL", ""),
        run=_count(variables, "CI_PIPELINE_ID"),
        attempt=_count(variables, "CI_JOB_ID"),
        run_page=variables.get("CI_JOB_URL", ""),
    )


def needed(variables: Mapping[str, str], name: str) -> str:
    """Raises RubrickitError where it is not set."""
    if value := variables.get(name):
        return value
    raise RubrickitError(f"`{name}` is not set", hint="the runner sets it for each job")


def _count(variables: Mapping[str, str], name: str) -> int:
    """0 where it is no number: then no run is older or newer than another."""
    value = variables.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else 0
