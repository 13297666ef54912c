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


def test_an_empty_file_and_one_of_many_blocks_are_whole(tmp_path: Path) -> None:
    for data in (b"", bytes(range(256)) * 20_000):
        durable.write(tmp_path / "file", data, DRAFT)
        assert (tmp_path / "file").read_bytes() == data


def test_a_link_in_place_of_the_file_is_replaced_and_not_followed(
    tmp_path: Path,
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"not ours")
    (tmp_path / "file").symlink_to(elsewhere)

    durable.write(tmp_path / "file", b"whole", DRAFT)

    assert elsewhere.read_bytes() == b"not ours"
    assert not (tmp_path / "file").is_symlink()


def test_a_file_gets_the_rights_that_a_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    durable.write(tmp_path / "file", b"whole", DRAFT)

    modes = {(tmp_path / name).stat().st_mode for name in ("file", "other")}
    assert len(modes) == 1


def test_without_its_folder_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        durable.write(tmp_path / "none" / "file", b"whole", DRAFT)
    with pytest.raises(FileNotFoundError):
        durable.sync_folder(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_place_of_the_draft_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / DRAFT).mkdir()
    with pytest.raises(OSError, match=r"."):
        durable.write(tmp_path / "file", b"whole", DRAFT)
    assert [path.name for path in tmp_path.iterdir()] == [DRAFT]
