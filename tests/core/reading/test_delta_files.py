"""A delta's JSON that anybody may have written is taken whole, or refused in a line."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import leaf, rubric
from support.reports import BEFORE, HOSTILE, RESPONSES, a_delta
from support.worlds import ScriptedJudge

from rubrickit.core.reading import delta_files
from rubrickit.errors import RubrickitError
from rubrickit.reports import comment, delta_document

SHAPELESS: tuple[Any, ...] = (
    None, [], 1, "rubrickit.delta/1", {}, {"schema": "rubrickit.score/1"},
    {"schema": ["rubrickit.delta/1"]},
)  # fmt: skip
OTHERS: tuple[Any, ...] = (
    None, True, -1, 0.5, "x", [], {}, [None], {"x": None}, float("nan"), float("inf"),
    10**400, 1e300,
)  # fmt: skip
Path = tuple[str | int, ...]


def document(**given: Any) -> Any:
    """As a reader of the file would have it."""
    report, made = a_delta(**given)
    return json.loads(json.dumps(delta_document.delta(report, made.config)))


WHOLE = document()
OPEN = document(
    judge=ScriptedJudge(lambda task: "timeout" if "5mg," in task.response else True)
)


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """Of everything below, innermost last."""
    keys = range(len(value)) if isinstance(value, list) else value
    if isinstance(value, list | dict):
        for key in keys:
            yield (*at, key)
            yield from places(value[key], (*at, key))


def changed(at: Path, new: Any) -> Any:
    made = deepcopy(WHOLE)
    inner = made
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = new
    return made


@pytest.mark.parametrize("whole", [WHOLE, OPEN, document(before=BEFORE, after=BEFORE)])
def test_what_the_command_prints_is_taken_as_it_is(whole: Any) -> None:
    found = delta_files.read(deepcopy(whole), "delta.json")

    assert comment.markdown(found) == comment.markdown(whole)


def test_rubrics_that_came_and_went_are_taken_too() -> None:
    other = document(before=BEFORE, after=rubric(leaf("a"), id="new"))

    assert comment.markdown(delta_files.read(other, "x")) == comment.markdown(other)


@pytest.mark.parametrize("value", SHAPELESS, ids=repr)
def test_what_is_no_delta_says_so(value: Any) -> None:
    with pytest.raises(RubrickitError) as caught:
        delta_files.read(value, "delta.json")

    assert str(caught.value) == "delta.json: not a delta (rubrickit.delta/1)"
    assert caught.value.hint == delta_files.HINT


@pytest.mark.parametrize(
    ("at", "new", "told"),
    [
        (("outcome",), "great", "`outcome` is none of fail, inconclusive, none"),
        (("outcome",), ["pass"], "`outcome` is none of fail"),
        (("reasons", 0), 1, "`reasons[0]` must be a text"),
        (("mean", "low"), "0", "`mean.low` must be a number or null"),
        (("mean", "n"), 1.5, "`mean.n` must be a count"),
        (("questions",), {}, "`questions` must be a list"),
        (("questions", 0), [], "`questions[0]` must be an object"),
        (("questions", 0, "bounds"), [1], "`questions[0].bounds` must be two numbers"),
        (
            ("questions", 0, "edits", 0, "line"),
            -1,
            "`questions[0].edits[0].line` must be",
        ),
        (("loosening", 0, "kind"), "ajar", "`loosening[0].kind` is none of narrowed"),
        (("calls",), True, "`calls` must be a count"),
        (("mean", "delta"), float("nan"), "`mean.delta` must be a number or null"),
    ],
)
def test_a_damaged_delta_names_the_place(at: Path, new: Any, told: str) -> None:
    with pytest.raises(RubrickitError) as caught:
        delta_files.read(changed(at, new), "delta.json")

    assert str(caught.value).startswith(f"delta.json: a damaged delta: {told}")


def test_a_key_that_is_missing_is_named() -> None:
    broken = deepcopy(WHOLE)
    del broken["questions"][0]["moved"]

    with pytest.raises(RubrickitError, match=r"`questions\[0\]\.moved` is missing"):
        delta_files.read(broken, "x")


def test_keys_that_a_later_version_may_add_are_no_fault() -> None:
    newer = deepcopy(WHOLE) | {"more": [1]}
    newer["questions"][0]["more"] = None
    older = {key: value for key, value in WHOLE.items() if key != "agreement"}

    assert delta_files.read(newer, "x")["more"] == [1]
    assert comment.markdown(delta_files.read(older, "x"))


def is_refused(value: Any) -> bool:
    """Else it must be possible to show, whatever it says."""
    try:
        found = delta_files.read(value, "x")
    except RubrickitError as error:
        return str(error).isprintable()
    shown = comment.markdown(found, budget=comment.BUDGET)
    return len(shown.encode()) > comment.BUDGET


@pytest.mark.parametrize("new", OTHERS, ids=lambda value: repr(value)[:20])
def test_another_value_at_any_place_never_breaks_a_comment(new: Any) -> None:
    refused = [is_refused(changed(at, new)) for at in places(WHOLE)]

    assert any(refused)


@given(st.sampled_from([*places(WHOLE)]), st.sampled_from(HOSTILE))
def test_hostile_texts_are_shown_as_texts(at: Path, text: str) -> None:
    value = changed(at, text)

    if not is_refused(value):
        shown = comment.markdown(delta_files.read(value, "x"))
        assert "<script" not in shown
        assert "@octocat" not in shown


@given(st.sampled_from([*places(WHOLE)]))
def test_a_key_can_be_missing_anywhere(at: Path) -> None:
    broken = deepcopy(WHOLE)
    inner = broken
    for key in at[:-1]:
        inner = inner[key]
    del inner[at[-1]]

    assert is_refused(broken) in (True, False)


def test_names_of_keys_cannot_break_the_line() -> None:
    broken = changed(("questions", 0, "ungraded"), {"a\nb": {"c\x1b": "d"}})

    with pytest.raises(RubrickitError) as caught:
        delta_files.read(broken, "x")

    assert str(caught.value).isprintable()


def test_the_sample_has_every_part() -> None:
    (question,) = WHOLE["questions"]

    assert all((question["edits"], question["moved"][0]["flips"], WHOLE["loosening"]))
    assert OPEN["questions"][0]["ungraded"]
    assert question["responses_total"] == len(RESPONSES)
