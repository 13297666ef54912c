"""Which of the rows that an edit brings tell of approvals."""

from collections.abc import Mapping

import pytest

from rubrickit.core import row_changes

NOTHING: Mapping[str, bytes] = {}
NONE = (NOTHING, NOTHING)
APPROVAL = b'{"approval": {"login": "gh-ada"}}'
SIGNED = b'{"signature": "s"}'


def approved(before: bytes, after: bytes) -> tuple[str, ...]:
    ends = ({"s.jsonl": before} if before else NOTHING, {"s.jsonl": after})
    found = row_changes.changes(
        gold=NONE, signoffs=ends, releases=NONE, recorded=NONE, labels="labels/",
        settings=frozenset(),
    )  # fmt: skip
    return found.approved


def test_approvals_that_are_brought_are_counted() -> None:
    after = b"\n".join([APPROVAL, SIGNED, APPROVAL + b" "])

    assert approved(b"", after) == ("s.jsonl: 2 approval(s) added",)
    assert approved(SIGNED, APPROVAL) == ("s.jsonl: 1 approval(s) added",)


def test_approvals_that_were_there_are_none_that_are_brought() -> None:
    assert approved(APPROVAL, b"\n".join([SIGNED, APPROVAL])) == ()


@pytest.mark.parametrize(
    "row",
    [rb'{"\u0061pproval": {}}', b'\xef\xbb\xbf{"approval": 1}', b'{"approval": ""}'],
)
def test_no_spelling_hides_one(row: bytes) -> None:
    assert approved(b"", row) == ("s.jsonl: 1 approval(s) added",)


@pytest.mark.parametrize("row", [b"approval", b'"approval"', b'{"approval": null}'])
def test_what_is_no_approval(row: bytes) -> None:
    assert approved(b"", row) == ()
