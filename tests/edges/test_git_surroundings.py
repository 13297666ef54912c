"""Hooks, environments and configurations around Git that must change nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import (
    committed,
    edited,
    initialised,
    opened,
    question_ids,
    rubric_file,
    run,
    told,
    write,
)
from source_code import ROOT

FILES = {
    "rubrics/one.yaml": rubric_file("one"),
    "rubrics/two.yaml": rubric_file("two"),
    "rubrics/ü b.yaml": rubric_file("three"),
    "rubrickit.yaml": "judge: {kind: human}\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """One rubric edited, one renamed, one new and unknown to Git."""
    root = initialised(tmp_path / "root")
    committed(root, FILES)
    write(root, {"rubrics/one.yaml": rubric_file("one", "other?")})
    (root / "rubrics/ü b.yaml").rename(root / "rubrics/moved.yaml")
    write(root, {"rubrics/new.yaml": rubric_file("new")})
    return root


CHANGED = {"one", "three", "new"}


@pytest.mark.parametrize(
    "settings",
    [
        {"diff.noprefix": "true", "diff.mnemonicPrefix": "true"},
        {"core.quotePath": "true", "core.precomposeUnicode": "true"},
        {"diff.renames": "copies", "status.renames": "copies"},
        {"diff.external": "false", "diff.tool": "false", "core.pager": "false"},
        {"core.autocrlf": "true", "core.eol": "crlf"},
        {"status.showUntrackedFiles": "no"},
        {"diff.ignoreSubmodules": "all", "diff.submodule": "log"},
        {"diff.relative": "true"},
        {"color.ui": "always", "color.diff": "always", "column.ui": "always"},
        {"log.showSignature": "true", "gpg.program": "false"},
        {"diff.orderFile": "nowhere", "diff.algorithm": "patience"},
        {"core.abbrev": "4", "diff.wordRegex": ".", "diff.statGraphWidth": "1"},
        {"core.untrackedCache": "true", "core.checkStat": "minimal"},
        {"advice.detachedHead": "true", "transfer.fsckObjects": "true"},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_a_persons_configuration_has_no_influence(
    root: Path, settings: dict[str, str]
) -> None:
    if "diff.orderFile" in settings:
        settings["diff.orderFile"] = str(root / "rubrickit.yaml")
    for name, value in settings.items():
        git(root, "config", name, value)

    assert edited(root) == CHANGED
    assert edited(root / "rubrics") == CHANGED


def test_attributes_and_text_conversions_have_no_influence(root: Path) -> None:
    write(root.parent, {"attributes": "*.yaml diff=hidden -text binary\n"})
    git(root, "config", "core.attributesFile", str(root.parent / "attributes"))
    git(root, "config", "diff.hidden.textconv", "echo same #")
    git(root, "config", "diff.hidden.command", "false")

    assert edited(root) == CHANGED


@pytest.mark.parametrize(
    "environment",
    [
        {"GIT_DIR": "{other}/.git"},
        {"GIT_DIR": "{other}/.git", "GIT_WORK_TREE": "{other}"},
        {"GIT_INDEX_FILE": "{other}/nowhere/index"},
        {"GIT_EXTERNAL_DIFF": "false"},
        {"GIT_OBJECT_DIRECTORY": "{other}/.git/objects"},
        {"GIT_COMMON_DIR": "{other}/.git"},
        {"GIT_LITERAL_PATHSPECS": "1"},
        {"GIT_NOGLOB_PATHSPECS": "1"},
        {"GIT_ICASE_PATHSPECS": "1"},
        {"GIT_PREFIX": "rubrics/", "GIT_NAMESPACE": "space"},
        {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare",
         "GIT_CONFIG_VALUE_0": "true"},
        {"GIT_CONFIG_PARAMETERS": "'core.worktree'='/nowhere'"},
        {"GIT_SHALLOW_FILE": "{other}/shallow", "GIT_GRAFT_FILE": "{other}/grafts"},
        {"GIT_DIFF_OPTS": "--unified=0", "GIT_TRACE": "1", "GIT_PAGER": "false"},
        {"GIT_PYTHON_GIT_EXECUTABLE": "/nowhere/git", "GIT_PYTHON_TRACE": "full"},
    ],
    ids="+".join,
)  # fmt: skip
def test_what_another_repositorys_hook_has_set_has_no_influence(
    root: Path, environment: dict[str, str]
) -> None:
    other = initialised(root.parent / "other")
    committed(other, {"rubrics/other.yaml": rubric_file("other")})
    here = {name: value.format(other=other) for name, value in environment.items()}

    found = run(root, "diff", "--format=json", **here)

    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == run(root, "diff", "--format=json").stdout
    assert '"one"' in found.stdout


def test_it_runs_inside_a_pre_commit_hook(root: Path) -> None:
    hook = root / ".git/hooks/pre-commit"
    out = root.parent / "out"
    write(
        root,
        {
            ".git/hooks/pre-commit": f"""#!/bin/sh
env | grep -q ^GIT_INDEX_FILE= || exit 9
cd rubrics && PYTHONPATH='{ROOT}' "$PYTHON" -m rubrickit \\
    diff --format json >'{out}'
