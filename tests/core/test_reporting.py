"""Which responses a report counts, and what it says where an agent has none."""

import pytest
from support.builders import leaf, response, rubric

from rubrickit.core.reporting import Trend, Wishes, counted
from rubrickit.core.trends import TrendPoint
from rubrickit.core.versions import RubricCommit
from rubrickit.errors import RubrickitError

TREE, OTHER = rubric(leaf("a")), rubric(leaf("a"), id="q2")
ONE = response("one", agent="coach@1")
TWO = response("two", agent="coach@2")
GRADED = [(TREE, (ONE, TWO)), (OTHER, (TWO,))]
COMMIT = RubricCommit("c1", "", "")


def test_without_agents_everything_counts() -> None:
    assert counted(GRADED, Wishes()) == GRADED


def test_only_the_responses_of_named_agents_count() -> None:
    (only,) = counted(GRADED, Wishes(("coach@1",)))
    both = counted(GRADED, Wishes(("coach@1", "coach@2")))

    assert (only[0], *only[1]) == (TREE, ONE)
    assert [(tree, (*found,)) for tree, found in both] == GRADED


def test_an_agent_without_a_response_is_a_mistake_that_names_the_others() -> None:
    with pytest.raises(RubrickitError) as caught:
        counted(GRADED, Wishes(("coach@2", "coach")))

    assert str(caught.value) == "no response is by the agent `coach`"
    assert caught.value.hint == "responses name `coach@1`, `coach@2`"


def test_of_many_agents_the_hint_names_ten() -> None:
    many = tuple(response(f"r{at}", agent=f"a{at:02}") for at in range(12))

    with pytest.raises(RubrickitError) as caught:
        counted([(TREE, many)], Wishes(("b",)))

    assert caught.value.hint.endswith("`a09` and 2 more")


def test_where_responses_name_nobody_the_hint_says_so() -> None:
    with pytest.raises(RubrickitError) as caught:
        counted([(TREE, (response(),))], Wishes(("b",)))

    assert caught.value.hint == "no response names its agent"


def test_a_trend_is_told_from_its_oldest_commit() -> None:
    new, old = (TrendPoint(COMMIT, "j", a, None, 0, 0) for a in ("new", "old"))

    found = Trend().before([new]).without(COMMIT, "why").before([old])

    assert found.points == (old, new)
    assert found.unreadable == ((COMMIT, "why"),)
