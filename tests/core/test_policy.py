"""May the edit merge?"""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from support.builders import leaf, rubric, with_node
from support.comparing import compared

from rubrickit.core.config import GateConfig
from rubrickit.core.consents import Consent, Signer
from rubrickit.core.deltas import Comparison
from rubrickit.core.gates import Loosening
from rubrickit.core.policy import (
    Decision,
    Evidence,
    Statistic,
    decide,
    falls_below,
    of_question,
    signed,
    total,
)
from rubrickit.core.slices import SliceGap

OLD = rubric(leaf("a", "Old"))
LOOSE = {
    kind: Loosening("q1", kind, "safety/a", "d" * 32, ("r1", "r2"))
    for kind in ("opened", "removed", "narrowed")
}


def moved(after: str, before: str = "", question_id: str = "q1") -> Comparison:
    """One leaf's answers after the edit; all were met before if nothing is said."""
    old = replace(OLD, question_id=question_id)
    met = {"Old": before or "y" * len(after), "New": after}
    return compared(old, with_node(old, "a", texts=("New",)), met)


def decided(
    *comparisons: Comparison,
    size: int = 1,
    limits: dict[str, Any] | None = None,
    **rest: Any,
) -> Decision:
    evidence = Evidence(comparisons, total(comparisons, size), (), **rest)
    return decide(evidence, GateConfig(**(limits or {})))


def fell(share: int, of: int) -> Comparison:
    return moved("n" * share + "y" * (of - share))


@pytest.mark.parametrize(
    ("delta", "limit", "falls"),
    [
        ("-0.02", "0.02", False),
        ("-0.0201", "0.02", True),
        ("-0.02000000000000000001", "0.02", True),
        ("0", "0", False),
        ("-0.0001", "0", True),
        ("0.5", "0", False),
    ],
)
def test_limits_are_decimals(delta: str, limit: str, falls: bool) -> None:
    assert falls_below(Fraction(delta), Decimal(limit)) is falls
    assert not falls_below(None, Decimal(0))


def test_a_fall_of_the_mean_within_the_limit_passes() -> None:
    assert decided(fell(2, 100)) == Decision(
        "pass", ("the mean moved by -0.02 (limit 0.02)",)
    )


def test_a_fall_beyond_the_limit_fails() -> None:
    assert decided(fell(3, 100)) == Decision(
        "fail", ("the mean fell by 0.03 (limit 0.02)",)
    )


def test_a_limit_of_0_is_a_limit() -> None:
    limits = {"max_regression": Decimal(0)}

    assert decided(fell(1, 10_000), limits=limits).outcome == "fail"
    assert decided(fell(0, 100), limits=limits).outcome == "pass"


def test_one_question_that_falls_far_fails_though_the_mean_hardly_moves() -> None:
    assert decided(fell(1, 3), size=50) == Decision(
        "fail", ("q1 fell by 0.3333 (limit 0.10)",)
    )
    none = {"max_question_regression": None}
    assert decided(fell(1, 3), size=50, limits=none).outcome == "pass"
    zero = {"max_question_regression": Decimal(0), "max_regression": Decimal(1)}
    assert decided(fell(1, 3), size=50, limits=zero).outcome == "fail"


def test_the_question_that_falls_furthest_is_named_first() -> None:
    falls = {"a": "nyyyyyyy", "b": "nnyyyyyy", "c": "yyyyyyyy", "d": "nnyyyyyy"}

    found = decided(*(moved(met, question_id=name) for name, met in falls.items()))

    named = [reason.split()[0] for reason in found.reasons if "fell by 0" in reason]
    assert named == ["the", "b", "d", "a"]


def test_the_overall_delta_is_over_all_rubrics_with_responses() -> None:
    found = total([fell(1, 2), moved("yy", "ny", "q2")], 10)

    assert found.delta == 0
    assert total([fell(1, 2)], 50).delta == Fraction(-1, 100)


def test_what_is_pending_is_pending_and_says_its_bounds() -> None:
    assert decided(moved("u" + "y" * 99)) == Decision(
        "pending",
        ("q1 has ungraded responses: delta between -0.01 and 0",),
    )


def test_pending_fails_where_every_bound_does() -> None:
    found = decided(moved("u" + "n" * 9))

    assert found.outcome == "fail"
    assert found.reasons[0] == "the mean fell by 0.9 even at best (limit 0.02)"


def test_pending_is_pending_where_only_the_worst_bound_fails() -> None:
    assert decided(moved("u" * 9 + "y")).outcome == "pending"


def test_pending_is_never_green_though_it_could_move_nothing() -> None:
    old = rubric(leaf("a", "Old", weight=0), leaf("b", "B"))
    new = with_node(old, "a", texts=("New",))
    comparison = compared(old, new, {"Old": "y", "B": "y", "New": "u"})

    assert decided(comparison).outcome == "pending"
    assert total([comparison], 1).delta is None


def test_a_question_that_the_base_does_not_score_is_pending() -> None:
    assert decided(moved("y", before="u")) == Decision(
        "pending", ("q1 has no response that the base scores",)
    )


def test_fail_beats_pending() -> None:
    assert decided(moved("u"), moved("n", question_id="q2")).outcome == "fail"


def test_nothing_changed_is_none() -> None:
    assert decided() == Decision("none", ("nothing that is graded changed",))


def test_only_a_question_without_responses_changed_is_pending() -> None:
    found = decided(without_responses=("q9",))

    assert found == Decision(
        "pending", ("q9 changed and has no response: nothing was graded",)
    )


