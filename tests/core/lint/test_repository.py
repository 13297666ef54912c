from rubrickit.core.lint.repository import duplicate_questions
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
