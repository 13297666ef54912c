"""Sign-offs as files: written once, read by line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rubrickit.core import signoffs
from rubrickit.core.findings import FindingError
from rubrickit.core.signoffs import HostWord, SignOff
from rubrickit.edges import gold_files, signoff_files
from rubrickit.errors import RubrickitError, WorldError

ROW = SignOff(
    "q1", "a", "d" * 32, "approval", "ada", "Ä", "2026-01-31", "", "signature"
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = signoff_files.write(tmp_path / "scores", [ROW, ROW])

    assert path.relative_to(tmp_path).parts[:3] == ("scores", "signoffs", "2026")
    assert gold_files.sign_offs(path.read_bytes(), "s.jsonl") == (ROW, ROW)
    assert list(path.parent.iterdir()) == [path]


WORD = {"page": "p", "pull_request": 7, "commit": "c" * 40, "login": "gh-ada"}
APPROVED = replace(ROW, signature="", approval=HostWord("p", 7, "c" * 40, "gh-ada"))


def test_an_approval_is_read_as_it_was_written() -> None:
    data = signoffs.data([APPROVED, ROW])

    assert gold_files.sign_offs(data, "s.jsonl") == (APPROVED, ROW)
    assert json.loads(data.splitlines()[0])["approval"] == WORD


@pytest.mark.parametrize(
    "wrong",
    [
        {"signature": "s"},
        {"meaning": "clinical review"},
        {"approval": "gh-ada"},
        {"approval": {**WORD, "login": None}},
        {"approval": {**WORD, "more": 1}},
        {"approval": {**WORD, "pull_request": True}},
        {"approval": {}},
        {"approval": None},
    ],
)
def test_an_approval_is_whole_and_has_no_signature(wrong: dict[str, Any]) -> None:
    row = json.loads(signoffs.line(APPROVED)) | wrong

    with pytest.raises(FindingError, match=r"s\.jsonl:1: "):
        gold_files.sign_offs(json.dumps(row).encode(), "s.jsonl")


def test_a_file_that_is_there_is_never_edited(tmp_path: Path) -> None:
    path = signoff_files.write(tmp_path, [ROW])
    before = path.read_bytes()

    with pytest.raises(RubrickitError, match="is never edited"):
        signoff_files.write(tmp_path, [ROW])

    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    tmp_path.joinpath("signoffs").write_text("a file")

    with pytest.raises(WorldError, match="signoffs"):
        signoff_files.write(tmp_path, [ROW])


def test_a_bad_line_is_named() -> None:
    data = f"{signoffs.line(ROW)}{{}}\n".encode()

    with pytest.raises(FindingError, match=r"s\.jsonl:2: "):
        gold_files.sign_offs(data, "s.jsonl")
