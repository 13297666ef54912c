"""A graded repository at a code host, and a pull request that means it harm."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from git_sample import git
from support.ci_runs import Hosted, Outcome, hosted
from support.command_line import RUBRIC, Repository, judged, settings
from support.github_server import GitHubServer
from support.judge_server import Asked, JudgeServer

DOSE = "rubrics/dose.yaml"
LOOSE = "gate: {max_regression: 1, max_question_regression: 1, loosening: report}\n"
WORSE = RUBRIC.replace("weight: 2", "weight: 4")
"""An edit that costs a tenth of a point and asks nobody."""
REWORDED = RUBRIC.replace("name a dose", "name an exact dose")
"""An edit that costs 8 calls and no points."""
HARDER = RUBRIC.replace("name a dose", "name a dose and a route")
"""An edit that costs 8 calls and a quarter of a point: nobody names a route."""
SILENT = {"GITHUB_TOKEN": ""}
"""Without a token nothing is posted, and no pause is made between posts."""


def by_check(asked: Asked) -> bool:
    """Doses are named, routes are not, and nobody forgets a warning."""
    return "route" not in asked.block("check")


@dataclass
class Target:
    """All is graded and committed on main. `thief` is where a key might be sent."""

    host: Hosted
    judge: JudgeServer
    thief: JudgeServer
    paid: int

    @property
    def work(self) -> Repository:
        return self.host.work

    @property
    def spent(self) -> int:
        """Calls since main was graded; none went elsewhere."""
        assert self.thief.calls == 0
        return self.judge.calls - self.paid

    def settings(self, more: str = "", judge: str = "") -> str:
        return settings(self.judge.url, more, judge)

    def attack(self, files: Mapping[str, str | bytes], *arguments: str) -> Outcome:
        """Opens the pull request and runs on it; nothing is posted."""
        self.host.open(files)
        return self.host.run(*arguments, env=SILENT)

    def link(self, name: str, leads_to: str) -> None:
        """A symbolic link, in the next commit of the pull request."""
        self.edit()
        path = self.work.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(leads_to)

    def edit(self) -> None:
        """To the pull request's branch, as main is."""
        git(self.work.root, "checkout", "--quiet", "-B", "edit", "main")

    def push(self, files: Mapping[str, str | bytes] | None = None) -> Outcome:
        """What was done since `edit`, and a run on it; nothing is posted."""
        self.host.push(files or {})
        return self.host.run(env=SILENT)


@contextmanager
def target(folder: Path, more: str = "", **files: str) -> Iterator[Target]:
    gate = "gate: {max_regression: 0.001, loosening: report}\n"
    judging, stealing = JudgeServer(verdict=by_check), JudgeServer(verdict=by_check)
    with judging as judge, stealing as thief, GitHubServer() as server:
        work = judged(folder / "work", judge.url, gate + more, **files)
        assert work.run("score").code == 0
        work.commit()
        yield Target(hosted(folder, work, server), judge, thief, judge.calls)
        assert server.violations == []
