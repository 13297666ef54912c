"""Responses by question: what is read of them, and when."""

import json
from pathlib import Path

import pytest

from rubrickit.core.responses import digests_of
from rubrickit.edges.cache import Cache
from rubrickit.edges.gold_folder import GoldFolder
from rubrickit.edges.snapshots import FolderSnapshot
from rubrickit.errors import RubrickitError


class CountedFolder(FolderSnapshot):
    """Knows how often it was asked for bytes."""

    reads = 0

    def read(self, blobs: dict[str, str]) -> dict[str, bytes]:  # type: ignore[override]
        self.reads += len(blobs)
        return super().read(blobs)


def row(question: str, response: str, text: str, **rest: object) -> str:
    names = {"question_id": question, "response_id": response, "response": text}
    return json.dumps({**names, **rest})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "gold").mkdir()
    lines = [row("a", "r2", "two", trace=[{"x": 1}]), row("b", "r1", "one")]
    (tmp_path / "gold/mixed.jsonl").write_text("\n".join(lines))
    lines = ["", row("a", "r1", "eins"), row("a", "r3", "drei"), ""]
    (tmp_path / "gold/more.jsonl").write_text("\n".join(lines))
    return tmp_path


def folder(root: Path) -> tuple[GoldFolder, CountedFolder]:
    snapshot = CountedFolder(root)
    return GoldFolder(snapshot, "gold", Cache(root / "cache.sqlite")), snapshot


def test_responses_are_in_the_order_of_their_ids_whatever_file_they_stand_in(
    root: Path,
) -> None:
    found = folder(root)[0].responses(None)

    assert list(found) == ["a", "b"]
    assert [(r.response_id, r.text) for r in found["a"]] == [
        ("r1", "eins"),
        ("r2", "two"),
        ("r3", "drei"),
    ]


def test_digests_that_are_known_need_no_text(root: Path) -> None:
    folder(root)[0].responses(None)

    gold, snapshot = folder(root)
    found = gold.responses(None)

    known = [digests_of(found["a"], "response"), digests_of(found["a"], "trace")]
    assert snapshot.reads == 0
    assert known[0] == tuple(r.digest for r in found["a"])
    assert known[1] == tuple(r.trace_digest for r in found["a"])
    assert snapshot.reads == 2


def test_a_file_of_many_questions_is_read_once(root: Path) -> None:
    lines = [row(f"q{n}", "r", str(n)) for n in range(20)]
    (root / "gold/mixed.jsonl").write_text("\n".join(lines))
    folder(root)[0].responses(None)

    gold, snapshot = folder(root)
    texts = [r.text for name, rs in gold.responses(None).items() if name != "a"
             for r in rs]  # fmt: skip

    assert sorted(texts, key=int) == [str(n) for n in range(20)]
    assert snapshot.reads == 1


def test_a_changed_file_is_read_again(root: Path) -> None:
    folder(root)[0].responses(None)
    (root / "gold/more.jsonl").write_text(row("a", "r9", "neun"))

    found = folder(root)[0].responses(["a"])

    assert [r.text for r in found["a"]] == ["two", "neun"]


def test_a_response_that_stands_twice_is_named_with_both_lines(root: Path) -> None:
    (root / "gold/z.jsonl").write_text("\n\n" + row("a", "r3", "again"))

    with pytest.raises(RubrickitError, match=r"gold/z.jsonl:3.*gold/more.jsonl:3"):
        folder(root)[0].responses(["a"])
