"""One environment for all tests, real repositories, and a run in which none skips."""

import os
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
from git_sample import QUIET_GIT, Commit, git
from hypothesis import HealthCheck, settings
from support.browser import CHROMIUM, Browser, browser

# What a shell, a Git hook or a CI runner may have set, and no test may see.
FOREIGN = (
    "GIT_", "GITHUB_", "OPENAI_", "RUBRICKIT_", "XDG_", "HTTP_PROXY", "HTTPS_PROXY",
    "ALL_PROXY", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLUMNS", "LINES", "PAGER",
    "PYTHONOPTIMIZE", "PYTHONWARNINGS", "LC_", "LANG",
)  # fmt: skip
Report = TypeVar("Report", pytest.CollectReport, pytest.TestReport)
HOME = pytest.StashKey["TemporaryDirectory[str]"]()

# A busy machine must not fail a law, so nothing here is timed.
settings.register_profile(
    "local",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("many", settings.get_profile("local"), max_examples=2000)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-skips", action="store_true", help="a test that skips itself has failed"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[HOME] = home = TemporaryDirectory(prefix="rubrickit-home-")
    for name in [name for name in os.environ if name.upper().startswith(FOREIGN)]:
        del os.environ[name]
    os.environ.update(QUIET_GIT, HOME=home.name, LANG="C.UTF-8", TZ="UTC")


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[HOME].cleanup()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _without_skips((yield), collector.config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _without_skips((yield), item.config)


def _without_skips(report: Report, config: pytest.Config) -> Report:
    expected = hasattr(report, "wasxfail")
    if report.skipped and not expected and config.getoption("--no-skips"):
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("",)
        report.outcome = "failed"
        report.longrepr = f"{reason} (and `--no-skips` allows no skips)"
    return report


@pytest.fixture
def commit(tmp_path: Path) -> Commit:
    """Write files into a real repository, commit them, return the commit id."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")

    def write_and_commit(files: Mapping[str, str], message: str = "change") -> str:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        git(tmp_path, "add", "--all")
        git(tmp_path, "commit", "--quiet", "--message", message)
        return git(tmp_path, "rev-parse", "HEAD")

    return write_and_commit


@pytest.fixture(scope="session")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A real browser's tab, shared: each test opens its page in it anew."""
    if not CHROMIUM:
        pytest.skip("Chromium is not here: `apt-get install chromium`")
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened
