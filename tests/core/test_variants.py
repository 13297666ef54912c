"""A rubric with some of its edits, and which edits belong together."""

from dataclasses import replace

from support.builders import branch, leaf, rubric, with_node

from rubrickit.core.changes import compare
from rubrickit.core.players import players
from rubrickit.core.rubric import Rubric
from rubrickit.core.variants import Variants

DOSE = "Does the answer name the dose?"
OLD = rubric(branch("a", leaf("x", DOSE), leaf("y")), leaf("z"), question="How much?")


def joined(old: Rubric, new: Rubric) -> list[list[str]]:
    """The kinds and nodes of each player's edits."""
    found = compare(old, new)
    named = [f"{edit.kind} {edit.node}".strip() for edit in found.edits]
    return [[named[index] for index in player] for player in players(found)]


def test_each_edit_can_be_applied_alone() -> None:
    new = with_node(with_node(OLD, "a/x", weight=3), "z", expect=False)
    found = compare(OLD, new)
    kinds = [edit.kind for edit in found.edits]

    only_weight = Variants(found).rubric({kinds.index("reweighted")})

    assert only_weight == compare(OLD, with_node(OLD, "a/x", weight=3)).new


def test_two_edits_of_one_leaf_can_be_told_apart() -> None:
    reworded = with_node(OLD, "a/x", texts=("Is a dose named?",))
    found = compare(OLD, with_node(reworded, "a/x", weight=3))
    kinds = [edit.kind for edit in found.edits]

    only_words = Variants(found).rubric({kinds.index("reworded")})

    assert only_words == compare(OLD, reworded).new


def test_a_question_goes_with_its_edit() -> None:
    new = replace(OLD, question="How often?", weighting="points")
    found = compare(OLD, new)
    kinds = [edit.kind for edit in found.edits]

    asked = Variants(found).rubric({kinds.index("question")})

    assert (asked.question, asked.weighting) == ("How often?", "weighted_sum")


def test_edits_of_different_nodes_are_players_of_their_own() -> None:
    new = with_node(with_node(OLD, "a/x", weight=3), "z", expect=False)

    assert joined(OLD, new) == [["reweighted a/x"], ["expect z"]]


def test_names_and_tiers_move_no_score_and_are_no_players() -> None:
    new = with_node(with_node(OLD, "z", tier="additional"), "a", id="b")

    assert joined(OLD, new) == []


def test_a_new_question_takes_the_checks_with_it_that_it_was_asked_with() -> None:
    new = replace(
        with_node(OLD, "a/x", texts=("Is a dose named?",)),
        question="How often?",
        nodes=(
            with_node(OLD, "a/x", texts=("Is a dose named?",)).nodes[0],
            leaf("n", "Is anything else of interest mentioned?"),
        ),
    )

    (group,) = joined(OLD, new)

    assert group == ["question", "reworded a/x", "added n", "removed z"]


def test_a_new_question_leaves_rules_and_weights_alone() -> None:
    old = rubric(leaf("r", "a", kind="rule"), leaf("w"), question="How much?")
    new = replace(
        with_node(with_node(old, "r", texts=("b",)), "w", weight=3), question="How?"
    )

    assert joined(old, new) == [["question"], ["reworded r"], ["reweighted w"]]


def test_a_move_goes_with_the_branch_that_it_needs() -> None:
    x, y = OLD.nodes[0].children
    new = replace(OLD, nodes=(branch("a", y), branch("b", x), OLD.nodes[1]))

    assert joined(OLD, new) == [["added b", "moved b/x"]]


def test_a_move_goes_with_the_branch_that_it_leaves() -> None:
    old = rubric(
        branch("a", leaf("x", DOSE), leaf("y", "1 2 3")), branch("b", leaf("z"))
    )
    new = rubric(branch("b", leaf("z"), leaf("x", DOSE)))

    assert joined(old, new) == [["moved b/x", "removed a"]]


def test_branches_that_change_their_order_of_nesting_move_together() -> None:
    old = rubric(branch("a", branch("b", leaf("x")), leaf("y")))
    new = rubric(branch("b", branch("a", leaf("y")), leaf("x")))

    for group in players(compare(old, new)):
        mixed = Variants(compare(old, new)).rubric(group)
        assert sorted(p.leaf.id for p in mixed.leaves()) == ["x", "y"]