"""
        },
    )
    hook.chmod(0o755)
    expected = run(root, "diff", "--format", "json").stdout
    git(root, "add", "--all")

    subprocess.run(
        ["git", "commit", "--quiet", "--message=hooked"],
        cwd=root,
        check=True,
        env={**os.environ, "PYTHON": sys.executable},
    )

    assert out.read_text() == expected
    assert git(root, "status", "--porcelain") == ""


def test_the_demo_inside_a_hook_leaves_the_hooks_repository_alone(root: Path) -> None:
    before = git(root, "for-each-ref"), git(root, "status", "--porcelain")
    here = {
        "GIT_DIR": str(root / ".git"),
        "GIT_WORK_TREE": str(root),
        "GIT_INDEX_FILE": str(root / ".git/index"),
    }

    done = run(root.parent, "demo", "--folder", str(root.parent / "demo"), **here)

    assert done.returncode == 0, done.stderr
    assert (git(root, "for-each-ref"), git(root, "status", "--porcelain")) == before
    assert git(root.parent / "demo", "rev-parse", "main")


def test_the_demo_runs_none_of_a_persons_hooks_and_ignores_no_file(
    root: Path,
) -> None:
    home = root.parent / "home"
    write(home, {
        ".gitconfig": f"[core]\n hooksPath = {home}/hooks\n excludesFile = {home}/no\n"
        " autocrlf = true\n safecrlf = true\n[commit]\n gpgSign = true\n",
        "no": "*.jsonl\n",
        "hooks/pre-commit": f"#!/bin/sh\ntouch '{home}/ran'\nexit 1\n",
    })  # fmt: skip
    (home / "hooks/pre-commit").chmod(0o755)

    done = run(
        home, "demo", "--folder", "demo", GIT_CONFIG_GLOBAL=str(home / ".gitconfig")
    )

    assert done.returncode == 0, done.stderr
    assert not (home / "ran").exists()
    assert "gold/k_qa.jsonl" in git(home / "demo", "ls-files")


def test_replaced_objects_and_grafts_have_no_influence(root: Path) -> None:
    committed(root)
    first = git(root, "rev-parse", "HEAD~1")
    tree = git(root, "rev-parse", "HEAD^{tree}")
    forged = git(root, "commit-tree", "-m", "forged", tree)
    git(root, "replace", first, forged)
    head = git(root, "rev-parse", "HEAD")
    write(root, {".git/info/grafts": f"{head}\n"})

    assert edited(root, first, "HEAD") == CHANGED


def test_reading_takes_no_lock(root: Path) -> None:
    write(root, {".git/index.lock": ""})

    assert edited(root) == CHANGED


def test_without_git_one_line_says_so(root: Path) -> None:
    done = run(root, "diff", PATH="/nowhere")

    assert told(done) == (3, "error: there is no `git` command")
    assert told(run(root, "score", PATH="/nowhere"))[0] == 3


def test_plain_files_need_no_git_command(tmp_path: Path) -> None:
    write(tmp_path, FILES)

    done = run(tmp_path, "score", PATH="/nowhere")

    code, line = told(done)
    assert code == 4
    assert line == "error: nothing was graded: there is no response"


def test_a_repository_of_somebody_elses_names_the_way_out(root: Path) -> None:
    done = run(root, "diff", GIT_TEST_ASSUME_DIFFERENT_OWNER="1")

    code, line = told(done)
    assert code == 3
    assert "dubious ownership" in line
    assert "hint: `git config --global --add safe.directory" in done.stderr


def test_a_broken_configuration_of_git_ends_in_one_line(root: Path) -> None:
    write(root, {".git/config": "[core\n"})

    code, line = told(run(root, "diff"))

    assert code == 3
    assert "bad config" in line


def test_a_missing_object_ends_in_one_line_that_names_it(root: Path) -> None:
    blob = git(root, "rev-parse", "HEAD:rubrics/one.yaml")
    (root / f".git/objects/{blob[:2]}/{blob[2:]}").unlink()

    code, line = told(run(root, "diff"))

    assert code == 3
    assert blob in line


def test_a_missing_tree_ends_in_one_line(root: Path) -> None:
    tree = git(root, "rev-parse", "HEAD:rubrics")
    (root / f".git/objects/{tree[:2]}/{tree[2:]}").unlink()

    assert told(run(root, "diff"))[0] == 3


def test_a_missing_commit_ends_in_one_line(root: Path) -> None:
    commit = git(root, "rev-parse", "HEAD")
    (root / f".git/objects/{commit[:2]}/{commit[2:]}").unlink()

    assert told(run(root, "diff"))[0] in (2, 3)


def test_a_git_folder_of_junk_is_no_repository(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".git": "junk\n"})

    assert question_ids(tmp_path) == ["one", "three", "two"]
    assert told(run(tmp_path, "diff"))[0] == 2


def test_the_encoding_of_logs_changes_no_name(root: Path) -> None:
    git(root, "config", "i18n.logOutputEncoding", "ISO-8859-1")
    git(root, "commit", "-qa", "-m", "Für ü", "--author=Ädä <a@x>")

    with opened(root) as repository:
        (commit,) = repository.required_history().log(("HEAD", "^HEAD~1"), ("rubrics",))

    assert (commit.author, commit.subject) == ("Ädä", "Für ü")
