"""The runner's files, read back by the runner's own rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.hosting.step_files import MOST_OF_A_SUMMARY
from rubrickit.edges.runner_files import (
    MOST_OF_AN_EVENT,
    append_outputs,
    append_summary,
    read_event,
)
from rubrickit.errors import RubrickitError, WorldError


def as_read(text: str) -> dict[str, str]:
    """What the runner takes from the file of outputs."""
    found: dict[str, str] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if "<<" not in line:
            assert line == ""
            continue
        name, _, end = line.partition("<<")
        found[name] = "\n".join(iter(lambda: next(lines), end))
    return found


def delimiters() -> Iterator[str]:
    yield from (f"end_{at}" for at in range(1000))


def test_outputs_of_any_text_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "output"
    outputs = {"verdict": "fail", "report-path": "a b\nc=d\n\n", "pending": ""}

    append_outputs(path, outputs, delimiters().__next__)

    assert as_read(path.read_text("utf-8")) == outputs


def test_a_value_cannot_end_itself_and_add_outputs(tmp_path: Path) -> None:
    path = tmp_path / "output"
    forged = "x\nend_0\nverdict<<end_1\npass\nend_1"

    append_outputs(path, {"reason": forged}, delimiters().__next__)

    assert as_read(path.read_text("utf-8")) == {"reason": forged}


@given(st.dictionaries(st.sampled_from(["a", "b-c"]), st.text("end_0123\n<=")))
def test_no_value_can_forge_another(
    tmp_path_factory: pytest.TempPathFactory, outputs: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("runner") / "output"

    append_outputs(path, outputs, delimiters().__next__)

    assert as_read(path.read_text("utf-8")) == outputs


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "a=b", "a<<b", "1", "ä"])
def test_what_is_no_name_of_an_output_is_a_mistake_of_ours(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(ValueError, match="no output"):
        append_outputs(tmp_path / "output", {name: "x"}, delimiters().__next__)

    assert not (tmp_path / "output").exists()


def test_an_earlier_line_that_was_left_open_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "output"
    path.write_bytes(b"a=b")

    append_outputs(path, {"c": "d"}, lambda: "end")

    assert path.read_bytes() == b"a=b\nc<<end\nd\nend\n"


def test_a_summary_is_added_in_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "summary"

    append_summary(path, "# ✅\n\nfirst")
    append_summary(path, "second\n")

    assert path.read_bytes() == "# ✅\n\nfirst\nsecond\n".encode()


def test_a_summary_is_cut_at_a_line_and_says_so_first(tmp_path: Path) -> None:
    path = tmp_path / "summary"
    line = "✅" * 20 + "\n"

    append_summary(path, line * 30_000)

    note, empty, *lines = path.read_text("utf-8").splitlines(keepends=True)
    assert note == (
        f"**The first {len(lines)} of 30000 lines:** the others are beyond what GitHub "
        "shows in a summary.\n"
    )
    assert empty == "\n"
    assert set(lines) == {line}
    assert MOST_OF_A_SUMMARY - 200 < path.stat().st_size <= MOST_OF_A_SUMMARY


@pytest.mark.parametrize("before", [0, 100, 1_048_000, 1_048_575, 1_048_576, 2_000_000])
def test_the_whole_steps_summary_has_one_bound(tmp_path: Path, before: int) -> None:
    path = tmp_path / "summary"
    path.write_bytes(b"x" * before)

    append_summary(path, "line\n" * 300_000)

    assert path.stat().st_size <= max(MOST_OF_A_SUMMARY, before + 1)


def test_a_folder_that_is_not_there_is_the_worlds_failure(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="No such file"):
        append_summary(tmp_path / "gone/summary", "text")


def test_an_event_is_read_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes('{"title": "Größe ✅"}'.encode())

    assert read_event(path) == {"title": "Größe ✅"}


def test_an_event_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(b'\xef\xbb\xbf{"number": 7}')

    assert read_event(path) == {"number": 7}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no JSON object"),
        (b"[]", "no JSON object"),
        (b'{"a": ', "no JSON object"),
        (b"[" * 100_000, "no JSON object"),
        (b'{"title": "Gr\xf6\xdfe"}', "not UTF-8 at byte 13"),
    ],
)
def test_an_event_that_is_none_is_a_clear_error(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(content)

    with pytest.raises(RubrickitError, match=told) as caught:
        read_event(path)

    assert str(caught.value).startswith(f"{path}: ")
    assert "GITHUB_EVENT_PATH" in caught.value.hint


def test_an_event_larger_than_any_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    with path.open("wb") as file:
        file.truncate(MOST_OF_AN_EVENT + 1)

    with pytest.raises(RubrickitError, match="larger than any event"):
        read_event(path)


def test_no_event_at_all_is_the_worlds_failure(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="No such file"):
        read_event(tmp_path / "event.json")
