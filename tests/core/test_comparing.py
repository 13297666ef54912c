"""Two sets of scores: what moved, and whether that is too much."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.comparing import ScoreSheet, SheetComparison, compare

LIMIT = Decimal("0.02")


def sheet(name: str, pending: int = 0, **means: str | None) -> ScoreSheet:
    exact = {q: None if mean is None else Fraction(mean) for q, mean in means.items()}
    return ScoreSheet(name, "judge", exact, pending)


def found(
    before: dict[str, str | None], after: dict[str, str | None], limit: str = "0.02"
) -> SheetComparison:
    return compare(sheet("old", **before), sheet("new", **after), Decimal(limit))


@pytest.mark.parametrize(
    ("after", "limit", "outcome", "reason"),
    [
        ("0.48", "0.02", "pass", "the mean moved by -0.02 (limit 0.02)"),
        ("0.4799", "0.02", "fail", "the mean moved by -0.0201 (limit 0.02)"),
        ("0.6", "0.02", "pass", "the mean moved by +0.1 (limit 0.02)"),
        ("0.5", "0", "pass", "the mean moved by 0 (limit 0)"),
        ("0.4999", "0", "fail", "the mean moved by -0.0001 (limit 0)"),
    ],
)
def test_a_fall_of_exactly_the_limit_passes(
    after: str, limit: str, outcome: str, reason: str
) -> None:
    decision = found({"q": "0.5"}, {"q": after}, limit).decision
    assert (decision.outcome, decision.reasons) == (outcome, (reason,))


def test_a_hair_beyond_the_limit_fails() -> None:
    hair = str(Fraction(48, 100) - Fraction(1, 10**30))
    assert found({"q": "0.5"}, {"q": hair}).decision.outcome == "fail"


def test_thirds_add_up_without_a_rest() -> None:
    before = {"a": "1/3", "b": "1/3", "c": "1/3"}
    after = {"a": "1/3", "b": "1/3", "c": "41/150"}
    assert found(before, after).decision.outcome == "pass"
    after["c"] = "409999/1500000"
    assert found(before, after).decision.outcome == "fail"


def test_a_question_counts_where_both_have_a_mean_of_it() -> None:
    both = found(
        {"q": "0.5", "old": "1", "unscored": "0.7", "z": "1"},
        {"q": "0.6", "new": "0", "unscored": None, "a": "0"},
    )
    assert [change.question_id for change in both.questions] == ["q"]
    assert both.only_before == ("old", "unscored", "z")
    assert both.only_after == ("a", "new")
    assert (both.base, both.head) == (Fraction(1, 2), Fraction(3, 5))
    assert both.decision.outcome == "pass"


def test_the_worst_question_comes_first_and_equals_go_by_name() -> None:
    both = found(
        {"up": "0.1", "b": "0.5", "a": "0.5", "down": "0.9"},
        {"up": "0.9", "b": "0.4", "a": "0.4", "down": "0.2"},
    )
    names = [change.question_id for change in both.questions]
    assert names == ["down", "a", "b", "up"]
    assert both.questions[0].delta == Fraction(-7, 10)


@pytest.mark.parametrize(
    ("before", "after"), [({}, {}), ({"a": "1"}, {"b": "1"}), ({"a": None}, {"a": "1"})]
)
def test_without_a_common_score_there_is_no_verdict(
    before: dict[str, str | None], after: dict[str, str | None]
) -> None:
    nothing = found(before, after)
    assert nothing.decision.outcome == "pending"
    assert nothing.decision.reasons == ("no question has a score on both sides",)
    assert (nothing.base, nothing.head, nothing.questions) == (None, None, ())


@pytest.mark.parametrize(
    ("before", "after", "reasons"),
    [
        (2, 0, ("old: 2 response(s) pending",)),
        (0, 1, ("new: 1 response(s) pending",)),
        (1, 3, ("old: 1 response(s) pending", "new: 3 response(s) pending")),
    ],
)
def test_what_is_pending_keeps_a_pass_open(
    before: int, after: int, reasons: tuple[str, ...]
) -> None:
    old, new = sheet("old", before, q="0.5"), sheet("new", after, q="0.5")
    decision = compare(old, new, LIMIT).decision
    assert (decision.outcome, decision.reasons) == ("pending", reasons)


def test_a_fall_fails_whatever_is_pending() -> None:
    old, new = sheet("old", 5, q="0.5"), sheet("new", 5, q="0.4")
    assert compare(old, new, LIMIT).decision.outcome == "fail"


means = st.dictionaries(
    st.sampled_from("abcdef"), st.fractions(0, 1, max_denominator=30) | st.none()
)


@given(means, means)
def test_the_other_way_round_everything_moves_back(
    one: dict[str, Fraction | None], other: dict[str, Fraction | None]
) -> None:
    first, second = ScoreSheet("1", "j", one, 0), ScoreSheet("2", "j", other, 0)
    there, back = compare(first, second, LIMIT), compare(second, first, LIMIT)
    moved = {change.question_id: change.delta for change in there.questions}
    assert moved == {change.question_id: -change.delta for change in back.questions}
    assert there.only_before == back.only_after
    assert (there.base, there.head) == (back.head, back.base)
    names = {*moved, *there.only_before, *there.only_after}
    scored = {
        q for means in (one, other) for q, mean in means.items() if mean is not None
    }
    assert names == scored
