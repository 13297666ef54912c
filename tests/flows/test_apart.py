"""Rubrics that came or went have no delta, and do not go unseen."""

from support.builders import leaf, response, rubric
from support.worlds import SPAN, a_world

from rubrickit.core.policy import Decision
from rubrickit.flows import delta

GOLD = [response("r1", question_id="kept"), response("r1", question_id="gone")]
KEPT, GONE = rubric(leaf("a"), id="kept"), rubric(leaf("a"), id="gone")


def test_a_rubric_under_a_new_id_is_deleted_and_said_to_be() -> None:
    renamed = rubric(leaf("a", weight=0), leaf("b"), id="renamed")
    world = a_world(base=[KEPT, GONE], head=[KEPT, renamed], responses=GOLD)

    report = delta.delta(world, SPAN)

    said = "no delta, but a person should look: deleted are gone"
    assert report.decision == Decision("none", (said,))
    assert [(w.question_id, w.kind) for w in report.weakening] == [("gone", "deleted")]
    assert [new.question_id for new in report.edited.new] == ["renamed"]


def test_a_new_rubric_alone_changes_nothing_that_is_graded() -> None:
    world = a_world(base=[KEPT], head=[KEPT, GONE], responses=GOLD)

    report = delta.delta(world, SPAN)

    assert report.decision == Decision("none", ("nothing that is graded changed",))
