"""Which responses of two agents are held against each other, and which are not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.agent_pairs import NEW, OLD, answers, question, scored
from support.builders import branch, leaf, response, rubric

from rubrickit.core.pairing import Flips, LeafPair, QuestionPair, Rate, pair
from rubrickit.core.results import QuestionScores

HALF = Fraction(1, 2)


def paired(found: QuestionScores) -> QuestionPair:
    return pair(found, OLD, NEW)


def the_leaf(found: QuestionPair) -> LeafPair:
    (only,) = found.leaves
    return only


def test_samples_that_both_gave_are_paired() -> None:
    found = paired(question("q", "yyn", "nyn"))

    assert found.is_paired
    assert (found.before.counted, found.after.counted) == ((0, 1, 2), (3, 4, 5))
    assert (found.before.mean, found.after.mean) == (Fraction(2, 3), Fraction(1, 3))
    assert found.delta == Fraction(-1, 3)
    assert the_leaf(found) == LeafPair("a", Rate(2, 3), Rate(1, 3), Flips(1, 0))
    assert (found.left_out, found.pending) == (0, 0)


def test_pairs_go_by_sample_and_not_by_place() -> None:
    found = paired(question("q", "yn", "yn", samples=((0, 1), (1, 0))))

    assert the_leaf(found).flips == Flips(1, 1)
    assert (found.before.counted, found.after.counted) == ((0, 1), (3, 2))


def test_a_sample_without_a_partner_is_left_out_once_others_pair() -> None:
    found = paired(question("q", "yyn", "yn", samples=((0, 1, 2), (2, 7))))

    assert found.is_paired
    assert (found.before.counted, found.after.counted) == ((2,), (3,))
    assert (found.before.mean, found.after.mean) == (0, 1)
    assert (found.left_out, found.pending) == (3, 0)


def test_a_sample_that_was_given_twice_pairs_with_nothing() -> None:
    found = paired(question("q", "ynn", "yn", samples=((0, 0, 1), (0, 1))))

    assert (found.before.counted, found.after.counted) == ((2,), (4,))
    assert found.left_out == 3


@pytest.mark.parametrize("samples", [((0, 1), (2, 3, 4)), ((0, 0), (0, 0, 0))])
def test_without_a_common_sample_means_are_compared(
    samples: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    found = paired(question("q", "yn", "nny", samples=samples))

    assert not found.is_paired
    assert (found.before.mean, found.after.mean) == (HALF, Fraction(1, 3))
    assert the_leaf(found) == LeafPair("a", Rate(1, 2), Rate(1, 3), None)
    assert found.left_out == 0


@pytest.mark.parametrize(("old", "new"), [("yu", "yy"), ("yy", "yu"), ("yu", "yn")])
def test_what_is_pending_on_either_side_takes_its_partner_along(
    old: str, new: str
) -> None:
    found = paired(question("q", old, new))

    assert (found.before.counted, found.after.counted) == ((0,), (2,))
    assert (found.delta, found.pending, found.left_out) == (0, 1, 2)
    assert the_leaf(found).before == Rate(1, 1)


def test_a_pair_that_is_pending_on_both_sides_is_two_responses() -> None:
    found = paired(question("q", "u", "u"))

    assert (found.pending, found.left_out, found.delta) == (2, 2, None)
    assert found.is_paired


def test_what_is_pending_without_a_partner_is_not_waited_for() -> None:
    found = paired(question("q", "yu", "y"))

    assert (found.pending, found.left_out) == (0, 1)


def test_unpaired_means_are_of_what_has_a_score() -> None:
    found = paired(question("q", "yu", "nyu", samples=((0, 1), (2, 3, 4))))

    assert (found.before.mean, found.after.mean) == (1, HALF)
    assert (found.pending, found.left_out) == (2, 2)


def test_what_a_closed_gate_decides_counts_and_is_counted_apart() -> None:
    tree = rubric(leaf("a", "A"), branch("safe", leaf("g", "G"), gate=True))
    met = {"A": "yuyy", "G": "yynn"}

    found = paired(scored(tree, met, [*answers(OLD, 2), *answers(NEW, 2)]))

    assert (found.before.gates_closed, found.after.gates_closed) == (0, 1)
    assert (found.before.counted, found.after.counted) == ((0,), (2,))
    assert (found.before.mean, found.after.mean) == (1, 0)
    assert [each.path for each in found.leaves] == ["a", "safe/g"]
    assert found.leaves[1].flips == Flips(1, 0)


def test_a_leaf_that_is_open_behind_a_closed_gate_has_no_rate() -> None:
    tree = rubric(leaf("a", "A"), branch("safe", leaf("g", "G"), gate=True))

    found = paired(
        scored(tree, {"A": "yu", "G": "nn"}, [*answers(OLD, 1), *answers(NEW, 1)])
    )

    assert found.delta == 0
    assert found.leaves[0] == LeafPair("a", Rate(0, 0), Rate(0, 0), Flips(0, 0))
    assert found.leaves[0].before.share is None
    assert found.leaves[1].before == Rate(0, 1)


def test_what_applies_to_one_side_only_makes_no_flip() -> None:
    tree = rubric(leaf("a", "A"), leaf("b", "B", when="adult"))
    given = [*answers(OLD, 2), *answers(NEW, 2)]

    found = paired(scored(tree, {"A": "yyyy", "B": "yynn"}, given, {"adult": "yyyn"}))

    assert found.leaves[1] == LeafPair("b", Rate(1, 1), Rate(0, 1), Flips(1, 0))


def test_where_nothing_applies_there_is_no_score_and_nothing_is_pending() -> None:
    tree = rubric(leaf("b", "B", when="adult"))
    given = [*answers(OLD, 1), *answers(NEW, 1)]

    found = paired(scored(tree, {"B": "yy"}, given, {"adult": "yn"}))

    assert (found.delta, found.pending, found.left_out) == (None, 0, 2)


def test_only_the_mean_of_points_is_clipped() -> None:
    tree = rubric(
        leaf("good", "Good", points=2),
        leaf("bad", "Bad", points=-6),
        weighting="points",
    )
    met = {"Good": "yyyy", "Bad": "nnyy"}

    found = paired(scored(tree, met, [*answers(OLD, 2), *answers(NEW, 2)]))

    assert (found.before.mean, found.after.mean) == (1, 0)


def test_a_third_agent_is_not_looked_at() -> None:
    tree = rubric(leaf("a", "A"))
    given = [*answers(OLD, 1), response("x", agent="other@1"), *answers(NEW, 1)]

    found = paired(scored(tree, {"A": "yun"}, given))

    assert (found.before.responses, found.after.responses) == (1, 1)
    assert (found.delta, found.pending) == (-1, 0)


verdicts = st.text("ynu", min_size=1, max_size=6)


@given(verdicts, verdicts)
def test_the_other_way_round_everything_moves_back(old: str, new: str) -> None:
    made = question("q", old, new)

    there, back = pair(made, OLD, NEW), pair(made, NEW, OLD)

    assert (there.before, there.after) == (back.after, back.before)
    assert (there.pending, there.left_out) == (back.pending, back.left_out)
    flips, reverse = the_leaf(there).flips, the_leaf(back).flips
    assert flips
    assert reverse == Flips(flips.mended, flips.broke)


@given(verdicts)
def test_an_agent_does_not_differ_from_one_that_answers_the_same(given: str) -> None:
    found = paired(question("q", given, given))

    assert found.delta in (0, None)
    assert the_leaf(found).flips == Flips(0, 0)
    assert found.before.mean == found.after.mean
