"""The same report as a note on a merge request, and no second note."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from git_sample import git
from support.command_line import KEY, RUBRIC, Ran, Repository, judged
from support.gitlab_server import TOKEN, GitLabServer
from support.judge_server import JudgeServer, parity

NUMBER = 3
DOSE = "rubrics/dose.yaml"
REWORDED = RUBRIC.replace("name a dose", "say how much")


@dataclass
class Project:
    """At GitLab, with one merge request whose branch is checked out."""

    work: Repository
    server: GitLabServer
    origin: Path
    jobs: int = 50

    def run(self, *arguments: str, token: str = TOKEN, source: str = "7") -> Ran:
        """One job of a merge request's pipeline, on its own commit."""
        self.jobs += 1
        head = git(self.work.root, "rev-parse", "HEAD")
        self.server.open_merge_request(NUMBER, sha=head)
        variables = {
            "GITHUB_ACTIONS": "",
            "GITLAB_CI": "true",
            "CI_PIPELINE_SOURCE": "merge_request_event",
            "CI_API_V4_URL": self.server.url,
            "CI_PROJECT_ID": self.server.project,
            "CI_PROJECT_URL": "https://gitlab.example/acme/rubrics",
            "CI_PIPELINE_ID": "40",
            "CI_JOB_ID": str(self.jobs),
            "CI_JOB_URL": "https://gitlab.example/acme/rubrics/-/jobs/1",
            "CI_MERGE_REQUEST_IID": str(NUMBER),
            "CI_MERGE_REQUEST_PROJECT_ID": "7",
            "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": source,
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "CI_COMMIT_SHA": head,
            "CI_DEFAULT_BRANCH": "main",
            "RUBRICKIT_TOKEN": token,
            "OPENAI_API_KEY": KEY,
        }
        return self.work.run("ci", *arguments, env=variables)

    @property
    def notes(self) -> list[str]:
        return self.server.bodies(NUMBER)


@pytest.fixture
def judge() -> Iterator[JudgeServer]:
    with JudgeServer(verdict=parity) as server:
        yield server


@pytest.fixture
def project(tmp_path: Path, judge: JudgeServer) -> Iterator[Project]:
    work = judged(tmp_path / "work", judge.url)
    origin = tmp_path / "origin.git"
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(origin))
    git(work.root, "remote", "add", "origin", str(origin))
    git(work.root, "push", "--quiet", "origin", "main")
    work.branch("edit")
    work.commit({DOSE: REWORDED})
    with GitLabServer() as server:
        yield Project(work, server, origin)
        assert server.violations == []


def test_a_second_run_updates_the_same_note(project: Project) -> None:
    first = project.run()
    project.work.commit({DOSE: REWORDED.replace("weight: 3", "weight: 5")})
    second = project.run()

    (note,) = project.notes
    assert (first.code, second.code) == (0, 0), first.err + second.err
    assert "reweighted" in note
    assert "/-/merge_requests/3/diffs#" in note


def test_a_merge_request_of_a_fork_asks_no_judge(
    project: Project, judge: JudgeServer
) -> None:
    done = project.run(source="99")

    assert done.code == 4
    assert judge.calls == 0
    assert project.notes == []


def test_without_a_token_the_verdict_is_the_exit_code(project: Project) -> None:
    done = project.run(token="")

    assert done.code == 0
    assert "no token" in done.err
    assert project.notes == []


def test_no_line_of_the_log_is_a_command_of_another_host(project: Project) -> None:
    done = project.run()

    assert "::warning" not in done.out + done.err
