"""Which responses an edit moved, by which leaves, and for which agents."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from support.builders import branch, leaf, response, rubric

from rubrickit.core import deltas, moves
from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import GradeKey, leaf_digest, question_digest
from rubrickit.core.moves import Flip
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Node, Rubric
from rubrickit.core.sheets import Sheet, frame_digest

HALF = Fraction(1, 2)


def compared(
    old: Rubric,
    new: Rubric,
    answers: Mapping[str, str],
    responses: tuple[Response, ...] = (),
    **sheet: Any,
) -> Comparison:
    """`answers` by a leaf's text: a code a response."""
    size = len(next(iter(answers.values())))
    given = responses or tuple(response(f"t{at}", f"r{at}") for at in range(size))
    met = {
        (frame_digest(tree), leaf_digest(placed.leaf)): answers[
            placed.leaf.texts[0]
        ].encode()
        for tree in (old, new)
        for placed in tree.leaves()
    }
    return deltas.compare_question(old, new, Sheet(given, met=met, **sheet))


def flips(*old: Node, new: tuple[Node, ...], **answers: str) -> list[tuple[str, ...]]:
    """Of all responses: leaf, before, after."""
    comparison = compared(rubric(*old), rubric(*new), answers)
    return [
        (flip.leaf, flip.before, flip.after)
        for move in moves.moves(comparison)
        for flip in move.flips
    ]


def test_a_reworded_leaf_flips_where_its_verdict_is_another() -> None:
    found = compared(
        rubric(leaf("a", "x"), leaf("b", "z")),
        rubric(leaf("a", "y"), leaf("b", "z")),
        {"x": "yyn", "y": "yny", "z": "yyy"},
    )
    seen = [
        (move.response.response_id, move.delta, [f.before for f in move.flips])
        for move in moves.moves(found)
    ]
    assert seen == [("r1", -HALF, ["pass"]), ("r2", HALF, ["fail"])]


def test_a_renamed_or_moved_leaf_is_the_same_leaf() -> None:
    old = (branch("b", leaf("a", "x"), leaf("c", "z")), leaf("d", "w"))
    new = (branch("b", leaf("c", "z")), leaf("d", "w"), leaf("renamed", "x"))
    assert flips(*old, new=new, x="y", z="n", w="n") == []
    comparison = compared(rubric(*old), rubric(*new), {"x": "y", "z": "n", "w": "n"})
    (move,) = moves.moves(comparison)
    assert (move.flips, move.delta) == ((), Fraction(1, 3) - Fraction(1, 4))


def test_an_added_leaf_was_nowhere_and_a_removed_one_is_nowhere() -> None:
    old = (leaf("kept", "z"), leaf("gone", "about the dose"))
    new = (leaf("come", "is it brief?"), leaf("kept", "z"))
    answers = {"z": "y", "about the dose": "y", "is it brief?": "n"}
    assert flips(*old, new=new, **answers) == [
        ("come", "", "fail"),
        ("gone", "pass", ""),
    ]


def test_expect_turns_a_verdict_without_a_new_grade() -> None:
    found = flips(leaf("a", "x"), new=(leaf("a", "x", expect=False),), x="yn")
    assert found == [("a", "pass", "fail"), ("a", "fail", "pass")]


def test_open_and_inapplicable_verdicts_have_names() -> None:
    old, new = leaf("a", "x"), leaf("a", "y")
    rest = leaf("b", "z")
    assert flips(old, rest, new=(new, rest), x="yy", y="u-", z="nn") == [
        ("a", "pass", "unjudged"),
        ("a", "pass", "not_applicable"),
    ]


def test_a_response_that_stays_as_it_was_did_not_move() -> None:
    both = (leaf("a", "x"), leaf("b", "y"))
    swapped = (leaf("a", "y"), leaf("b", "x"))
    assert flips(*both, new=swapped, x="y", y="n") == []


def test_a_gate_that_closes_moves_the_result_where_the_score_was_0() -> None:
    old, new = (leaf("a", "x"),), (leaf("a", "x", gate=True),)
    (move,) = moves.moves(compared(rubric(*old), rubric(*new), {"x": "n"}))
    assert (move.before.result, move.after.result) == ("pass", "fail")
    assert (move.delta, move.flips) == (0, ())


def test_a_move_to_or_from_nothing_has_no_delta() -> None:
    (move,) = moves.moves(
        compared(rubric(leaf("a", "x")), rubric(leaf("a", "y")), {"x": "y", "y": "u"})
    )
    assert move.delta is None
    assert move.after.result == "pending"


