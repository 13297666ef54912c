"""What the tests stand on: a quiet machine, and skips that can be forbidden."""

import os
import subprocess
import sys
from pathlib import Path

from git_sample import Commit, git

HERE = Path(__file__).parent
SKIPPING = """
import pytest
def test_passes(): pass
def test_skips(): pytest.skip("no model here")
@pytest.mark.xfail(strict=True)
def test_is_known_to_fail(): assert False
"""
SKIPPING_ALL = """
pytest.importorskip("no_such_package")
"""


def told(folder: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", *options]
    paths = os.pathsep.join([str(HERE), str(HERE / "support")])
    done = subprocess.run(
        [*command, "--rootdir=.", "-p", "no:cacheprovider", "-rsf"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_a_skip_is_no_failure_unless_it_is_forbidden(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(SKIPPING)
    (tmp_path / "test_all.py").write_text(SKIPPING + SKIPPING_ALL)

    allowed = told(tmp_path)
    forbidden = told(tmp_path, "--no-skips", "--continue-on-collection-errors")

    assert "1 passed, 2 skipped, 1 xfailed in" in allowed
    assert "1 failed, 1 passed, 1 xfailed, 1 error in" in forbidden
    assert forbidden.count("(and `--no-skips` allows no skips)") == 2


def test_commits_are_the_same_everywhere(commit: Commit, tmp_path: Path) -> None:
    first = commit({"rubrics/q.yaml": "a: 1\n"}, "begin")

    assert first == "94c9cd3cf2c289b74e38aff920d6b1eb7fe64918"
    assert git(tmp_path, "log", "--format=%an %ae") == "A. Author author@example.org"


def test_no_configuration_of_the_machine_reaches_git(
    commit: Commit, tmp_path: Path
) -> None:
    commit({"a": "b"})

    scopes = git(tmp_path, "config", "--list", "--show-scope").split()[::2]

    assert set(scopes) == {"local"}


def test_no_key_or_proxy_of_the_machine_reaches_a_test() -> None:
    names = [name.upper() for name in os.environ]

    assert not [
        name for name in names if name.startswith(("OPENAI_", "HTTP_PROXY", "GITHUB_"))
    ]
