"""What Git printed is read, whatever others wrote into it."""

import pytest

from rubrickit.core import git_output


def a_commit(message: bytes, when: bytes = b"1767323045 +0100") -> bytes:
    head = b"tree t\nparent p\nauthor A <a@x> 1 +0000\ncommitter C <c@x> %b\n\n%b"
    return head % (when, message)


def test_a_commits_date_is_in_utc_and_the_committers() -> None:
    assert git_output.commit_date(a_commit(b"")) == "2026-01-02T03:04:05Z"


@pytest.mark.parametrize(
    "commit",
    [b"", b"tree t\n\ncommitter C <c@x> 1 +0000", a_commit(b"", b""),
     a_commit(b"", b"soon +0000"), a_commit(b"", b"9" * 30 + b" +0000")],
    ids=["empty", "in the message", "without", "no number", "beyond all years"],
)  # fmt: skip
def test_a_commit_that_does_not_say_when_has_no_date(commit: bytes) -> None:
    assert git_output.commit_date(commit) == ""


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        (b"Ask for the dose\n", "Ask for the dose"),
        (b"Ask for\nthe dose\n\nBecause.", "Ask for the dose"),
        (b"\n\n  Ask\t for it\n\n", "Ask for it"),
        (b"caf\xe9", "caf\ufffd"),
        (b"", ""),
    ],
)
def test_a_subject_is_the_first_paragraph_on_one_line(
    message: bytes, subject: str
) -> None:
    assert git_output.commit_subject(a_commit(message)) == subject
