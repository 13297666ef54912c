"""A bare start is quick, since it loads no package that it can do without."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from git_sample import Commit
from source_code import ROOT

EXAMPLE = ROOT / "docs/examples/resting-heart-rate"
HEAVY = {"git", "jinja2", "numpy", "openai", "pandas", "scipy"}


def loaded(folder: Path, *arguments: str) -> set[str]:
    """The top-level packages that a command of ours imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "rubrickit", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    rows = re.findall(r"^import time: [\d |]+\| +(\w+)", done.stderr, re.MULTILINE)
    return set(rows)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_bare_start_loads_nothing_heavy(tmp_path: Path, option: str) -> None:
    names = loaded(tmp_path, option)

    assert "rubrickit" in names
    assert names.isdisjoint(HEAVY), names & HEAVY


def test_lint_loads_nothing_heavy(commit: Commit, tmp_path: Path) -> None:
    files = (path for path in EXAMPLE.rglob("*") if path.is_file())
    commit({str(path.relative_to(EXAMPLE)): path.read_text() for path in files})

    names = loaded(tmp_path, "lint")

    assert names.isdisjoint(HEAVY), names & HEAVY


def test_a_run_that_finds_nothing_to_ask_loads_no_client(
    commit: Commit, tmp_path: Path
) -> None:
    row = '{"question_id": "q", "response_id": "r", "response": "5 mg"}'
    settings = "judge: {kind: openai, model: m, base_url: 'http://127.0.0.1:9/v1'}"
    rubric = "question_id: q\nnodes:\n  - {id: a, rule: size(response) > 1}\n"
    commit({"rubrickit.yaml": settings, "rubrics/q.yaml": rubric, "gold/q.jsonl": row})

    names = loaded(tmp_path, "score")

    assert names.isdisjoint({"openai", "numpy", "pandas", "scipy"}), names & HEAVY


def test_the_heavy_ones_would_be_seen(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import numpy"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )

    assert re.search(r"^import time: [\d |]+\| +numpy$", done.stderr, re.MULTILINE)
