"""One question before and after an edit."""

from dataclasses import replace
from fractions import Fraction

from support.builders import branch, leaf, rubric, with_node
from support.comparing import compared

from rubrickit.core.deltas import Comparison

OLD = rubric(leaf("a", "A"), leaf("b", "B"))


def parts(comparison: Comparison) -> dict[str, Fraction | None]:
    edits = comparison.changes.edits
    return {
        f"{edit.kind} {edit.node}".strip(): part
        for edit, part in zip(edits, comparison.contributions, strict=True)
    }


def test_t5_gate_vector() -> None:
    old = rubric(leaf("a", "A"), leaf("b", "B"), leaf("g", "G", weight=0, gate=True))
    new = with_node(old, "a", texts=("A is said",), weight=4)  # its share .5, then .8
    new = with_node(new, "g", texts=("G is said",))
    met = {"A": "y", "B": "y", "G": "y", "A is said": "n", "G is said": "n"}

    comparison = compared(old, new, met)

    assert comparison.delta == -1
    assert {k: round(float(v or 0), 2) for k, v in parts(comparison).items()} == {
        "reworded a": -0.30,
        "reweighted a": -0.05,
        "reworded g": -0.65,
    }


def test_t5_midpoint_rule() -> None:
    old = rubric(leaf("a", "A", weight="0.25"), leaf("b", "B", weight="0.75"))
    new = with_node(old, "a", texts=("A is said",), weight="0.20")
    new = with_node(new, "b", weight="0.80")
    met = {"A": "yyyyyyyyyn", "A is said": "yyyyyynnnn", "B": "nnnnnnnnnn"}

    comparison = compared(old, new, met)

    assert comparison.delta == Fraction("-0.105")
    assert sum(part or 0 for part in comparison.contributions) == comparison.delta


def test_a_reweighting_moves_what_it_moves() -> None:
    comparison = compared(OLD, with_node(OLD, "a", weight=3), {"A": "yn", "B": "ny"})

    assert (comparison.base, comparison.head) == (Fraction(1, 2), Fraction(1, 2))
    assert comparison.delta == 0
    assert [score.value for score in comparison.after.scores] == [
        Fraction(3, 4),
        Fraction(1, 4),
    ]


def test_what_the_base_does_not_score_is_left_out_on_both_sides() -> None:
    comparison = compared(OLD, with_node(OLD, "a", weight=3), {"A": "yyu", "B": "nyn"})

    assert comparison.counted == (0, 1)
    assert comparison.left_out == 1
    assert comparison.delta == Fraction(1, 8)


def test_a_response_that_the_edit_made_pending_makes_the_delta_pending() -> None:
    new = with_node(OLD, "a", texts=("X",))
    comparison = compared(OLD, new, {"A": "yy", "B": "yy", "X": "yu"})

    assert comparison.pending == 1
    assert comparison.delta is None
    assert comparison.head is None
    assert (comparison.low, comparison.high) == (Fraction(-1, 4), 0)
    assert comparison.contributions == (None,)


def test_an_unjudged_leaf_without_weight_makes_it_pending_too() -> None:
    old = rubric(leaf("a", "A", weight=0), leaf("b", "B"))
    comparison = compared(
        old, with_node(old, "a", texts=("X",)), {"A": "y", "B": "y", "X": "u"}
    )

    assert (comparison.pending, comparison.delta) == (1, None)
    assert comparison.low == comparison.high == 0


def test_clipped_points_do_not_hide_that_a_response_is_pending() -> None:
    old = rubric(
        leaf("a", "A", points=1), leaf("b", "B", points=-9), weighting="points"
    )
    new = with_node(old, "a", texts=("X",))

    comparison = compared(old, new, {"A": "n", "B": "y", "X": "u"})

    assert (comparison.low, comparison.high, comparison.delta) == (0, 0, None)


def test_a_response_to_which_nothing_applies_any_more_is_left_out() -> None:
    new = rubric(leaf("a", "A", when="adult"), leaf("b", "B", when="adult"))

    comparison = compared(OLD, new, {"A": "yy", "B": "yn"}, holds={"adult": "yn"})

    assert comparison.counted == (0,)
    assert comparison.delta == 0


def test_a_gate_without_weight_that_fails_where_nothing_else_applies_is_a_0() -> None:
    old = rubric(leaf("a", "A"), leaf("g", "G", weight=0, gate=True))
    new = with_node(old, "a", when="adult")

    comparison = compared(old, new, {"A": "y", "G": "n"}, holds={"adult": "n"})

    assert (comparison.base, comparison.head) == (0, 0)


