"""A trend has a point a commit, judge and agent, and never a mean over half of it."""

from fractions import Fraction

from support.builders import leaf, rubric
from support.overviews import by, laid_out

from rubrickit.core import overview, trends
from rubrickit.core.overview import QuestionOverview
from rubrickit.core.trends import TrendPoint
from rubrickit.core.versions import RubricCommit

FIRST = RubricCommit("c1", "Ask more", "2026-01-02T03:04:05Z")
A = leaf("a")


def question(met: str, *agents: str, id: str = "q1") -> QuestionOverview:
    return laid_out(rubric(A, id=id), {A.texts[0]: met}, by(*agents))


def test_agents_stand_apart_in_the_order_of_names() -> None:
    found = trends.standings("judge", [question("yyn", "y@1", "x@1", "x@1")])

    assert tuple(found.points(FIRST)) == (
        TrendPoint(FIRST, "judge", "x@1", Fraction(1, 2), scored=2, pending=0),
        TrendPoint(FIRST, "judge", "y@1", Fraction(1), scored=1, pending=0),
    )


def test_a_missing_grade_leaves_the_agent_without_a_mean() -> None:
    found = trends.standings("judge", [question("yuy", "x", "x", "y")])

    assert [(p.agent, p.mean, p.scored, p.pending) for p in found.points(FIRST)] == [
        ("x", None, 1, 1),
        ("y", Fraction(1), 1, 0),
    ]


def test_what_an_edit_did_not_touch_keeps_its_standing() -> None:
    first, second = question("y", "x"), question("y", "x", id="q2")
    found = trends.standings("judge", [first, second, question("n", "x", id="q3")])
    fresh = question("n", "x")

    found.replace(["q1", "q3", "never"], {"q1": overview.standings(fresh.by_agent)})

    (point,) = found.points(FIRST)
    assert (point.mean, point.scored) == (Fraction(1, 2), 2)
    assert sorted(found.questions) == ["q1", "q2"]


def test_without_a_question_there_is_no_point() -> None:
    assert not list(trends.standings("judge", []).points(FIRST))
