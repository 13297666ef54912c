"""A JSON file that a person names is read, or refused on one line."""

from pathlib import Path

import pytest

from rubrickit.edges import json_files
from rubrickit.errors import RubrickitError, WorldError


def test_what_is_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    file.write_text('{"mean": 0.5, "name": "ä"}', encoding="utf-8")

    assert json_files.read(file) == {"mean": 0.5, "name": "ä"}


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe\xfd", b"[" * 100_000, b"9" * 5000, b"{'a': 1}"]
)
def test_what_is_no_json_is_named_with_its_line(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "scores.json"
    file.write_bytes(data)

    with pytest.raises(RubrickitError) as caught:
        json_files.read(file)

    assert str(caught.value).startswith(f"{file}:1: not JSON: ")
    assert "\n" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_what_cannot_be_read_is_the_worlds_fault(tmp_path: Path, name: str) -> None:
    with pytest.raises(WorldError, match=r"No such file|Is a directory"):
        json_files.read(tmp_path / name)