def test_open_leaves_are_counted_by_their_reason() -> None:
    old, new = rubric(leaf("a", "x")), rubric(leaf("a", "y"), leaf("b", "z"))
    key = frame_digest(new), leaf_digest(leaf("a", "y"))
    found = compared(
        old,
        new,
        {"x": "yyyy", "y": "uuyu", "z": "yyyy"},
        codes={key: {0: "timeout", 1: "split", 3: "timeout"}},
    )
    assert moves.ungraded(found) == {"a": {"timeout": 2, "split": 1}}


def test_nothing_open_is_no_reason() -> None:
    found = compared(rubric(leaf("a", "x")), rubric(leaf("b", "x")), {"x": "yn"})
    assert moves.ungraded(found) == {}


def test_a_judge_that_may_not_open_a_gate_is_unsure_of_it() -> None:
    gate = rubric(leaf("a", "x", gate=True), leaf("b", "z"))
    found = compared(gate, gate, {"x": "yn", "z": "yy"}, may_pass_gates=False)
    assert moves.ungraded(found) == {"a": {"unsure": 1}}


def test_a_condition_that_fails_is_a_rule_error() -> None:
    tree = rubric(leaf("a", "x", when="meta.adult"))
    holds = {(frame_digest(tree), "meta.adult"): b"uy"}
    found = compared(tree, tree, {"x": "yy"}, holds=holds)
    assert moves.ungraded(found) == {"a": {"rule_error": 1}}


def test_a_computed_gate_is_not_the_judge_s_to_open() -> None:
    tree = rubric(leaf("a", "x", kind="rule", gate=True))
    found = compared(tree, tree, {"x": "u"}, may_pass_gates=False)
    assert moves.ungraded(found) == {"a": {"rule_error": 1}}


def flip_of(comparison: Comparison) -> tuple[moves.Move, Flip]:
    (move,) = moves.moves(comparison)
    return move, move.flips[0]


@pytest.mark.parametrize("looks_at", ["response", "trace"])
def test_a_flip_is_found_in_the_ledger_by_its_new_check(looks_at: str) -> None:
    answer = response("5 mg", "r", trace=[{"role": "tool"}])
    old = rubric(leaf("a", "x"), question="Old?")
    new = rubric(leaf("a", "y", looks_at=looks_at), question="New?")
    found = compared(old, new, {"x": "y", "y": "n"}, (answer,))

    key = moves.flip_key(found, *flip_of(found), "judge")

    digest = answer.digest if looks_at == "response" else answer.trace_digest
    leaf_of = leaf_digest(new.nodes[0])  # type: ignore[arg-type]
    assert key == GradeKey("judge", question_digest(new), leaf_of, digest, 1)


def test_a_computed_flip_has_no_grade() -> None:
    old, new = leaf("a", "x", kind="rule"), leaf("a", "y", kind="rule")
    found = compared(rubric(old), rubric(new), {"x": "y", "y": "n"})
    assert moves.flip_key(found, *flip_of(found), "judge") is None


def of_agents(question_id: str, *agents: str) -> tuple[Response, ...]:
    return tuple(
        response(f"t{at}", f"r{at}", agent=agent, question_id=question_id)
        for at, agent in enumerate(agents)
    )


def one_question(question_id: str, x: str, y: str, *agents: str) -> Comparison:
    old, new = (rubric(leaf("a", text), id=question_id) for text in "xy")
    given = of_agents(question_id, *agents)
    return compared(old, new, {"x": x, "y": y}, given)


def test_an_agent_s_question_counts_once_whatever_its_responses() -> None:
    many = one_question("q1", "yyyy", "nnny", *["one"] * 3, "two")
    single = one_question("q2", "n", "y", "one")

    one, two = moves.by_agent((many, single))

    assert (one.agent, one.responses, one.base, one.head) == ("one", 4, HALF, HALF)
    assert (two.agent, two.responses, two.delta) == ("two", 1, 0)


def test_what_is_pending_after_the_edit_counts_for_no_agent() -> None:
    found = moves.by_agent((one_question("q1", "yyu", "nuy", "a", "b", "c"),))
    assert [(agent.agent, agent.delta) for agent in found] == [("a", -1)]
    assert moves.by_agent(()) == ()


def test_a_thousand_thirds_are_exact() -> None:
    three = one_question("q1", "yyn", "yyy", *["a"] * 3)
    (agent,) = moves.by_agent((three,))
    assert (agent.base, agent.head) == (Fraction(2, 3), 1)
    assert agent.delta == Fraction(1, 3)
