"""A release in the words of in-toto: what passed, what it rests on."""

import hashlib
from typing import Any

import pytest

from rubrickit.core.releasing import manifest, statement
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.manifest import Manifest


def made(*questions: tuple[int, int, int], **about: str) -> Manifest:
    """Of each question: its responses, how many meet all, and how many failed."""
    results = {
        f"q{at}": {"responses": n, "met": met, "failed": failed}
        for at, (n, met, failed) in enumerate(questions)
    }
    files: dict[str, Any] = {
        "settings": {"rubrickit.yaml": {"sha256": "a" * 64}},
        "judges": {"scores/judges/j.json": {"sha256": "b" * 64}},
    }
    return manifest.build(
        {
            "version": "1.0",
            "rubrics": {"commit": "c" * 40},
            "files": files,
            "results": {"questions": results},
        },
        about,
    )


@pytest.mark.parametrize(
    ("questions", "result"),
    [
        ([(2, 2, 0)], "PASSED"),
        ([(2, 2, 0), (2, 1, 0)], "WARNED"),
        ([(2, 1, 0), (2, 1, 1)], "FAILED"),
        ([], "PASSED"),
    ],
)
def test_the_worst_question_decides(
    questions: list[tuple[int, int, int]], result: str
) -> None:
    assert statement.predicate(made(*questions))["result"] == result


def test_every_question_is_one_test() -> None:
    found = statement.predicate(made((2, 2, 0), (2, 1, 0), (2, 0, 1), (1, 1, 0)))

    assert found["passedTests"] == ["q0", "q3"]
    assert found["warnedTests"] == ["q1"]
    assert found["failedTests"] == ["q2"]


def test_a_statement_is_about_the_manifest_and_the_release() -> None:
    one = made((1, 1, 0), run="https://run")
    path = "scores/releases/1.0.json"
    data = manifest.dump(one)
    draft = Draft("1.0", "c" * 40, "t" * 40, {"scores/x": b"", path: data}, one, "")

    found = statement.statement(draft, "d" * 40)

    assert found["_type"] == "https://in-toto.io/Statement/v1"
    assert found["predicateType"] == statement.PREDICATE_TYPE
    file, tag = found["subject"]
    assert file["name"] == path
    assert file["digest"] == {"sha256": hashlib.sha256(data).hexdigest()}
    assert tag == {"name": "1.0", "digest": {"gitCommit": "d" * 40}}
    assert found["predicate"]["url"] == "https://run"
    assert found["predicate"]["configuration"] == [
        {"name": "rubrics", "digest": {"gitCommit": "c" * 40}},
        {"name": "rubrickit.yaml", "digest": {"sha256": "a" * 64}},
        {"name": "scores/judges/j.json", "digest": {"sha256": "b" * 64}},
    ]
    assert len(statement.statement(draft, "")["subject"]) == 1
