"""What the HTML page is told of a report."""

from typing import Any

from support import report_documents

from rubrickit.reports import page_data

EXAMPLE = report_documents.example()


def test_figures_and_responses_lie_apart() -> None:
    found = page_data.islands(EXAMPLE)

    assert found.keys() == {
        "summary", "failed", "slices", "trend", *(f"question-{n}" for n in range(4))
    }  # fmt: skip
    assert "Answer 1" not in str(found["summary"])
    assert "Answer 1" in str(found["question-0"])


def test_an_agent_without_responses_to_a_question_has_a_gap_there() -> None:
    question = EXAMPLE["questions"][0]
    lone = [r for r in question["responses"] if r["agent"] == "helper@7"]
    given = report_documents.document(
        [question, report_documents.question("lone", lone)]
    )

    found = page_data.islands(given)

    rows = found["summary"]["questions"]
    assert [each is None for each in rows[0][4]] == [False, False, False]
    assert [each is None for each in rows[1][4]] == [True, True, False]
    assert rows[1][4][2] == found["summary"]["questions"][1][3]


def test_reasons_are_named_by_the_number_of_their_leaf() -> None:
    question = EXAMPLE["questions"][0]

    told = page_data.islands(EXAMPLE)["question-0"]

    for given, row in zip(question["responses"], told["responses"], strict=True):
        names = {told["leaf_paths"][index]: text for index, text in row[-1]}
        assert names == given["reasons"]
        assert told["leaf_paths"] == question["leaf_paths"]


def texts(found: dict[str, Any], number: int) -> list[str | None]:
    return [row[9] for row in found[f"question-{number}"]["responses"]]


def with_long_texts() -> report_documents.Document:
    """Three questions of 700,000 characters each: two of them have room."""
    given = report_documents.example(3)
    for question in given["questions"]:
        question["responses"][0]["text"] = "x" * 700_000
    return given


def test_where_the_room_is_short_the_best_lose_their_texts() -> None:
    given = with_long_texts()
    for mean, question in zip((0.9, None, 0.2), given["questions"], strict=True):
        question["mean"] = mean

    found = page_data.islands(given)

    assert set(texts(found, 0)) == {None}
    assert all(row[-1] == [] for row in found["question-0"]["responses"])
    assert None not in texts(found, 1)
    assert None not in texts(found, 2)
    assert found["summary"]["notes"][-1] == (
        "To keep this page small, the responses and reasons of 1 question are left "
        "out, the best scores first."
    )


def test_a_report_without_texts_says_nothing_of_room() -> None:
    given = report_documents.example(1)
    for response in given["questions"][0]["responses"]:
        response["text"] = None

    found = page_data.islands(given)

    assert set(texts(found, 0)) == {None}
    assert found["summary"]["notes"] == given["notes"]


def test_of_very_many_moved_responses_those_stay_that_moved_most() -> None:
    moved = [
        {"response_id": f"r{n}", "delta": None if n == 7 else n / 3000 * (-1) ** n}
        for n in range(2001)
    ]
    question = report_documents.changed("q", [], moved=moved)
    delta = report_documents.delta() | {"questions": [question]}

    found = page_data.islands(EXAMPLE | {"delta": delta})["delta"]["questions"][0]

    assert [each["response_id"] for each in found["moved"]] == [
        f"r{n}" for n in range(2000, 1980, -1)
    ]
    assert found["moved_total"] == 2001


def test_a_few_moved_responses_all_stay() -> None:
    found = page_data.islands(EXAMPLE | {"delta": report_documents.delta()})["delta"]

    assert [len(each["moved"]) for each in found["questions"]] == [1, 0]
    assert [each["moved_total"] for each in found["questions"]] == [1, 0]
