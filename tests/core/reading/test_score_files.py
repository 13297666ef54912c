"""Score files, and what only looks like one."""

from fractions import Fraction
from typing import Any

import pytest
from support.reports import some_scores

from rubrickit.core.comparing import ScoreSheet
from rubrickit.core.reading import score_files
from rubrickit.errors import RubrickitError
from rubrickit.reports import documents

HINT = "`rubrickit score --out FILE` writes such a file"


def a_file(**changes: Any) -> dict[str, Any]:
    values = {
        "schema": "rubrickit.score/1",
        "judge": {"digest": "d1"},
        "questions": [{"question_id": "q", "mean": 0.5, "mean_exact": "1/2"}],
        "pending": 0,
    }
    return {**values, **changes}


def a_question(**values: Any) -> dict[str, Any]:
    return a_file(questions=[{"question_id": "q", **values}])


def test_what_score_writes_is_read_again_to_the_last_digit() -> None:
    report = some_scores()
    sheet = score_files.read(documents.scores(report), "a.json")
    assert sheet == ScoreSheet(
        "a.json", report.judge.digest, {"q1": report.questions[0].mean}, 0
    )


@pytest.mark.parametrize(
    ("values", "mean"),
    [
        ({"mean": 0.333, "mean_exact": "1/3"}, Fraction(1, 3)),
        ({"mean": 0.1}, Fraction(1, 10)),
        ({"mean": 1}, Fraction(1)),
        ({"mean": None, "mean_exact": None}, None),
        ({"mean": None}, None),
    ],
)
def test_the_exact_fraction_goes_before_the_rounded_number(
    values: dict[str, Any], mean: Fraction | None
) -> None:
    assert score_files.read(a_question(**values), "a").means == {"q": mean}


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "x",
        {},
        {"schema": "rubrickit.delta/1"},
        a_file(schema="rubrickit.score/2"),
    ],
)
def test_another_file_is_no_score_file(value: Any) -> None:
    with pytest.raises(RubrickitError) as caught:
        score_files.read(value, "a.json")
    assert str(caught.value) == "a.json: not a score file (rubrickit.score/1)"
    assert caught.value.hint == HINT


@pytest.mark.parametrize(
    "value",
    [
        {"schema": "rubrickit.score/1"},
        a_file(judge=None),
        a_file(judge=["d1"]),
        a_file(questions=None),
        a_file(questions=["q"]),
        a_file(questions=[5]),
        a_file(questions={"q": 0.5}),
        a_file(pending="some"),
        a_file(pending=None),
        a_file(pending=float("inf")),
        a_file(pending=float("nan")),
        a_question(),
        a_question(mean="high"),
        a_question(mean=float("nan")),
        a_question(mean=float("inf")),
        a_question(mean_exact="1/0"),
        a_question(mean_exact="1 / 2 / 3"),
        a_question(mean_exact=float("inf")),
        a_question(mean_exact=[1, 2]),
    ],
)
def test_a_damaged_score_file_ends_in_one_line(value: Any) -> None:
    with pytest.raises(RubrickitError, match=r"^a\.json: a damaged score file: ") as it:
        score_files.read(value, "a.json")
    assert it.value.hint == HINT
