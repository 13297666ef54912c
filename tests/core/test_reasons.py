"""The reason that is shown was given for the verdict that counts."""

import pytest

from rubrickit.core.reasons import PassReasons, agreeing

TEXTS = ("t0", "t1")


def one_pass(met: str, *reasons: str) -> PassReasons:
    """`y`, `n` or `-` for each text, and its reason, "" for none."""
    said = zip(TEXTS, met, strict=True)
    told = zip(TEXTS, reasons, strict=True)
    return PassReasons(
        {text: code == "y" for text, code in said if code != "-"},
        {text: reason for text, reason in told if reason},
    )


@pytest.mark.parametrize(
    ("settled", "told"),
    [
        (b"yn", {0: "first", 1: "second of t1"}),
        (b"yy", {0: "first", 1: "first of t1"}),
        (b"uu", {0: "first", 1: "first of t1"}),
        (b"n-", {}),
    ],
)
def test_it_is_that_of_the_first_pass_which_agrees(
    settled: bytes, told: dict[int, str]
) -> None:
    passes = [
        one_pass("yy", "first", "first of t1"),
        one_pass("yn", "second", "second of t1"),
    ]

    assert agreeing(settled, TEXTS, passes) == told


def test_a_pass_without_a_reason_leaves_it_to_the_next() -> None:
    passes = [one_pass("yy", "", "kept"), one_pass("y-", "later", "")]

    assert agreeing(b"yy", TEXTS, passes) == {0: "later", 1: "kept"}


def test_without_reasons_nothing_is_told() -> None:
    assert agreeing(b"yy", TEXTS, [one_pass("yy", "", "")]) == {}
    assert agreeing(b"yy", TEXTS, []) == {}
