"""The real action in the real workflows, run by act on this machine.

Nothing is installed from anywhere: where the action would ask the registry, a stand-in
for uv gives it the packages that these tests run with. All else is the action's own.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from git_sample import git
from rubric_repositories import run as rubrickit
from source_code import ROOT
from support.github_server import TOKEN, GitHubServer

PIN = "0123456789abcdef0123456789abcdef01234567"
REPOSITORY = "acme/rubrics"
KEY = "sk-key-of-the-judge"
SHIPPED = (
    ".github", ".gitignore", "LICENSE", "README.md", "action.yml", "gold",
    "pyproject.toml", "requirements", "rubrickit", "rubrickit.yaml", "rubrics",
)  # fmt: skip
_ARTIFACTS = "actions/upload-artifact"
_UV = """\
#!/bin/sh
# `uv venv … FOLDER` makes one that finds this machine's packages: all is installed.
env > "$(mktemp {seen}/install-XXXXXX)"
[ "$1" = venv ] || exit 0
for folder; do :; done
{python} -m venv --without-pip "$folder"
echo {packages} > "$(echo "$folder"/lib/python3.*/site-packages)/locked.pth"
"""
_GIT = """\
#!/bin/sh
env > "$(mktemp {seen}/git-XXXXXX)"
exec {git} "$@"
"""
_UPLOAD = """\
name: upload
inputs: {name: {default: ""}, path: {default: ""}}
runs:
  using: composite
  steps:
    - shell: bash
      env: {FILES: "${{ inputs.path }}", TO: TO_FOLDER}
      run: while read -r file; do [ -z "$file" ] || cp "$file" "$TO"; done <<< "$FILES"
