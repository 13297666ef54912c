"""Damaged files are named, and nothing else is lost."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from ledger_samples import CARD, EARLY, LATER, TOOL, grade, name, segment

from rubrickit.core import segment_writing, segments
from rubrickit.core.canonical import Digest, canonical_json
from rubrickit.core.columns import column_of, settle
from rubrickit.core.judging import card as judge_cards
from rubrickit.edges import ledger_files
from rubrickit.edges.cache import Cache
from rubrickit.edges.ledger_files import FolderSource

YES = grade("r1", True)
INTACT = segment_writing.encode([YES], EARLY, TOOL)
OTHER = segment_writing.encode([grade("r2", False)], LATER, TOOL)


@dataclass
class Tree:
    """A source that is no folder, as a tree of Git's is none."""

    files: Mapping[str, bytes]
    read_so_far: list[str] = field(default_factory=list)

    def names(self) -> Iterable[tuple[str, str]]:
        return [(name, f"blob {name}") for name in self.files]

    def read(self, identity: str) -> bytes:
        self.read_so_far.append(identity)
        return self.files[identity.removeprefix("blob ")]


def file_name(data: bytes) -> str:
    return f"{segments.name_of(data)}.jsonl"


def place(folder: Path, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(data)
    path.write_bytes(data)
    return path


def read(
    tmp_path: Path, *sources: FolderSource | Tree
) -> tuple[Mapping[Digest, bool], tuple[str, ...]]:
    shelf = ledger_files.shelf(sources, Cache(tmp_path / "cache.sqlite"))
    return settle(shelf.lines(column_of(YES))).met, shelf.damage


def test_a_folder_is_read_with_its_years(tmp_path: Path) -> None:
    place(tmp_path / "ledger" / "2025", INTACT)
    place(tmp_path / "ledger" / "2026", OTHER)

    met, damage = read(tmp_path, FolderSource(tmp_path / "ledger"))

    assert met == {name("r1"): True, name("r2"): False}
    assert damage == ()


def test_without_a_folder_there_is_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, FolderSource(tmp_path / "ledger")) == ({}, ())


def test_files_of_other_kinds_are_no_segments(tmp_path: Path) -> None:
    folder = place(tmp_path / "ledger", INTACT).parent
    for stray in (".gitkeep", "README.md", f".{file_name(OTHER)}", ".x-1-0.tmp"):
        (folder / stray).write_bytes(OTHER)

    assert read(tmp_path, FolderSource(folder)) == ({name("r1"): True}, ())


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\x00", OTHER[:-1], OTHER[:-2] + b"]\n", OTHER + b"\n", OTHER.upper()],
)
def test_a_damaged_segment_is_named_and_the_others_count(
    tmp_path: Path, damaged: bytes
) -> None:
    folder = place(tmp_path / "ledger", INTACT).parent
    bad = place(folder, OTHER)
    bad.write_bytes(damaged)

    met, damage = read(tmp_path, FolderSource(folder))

    assert met == {name("r1"): True}
    (line,) = damage
    assert line.startswith(f"{bad}: damaged or renamed: its bytes belong to `")


def test_a_newer_segment_is_named(tmp_path: Path) -> None:
    newer = place(tmp_path / "ledger", OTHER.replace(b'{"format":1', b'{"format":2'))

    met, damage = read(tmp_path, FolderSource(newer.parent))

    assert met == {}
    assert damage == (f"{newer}: format 2: a newer rubrickit wrote it",)


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    elsewhere = place(tmp_path / "elsewhere", INTACT)
    folder = place(tmp_path / "ledger", OTHER).parent
    (folder / "2024").symlink_to(elsewhere.parent)
    (folder / elsewhere.name).symlink_to(elsewhere)

    met, damage = read(tmp_path, FolderSource(folder))

    assert met == {name("r2"): False}
    assert sorted(damage) == sorted(
        f"{path}: a symbolic link, which is not followed"
        for path in (folder / "2024", folder / elsewhere.name)
    )


