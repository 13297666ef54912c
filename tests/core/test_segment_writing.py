"""The same bytes for the same grades."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import (
    CARD,
    EARLY,
    TOOL,
    by_key,
    few_grades,
    grade,
    intact,
    name,
    verdicts,
)

from rubrickit.core import segment_writing
from rubrickit.core.grades import Grade


def encoded(*grades: Grade) -> bytes:
    return segment_writing.encode(grades, EARLY, TOOL)


@given(few_grades)
def test_what_is_written_is_read_again(grades: list[Grade]) -> None:
    assert verdicts(intact(encoded(*grades))) == by_key(grades)


@given(few_grades, st.randoms(use_true_random=False))
def test_the_order_of_grades_is_nothing(grades: list[Grade], random: Random) -> None:
    shuffled = sorted(grades, key=lambda _: random.random())

    assert encoded(*shuffled) == encoded(*grades)


@given(st.text(st.characters(codec=None)))
def test_any_reason_can_be_kept(reason: str) -> None:
    read = verdicts(intact(encoded(grade(reason=reason))))

    assert [kept for _, kept in read.values()] == [segment_writing.clean(reason)]


def test_a_segment_reads_like_this() -> None:
    data = encoded(
        grade("r1", True, reason="names 5 mg"), grade("r2", False), grade(leaf="l2")
    )

    assert data.decode().splitlines() == [
        '{"format":1,"kind":"segment","created":"2026-01-01T00:00:00Z",'
        '"tool":"rubrickit 0","grades":3,"replaces":[]}',
        f'{{"judge":"{CARD.digest}","question":"{name("q1")}",'
        f'"responses":["{name("r1")}","{name("r2")}"]}}',
        f'{{"leaf":"{name("l1")}","pass":1,"met":"yn","reasons":[[0,"names 5 mg"]]}}',
        f'{{"leaf":"{name("l2")}","pass":1,"met":"y."}}',
    ]


def test_contradicting_grades_are_settled_the_same_in_any_order() -> None:
    yes, no = grade(met=True), grade(met=False)

    assert encoded(yes, no) == encoded(no, yes) == encoded(no)


def test_a_lone_surrogate_in_a_reason_becomes_a_question_mark() -> None:
    assert segment_writing.clean("caf\ud800") == "caf?"


def test_a_million_grades_would_take_less_than_ten_bytes_each() -> None:
    grades = [
        grade(f"q{question} r{response}", question=f"q{question}", leaf=f"l{leaf}")
        for question in range(10)
        for response in range(100)
        for leaf in range(10)
    ]

    assert len(encoded(*grades)) < 6 * len(grades)