"""


@dataclass(frozen=True)
class Ran:
    """What a run of act did; jobs by their names in the workflow."""

    code: int
    events: tuple[Mapping[str, Any], ...]
    log: str
    workspaces: tuple[Path, ...]

    @property
    def jobs(self) -> dict[str, str]:
        """`success` or `failure` of those that ran."""
        return {
            str(event["job"]).partition("/")[2].strip(): str(event["jobResult"])
            for event in self.events
            if "jobResult" in event
        }

    @property
    def outputs(self) -> dict[str, str]:
        """Of the last step that set them."""
        return {
            str(event["name"]): str(event["arg"])
            for event in self.events
            if event.get("command") == "set-output" and event.get("arg")
        }

    def traces(self) -> list[str]:
        """What Git finds new or changed in the workspaces, ignored files included."""
        return [
            line
            for place in self.workspaces
            for line in git(place, "status", "--porcelain", "--ignored").splitlines()
        ]


@dataclass
class Host:
    """A machine that runs workflows for a repository whose API is at `url`."""

    folder: Path
    url: str
    graphql_url: str = ""
    secrets: dict[str, str] = field(
        default_factory=lambda: {"GITHUB_TOKEN": TOKEN, "OPENAI_API_KEY": KEY}
    )
    runs: int = 0

    @property
    def origin(self) -> Path:
        return self.folder / "origin.git"

    @property
    def artifacts(self) -> Path:
        return self.folder / "artifacts"

    def seen(self, by: str) -> list[str]:
        """Variables as `env` prints them, of what the steps started so far.

        `by` is `install` for the installer, or `git` for what rubrickit itself starts.
        """
        return [path.read_text() for path in (self.folder / "seen").glob(f"{by}-*")]

    @cached_property
    def action(self) -> Path:
        """As GitHub downloads it: no repository of Git's, no tests."""
        place = self.folder / "action"
        place.mkdir()
        for name, text in shipped().items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, "utf-8")
            (place / name).chmod(0o755 if text.startswith("#!") else 0o644)
        return place

    @cached_property
    def stubs(self) -> Path:
        """For the artifacts' action, which needs GitHub's own service."""
        place = self.folder / "upload"
        for folder in (place, self.artifacts):
            folder.mkdir()
        action = _UPLOAD.replace("TO_FOLDER", str(self.artifacts))
        (place / "action.yml").write_text(action)
        return place

    @cached_property
    def tools(self) -> Path:
        """A folder for PATH: the stand-in for uv, and a git that notes variables."""
        place, seen = self.folder / "tools", self.folder / "seen"
        for folder in (place, seen):
            folder.mkdir()
        known = {
            "seen": seen,
            "python": sys.executable,
            "packages": sysconfig.get_path("purelib"),
            "git": shutil.which("git"),
        }
        for name, script in {"uv": _UV, "git": _GIT}.items():
            (place / name).write_text(script.format_map(known))
            (place / name).chmod(0o755)
        return place

    def checkout(self, ref: str, *, depth: int = 2, branch: str = "") -> Path:
        """What `actions/checkout` leaves behind: a shallow clone without a token."""
        self.runs += 1
        place = self.folder / f"checkout-{self.runs}"
        place.mkdir()
        git(place, "init", "--quiet", "--initial-branch=main")
        git(place, "remote", "add", "origin", f"https://github.com/{REPOSITORY}")
        fetched = f"+{ref}:refs/remotes/origin/checked-out"
        source = self.origin.as_uri()
        git(place, "fetch", "--quiet", "--no-tags", f"--depth={depth}", source, fetched)
        how = ("-B", branch) if branch else ("--detach",)
        git(place, "checkout", "--quiet", *how, "refs/remotes/origin/checked-out")
        return place

    @contextmanager
    def together(self) -> Iterator[Callable[..., None]]:
        """What is started within runs at the same time, and has ended behind."""
        with ThreadPoolExecutor() as pool:
            runs: list[Future[Ran]] = []
            yield lambda *given: runs.append(pool.submit(self.run, *given))
        for run in runs:
            run.result()

    def run(
        self,
        workflow: str,
        event: str,
        payload: Mapping[str, Any],
        checkout: Path,
        *options: str,
    ) -> Ran:
        """One workflow on one event. What is checked out is what lies in the folder."""
        self.runs += 1
        scene = self.folder / f"run-{self.runs}"
        scene.mkdir()
        (scene / "event.json").write_text(json.dumps(payload))
        lines = [f"{name}={value}\n" for name, value in self.secrets.items()]
        (scene / "secrets").write_text("".join(lines))
        command = [
            str(Path(sys.executable).with_name("act")), event,
            "--directory", str(checkout),
            "--workflows", f".github/workflows/{workflow}",
            "--eventpath", str(scene / "event.json"),
            "--platform", "ubuntu-latest=-self-hosted", "--no-cache-server", "--json",
            "--action-cache-path", str(scene / "cache"),
            "--env", f"GITHUB_API_URL={self.url}",
            "--env", f"GITHUB_GRAPHQL_URL={self.graphql_url}",
            "--local-repository", f"rubrickit/rubrickit@{PIN}={self.action}",
            "--local-repository", f"rubrickit/rubrickit@v1={self.action}",
            "--local-repository", f"{_ARTIFACTS}@{_artifacts_pin()}={self.stubs}",
            # A file, since steps on this machine see the variables that act has.
            "--secret-file", str(scene / "secrets"),
            *options,
        ]  # fmt: skip
        done = subprocess.run(
            command,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        events = tuple(_events(done.stdout))
        log = "\n".join(str(event.get("msg", "")).rstrip() for event in events)
        places = tuple((scene / "cache").glob("*/hostexecutor"))
        return Ran(done.returncode, events, f"{log}\n{done.stderr}", places)

    def _environment(self) -> dict[str, str]:
        """Git finds the repository's address in a folder of ours."""
        settings = self.folder / "gitconfig"
        settings.write_text(
            f'[url "{self.origin.as_uri()}"]\n'
            f"insteadOf = https://github.com/{REPOSITORY}\n"
        )
        return {
            **{k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": str(settings),
            "PATH": f"{self.tools}:{os.environ['PATH']}",
        }


def host(folder: Path, server: GitHubServer, files: Mapping[str, str]) -> Host:
    """With these files, and what `init --github` writes, in the folder `work`."""
    made = Host(folder, server.url, server.graphql_url)
    work = made.folder / "work"
    work.mkdir()
    git(work, "init", "--quiet", "--initial-branch=main")
    for name, text in files.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
        (work / name).chmod(0o755 if text.startswith("#!") else 0o644)
    rubrickit(work, "init", "--github", "--pin", PIN)
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "origin.git")
    git(work, "remote", "add", "origin", made.origin.as_uri())
    return made


def shipped() -> dict[str, str]:
    """All that the action consists of, by path."""
    found = {}
    for name in SHIPPED:
        place = ROOT / name
        for path in place.rglob("*") if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                found[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
    return found


def _artifacts_pin() -> str:
    text = (ROOT / ".github/workflows/rubrickit.yml").read_text()
    return text.partition(f"{_ARTIFACTS}@")[2][:40]


def _events(output: str) -> Iterator[Mapping[str, Any]]:
    for line in output.splitlines():
        if line.startswith("{"):
            yield json.loads(line)
