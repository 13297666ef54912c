"""A rubric repository in a folder: its files as texts, and the tool on them."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path

from builders import leaf
from click.testing import CliRunner
from git_sample import git
from source_code import ROOT

from rubrickit import wiring
from rubrickit.cli.main import main
from rubrickit.core.grades import leaf_digest
from rubrickit.core.versions import EditedRubrics, Version
from rubrickit.edges.repository import FileRepository


def rubric_file(question_id: str, *checks: str, weight: int = 1) -> str:
    """One leaf a check; `a?` and `b?` where none is named."""
    leaves = "".join(
        f"  - {{id: n{at}, weight: {weight}, check: {check!r}}}\n"
        for at, check in enumerate(checks or ("a?", "b?"))
    )
    return f"question_id: {question_id}\nquestion: Q?\nnodes:\n{leaves}"


def response_row(question_id: str, response_id: str = "r1", text: str = "yes") -> str:
    return (
        f'{{"question_id": "{question_id}", "response_id": "{response_id}",'
        f' "response": "{text}"}}\n'
    )


def label_row(
    question_id: str, check: str = "a?", rater: str = "dr-a", met: str = "true"
) -> str:
    """Of the response `r1`."""
    digest = leaf_digest(leaf("any", check))
    return (
        f'{{"question_id": "{question_id}", "response_id": "r1",'
        f' "leaf_digest": "{digest}", "rater": "{rater}", "met": {met}}}\n'
    )


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def initialised(root: Path, *options: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet", "--initial-branch=main", *options)
    return root


def committed(root: Path, files: Mapping[str, str | bytes] | None = None) -> str:
    """Writes and commits everything that lies in the folder; the commit's id."""
    write(root, files or {})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message=change")
    return git(root, "rev-parse", "HEAD")


@contextmanager
def opened(root: Path, *, rubrics: Path | None = None) -> Iterator[FileRepository]:
    """As the commands have it, configured by the working tree."""
    with wiring.open_repository(wiring.Folders(root, rubrics)) as repository:
        config = repository.config(Version("here", None))
        yield repository.laid_out(config.paths)


def edited(root: Path, base: str | None = None, head: str | None = None) -> set[str]:
    """The ids of the rubrics whose files changed, on either side."""
    found = edit(root, base, head)
    return found.before.keys() | found.after.keys()


def edit(root: Path, base: str | None = None, head: str | None = None) -> EditedRubrics:
    with opened(root) as repository:
        return repository.edited(repository.span(base, head))


def question_ids(root: Path, ref: str | None = None) -> list[str]:
    with opened(root) as repository:
        rubrics = repository.rubrics(repository.version(ref))
        return [rubric.question_id for rubric in rubrics]


def run(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command line; in a process of its own where the environment is another."""
    if not environment:
        with chdir(folder):
            result = CliRunner().invoke(main, arguments)
        return subprocess.CompletedProcess(
            arguments, result.exit_code, result.stdout, result.stderr
        )
    return subprocess.run(
        [sys.executable, "-m", "rubrickit", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """Exit code and the error's line; anything but an error and a hint is a fault."""
    lines = done.stderr.splitlines()
    assert len(lines) <= 2, done.stderr
    assert [line.partition(":")[0] for line in lines] == ["error", "hint"][: len(lines)]
    return done.returncode, lines[0] if lines else ""
