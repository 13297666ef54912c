"""The action's own step: what it makes, uses again, leaves alone and refuses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from act_runs import Host
from git_sample import git
from rubric_repositories import committed, initialised

SHADOWS = (
    "ensurepip.py", "hatchling.py", "openai.py", "pip.py", "rubrickit.py",
    "sitecustomize.py", "usercustomize.py", "venv.py",
)  # fmt: skip


class Step:
    """The step in a workspace, as a runner starts it, without any network."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder, "http://127.0.0.1:9")
        self.temp = folder / "temp"
        self.workspace = folder / "workspace"
        self.temp.mkdir()
        self.workspace.mkdir()

    def run(
        self, *, action: Path | None = None, **env: str
    ) -> subprocess.CompletedProcess[str]:
        script = (action or self.host.action) / "requirements/action"
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=self.workspace,
            env={
                **os.environ,
                "PATH": f"{self.host.tools}:{os.environ['PATH']}",
                "RUNNER_TEMP": str(self.temp),
                **env,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def made(self) -> list[Path]:
        return [path for path in self.temp.iterdir() if path.suffix != ".source"]


@pytest.fixture
def step(tmp_path: Path) -> Step:
    return Step(tmp_path)


@pytest.mark.slow
def test_two_steps_of_a_job_share_one_environment(step: Step) -> None:
    first = step.run()
    asked = len(step.host.seen("install"))
    second = step.run()

    (made,) = step.made
    assert (made / "complete").exists()
    assert "making " in first.stderr
    assert "making " not in second.stderr
    assert len(step.host.seen("install")) == asked
    assert first.returncode == second.returncode


def test_an_installer_gets_what_leads_to_the_registry_and_no_secret(step: Step) -> None:
    given = {
        "LD_LIBRARY_PATH": "/opt/python/lib",
        "PIP_INDEX_URL": "https://x",
        "UV_INDEX_URL": "https://y",
        "https_proxy": "http://z",
    }

    step.run(**given, GITHUB_TOKEN="secret", ANY_KEY="secret", PIP_TARGET="here")

    seen = step.host.seen("install")
    assert seen
    for text in seen:
        assert {f"{name}={value}" for name, value in given.items()} <= {*text.split()}
        assert "secret" not in text
        assert "PIP_TARGET" not in text


@pytest.mark.slow
def test_an_environment_that_was_left_half_made_is_made_anew(step: Step) -> None:
    step.run()
    (made,) = step.made
    (made / "complete").unlink()
    shutil.rmtree(next((made / "lib").glob("python3*/site-packages/rubrickit")))

    done = step.run()

    assert (made / "complete").exists()
    assert "No module named" not in done.stderr


def test_what_could_not_be_installed_is_no_environment(step: Step) -> None:
    project = step.host.action / "pyproject.toml"
    project.write_text(project.read_text().replace("hatchling.build", "nothing"))

    done = step.run()

    assert done.returncode == 3
    assert "::error title=rubrickit::not installed" in done.stdout
    assert not (step.made[0] / "complete").exists()


@pytest.mark.slow
def test_another_version_gets_an_environment_of_its_own(step: Step) -> None:
    step.run()
    changed = step.host.action / "rubrickit/errors.py"
    changed.write_text(f"{changed.read_text()}# another\n")

    step.run()

    assert len(step.made) == 2


def test_nothing_is_left_in_the_tree_that_is_action_and_workspace_at_once(
    step: Step,
) -> None:
    initialised(step.host.action)
    committed(step.host.action)
    shutil.rmtree(step.workspace)
    step.workspace = step.host.action

    step.run(PYTHONDONTWRITEBYTECODE="")

    assert git(step.workspace, "status", "--porcelain", "--ignored") == ""


def test_no_file_of_the_workspace_is_run_or_read(step: Step, tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    for name in SHADOWS:
        (step.workspace / name).write_text(f"open({str(proof)!r}, 'w').write({name!r})")
    (step.workspace / "pyproject.toml").write_text("[")
    (step.workspace / "uv.toml").write_text("[")
    (step.workspace / ".python-version").write_text("2.7")

    done = step.run(PYTHONPATH=".", PYTHONSTARTUP="pip.py", PIP_TARGET="here")

    assert (step.made[0] / "complete").exists(), done.stderr
    assert not proof.exists(), proof.read_text()
    assert not (step.workspace / "here").exists()


def test_what_only_looks_like_python_is_passed_over(step: Step, tmp_path: Path) -> None:
    fakes = tmp_path / "fakes"
    fakes.mkdir()
    for name, body in {"python3": "exit 0", "python3.14": "echo shop; exit 49"}.items():
        (fakes / name).write_text(f"#!/bin/sh\n{body}\n")
        (fakes / name).chmod(0o755)
    (fakes / "python3.11").symlink_to(sys.executable)

    step.run(PATH=f"{fakes}:{step.host.tools}:/usr/bin:/bin")

    assert (step.made[0] / "complete").exists()


def test_without_a_python_the_step_says_what_it_needs(
    step: Step, tmp_path: Path
) -> None:
    done = step.run(RUBRICKIT_PYTHON=str(tmp_path / "none"))

    assert done.returncode == 3
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error title=rubrickit::")
    assert "Python 3.11 or later" in line


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("RUNNER_OS", "Windows", "needs a runner with Linux or macOS"),
        ("RUNNER_TEMP", "", "runs in GitHub Actions"),
    ],
)
def test_a_machine_that_is_no_runner_of_ours_is_refused(
    step: Step, variable: str, value: str, message: str
) -> None:
    done = step.run(**{variable: value})

    assert done.returncode == 3
    assert message in done.stdout
    assert not step.made


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["uv", "pip"])
def test_the_locks_are_installed_from_the_registry(
    step: Step, tmp_path: Path, tool: str
) -> None:
    tools = tmp_path / "real"
    tools.mkdir()
    (tools / "python3.11").symlink_to(sys.executable)
    if tool == "uv":
        (tools / "uv").symlink_to(Path(sys.executable).with_name("uv"))
    for name in ("python3", "python3.12", "python3.13", "python3.14"):
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    for name in SHADOWS:
        (step.workspace / name).write_text("raise SystemExit('of the workspace')")

    done = step.run(PATH=f"{tools}:/usr/bin:/bin")

    assert (step.made[0] / "complete").exists(), done.stderr
    assert "of the workspace" not in done.stderr
