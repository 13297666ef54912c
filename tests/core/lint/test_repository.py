from support.builders import response

from rubrickit.core.lint.repository import duplicate_questions, unknown_questions
from rubrickit.core.rubric import Leaf, Place, Rubric


def rubric(question_id: str, path: str) -> Rubric:
    nodes = (Leaf("a", "check", ("x",)),)
    return Rubric(question_id, nodes, place=Place(path, 3, 1))


def test_distinct_questions_have_no_findings() -> None:
    assert (
        list(duplicate_questions([rubric("p", "p.yaml"), rubric("q", "q.yaml")])) == []
    )


def test_a_question_of_two_files_is_told_with_both_places() -> None:
    twice = [rubric("q", "b.yaml"), rubric("q", "a.yaml"), rubric("q", "c.yaml")]

    findings = list(duplicate_questions(twice))

    assert [(finding.place.path, finding.message) for finding in findings] == [
        ("b.yaml", "the question_id `q` stands twice; first in a.yaml:3"),
        ("c.yaml", "the question_id `q` stands twice; first in a.yaml:3"),
    ]


def test_responses_that_no_rubric_grades_are_told_once_a_question() -> None:
    rows = [response("a", id="r1", question_id="dsoe"), response("b", id="r2"),
            response("c", id="r3", question_id="dsoe"),
            response("d", id="r4", question_id="\x1b[1m")]  # fmt: skip

    findings = list(unknown_questions(rows, frozenset({rows[1].question_id, "dose"})))

    assert [(finding.level, finding.message, finding.hint) for finding in findings] == [
        (
            "advice",
            "no rubric grades this response and 1 more: `dsoe` is no question_id",
            "did you mean `dose`?",
        ),
        (
            "advice",
            "no rubric grades this response: `\\u001b[1m` is no question_id",
            "write a rubric of that name",
        ),
    ]
