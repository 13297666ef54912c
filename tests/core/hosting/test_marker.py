"""The first line of our comment: what we wrote is read, what others wrote is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.hosting import marker
from rubrickit.core.hosting.marker import Entry, Marker
from rubrickit.core.hosting.posts import Comment
from rubrickit.errors import RubrickitError

HEAD = "a" * 40
MARK = Marker("", 12, 1, HEAD, (Entry(HEAD, "fail", "-0.0400"),))
OURS = "github-actions[bot]"


def body(**changes: object) -> str:
    """A comment whose marker holds other values than ours would."""
    value = {"id": "", "run": 12, "attempt": 1, "head": HEAD, "history": []} | changes
    return f"<!-- rubrickit:delta {json.dumps(value)} -->\ntext"


def is_ours(text: str, author: str = OURS, login: str = OURS, name: str = "") -> bool:
    return marker.is_ours(Comment("1", author, text), login, name)


HEADS = st.text("0123456789abcdef", min_size=40, max_size=40).filter(
    lambda head: head.strip("0") != ""
)
WORDS = st.text(max_size=24)
MARKERS = st.builds(
    Marker,
    st.text(max_size=100),
    st.integers(0, 2**53),
    st.integers(0, 2**53),
    HEADS,
    st.lists(st.builds(Entry, HEADS, WORDS, WORDS), max_size=5).map(tuple),
)


@given(MARKERS, st.text())
def test_what_is_written_is_read_again(mark: Marker, rest: str) -> None:
    line = marker.render(mark)

    assert marker.parse(line + rest) == mark
    assert marker.parse(line.replace("\n", "\r\n") + rest) == mark
    assert is_ours(line + rest, name=mark.comment_id)


@given(MARKERS)
def test_a_marker_is_one_short_line_that_nothing_inside_can_end(mark: Marker) -> None:
    line = marker.render(mark)

    assert line.count("\n") == 1
    assert line.endswith(" -->\n")
    assert line.count("--") == 2
    assert line.count("<") == line.count(">") == 1
    assert len(line.encode()) <= marker.LONGEST


def test_an_id_of_many_characters_is_refused() -> None:
    with pytest.raises(RubrickitError, match="more than 100 characters"):
        marker.render(Marker("x" * 101, 1, 1, HEAD))


@pytest.mark.parametrize("name", ["prod", "non-prod", "prod-eu", "Prod", ""])
def test_an_id_is_itself_and_no_part_of_another(name: str) -> None:
    line = marker.render(Marker(name, 1, 1, HEAD))

    known = [i for i in ("prod", "non-prod", "prod-eu", "Prod", "") if
             is_ours(line, name=i)]  # fmt: skip

    assert known == [name]


def test_only_its_author_makes_a_comment_ours() -> None:
    text = marker.render(MARK)

    assert is_ours(text, author="GitHub-Actions[bot]")
    assert not is_ours(text, author="somebody")
    assert not is_ours(text, author="", login="")


def test_a_marker_further_down_is_a_quotation() -> None:
    line = marker.render(MARK)

    assert not is_ours(f"\n{line}")
    assert not is_ours(f"> {line}")
    assert not is_ours(f" {line}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!-- rubrickit:delta",
        "<!-- rubrickit:delta  -->",
        "<!-- rubrickit:delta [] -->",
        "<!-- rubrickit:delta null -->",
        "<!-- rubrickit:scores {} -->",
        f"<!-- rubrickit:delta {'[' * 900}{']' * 900} -->",
        body(id=None),
        body(run="12"),
        body(run=True),
        body(run=-1),
        body(run=12.0),
        body(run=10**30),
        body(attempt=None),
        body(head="main"),
        body(head="0" * 40),
        body(pad="x" * 3000),
        body().replace(" -->", ""),
        body().replace('"run"', '"run": 1, "run"'),
    ],
)
def test_what_we_would_not_write_is_none_of_ours(text: str) -> None:
    assert marker.parse(text) is None
    assert not is_ours(text)


@given(st.text())
def test_any_text_is_a_marker_or_none(text: str) -> None:
    assert marker.parse(f"<!-- rubrickit:delta {text} -->") is None
    assert marker.parse(text) is None


GOOD = [HEAD, "pass", "0.0000"]


@pytest.mark.parametrize(
    "history",
    [
        None,
        "none",
        {"0": GOOD},
        [GOOD, ["main", "pass", ""]],
        [GOOD, [HEAD, "pass"]],
        [GOOD, [HEAD, 1, ""]],
        [GOOD, [HEAD, "pass", "0" * 25]],
        [GOOD, [[HEAD], "pass", ""]],
        [["", "", ""], GOOD],
    ],
)
def test_a_spoilt_history_costs_only_what_is_spoilt(history: object) -> None:
    found = marker.parse(body(history=history))

    assert found is not None
    good = [Entry(*GOOD)] if isinstance(history, list) else []
    assert list(found.history) == good


def test_five_runs_are_kept_and_the_newest_is_the_last() -> None:
    mark = MARK
    for digit in "bcdef1":
        mark = mark.after(mark.history, Entry(digit * 40, "pass", ""))

    assert [entry.head[0] for entry in mark.history] == list("cdef1")


def test_a_second_run_on_a_commit_takes_the_place_of_the_first() -> None:
    again = Entry(HEAD, "pass", "0.0000")

    assert MARK.after(MARK.history, again).history == (again,)


def test_a_later_run_is_newer_and_so_is_a_later_attempt() -> None:
    runs = [Marker("", run, attempt, HEAD) for run, attempt in ((9, 9), (10, 1))]

    assert runs[0].order < runs[1].order < Marker("", 10, 2, HEAD).order
