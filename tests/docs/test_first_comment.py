"""The README's five minutes end in one comment that says what the README says."""

from pathlib import Path

import page_runs
import pytest
from pages import Page
from source_code import ROOT
from support.ci_runs import NUMBER, Hosted
from support.command_line import Repository
from support.github_server import GitHubServer

README = Page(ROOT / "README.md", (ROOT / "README.md").read_text("utf-8"))


@pytest.mark.slow
def test_what_the_reader_has_pushed_gets_one_comment(tmp_path: Path) -> None:
    assert not [done for done in page_runs.run(README, tmp_path) if done.code > 4]
    work = Repository(tmp_path / "page/headphones")
    with GitHubServer() as server:
        host = Hosted(work, tmp_path / "headphones.git", server, folder=tmp_path)
        host.offer("shorter")

        done = host.run()

        (comment,) = server.bodies(NUMBER)
        (check,) = server.checks.values()
        assert server.violations == []
    assert done.code == 1
    assert "### ❌ fail: the mean fell by 0.025 (limit 0.02)" in comment
    assert "**+0.031**" in comment
    assert "**-0.056**" in comment
    assert check.conclusion == "failure"
