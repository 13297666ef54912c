"""`rubrickit ci` in a clone of a pull request's merge, as a runner would start it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from git_sample import git
from support.command_line import KEY, Ran, Repository
from support.github_server import TOKEN, GitHubServer

NUMBER = 7


@dataclass
class Hosted:
    """A repository that lies at a code host, and one pull request of it.

    `origin` is what runs push to and clone from; `work` is where people commit.
    """

    work: Repository
    origin: Path
    server: GitHubServer
    runs: int = 100
    folder: Path = field(default=Path())

    def open(self, files: Mapping[str, str | bytes]) -> str:
        """The pull request with one commit; its head."""
        git(self.work.root, "checkout", "--quiet", "-B", "edit", "main")
        return self.push(files)

    def push(self, files: Mapping[str, str | bytes]) -> str:
        """One more commit, and the merge that the host makes of it."""
        self.work.commit(files)
        return self.offer("edit")

    def offer(self, branch: str) -> str:
        """The branch as it is, as the pull request's head."""
        root = self.work.root
        head = git(root, "rev-parse", branch)
        git(root, "checkout", "--quiet", "-B", "merged", "main")
        git(root, "merge", "--quiet", "--no-ff", "--no-edit", branch)
        pull = f"refs/pull/{NUMBER}"
        refs = (f"+{branch}:{pull}/head", f"+merged:{pull}/merge", "+main:main")
        git(root, "push", "--quiet", str(self.origin), *refs)
        git(root, "checkout", "--quiet", branch)
        self.server.open_pull(NUMBER, head=head)
        return head

    def checkout(self, name: str, ref: str = "", depth: int = 2) -> Path:
        """As actions/checkout leaves it: shallow, detached, no branch of its own."""
        place = self.folder / name
        git(self.folder, "init", "--quiet", str(place))
        git(place, "remote", "add", "origin", f"file://{self.origin}")
        wanted = ref or f"refs/pull/{NUMBER}/merge"
        kept = f"+{wanted}:refs/remotes/{wanted.removeprefix('refs/')}"
        fetch = ("fetch", "--quiet", "--no-tags", f"--depth={depth}", "origin", kept)
        git(place, *fetch)
        git(place, "checkout", "--quiet", "--detach", kept.partition(":")[2])
        return place

    def event(self, **more: Any) -> dict[str, Any]:
        """A `pull_request` delivery. Its `base.sha` is stale on purpose."""
        pull = self.server.pulls[NUMBER]
        home = {"full_name": pull.home, "fork": pull.home != self.server.repository}
        return {
            "action": "synchronize",
            "number": NUMBER,
            "pull_request": {
                "number": NUMBER,
                "state": pull.state,
                "draft": pull.is_draft,
                "head": {"sha": pull.head, "ref": "edit", "repo": home},
                "base": {
                    "sha": "0123456789" * 4,
                    "ref": pull.base_branch,
                    "repo": {"full_name": self.server.repository},
                },
                "user": {"login": "an-author"},
            },
            "repository": {
                "full_name": self.server.repository,
                "default_branch": "main",
            },
            **more,
        }

    def run(
        self,
        *arguments: str,
        name: str = "pull_request",
        event: Mapping[str, Any] | None = None,
        place: Path | None = None,
        env: Mapping[str, str] | None = None,
        command: str = "ci",
    ) -> "Outcome":
        """One run in a fresh checkout, with all that a runner sets."""
        self.runs += 1
        place = place or self.checkout(f"run-{self.runs}")
        files = self.folder / f"runner-{self.runs}"
        files.mkdir()
        delivery = self.event() if event is None else event
        files.joinpath("event.json").write_text(json.dumps(delivery), "utf-8")
        variables = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(files / "event.json"),
            "GITHUB_REPOSITORY": self.server.repository,
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_API_URL": self.server.url,
            "GITHUB_RUN_ID": str(self.runs),
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_OUTPUT": str(files / "output"),
            "GITHUB_STEP_SUMMARY": str(files / "summary.md"),
            "RUNNER_TEMP": str(files),
            "GITHUB_TOKEN": TOKEN,
            "OPENAI_API_KEY": KEY,
            "GITLAB_CI": "",
            **(env or {}),
        }
        done = Repository(place).run(command, *arguments, env=variables)
        return Outcome(done, place, files)


@dataclass(frozen=True)
class Outcome:
    """What a run printed, where it ran, and the files that its runner gave it."""

    ran: Ran
    place: Path
    files: Path

    @property
    def code(self) -> int:
        return self.ran.code

    @property
    def outputs(self) -> dict[str, str]:
        """By name, as the runner reads them."""
        lines = iter(self.files.joinpath("output").read_text("utf-8").splitlines())
        found = {}
        for line in lines:
            name, _, delimiter = line.partition("<<")
            value = []
            for inner in lines:
                if inner == delimiter:
                    break
                value.append(inner)
            found[name] = "\n".join(value)
        return found

    @property
    def summary(self) -> str:
        return self.files.joinpath("summary.md").read_text("utf-8")


def pushed(host: Hosted, before: str = "0" * 40) -> Outcome:
    """A run for what `main` holds at the host."""
    event = {
        "ref": "refs/heads/main",
        "before": before,
        "after": git(host.origin, "rev-parse", "main"),
        "repository": {"default_branch": "main", "full_name": host.server.repository},
    }
    place = host.checkout(f"main-{host.runs}", "refs/heads/main")
    return host.run("--mode", "push", name="push", event=event, place=place)


def hosted(folder: Path, work: Repository, server: GitHubServer) -> Hosted:
    """`work` with its branch `main`, at the host."""
    origin = folder / "origin.git"
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(origin))
    git(work.root, "push", "--quiet", str(origin), "main")
    git(work.root, "remote", "add", "origin", str(origin))
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    return Hosted(work, origin, server, folder=folder)
