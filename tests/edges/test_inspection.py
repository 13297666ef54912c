"""Lint looks at every file, says what is wrong with each, and never stops early."""

from pathlib import Path

import pytest
from rubric_repositories import response_row, rubric_file, run, told, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Something is wrong with every file but one."""
    root = tmp_path / "root"
    write(root, {
        "rubrickit.yaml": "judge: {kind: humane}\n",
        "rubrics/good.yaml": rubric_file("good"),
        "rubrics/empty.yaml": "",
        "rubrics/broken.yaml": "nodes: [\n",
        "rubrics/same.yml": rubric_file("good"),
        "rubrics/folder.yaml/deep.yaml": "question_id: 1\n",
        "rubrics/new\nline.yaml": "x: 1\n",
        "rubrics/_shared/s.yaml": "nodes: [{id: a, check: A?}, {id: a, check: B?}]\n",
        "gold/bad.jsonl": response_row("good") + "{]\n",
        "gold/twice.jsonl": response_row("good", "x") * 2,
        "gold/labels/l.jsonl": "{}\n",
        "gold/latin.jsonl": b'{"a": "\xe4"}\n',
    })  # fmt: skip
    (root / "rubrics/link.yaml").symlink_to("nowhere")
    (root / "gold/folder").symlink_to("../rubrics")
    return root


WRONG = {
    "rubrickit.yaml",
    "rubrics/empty.yaml",
    "rubrics/broken.yaml",
    "rubrics/same.yml",
    "rubrics/folder.yaml/deep.yaml",
    "rubrics/new line.yaml",
    "rubrics/_shared/s.yaml",
    "rubrics/link.yaml",
    "gold/bad.jsonl",
    "gold/twice.jsonl",
    "gold/labels/l.jsonl",
    "gold/latin.jsonl",
    "gold/folder",
}


def named(output: str) -> set[str]:
    lines = [line for line in output.splitlines() if ": error: " in line]
    return {line.partition(":")[0] for line in lines}


def test_one_look_finds_what_is_wrong_in_every_file(root: Path) -> None:
    done = run(root, "lint")

    assert (done.returncode, done.stderr) == (1, "")
    assert named(done.stdout) == WRONG


@pytest.mark.parametrize("format_name", ["json", "github", "markdown"])
def test_every_format_tells_of_every_file(root: Path, format_name: str) -> None:
    done = run(root, "lint", f"--format={format_name}")

    assert (done.returncode, done.stderr) == (1, "")
    for path in WRONG - {"rubrics/new line.yaml"}:
        assert path.rpartition("/")[2].replace("_", "") in done.stdout.replace("_", "")


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["rubrics/broken.yaml"], {"rubrics/broken.yaml"}),
        (["rubrics/good.yaml"], set()),
        (["gold/labels"], {"gold/labels/l.jsonl"}),
        (["gold/labels/../latin.jsonl"], {"gold/latin.jsonl"}),
        (["rubrics/link.yaml", "gold/folder"], {"rubrics/link.yaml", "gold/folder"}),
        (["."], WRONG),
    ],
)
def test_paths_limit_what_is_told(
    root: Path, paths: list[str], expected: set[str]
) -> None:
    (root / "rubrics/nowhere").write_text("now the link has an end")

    done = run(root, "lint", *paths)

    assert named(done.stdout) == expected
    assert done.returncode == bool(expected)


def test_a_path_outside_of_the_repository_is_refused(root: Path) -> None:
    write(root.parent, {"other/rubrics/x.yaml": "nodes: [\n"})

    code, line = told(run(root, "lint", "../other/rubrics"))

    assert code == 2
    assert "lies outside of" in line


def test_from_a_folder_inside_the_whole_repository_is_looked_at(root: Path) -> None:
    assert named(run(root / "gold/labels", "lint").stdout) == WRONG


def test_a_folder_without_a_rubric_is_no_clean_one(tmp_path: Path) -> None:
    done = run(tmp_path, "lint")

    assert done.returncode == 0
    assert done.stdout.startswith("rubrics:1:1: advice: there is no rubric [empty]\n")