def test_a_ledger_that_is_a_link_is_named(tmp_path: Path) -> None:
    place(tmp_path / "elsewhere", INTACT)
    link = tmp_path / "ledger"
    link.symlink_to(tmp_path / "elsewhere")

    met, damage = read(tmp_path, FolderSource(link))

    assert met == {}
    assert damage == (f"{link}: a symbolic link, which is not followed",)


def test_a_pipe_is_named_and_does_not_block(tmp_path: Path) -> None:
    folder = place(tmp_path / "ledger", INTACT).parent
    os.mkfifo(folder / file_name(OTHER))

    met, damage = read(tmp_path, FolderSource(folder))

    assert met == {name("r1"): True}
    assert damage == (f"{folder / file_name(OTHER)}: not a regular file",)


def test_any_source_of_named_bytes_will_do(tmp_path: Path) -> None:
    folder = place(tmp_path / "ledger", INTACT).parent
    tree = Tree({file_name(OTHER): OTHER})

    met, damage = read(tmp_path, tree, FolderSource(folder))

    assert met == {name("r1"): True, name("r2"): False}
    assert damage == ()


def test_a_segment_that_stands_in_two_places_is_read_once(tmp_path: Path) -> None:
    first, second = Tree({file_name(INTACT): INTACT}), Tree({file_name(INTACT): INTACT})

    read(tmp_path, first, second)

    assert first.read_so_far == [f"blob {file_name(INTACT)}"]
    assert second.read_so_far == []


def test_an_intact_copy_counts_beside_a_damaged_one(tmp_path: Path) -> None:
    damaged, intact = Tree({file_name(INTACT): b"x"}), Tree({file_name(INTACT): INTACT})

    met, damage = read(tmp_path, damaged, intact)

    assert met == {name("r1"): True}
    assert len(damage) == 1


def test_a_second_reading_says_the_same_as_the_first(tmp_path: Path) -> None:
    folder = place(tmp_path / "ledger", INTACT).parent
    place(folder, segment_writing.encode([grade("r3", question="q2")], LATER, TOOL))
    first = read(tmp_path, FolderSource(folder))

    assert (tmp_path / "cache.sqlite").is_file()
    assert read(tmp_path, FolderSource(folder)) == first


def test_a_question_is_read_from_every_segment_that_has_it(tmp_path: Path) -> None:
    runs = [
        segment(grade(f"r{run}"), grade(question=f"q{run}"), created=LATER)
        for run in range(20)
    ]
    tree = Tree({f"{each.name}.jsonl": b"" for each in runs})
    assert len(tree.files) == 20
    for run in range(20):
        grades = [grade(f"r{run}"), grade(question=f"q{run}")]
        place(tmp_path / "ledger", segment_writing.encode(grades, LATER, TOOL))

    for _ in ("cold", "warm"):
        met, _ = read(tmp_path, FolderSource(tmp_path / "ledger"))
        assert met.keys() == {name(f"r{run}") for run in range(20)}


def document(card: judge_cards.JudgeCard) -> bytes:
    return canonical_json(judge_cards.dump(card)).encode()


def test_judges_are_known_by_their_documents() -> None:
    cards, damage = ledger_files.cards([Tree({f"{CARD.digest}.json": document(CARD)})])

    assert cards == {CARD.digest: CARD}
    assert damage == ()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"[]",
        b"\xff",
        document(CARD).replace(b"model-1", b"model-2"),
        document(CARD).replace(b'"format":1', b'"format":2'),
        document(CARD).replace(b'"openai"', b'"oracle"'),
        document(CARD).replace(b'"parameters":{}', b'"parameters":[]'),
        document(CARD).replace(b'"batch":1', b'"batch":1,"extra":1'),
    ],
)
def test_a_damaged_judge_document_is_named(damaged: bytes) -> None:
    cards, damage = ledger_files.cards([Tree({f"{CARD.digest}.json": damaged})])

    assert cards == {}
    assert damage == (
        f"blob {CARD.digest}.json: "
        "damaged or renamed: not the judge that it is named by",
    )
