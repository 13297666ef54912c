"""Saved files are heard of, once a save, in whatever way an editor writes."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from rubrickit.edges import file_watch
from rubrickit.errors import WorldError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "rubrics").mkdir(parents=True)
    (folder / "rubrics/a.yaml").write_text("1")
    return folder


@pytest.fixture
def changes(root: Path) -> Iterator[Iterator[tuple[str, ...]]]:
    """What is heard of files whose name holds `yaml`, from now on."""
    found = file_watch.changes(root, lambda path: "yaml" in path or path == "rubrics")
    assert next(found) == ()
    yield found
    assert list(root.iterdir())


Changes = Iterator[tuple[str, ...]]


def test_a_saved_file_is_named_from_the_root(root: Path, changes: Changes) -> None:
    (root / "rubrics/a.yaml").write_text("2")

    assert next(changes) == ("rubrics/a.yaml",)


def test_an_editor_that_replaces_the_file_is_heard(
    root: Path, changes: Changes
) -> None:
    (root / "rubrics/a.tmp").write_text("2")
    (root / "rubrics/a.tmp").replace(root / "rubrics/a.yaml")

    assert next(changes) == ("rubrics/a.yaml",)


def test_an_editor_that_keeps_a_backup_makes_one_change(
    root: Path, changes: Changes
) -> None:
    place = root / "rubrics/a.yaml"
    place.rename(root / "rubrics/a.bak")
    place.write_text("2")
    (root / "rubrics/a.bak").unlink()
    (root / "rubrics/last.yaml").write_text("x")

    assert set(next(changes)) == {"rubrics/a.yaml", "rubrics/last.yaml"}


def test_what_is_deleted_or_renamed_is_heard(root: Path, changes: Changes) -> None:
    (root / "rubrics/a.yaml").rename(root / "rubrics/b.yaml")
    assert next(changes) == ("rubrics/a.yaml", "rubrics/b.yaml")

    (root / "rubrics/b.yaml").unlink()
    assert next(changes) == ("rubrics/b.yaml",)


def test_a_folder_that_goes_and_comes_back_is_still_watched(
    root: Path, changes: Changes
) -> None:
    shutil.rmtree(root / "rubrics")
    assert "rubrics/a.yaml" in next(changes)

    (root / "rubrics").mkdir()
    assert "rubrics" in next(changes)
    (root / "rubrics/c.yaml").write_text("1")
    assert next(changes) == ("rubrics/c.yaml",)


def test_what_is_not_wanted_wakes_nobody(root: Path, changes: Changes) -> None:
    (root / "rubrics/notes.txt").write_text("x")
    later = Timer(0.6, (root / "rubrics/a.yaml").write_text, ("2",))
    later.start()

    assert next(changes) == ("rubrics/a.yaml",)
    later.join()


def test_what_is_saved_between_two_looks_is_not_lost(
    root: Path, changes: Changes
) -> None:
    for at in range(20):
        (root / f"rubrics/{at}.yaml").write_text("x")

    heard: set[str] = set()
    while len(heard) < 20:
        heard |= set(next(changes))

    assert heard == {f"rubrics/{at}.yaml" for at in range(20)}


def test_a_folder_that_is_not_there_cannot_be_watched(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="none` cannot be watched") as caught:
        next(file_watch.changes(tmp_path / "none", lambda _: True))

    assert "WATCHFILES_FORCE_POLLING" in caught.value.hint
