"""JSON files that a person names."""

from pathlib import Path

import pytest

from rubrickit.edges import json_files
from rubrickit.errors import Exit, RubrickitError, WorldError

HINT = "`rubrickit score --out FILE` writes one"


def test_a_file_is_read_with_or_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for data in (b'{"a": "\xc3\xa9"}', b'\xef\xbb\xbf{"a": "\xc3\xa9"}'):
        path.write_bytes(data)
        assert json_files.read(path) == {"a": "é"}


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", 1, "not JSON: Expecting value"),
        (b'{"a": 1,\n"b": }', 2, "not JSON: Expecting value"),
        (b"[1]\n[2]", 2, "not JSON: Extra data"),
        (b"\xff", 1, "not JSON: "),
        (b"[" * 100_000, 1, "not JSON: "),
        (b"9" * 5000, 1, "not JSON: "),
    ],
)
def test_what_is_no_json_says_the_line(
    tmp_path: Path, data: bytes, line: int, message: str
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(data)
    with pytest.raises(RubrickitError) as caught:
        json_files.read(path)
    assert str(caught.value).startswith(f"{path}:{line}: {message}")
    assert caught.value.hint == HINT
    assert caught.value.exit_code == Exit.BAD_INPUT


def test_what_cannot_be_read_is_the_world_s_no(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    for path, reason in (
        (missing, "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(WorldError) as caught:
            json_files.read(path)
        assert str(caught.value) == f"{path}: {reason}"
