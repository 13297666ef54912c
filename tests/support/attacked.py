"""A graded repository at a code host, and a pull request that means it harm."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.ci_runs import Hosted, Outcome, hosted
from support.command_line import RUBRIC, judged, settings
from support.github_server import GitHubServer
from support.judge_server import Asked, JudgeServer

DOSE = "rubrics/dose.yaml"
STRICT = "gate: {max_regression: 0.001, loosening: report}\n"
LOOSE = "gate: {max_regression: 1, max_question_regression: 1, loosening: report}\n"
WORSE = RUBRIC.replace("weight: 2", "weight: 4")
"""An edit that costs points and asks nobody."""
REWORDED = RUBRIC.replace("name a dose", "name an exact dose")
"""An edit that costs 8 calls and no points."""
SILENT = {"GITHUB_TOKEN": ""}
"""Without a token nothing is posted, and no polite pause is made between posts."""


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
    def spent(self) -> int:
        """Calls since the pull request was opened; none went elsewhere."""
        assert self.thief.calls == 0
        return self.judge.calls - self.paid

    def settings(self, more: str = "", judge: str = "") -> str:
        return settings(self.judge.url, more, judge)

    def attack(self, files: Mapping[str, str | bytes], *arguments: str) -> Outcome:
        """Opens the pull request and runs on it; nothing is posted."""
        self.host.open(files)
        return self.host.run(*arguments, env=SILENT)

    @property
    def check(self) -> str | None:
        """How the newest check ended."""
        *_, last = self.host.server.checks.values()
        return last.conclusion


@contextmanager
def target(folder: Path, more: str = STRICT, **files: str) -> Iterator[Target]:
    judging, stealing = JudgeServer(verdict=by_check), JudgeServer(verdict=by_check)
    with judging as judge, stealing as thief, GitHubServer() as server:
        work = judged(folder / "work", judge.url, more, **files)
        assert work.run("score").code == 0
        work.commit()
        yield Target(hosted(folder, work, server), judge, thief, judge.calls)
        assert server.violations == []
