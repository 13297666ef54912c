"""A delta's faults stand at the lines that made them, and no host drops the worst."""

from typing import Any

from support.builders import leaf, response, rubric
from support.reports import a_delta
from support.worlds import SPAN, a_world

from rubrickit.core.hosting.posts import Annotation
from rubrickit.core.rubric import Place, Rubric
from rubrickit.flows import delta
from rubrickit.reports import delta_document
from rubrickit.reports.annotations import MOST, annotations
from rubrickit.reports.documents import Document


def placed(check: str, line: int, question_id: str = "q1", **more: Any) -> Rubric:
    place = Place(f"rubrics/{question_id}.yaml", line, 3)
    return rubric(leaf("a", check, place=place, **more), id=question_id)


def document_of(report: Any, world: Any) -> Document:
    return delta_document.delta(report, world.config)


def falling(count: int) -> Document:
    """So many rubrics whose only leaf nobody passes any more."""
    ids = [f"q{number:02}" for number in range(count)]
    world = a_world(
        base=[placed("names doctor", 7, name) for name in ids],
        head=[placed("names nobody", 8, name) for name in ids],
        responses=[response("a doctor", "r1", question_id=name) for name in ids],
    )
    return document_of(delta.delta(world, SPAN), world)


def test_a_fall_stands_at_the_edit_that_did_it() -> None:
    (found,) = annotations(falling(1))

    assert (found.path, found.line, found.level) == ("rubrics/q00.yaml", 8, "warning")
    assert "q00 fell by 1.0000; this edit (reworded) did -1.000" in found.message


def test_a_loosened_gate_comes_first() -> None:
    before = placed("names pharmacist", 4, gate=True)
    after = placed("names doctor", 5, gate=True)

    first, *_ = annotations(document_of(*a_delta(before, after)))

    assert (first.level, first.title, first.line) == ("failure", "Gate loosened", 5)


def test_beyond_ten_of_a_kind_the_rest_is_counted() -> None:
    found = annotations(falling(13))

    assert len(found) == MOST
    assert found[-1].message == "and 4 more in the summary"
    assert all(isinstance(each, Annotation) for each in found)


def test_what_stands_at_no_line_is_left_to_the_comment() -> None:
    document = falling(1)
    for edit in document["questions"][0]["edits"]:
        edit |= {"path": "", "line": 0}

    assert annotations(document) == ()


def test_an_ungraded_leaf_stands_at_its_line() -> None:
    document = falling(1)
    document["questions"][0] |= {"ungraded": {"a": {"timeout": 2}}, "bounds": [0, 0]}

    (found,) = annotations(document)

    assert (found.title, found.line) == ("Not graded", 8)
    assert "2 timeout" in found.message
