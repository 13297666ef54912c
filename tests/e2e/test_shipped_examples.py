"""What ships runs as its pages say: the two small examples, and the demo."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from source_code import ROOT
from support.command_line import Repository

ACTS = ("ACT ONE: ", "ACT TWO: ")


def told(page: Path) -> dict[str, float]:
    """The scores in a README's table: by response, from its last column's number."""
    found = {}
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            number = cells[-1].rpartition(" ")[2]
            for name in cells[0].replace("`", "").split(", "):
                found[name] = float(number)
    return found


@pytest.mark.parametrize("name", ["finance-charts", "resting-heart-rate"])
def test_an_example_scores_as_its_page_says(name: str) -> None:
    folder = ROOT / "docs/examples" / name
    before = Repository(folder).files()

    done = Repository(folder).run("score", "--format", "json")
    text = Repository(folder).run("score")

    assert (done.code, done.err, text.code) == (0, "", 0)
    (question,) = done.json["questions"]
    scores = {row["response_id"]: row["score"] for row in question["responses"]}
    assert scores == told(folder / "README.md")
    assert done.json["calls"] == 0
    assert Repository(folder).files() == before


def demo(folder: Path, *command: str | Path, **env: str) -> str:
    done = subprocess.run(
        [*command, "demo", "--folder", folder],
        cwd=folder.parent,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def check_demo(out: str, folder: Path) -> None:
    assert all(act in out for act in ACTS)
    assert out.index(ACTS[0]) < out.index("rubrickit: ❌ fail") < out.index(ACTS[1])
    assert out.index(ACTS[1]) < out.index("rubrickit: no judge call; a model would ")
    assert str(folder) in out
    assert "Not medical advice." in out


def test_the_demo_plays_both_acts_and_leaves_a_folder_to_play_in(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "play"

    out = demo(folder, sys.executable, "-m", "rubrickit", PYTHONPATH=str(ROOT))

    check_demo(out, folder)
    place = Repository(folder)
    delta = place.run("delta", "main", "--format", "json")
    assert delta.code in (1, 4)
    assert delta.json["calls"] == 0
    assert place.run("diff", "main").code == 0
    assert place.run("delta", "main", "--format", "markdown").code == delta.code
    again = place.bare("demo", "--folder", str(folder))
    assert (again.code, again.out) == (2, "")
    assert f"`{folder}` is not empty" in again.err


@pytest.mark.slow
def test_the_demo_and_a_score_run_from_an_installed_wheel(tmp_path: Path) -> None:
    """In an environment of its own, which sees the packages of this one."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    packages = tmp_path / "env/lib" / f"python3.{sys.version_info.minor}/site-packages"
    _install(next(tmp_path.glob("*.whl")), packages)
    python = tmp_path / "env/bin/python"
    folder = tmp_path / "play"

    out = demo(folder, python, "-P", "-m", "rubrickit")
    scored = subprocess.run(
        [python, "-P", "-m", "rubrickit", "score", "--format", "json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )

    check_demo(out, folder)
    assert scored.returncode in (0, 4)
    assert json.loads(scored.stdout)["schema"] == "rubrickit.score/1"


def _install(wheel: Path, packages: Path) -> None:
    """By the build's own Python, since the new one has no pip; no index is asked."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", packages, wheel], check=True, capture_output=True)
    theirs = "\n".join(path for path in sys.path if path.endswith("-packages"))
    (packages / "theirs.pth").write_text(theirs + "\n")
