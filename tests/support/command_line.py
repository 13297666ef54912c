"""The real command line over a real repository, here or in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from git_sample import git

from rubrickit.cli.main import main

ROOT = Path(__file__).parents[2]
KEY = "sk-test-0123456789"
RUBRIC = """\
question_id: dose
question: "How much may I take?"
weighting: weighted_sum_with_safety_gate
nodes:
  - id: facts
    weight: 3
    children:
      - id: names_dose
        check: "Does the answer name a dose?"
      - id: names_route
        check: "Does the answer name a route?"
        weight: 2
  - id: safety
    weight: 1
    children:
      - id: warns
        check: "Does the answer warn of an overdose?"
"""
OTHER = """\
question_id: sleep
question: "How do I sleep better?"
nodes:
  - id: habit
    check: "Does the answer name a habit?"
  - id: short
    rule: size(response) < 400
"""
TEXTS = ("5 mg by mouth.", "Take two.", "Ask your doctor first.", "Never at night.")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Repository:
    """A rubric repository whose judge, where it has one, listens at `url`."""

    root: Path
    key: str = KEY

    def run(self, *arguments: str, env: Mapping[str, str] | None = None) -> Ran:
        """In this process, from the outside of the folder."""
        is_placed = arguments[0] not in ("comment", "demo", "schema")
        place = ("--repo", str(self.root)) if is_placed else ()
        return self.bare(*arguments, *place, env=env)

    def bare(self, *arguments: str, env: Mapping[str, str] | None = None) -> Ran:
        """In this process, with nothing added to the arguments."""
        keyed = {"OPENAI_API_KEY": self.key, **(env or {})}
        done = CliRunner(env=keyed).invoke(main, list(arguments))
        return Ran(done.exit_code, done.stdout, done.stderr)

    def json(self, *arguments: str) -> Any:
        """The document that a command prints, whatever its exit code."""
        return self.run(*arguments, "--format", "json").json

    def spawn(self, *arguments: str, **env: str) -> "subprocess.Popen[str]":
        """In a process of its own, started in the folder."""
        return subprocess.Popen(
            [sys.executable, "-m", "rubrickit", *arguments],
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "OPENAI_API_KEY": self.key,
                **env,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self, *arguments: str, **env: str) -> Ran:
        """The same, to its end."""
        with self.spawn(*arguments, **env) as process:
            out, err = process.communicate(timeout=120)
        return Ran(process.returncode, out, err)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)

    def edit(self, name: str, old: str, new: str) -> None:
        """One file; the old text must be there."""
        text = (self.root / name).read_text()
        assert old in text, old
        self.write({name: text.replace(old, new)})

    def commit(self, files: Mapping[str, str | bytes] | None = None) -> str:
        """The whole folder; returns the commit's id."""
        self.write(files or {})
        git(self.root, "add", "--all")
        git(self.root, "commit", "--quiet", "--allow-empty", "--message", "change")
        return git(self.root, "rev-parse", "HEAD")

    def branch(self, name: str) -> None:
        git(self.root, "checkout", "--quiet", "-b", name)

    def clone(self, place: Path) -> "Repository":
        git(self.root, "clone", "--quiet", str(self.root), str(place))
        return Repository(place, self.key)

    def files(self) -> dict[str, bytes]:
        """What stands in the work tree, Git's own folder left out."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in self.root.rglob("*")
            if path.is_file() and ".git" not in path.relative_to(self.root).parts
        }


def repository(root: Path, files: Mapping[str, str | bytes]) -> Repository:
    """With these files committed on `main`."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet", "--initial-branch=main")
    made = Repository(root)
    made.commit(files)
    return made


def judged(root: Path, url: str, more: str = "", **files: str) -> Repository:
    """Two questions, four responses each, and a judge at `url`; `more` is settings."""
    return repository(
        root,
        {
            "rubrickit.yaml": settings(url, more),
            "rubrics/dose.yaml": RUBRIC,
            "rubrics/sleep.yaml": OTHER,
            "gold/dose.jsonl": rows("dose", TEXTS),
            "gold/sleep.jsonl": rows("sleep", TEXTS),
            **files,
        },
    )


def settings(url: str, more: str = "", judge: str = "") -> str:
    """A judge that answers at once; `judge` adds keys, as `name: value`."""
    own = f"kind: openai, model: loopback, base_url: {url}, max_concurrency: 8"
    return f"judge: {{{own}{', ' if judge else ''}{judge}}}\n{more}"


def rows(question_id: str, texts: Iterable[str], **more: Any) -> str:
    """Responses as JSONL, `r0`, `r1` and so on."""
    return "".join(
        json.dumps(
            {
                "question_id": question_id,
                "response_id": f"{question_id}-r{number}",
                "response": text,
                "agent": f"coach@{number % 2}",
                "created": f"2026-0{number % 3 + 1}-05T10:00:00Z",
                **more,
            }
        )
        + "\n"
        for number, text in enumerate(texts)
    )
