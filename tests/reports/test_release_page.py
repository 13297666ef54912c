"""The pages of a release are its manifest for people, and nothing in them runs."""

from pathlib import Path

import pytest
from support import releases
from support.command_line import Repository

from rubrickit.core.releasing.differences import Difference, Unchecked, Verification
from rubrickit.reports import release_page, render, terminal, verify_page

ATTACK = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    made = releases.graded(tmp_path_factory.mktemp("pages") / "place")
    rows = (made.root / "gold/dose.jsonl").read_text().replace("coach@0", ATTACK)
    made.commit({"gold/dose.jsonl": rows})
    notes = made.root.parent / "notes.txt"
    notes.write_text(f"Better gates. {ATTACK}\n")
    done = made.run("release", "1.0", "--notes", str(notes))
    assert done.code == 0, done.err
    return made


def page(place: Repository, suffix: str) -> str:
    return Path(place.root / f"scores/releases/1.0{suffix}").read_text("utf-8")


@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_a_page_tells_what_the_scores_rest_on(place: Repository, suffix: str) -> None:
    text = page(place, suffix)

    found = releases.recorded(place)
    for told in (
        found.digest,
        found.hashed["rubrics"]["commit"],
        found.hashed["judge"]["digest"],
        "Better gates.",
        "8 lines of gold",
    ):
        assert told in text


@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_other_peoples_words_stay_words(place: Repository, suffix: str) -> None:
    text = page(place, suffix)

    assert "alert" in text
    assert "<script" not in text


def test_the_pages_come_from_the_manifest_alone(
    place: Repository,
) -> None:
    made = releases.recorded(place)
    files = release_page.files("scores", made)

    assert files["scores/releases/1.0.html"].decode() == page(place, ".html")
    assert files["scores/releases/1.0.md"].decode() == page(place, ".md")


FAULT = Difference("files.gold", "gold/a.jsonl/sha256", "aa", "bb")
COUNTS = {"files": 8, "segments": 1, "verdicts": 1_000_000}


def test_a_good_release_reads_like_this() -> None:
    found = Verification("1.0", "c" * 40, "d" * 64, "good", COUNTS, (), ())

    text = terminal.text(verify_page.page(found), width=100, color=False)

    assert text.startswith(
        "rubrickit: 1.0 every figure is recomputed\n"
        "8 files, 1 segment, 1,000,000 verdicts\n"
    )
    assert "difference" not in text


def test_a_forged_release_reads_like_this() -> None:
    unchecked = (Unchecked("the tree", "the clone is shallow"),)
    found = Verification("1.0", "c" * 40, "", "none", {}, (FAULT,), unchecked)

    text = render.markdown(verify_page.page(found))

    assert "NOT what was released" in text
    assert "nothing could be recomputed" in text
    assert "the clone is shallow" in text
    assert verify_page.document(found)["differences"] == [
        {
            "kind": "files.gold",
            "place": "gold/a.jsonl/sha256",
            "recorded": "aa",
            "found": "bb",
        }
    ]
    assert verify_page.document(found)["digest"] is None
