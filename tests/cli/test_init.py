"""`init`: what it makes works as it stands, and what is there stays."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from rubric_repositories import committed, initialised, run
from source_code import ROOT

import rubrickit

COMMIT = "0123456789abcdef0123456789abcdef01234567"
START = {
    ".gitattributes",
    "CODEOWNERS",
    "gold/returns.jsonl",
    "rubrickit.yaml",
    "rubrics/returns.yaml",
    "schemas/config.json",
    "schemas/rubric.json",
    "schemas/shared.json",
}
WORKFLOWS = {
    f".github/workflows/rubrickit{lane}.yml"
    for lane in ("", "-push", "-fork", "-release")
}


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def made(output: str) -> set[str]:
    return {line[5:] for line in output.splitlines() if line.startswith("made ")}


def kept(output: str) -> set[str]:
    return set(re.findall(r"^kept (.+), which exists$", output, re.MULTILINE))


def test_a_repository_comes_from_nothing(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "new/place")

    assert done.returncode == 0
    assert made(done.stdout) == START == files(tmp_path / "new/place").keys()
    assert "rubrickit delta" in done.stderr
    assert "warning" not in done.stderr


def test_it_lints_clean_and_its_first_delta_needs_no_key(tmp_path: Path) -> None:
    run(initialised(tmp_path), "init")
    linted = run(tmp_path, "lint")
    committed(tmp_path)
    rubric = tmp_path / "rubrics/returns.yaml"
    rubric.write_text(rubric.read_text().replace("weight: 3", "weight: 1"))

    delta = run(tmp_path, "delta", "--format", "json")

    assert (linted.returncode, linted.stdout) == (0, "0 findings\n")
    told = json.loads(delta.stdout)
    assert (told["outcome"], told["calls"]) == ("pass", 0)
    assert told["questions"][0]["delta"] != 0


def test_its_example_shows_a_closed_gate_and_every_kind_of_free_leaf(
    tmp_path: Path,
) -> None:
    run(initialised(tmp_path), "init")

    scores = json.loads(run(tmp_path, "score", "--format", "json").stdout)

    results = {
        row["response_id"]: (row["result"], row["score"] > 0)
        for row in scores["questions"][0]["responses"]
    }
    assert results == {
        "r1": ("pass", True),
        "r2": ("pass", True),
        "r3": ("pass", True),
        "r4": ("fail", False),
    }


def test_what_exists_is_kept_and_named(tmp_path: Path) -> None:
    (tmp_path / "CODEOWNERS").write_text("* @me\n")
    (tmp_path / "rubrickit.yaml").write_text("gate: {max_regression: 0.5}\n")

    done = run(tmp_path, "init")

    assert done.returncode == 0
    assert kept(done.stdout) == {"CODEOWNERS", "rubrickit.yaml"}
    found = files(tmp_path)
    assert found["CODEOWNERS"] == "* @me\n"
    assert found["rubrickit.yaml"] == "gate: {max_regression: 0.5}\n"


@pytest.mark.parametrize("there", ["rubrics", "gold"])
def test_the_example_does_not_come_between_rubrics_of_ones_own(
    tmp_path: Path, there: str
) -> None:
    (tmp_path / there).mkdir()

    done = run(tmp_path, "init")

    assert made(done.stdout) == START - {"rubrics/returns.yaml", "gold/returns.jsonl"}
    assert "rubrickit delta" not in done.stderr


def test_a_second_time_changes_nothing_and_adds_what_is_new(tmp_path: Path) -> None:
    run(tmp_path, "init")
    (tmp_path / "rubrics/returns.yaml").unlink()
    before = files(tmp_path)

    done = run(tmp_path, "init", "--github", "--pin", COMMIT)

    after = files(tmp_path)
    assert made(done.stdout) == WORKFLOWS == after.keys() - before.keys()
    assert kept(done.stdout) == START - {"rubrics/returns.yaml"}
    assert after.items() >= before.items()


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (inside / "schemas").symlink_to(outside)
    (inside / "CODEOWNERS").symlink_to(outside / "owners")
    (inside / ".gitattributes").symlink_to(tmp_path / "nowhere")

    done = run(inside, "init")

    assert done.returncode == 0
    assert not list(outside.iterdir())
    assert kept(done.stdout) == {
        ".gitattributes",
        "CODEOWNERS",
        *(name for name in START if name.startswith("schemas/")),
    }


def test_a_file_in_the_place_of_a_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "schemas").write_text("mine")

    done = run(tmp_path, "init")

    assert done.returncode == 0
    assert (tmp_path / "schemas").read_text() == "mine"
    assert "schemas/rubric.json" in kept(done.stdout)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")

    done = run(tmp_path, "init", "taken")

    assert done.returncode == 2
    assert "is a file" in done.stderr


def test_workflows_and_pipelines_are_pinned_to_a_commit(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "--github", "--gitlab", "--pin", COMMIT)

    found = files(tmp_path)
    uses = f"uses: rubrickit/rubrickit@{COMMIT} # v{rubrickit.__version__}\n"
    assert made(done.stdout) == START | WORKFLOWS | {".gitlab-ci.yml"}
    for name in WORKFLOWS:
        assert uses in found[name]
        assert "uses: ./" not in found[name]
    assert f"github.com/rubrickit/rubrickit@{COMMIT}" in found[".gitlab-ci.yml"]
    assert "rubrickit-judge-fork" in done.stderr
    assert "warning" not in done.stderr


def test_workflows_use_the_key_that_the_configuration_names(tmp_path: Path) -> None:
    (tmp_path / "rubrickit.yaml").write_text("judge: {api_key_env: JUDGE_KEY}\n")

    run(tmp_path, "init", "--github", "--gitlab", "--pin", COMMIT)

    found = files(tmp_path)
    used = "JUDGE_KEY: ${{ secrets.JUDGE_KEY }}"
    assert used in found[".github/workflows/rubrickit.yml"]
    keyless = ".github/workflows/rubrickit-release.yml"
    for name in (*WORKFLOWS, ".gitlab-ci.yml"):
        assert ("JUDGE_KEY" in found[name]) == (name != keyless)
        assert "OPENAI_API_KEY" not in found[name]


def test_a_configuration_that_cannot_be_read_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "rubrickit.yaml").write_text("judge: [")

    done = run(tmp_path, "init", "--github", "--pin", COMMIT)

    assert done.returncode == 0
    workflow = files(tmp_path)[".github/workflows/rubrickit.yml"]
    assert "secrets.OPENAI_API_KEY" in workflow


def test_a_copy_that_does_not_know_its_commit_says_so(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "--github", PYTHONNOUSERSITE="1")

    version = f"uses: rubrickit/rubrickit@v{rubrickit.__version__}\n"
    assert version in files(tmp_path)[".github/workflows/rubrickit.yml"]
    assert done.stderr.count("warning: ") == 1
    assert "--pin COMMIT" in done.stderr


def test_a_copy_that_was_installed_from_git_knows_its_commit(tmp_path: Path) -> None:
    noted = tmp_path / "site" / "rubrickit-9.dist-info"
    noted.mkdir(parents=True)
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: rubrickit\n")
    (noted / "direct_url.json").write_text(
        json.dumps(
            {"url": "https://x", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}
        )
    )
    path = f"{noted.parent}:{Path(rubrickit.__file__).parents[1]}"

    done = run(tmp_path, "init", "new", "--github", PYTHONPATH=path)

    assert done.returncode == 0, done.stderr
    workflow = files(tmp_path / "new")[".github/workflows/rubrickit.yml"]
    assert f"uses: rubrickit/rubrickit@{COMMIT} # v" in workflow
    assert "warning" not in done.stderr


@pytest.mark.parametrize("pin", ["v1", COMMIT[:7], "0" * 40, f"{COMMIT}\nx: y"])
def test_a_pin_is_a_whole_commit(tmp_path: Path, pin: str) -> None:
    done = run(tmp_path, "init", "--github", "--pin", pin)

    assert done.returncode == 2
    assert "is no full commit id" in done.stderr
    assert not files(tmp_path)


def test_editors_find_a_schema_for_each_file(tmp_path: Path) -> None:
    run(tmp_path, "init")

    for name, kind in (
        ("rubrickit.yaml", "config"),
        ("rubrics/returns.yaml", "rubric"),
    ):
        path = tmp_path / name
        line = path.read_text().split("\n")[0]
        schema = re.fullmatch(r"# yaml-language-server: \$schema=(.+)", line)
        assert schema
        place = (path.parent / schema[1]).resolve()
        printed = run(tmp_path, "schema", kind).stdout
        assert json.loads(place.read_text()) == json.loads(printed)


def test_a_file_that_does_not_fit_on_the_disk_is_not_there(tmp_path: Path) -> None:
    command = f"ulimit -f 2; {sys.executable} -B -m rubrickit init new"

    done = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 3
    assert "error: " in done.stderr
    found = files(tmp_path / "new")
    assert "rubrickit.yaml" in found
    assert not [name for name in found if name.startswith("schemas/")]


def test_in_a_folder_of_a_repository_the_workflows_stand_at_its_top(
    tmp_path: Path,
) -> None:
    top = initialised(tmp_path / "company")

    done = run(top, "init", "evals", "--github", "--gitlab")

    assert done.returncode == 0, done.stderr
    assert "made ../.github/workflows/rubrickit.yml" in done.stdout
    workflow = (top / ".github/workflows/rubrickit.yml").read_text("utf-8")
    steps = [
        step["with"]
        for job in YAML(typ="safe").load(workflow)["jobs"].values()
        for step in job["steps"]
        if "rubrickit@" in step["uses"]
    ]
    assert [step["repo"] for step in steps] == ["evals", "evals"]
    assert not (top / "evals/.github").exists()
    assert not (top / "evals/CODEOWNERS").exists()