def test_a_question_without_responses_does_not_hold_up_the_others() -> None:
    assert decided(fell(0, 1), without_responses=("q9",)).outcome == "pass"


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("opened", "q1: gate safety/a opens for 2 response(s) and nobody signed it"),
        ("removed", "q1: gate safety/a is removed and nobody signed it"),
        ("narrowed", "q1: gate safety/a is narrowed and nobody signed it"),
    ],
)
def test_a_loosened_gate_fails_though_scores_rise(kind: str, says: str) -> None:
    rise = moved("y", before="n")
    evidence = Evidence((rise,), total((rise,), 1), (LOOSE[kind],))

    assert decide(evidence, GateConfig()) == Decision("fail", (says,))
    assert decide(evidence, GateConfig(loosening="report")).outcome == "pass"


SIGNED = Signer("ada", "approval", "2026-01-31")


def test_a_loosened_gate_passes_once_enough_have_signed() -> None:
    rise = moved("y", before="n")
    gates = (LOOSE["opened"], LOOSE["removed"])

    def decided_by(*consents: Consent) -> Decision:
        found = Evidence((rise,), total((rise,), 1), gates, consents)
        return decide(found, GateConfig())

    one, two = Consent(2, (SIGNED,)), Consent(2, (SIGNED, SIGNED))
    assert decided_by(two, two).outcome == "pass"
    assert decided_by(two, one).reasons == (
        "q1: gate safety/a is removed and only ada (approval) signed it: 1 sign-off is"
        " missing",
    )
    assert decided_by(one, Consent(2)).reasons[1:] == (
        "q1: gate safety/a is removed and nobody signed it",
    )
    assert len(decided_by(two).reasons) == 1


def test_a_question_alone_passes_with_the_sign_offs_of_its_own_gates() -> None:
    rises = (moved("y", before="n"), moved("y", before="n", question_id="q2"))
    gates = (LOOSE["opened"], replace(LOOSE["removed"], question_id="q2"))
    found = Evidence(rises, total(rises, 2), gates, (Consent(1), Consent(1, (SIGNED,))))

    limits = GateConfig()

    assert of_question("q1", found, limits)[0] == "fail"
    assert of_question("q2", found, limits) == ("pass", ())


def test_a_deleted_rubric_with_gates_fails_though_nothing_is_compared() -> None:
    evidence = Evidence((), total((), 0), (LOOSE["removed"],))

    assert decide(evidence, GateConfig()).outcome == "fail"


def test_tampering_fails_first() -> None:
    found = decided(fell(1, 1), tampering=("gold/a.jsonl: row 3 was edited",))

    assert found.reasons[0] == "gold/a.jsonl: row 3 was edited"
    assert found.outcome == "fail"


def test_a_slice_gap_that_widened_beyond_its_limit_fails() -> None:
    gap = SliceGap("sex", "f", "m", Fraction(0), Fraction("0.2"))
    limits = {"max_slice_gap": Decimal("0.1")}

    assert decided(fell(0, 1), gaps=(gap,), limits=limits) == Decision(
        "fail", ("slice sex: f is +0.2 above m (limit 0.1)",)
    )
    assert decided(fell(0, 1), gaps=(gap,)).outcome == "pass"


NO_WORSE, WORSE, OPEN = (
    Statistic(-0.01, 0.01, 0),
    Statistic(-0.30, -0.10, 0),
    Statistic(-0.10, 0.05, 155),
)


@pytest.mark.parametrize(
    ("rule", "statistic", "outcome"),
    [
        ("proven", NO_WORSE, "pass"),
        ("proven", WORSE, "fail"),
        ("proven", OPEN, "pass"),
        ("noninferior", NO_WORSE, "pass"),
        ("noninferior", WORSE, "fail"),
        ("noninferior", OPEN, "inconclusive"),
        ("noninferior", Statistic(-0.02, 0.01, 0), "pass"),
        ("noninferior", Statistic(-inf, inf, 0), "inconclusive"),
        ("proven", Statistic(-0.1, -0.02, 0), "pass"),
        ("exact", WORSE, "pass"),
    ],
)
def test_bounds_have_three_answers(
    rule: str, statistic: Statistic, outcome: str
) -> None:
    found = decided(fell(0, 1), statistic=statistic, limits={"rule": rule})

    assert found.outcome == outcome


def test_what_is_not_decided_says_how_many_responses_would() -> None:
    doubt = (
        "not shown to be no worse: lower 95 % bound -0.1000 (limit 0.02);"
        " about 155 responses would decide"
    )
    limits = {"rule": "noninferior"}

    assert decided(fell(0, 1), statistic=OPEN, limits=limits).reasons == (doubt,)
    assert decided(fell(0, 1), statistic=OPEN, limits={"rule": "proven"}).reasons == (
        "the mean moved by 0 (limit 0.02)",
        doubt,
    )


def test_a_question_that_falls_far_fails_whatever_the_bounds_say() -> None:
    found = decided(fell(1, 2), statistic=NO_WORSE, limits={"rule": "noninferior"})

    assert found.outcome == "fail"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction("0.07000000000000000667"), "+0.07"),
        (Fraction(0), "0"),
        (Fraction(-1, 3), "-0.3333"),
        (Fraction("-0.02004"), "-0.02004"),
        (None, "unknown"),
    ],
)
def test_numbers_are_rounded_for_people(number: Fraction | None, text: str) -> None:
    assert signed(number) == text
