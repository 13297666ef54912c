"""Workflows and pipelines, ours and those of `init`, and the action itself."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from ruamel.yaml import YAML
from rubric_repositories import initialised, run
from source_code import ROOT

from rubrickit.cli.ci import ci

OURS = ROOT / ".github/workflows"
PIN = "0123456789abcdef0123456789abcdef01234567"
TOOLS = Path(sys.executable).parent


def yaml(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe", pure=True).load(path)
    return found


def jobs(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{path.name}: {name}", job)
        for path in sorted(folder.glob("*.yml"))
        for name, job in yaml(path)["jobs"].items()
    ]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `init --github --gitlab` writes, and the action beside it."""
    folder = initialised(tmp_path_factory.mktemp("written"))
    assert run(folder, "init", "--github", "--gitlab", "--pin", PIN).returncode == 0
    return folder


def check(*command: str, folder: Path = ROOT) -> None:
    program = str(TOOLS / command[0])
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_init_writes_the_workflows_that_we_use_ourselves(written: Path) -> None:
    ours = {path.name: path.read_text() for path in OURS.glob("*.yml")}

    theirs = {
        path.name: re.sub(r"rubrickit/rubrickit@\w+ # v[\d.]+", "./", path.read_text())
        for path in (written / ".github/workflows").glob("*.yml")
    }

    assert len(ours) == 4
    assert theirs == ours


def test_no_workflow_has_a_finding_of_medium_or_more(written: Path) -> None:
    zizmor = (
        "zizmor", "--offline", "--strict-collection", "--persona=auditor",
        "--min-severity=medium", "--no-progress", "--quiet",
    )  # fmt: skip

    check(*zizmor, str(OURS), str(ROOT / "action.yml"))
    check(*zizmor, str(written / ".github/workflows"))


def test_actionlint_finds_nothing(written: Path) -> None:
    for folder in (OURS, written / ".github/workflows"):
        paths = [str(path) for path in folder.glob("*.yml")]
        check("jactionlint", "--shellcheck=", *paths, folder=folder.parents[1])


def test_each_file_fits_its_schema(written: Path) -> None:
    workflows = [*OURS.glob("*.yml"), *(written / ".github/workflows").glob("*.yml")]
    kinds = {
        "vendor.github-workflows": workflows,
        "custom.github-workflows-require-timeout": workflows,
        "vendor.github-actions": [ROOT / "action.yml"],
        "vendor.gitlab-ci": [written / ".gitlab-ci.yml"],
    }

    for kind, paths in kinds.items():
        check("check-jsonschema", "--builtin-schema", kind, *map(str, paths))


@pytest.mark.parametrize("path", sorted(OURS.glob("*.yml")), ids=lambda at: at.name)
def test_act_can_read_it(path: Path) -> None:
    check("act", "--validate", "--strict", "-W", str(path))


@pytest.mark.parametrize("path", sorted(OURS.glob("*.yml")), ids=lambda at: at.name)
def test_a_workflow_has_no_rights_but_those_of_its_jobs(path: Path) -> None:
    workflow = yaml(path)

    assert workflow["permissions"] == {}
    assert "pull_request_target" not in path.read_text()
    assert "actions/cache" not in path.read_text()
    assert workflow["concurrency"]["group"].startswith("rubrickit")


@pytest.mark.parametrize(("place", "job"), jobs(OURS))
def test_a_job_with_the_key_waits_for_its_environment(
    place: str, job: dict[str, Any]
) -> None:
    has_key = "secrets." in str(job)
    releases = "mode': 'release'" in str(job)
    attests = {"id-token": "write", "attestations": "write"}

    assert ("environment" in job) == (has_key or releases), place
    assert has_key or job["permissions"] in (
        {"contents": "write"} if releases else {"contents": "read"}, attests
    )  # fmt: skip
    assert job["timeout-minutes"] <= 45


@pytest.mark.parametrize(("place", "job"), jobs(OURS))
def test_every_action_is_pinned_and_leaves_no_token_behind(
    place: str, job: dict[str, Any]
) -> None:
    for step in job["steps"]:
        assert re.fullmatch(r"\./|[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), place
        if step["uses"].startswith("actions/checkout@"):
            assert step["with"] == {"fetch-depth": 2, "persist-credentials": False}


def test_a_comment_beside_a_pin_names_the_version_and_each_action_has_one() -> None:
    pins = re.findall(
        r"uses: (\S+)@([0-9a-f]{40}) # (v[\d.]+)\n",
        "".join(path.read_text() for path in OURS.glob("*.yml")),
    )

    assert {name for name, *_ in pins} == {
        "actions/attest",
        "actions/checkout",
        "actions/upload-artifact",
    }
    assert len(set(pins)) == 3


def test_the_action_is_one_bash_step_without_anything_put_into_its_line() -> None:
    action = yaml(ROOT / "action.yml")

    (step,) = action["runs"]["steps"]
    assert step["shell"] == "bash"
    assert "${{" not in step["run"]
    assert "uses" not in step
    assert set(action["branding"]) == {"icon", "color"}


def test_every_input_reaches_the_tool_through_the_environment() -> None:
    action = yaml(ROOT / "action.yml")
    (step,) = action["runs"]["steps"]

    passed = {value: name for name, value in step["env"].items()}

    assert passed == {
        f"${{{{ inputs.{name} }}}}": "GITHUB_TOKEN"
        if name == "token"
        else f"RUBRICKIT_{name.upper().replace('-', '_')}"
        for name in action["inputs"]
    }


def test_every_output_is_the_steps() -> None:
    action = yaml(ROOT / "action.yml")

    for name, output in action["outputs"].items():
        assert output["value"] == f"${{{{ steps.rubrickit.outputs.{name} }}}}"


def test_every_input_is_an_option_of_the_command_with_the_same_default() -> None:
    inputs = {
        name: given["default"]
        for name, given in yaml(ROOT / "action.yml")["inputs"].items()
        if name not in ("token", "python")
    }

    options = {
        str(option.name).replace("_", "-"): str(option.default)
        for option in ci.params
        if option.name != "quiet"
    }

    assert inputs == {
        name: {"False": "false"}.get(default, default)
        for name, default in options.items()
    }


@pytest.mark.parametrize("name", ["mode", "comment", "comment-when"])
def test_an_input_names_every_choice_of_its_option(name: str) -> None:
    described = yaml(ROOT / "action.yml")["inputs"][name]["description"]

    (option,) = [each for each in ci.params if each.name == name.replace("-", "_")]

    assert isinstance(option.type, click.Choice)
    assert re.findall(r"`([\w-]+)`", described) == list(option.type.choices)
