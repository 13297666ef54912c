"""A sign-off as a text that is signed, and as a line of a file."""

import json
from dataclasses import replace

import pytest

from rubrickit.core import signoffs
from rubrickit.core.experts import Expert
from rubrickit.core.findings import FindingError
from rubrickit.core.reading import rows
from rubrickit.core.rubric import Place
from rubrickit.core.signoffs import SignOff

ROW = SignOff(
    "q1", "safety/a", "d" * 32, "clinical review", "dr-a", "Dr. Ä",
    "2026-01-31T10:00:00Z",
    "c" * 32, "-----BEGIN SSH SIGNATURE-----\n…",
)  # fmt: skip


def test_what_is_signed_is_the_row_without_its_signature() -> None:
    text = signoffs.signed_text(ROW)

    assert text == (
        '{"at":"2026-01-31T10:00:00Z","change":"' + "c" * 32
        + '","format":1,"id":"dr-a","leaf":"safety/a","leaf_digest":"' + "d" * 32
        + '","meaning":"clinical review","name":"Dr. Ä","question_id":"q1"}'
    )  # fmt: skip
    assert json.loads(text) == signoffs.document(ROW)


def test_a_row_without_a_change_does_not_name_one() -> None:
    assert "change" not in signoffs.document(replace(ROW, change=""))


@pytest.mark.parametrize("row", [ROW, replace(ROW, change="")])
def test_a_line_reads_back_as_the_row_and_is_signed_the_same(row: SignOff) -> None:
    read = rows.sign_off(json.loads(signoffs.line(row)), Place("s.jsonl", 1, 1))

    assert read == row
    assert signoffs.signed_text(read) == signoffs.signed_text(row)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"meaning": "maybe"}, "`meaning` must be one of `author`, `clinical review`"),
        ({"format": 2}, "the format `2` is unknown here"),
        ({"format": True}, "the format `True` is unknown here"),
        ({"id": None}, "`id` is missing"),
        ({"signature": None}, "`signature` is missing"),
        ({"format": None}, "`format` is missing"),
        ({"leaf_digest": "x"}, "`leaf_digest` must be 32 lower-case hex digits"),
        ({"change": "x"}, "`change` must be 32 lower-case hex digits"),
        ({"at": "soon"}, "`at` must be a date or a time"),
        ({"extra": 1}, "unknown key `extra`"),
    ],
)
def test_what_is_no_sign_off_is_refused(changed: dict[str, object], told: str) -> None:
    row = json.loads(signoffs.line(ROW)) | changed

    with pytest.raises(FindingError, match=r"s\.jsonl:3") as refusal:
        rows.sign_off(row, Place("s.jsonl", 3, 1))

    assert told in str(refusal.value)


def test_a_file_is_named_by_its_year_and_what_is_in_it() -> None:
    other = replace(ROW, leaf="safety/b")

    assert signoffs.file_name([ROW]).startswith("2026/")
    assert signoffs.file_name([ROW]).endswith(".jsonl")
    assert signoffs.file_name([ROW]) == signoffs.file_name([replace(ROW, signature="")])
    names = {signoffs.file_name(each) for each in ([ROW], [other], [ROW, other])}
    assert len(names) == 3


def test_authors_are_known_by_login_and_by_gits_names() -> None:
    known = signoffs.authors(
        "Gh-Ada",
        [("Ben  M", "b@example.org"), ("x", "7+gh-cleo@users.noreply.github.com")],
    )

    assert known.include(Expert("a", github="gh-ada"))
    assert known.include(Expert("b", name="ben m"))
    assert known.include(Expert("b", github="Ben M"))
    assert known.include(Expert("c", github="GH-Cleo"))
    assert not known.include(Expert("d", "Dan", "gh-dan"))
    assert not known.include(Expert("e"))
