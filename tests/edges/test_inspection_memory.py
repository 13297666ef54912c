"""A second look reads what changed and says exactly what a first look would."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from rubric_repositories import label_row, response_row, rubric_file, write

from rubrickit import linting
from rubrickit.core.findings import Finding
from rubrickit.edges.inspection import Memory
from rubrickit.wiring import Folders

SHARED = "nodes: [{id: a, check: A?}]\n"
USER = "question_id: user\nnodes: [{use: s.a}]\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    write(root, {
        "rubrickit.yaml": "",
        "rubrics/one.yaml": rubric_file("one"),
        "rubrics/user.yaml": USER,
        "rubrics/_shared/s.yaml": SHARED,
        "gold/a.jsonl": response_row("one"),
        "gold/labels/l.jsonl": label_row("one"),
    })  # fmt: skip
    return root


def found(root: Path, memory: Memory | None = None) -> tuple[Finding, ...]:
    return linting.findings(Folders(root), memory=memory)


@pytest.mark.parametrize(
    "files",
    [
        {"rubrics/one.yaml": rubric_file("one", weight=-1)},
        {"rubrics/one.yaml": rubric_file("user")},
        {"rubrics/two.yaml": rubric_file("one")},
        {"rubrics/_shared/s.yaml": "nodes: [{id: b, check: A?}]\n"},
        {"rubrics/_shared/s.yaml": "nodes: [\n"},
        {"gold/a.jsonl": response_row("one") * 2},
        {"gold/b.jsonl": response_row("one")},
        {"gold/a.jsonl": "{]\n"},
        {"gold/labels/l.jsonl": "{}\n"},
        {"rubrickit.yaml": "judge: {kind: humane}\n"},
        {"rubrickit.yaml": "paths: {rubrics: none}\n"},
        {"rubrics/one.yaml": "nodes: [\n"},
    ],
)
def test_a_second_look_says_what_a_first_would(
    root: Path, files: Mapping[str, str]
) -> None:
    memory: Memory = {}
    assert found(root, memory) == ()
    before = {name: (root / name) for name in files}
    texts = {n: path.read_text() for n, path in before.items() if path.exists()}

    write(root, files)

    assert found(root, memory) == found(root) != ()
    for name, path in before.items():
        path.unlink()
        write(root, {name: texts[name]} if name in texts else {})
    assert found(root, memory) == ()


def test_a_file_that_is_gone_is_forgotten(root: Path) -> None:
    memory: Memory = {}
    found(root, memory)
    size = len(memory)

    (root / "rubrics/one.yaml").unlink()
    found(root, memory)

    assert len(memory) == size - 1


def test_what_did_not_change_is_not_read_again(root: Path) -> None:
    memory: Memory = {}
    found(root, memory)
    before = {key: id(value) for key, value in memory.items()}

    (root / "rubrics/one.yaml").write_text(rubric_file("one", "new?"))
    found(root, memory)

    again = {key for key, value in memory.items() if before.get(key) == id(value)}
    assert len(again) == len(before) - 1


def test_a_file_that_keeps_its_time_and_size_is_read(root: Path) -> None:
    memory: Memory = {}
    place = root / "rubrics/one.yaml"
    found(root, memory)
    status = place.stat()

    place.write_text(place.read_text().replace("weight: 1", "weight: x"))

    os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert place.stat().st_size == status.st_size
    assert found(root, memory) == found(root) != ()
