"""A file is whole or not there."""

from pathlib import Path

import pytest

from rubrickit.edges import durable

DRAFT = ".draft.tmp"


def test_a_file_is_there_whole_and_its_draft_is_gone(tmp_path: Path) -> None:
    durable.write(tmp_path / "file", b"whole", DRAFT)

    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"whole"


def test_a_failure_leaves_the_older_file_and_no_draft(tmp_path: Path) -> None:
    (tmp_path / "file" / "in the way").mkdir(parents=True)

    with pytest.raises(OSError, match="directory"):
        durable.write(tmp_path / "file", b"whole", DRAFT)

    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_draft_of_a_dead_run_is_not_in_the_way(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"not ours")
    (tmp_path / DRAFT).symlink_to(elsewhere)

    durable.write(tmp_path / "file", b"whole", DRAFT)

    assert (tmp_path / "file").read_bytes() == b"whole"
    assert elsewhere.read_bytes() == b"not ours"
