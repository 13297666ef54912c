"""A repository with a pull request at a GitHub of ours, and a judge of ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from act_payloads import Branches, pull_request
from act_runs import Host, Ran, host
from command_line import OTHER, TEXTS, rows, settings
from support.github_server import GitHubServer
from support.judge_server import JudgeServer

WORSE = OTHER.replace("size(response) < 400", "size(response) < 5")
SAME = OTHER.replace("size(response) < 400", "size(response) < 390")


@dataclass
class Scene:
    """A repository at a GitHub of ours whose judge is one of ours too."""

    host: Host
    github: GitHubServer
    judge: JudgeServer

    @property
    def branches(self) -> Branches:
        return Branches(self.host)

    def edit(self, rubric: str, number: int = 7) -> str:
        """One rubric is pushed to the pull request; its newest commit."""
        return self.propose({"rubrics/sleep.yaml": rubric}, number)

    def propose(self, files: Mapping[str, str], number: int = 7) -> str:
        """These files are pushed to the pull request; its newest commit."""
        self.branches.commit(f"edit-{number}", files)
        head = self.branches.open(number, f"edit-{number}")
        if number in self.github.pulls:
            self.github.pulls[number].head = head
        else:
            self.github.open_pull(number, head=head)
        return head

    def run(self, head: str, number: int = 7, *, depth: int = 2) -> Ran:
        checkout = self.host.checkout(f"refs/pull/{number}/merge", depth=depth)
        payload = pull_request(number, head)
        return self.host.run("rubrickit.yml", "pull_request", payload, checkout)

    def conclusions(self, commit: str) -> list[str | None]:
        found = self.github.checks.values()
        return [check.conclusion for check in found if check.commit == commit]


def scene(folder: Path, github: GitHubServer, judge: JudgeServer) -> Scene:
    files = {
        "rubrickit.yaml": settings(judge.url),
        "rubrics/sleep.yaml": OTHER,
        "gold/sleep.jsonl": rows("sleep", TEXTS),
    }
    made = Scene(host(folder, github, files), github, judge)
    made.branches.commit("main", {})
    return made
