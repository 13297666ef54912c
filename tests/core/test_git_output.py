"""What Git printed is read, whatever others wrote into it."""

import pytest

from rubrickit.core import git_output
from rubrickit.core.git_output import GitObject


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


def an_entry(mode: bytes, name: bytes = b"a", width: int = 20) -> bytes:
    return mode + b" " + name + b"\0" + b"\x01" * width


@pytest.mark.parametrize(
    ("written", "mode"),
    [
        (b"100644", "100644"), (b"100664", "100644"), (b"100755", "100755"),
        (b"100700", "100755"), (b"120000", "120000"), (b"40000", "40000"),
        (b"040000", "40000"), (b"160000", "160000"), (b"010644", "160000"),
    ],
)  # fmt: skip
def test_a_mode_is_one_of_five_however_it_was_written(
    written: bytes, mode: str
) -> None:
    tree = git_output.tree(an_entry(written) + an_entry(b"100644", b"b"), 20)

    assert [(name, file.mode, file.blob) for name, file in tree.items()] == [
        ("a", mode, "01" * 20),
        ("b", "100644", "01" * 20),
    ]


@pytest.mark.parametrize("left", range(1, 28))
def test_a_tree_that_is_cut_off_is_no_shorter_one(left: int) -> None:
    whole = an_entry(b"100644", b"b")

    with pytest.raises(ValueError, match=r"cut off|not found"):
        git_output.tree(an_entry(b"40000") + whole[:left], 20)


@pytest.mark.parametrize(
    ("kind", "data", "name"),
    [
        ("commit", b"tree abc\nparent def\n\ntree no", "abc"),
        ("tag", b"object abc\ntype commit\n", "abc"),
        ("commit", b"object abc\n", None),
        ("blob", b"tree abc\n", None),
        ("tree", b"", None),
    ],
)
def test_a_commit_points_to_its_tree_and_a_tag_to_its_object(
    kind: str, data: bytes, name: str | None
) -> None:
    assert git_output.points_to(GitObject(kind, data)) == name


def test_only_a_commits_head_names_its_parents() -> None:
    commit = b"tree t\nparent one\nparent two\nauthor a\n\nparent three\n"

    assert git_output.parents(commit) == ("one", "two")
