"""Lint's look at a real folder: everything in it, wherever something is wrong."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from rubrickit.core.config import Paths
from rubrickit.core.findings import Finding, FindingError, in_file_order
from rubrickit.core.lint.inspected import Inspected
from rubrickit.core.rubric import Place
from rubrickit.edges.cache import Cache
from rubrickit.edges.inspection import Inspection
from rubrickit.edges.rubric_folder import RubricFolder
from rubrickit.edges.snapshots import FolderSnapshot

RUBRIC = "question_id: {}\nnodes:\n- {{id: a, check: x}}\n"
SHARED = "nodes:\n- {id: dose, check: x}\n"
ROW = '{"question_id": "q", "response_id": "r", "response": "x"}\n'
LABEL = (
    '{"question_id": "q", "response_id": "r", "leaf": "a", "rater": "d", "met": true}\n'
)


def write(root: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def inspect(root: Path, paths: Paths | None = None) -> Inspected:
    return Inspection(root, paths or Paths(), "rubrickit.yaml").result()


def told(found: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [(f.rule, str(f.place), f.message) for f in in_file_order(found)]


def test_a_good_folder_is_read_whole(tmp_path: Path) -> None:
    files = {
        "rubrickit.yaml": "gate: {rule: exact}\n",
        "rubrics/q.yaml": RUBRIC.format("q"),
        "rubrics/deep/p.yml": RUBRIC.format("p") + "- use: s.dose\n",
        "rubrics/_shared/s.yaml": SHARED,
        "rubrics/notes.md": "not a rubric",
        "gold/a.jsonl": ROW,
        "gold/labels/d.jsonl": LABEL,
    }
    write(tmp_path, files)

    found = inspect(tmp_path)

    assert found.unreadable == ()
    assert {rubric.question_id for rubric in found.rubrics} == {"p", "q"}
    assert [node.id for node in found.shared] == ["dose"]


def test_an_empty_folder_has_nothing_to_say(tmp_path: Path) -> None:
    assert inspect(tmp_path) == Inspected((), (), ())


def test_one_wrong_file_of_each_kind_hides_no_other(tmp_path: Path) -> None:
    files = {
        "rubrickit.yaml": "judge: {kind: gpt}\npaths: {gold: ..}\n",
        "rubrics/a.yaml": "question_id: a\nnodes: [\n",
        "rubrics/b.yaml": "nodes:\n- {id: x}\n- {id: y, check: z, wieght: 1}\n",
        "rubrics/q.yaml": RUBRIC.format("q"),
        "rubrics/_shared/s.yaml": "nodes:\n- {use: a.b}\n- {id: dose, check: x}\n",
        "gold/a.jsonl": ROW + "{\n",
        "gold/b.jsonl": ROW,
        "gold/labels/d.jsonl": LABEL.replace("true", "1"),
    }
    write(tmp_path, files)

    found = inspect(tmp_path)

    assert [(rule, place) for rule, place, _ in told(found.unreadable)] == [
        ("row", "gold/a.jsonl:2"),
        ("row", "gold/labels/d.jsonl:1"),
        ("choice", "rubrickit.yaml:1"),
        ("path", "rubrickit.yaml:2"),
        ("use", "rubrics/_shared/s.yaml:2"),
        ("syntax", "rubrics/a.yaml:3"),
        ("missing", "rubrics/b.yaml:1"),
        ("content", "rubrics/b.yaml:2"),
        ("key", "rubrics/b.yaml:3"),
    ]
    assert [rubric.question_id for rubric in found.rubrics] == ["q"]
    assert [node.id for node in found.shared] == ["dose"]


def test_two_files_of_one_shared_name_are_told_with_both_places(tmp_path: Path) -> None:
    other = "nodes:\n\n- {id: dose, check: other}\n- {id: route, check: x}\n"
    write(
        tmp_path, {"rubrics/_shared/a/s.yaml": SHARED, "rubrics/_shared/s.yml": other}
    )
    message = (
        "the shared node `s.dose` stands twice; first at rubrics/_shared/a/s.yaml:2"
    )

    found = inspect(tmp_path)

    expected = ("duplicate-shared", "rubrics/_shared/s.yml:3", message)
    assert told(found.unreadable) == [expected]
    assert [node.id for node in found.shared] == ["dose", "route"]
    assert next(node.texts for node in found.shared if node.id == "dose") == ("x",)  # type: ignore[union-attr]


def test_a_run_stops_at_two_files_of_one_shared_name(tmp_path: Path) -> None:
    write(
        tmp_path, {"rubrics/_shared/a/s.yaml": SHARED, "rubrics/_shared/s.yml": SHARED}
    )
    write(tmp_path, {"rubrics/q.yaml": RUBRIC.format("q") + "- use: s.dose\n"})
    folder = RubricFolder(
        FolderSnapshot(tmp_path), "rubrics", Cache(tmp_path / "cache")
    )

    with pytest.raises(FindingError) as caught:
        folder.all()

    assert str(caught.value) == (
        "rubrics/_shared/s.yml:2: the shared node `s.dose` stands twice;"
        " first at rubrics/_shared/a/s.yaml:2"
    )
    assert caught.value.hint == "give one of the two files another name"


def test_shared_files_of_two_names_stand_beside_each_other(tmp_path: Path) -> None:
    write(
        tmp_path, {"rubrics/_shared/a/s.yaml": SHARED, "rubrics/_shared/t.yml": SHARED}
    )
    uses = "- use: s.dose\n- {use: t.dose, id: other}\n"
    write(tmp_path, {"rubrics/q.yaml": RUBRIC.format("q") + uses})
    folder = RubricFolder(
        FolderSnapshot(tmp_path), "rubrics", Cache(tmp_path / "cache")
    )

    (rubric,) = folder.all()

    assert [node.shared for node in rubric.nodes] == ["", "s.dose", "t.dose"]
    assert inspect(tmp_path).unreadable == ()


def test_a_shared_folder_in_another_place_holds_rubrics(tmp_path: Path) -> None:
    write(tmp_path, {"rubrics/heart/_shared/s.yaml": SHARED})

    found = inspect(tmp_path)

    place, message = "rubrics/heart/_shared/s.yaml:1", "`question_id` is missing"
    assert told(found.unreadable) == [("missing", place, message)]
    assert found.shared == ()


def test_a_response_that_stands_in_two_files_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"gold/a.jsonl": ROW, "gold/deep/b.jsonl": "\n" + ROW})
    message = "the response `r` to `q` stands twice; first at gold/a.jsonl:1"
    found = told(inspect(tmp_path).unreadable)
    assert found == [("row", "gold/deep/b.jsonl:2", message)]


def test_files_lie_where_the_settings_say(tmp_path: Path) -> None:
    write(tmp_path, {"evals/r/q.yaml": RUBRIC.format("q"), "rubrics/bad.yaml": "["})
    write(tmp_path, {"evals/g/labels/d.jsonl": LABEL, "evals/g/a.jsonl": "{"})

    found = inspect(tmp_path, Paths("evals/r", "evals/g", "scores"))

    assert [rubric.question_id for rubric in found.rubrics] == ["q"]
    assert [f.place.path for f in found.unreadable] == ["evals/g/a.jsonl"]


def test_a_link_is_told_and_what_lies_elsewhere_is_still_read(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere.yaml": RUBRIC.format("q"), "gold/a.jsonl": "{"})
    tmp_path.joinpath("rubrics").mkdir()
    tmp_path.joinpath("rubrics/link.yaml").symlink_to(tmp_path / "elsewhere.yaml")

    found = inspect(tmp_path)

    message = "is a symbolic link, which is not followed"
    rows = told(found.unreadable)
    assert ("file", "rubrics/link.yaml:1", message) in rows
    assert ("row", "gold/a.jsonl:1") in [row[:2] for row in rows]
    hints = {f.hint for f in found.unreadable if f.rule == "file"}
    assert hints == {"put a regular file in its place"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    tmp_path.joinpath("gold").mkdir()
    os.mkfifo(tmp_path / "gold/a.jsonl")
    found = told(inspect(tmp_path).unreadable)
    assert found == [("file", "gold/a.jsonl:1", "is no regular file")]


def test_settings_that_are_no_text_are_told_at_their_first_line(tmp_path: Path) -> None:
    tmp_path.joinpath("rubrickit.yaml").write_bytes(b"\xff\xfe")
    (finding,) = inspect(tmp_path).unreadable
    assert finding.place == Place("rubrickit.yaml", 1, 1)
    assert finding.message == "not UTF-8"