def test_without_a_counted_response_there_is_no_delta() -> None:
    comparison = compared(OLD, with_node(OLD, "a", weight=3), {"A": "u", "B": "y"})

    assert comparison.delta is None
    assert (comparison.base, comparison.head, comparison.pending) == (None, None, 0)
    assert comparison.contributions == (None,)


def test_a_rewritten_rubric_is_one_edit_as_no_mixture_of_it_has_a_score() -> None:
    new = rubric(leaf("x", "Something of quite another kind"))
    met = {"A": "yy", "B": "yn", "Something of quite another kind": "nn"}

    comparison = compared(OLD, new, met)

    assert comparison.delta == Fraction(-3, 4)
    assert parts(comparison) == {
        "added x": Fraction(-3, 4),
        "removed a": None,
        "removed b": None,
    }


def test_a_new_question_and_a_reworded_check_have_one_part() -> None:
    old = replace(OLD, question="How much?")
    new = replace(with_node(old, "a", texts=("X",)), question="How often?")

    comparison = compared(old, new, {"A": "y", "B": "y", "X": "n"})

    assert parts(comparison) == {"question": Fraction(-1, 2), "reworded a": None}


def test_names_tiers_and_notes_have_a_part_of_0() -> None:
    new = with_node(with_node(OLD, "a", tier="additional"), "b", id="c")

    comparison = compared(OLD, new, {"A": "y", "B": "n"})

    assert parts(comparison) == {"renamed c": 0, "tier a": 0}


def test_points_below_0_under_a_gate_leave_no_remainder() -> None:
    old = rubric(
        leaf("g", "G", points=2, gate=True),
        leaf("a", "A", points=-3),
        weighting="points",
    )
    new = with_node(with_node(old, "a", points=-1), "g", gate=False)

    comparison = compared(old, new, {"G": "yny", "A": "yyn"})

    assert comparison.delta is not None
    assert sum(part or 0 for part in comparison.contributions) == comparison.delta


def test_a_thousand_equal_responses_count_a_thousand_times() -> None:
    new = with_node(OLD, "a", texts=("X",))

    comparison = compared(
        OLD, new, {"A": "y" * 1000, "B": "y" * 1000, "X": "y" * 999 + "n"}
    )

    assert comparison.delta == Fraction(-1, 2000)
    assert comparison.contributions == (comparison.delta,)


def test_a_branch_whose_leaves_do_not_apply_to_some_is_shared_out_exactly() -> None:
    old = rubric(branch("c", leaf("a", "A", when="adult"), weight=3), leaf("b", "B"))
    new = with_node(with_node(old, "c", weight=1), "b", expect=False)

    comparison = compared(old, new, {"A": "yyny", "B": "nnyn"}, holds={"adult": "ynyn"})

    assert sum(part or 0 for part in comparison.contributions) == comparison.delta
    assert parts(comparison)["expect b"] != 0


def test_a_mean_of_points_is_clipped_in_every_mixture() -> None:
    nodes = leaf("a", "A", points=2), leaf("b", "B", points=-9)
    old = rubric(*nodes, weighting="points")
    new = with_node(with_node(old, "b", points=-1), "a", points=3)

    comparison = compared(old, new, {"A": "y", "B": "y"})

    assert (comparison.base, comparison.head) == (0, Fraction(2, 3))
    assert sum(part or 0 for part in comparison.contributions) == Fraction(2, 3)


def test_what_is_unjudged_behind_a_closed_gate_keeps_edits_apart() -> None:
    old = rubric(leaf("g", "G", gate=True), leaf("a", "A"), leaf("b", "B"))
    new = with_node(with_node(old, "b", weight=2), "g", weight=2)

    comparison = compared(old, new, {"G": "ny", "A": "uy", "B": "yn"})

    assert comparison.counted == (0, 1)
    assert None not in comparison.contributions
    assert sum(part or 0 for part in comparison.contributions) == comparison.delta


def test_unjudged_where_nothing_has_weight_is_left_out_and_no_crash() -> None:
    old = rubric(leaf("g", "G", weight=0, gate=True), leaf("h", "H", weight=0))

    comparison = compared(old, with_node(old, "g", gate=False), {"G": "n", "H": "u"})

    assert comparison.before.scores[0].value == 0
    assert comparison.counted == ()
    assert comparison.delta is None
