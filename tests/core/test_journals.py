"""No half line is ever read as a grade."""

from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import CARD, EARLY, few_grades, grade

from rubrickit.core import journals
from rubrickit.core.grades import Grade
from rubrickit.core.journals import Contents
from rubrickit.core.judging.card import JudgeCard

GRADES = [grade("r1", reason="“quoted”\n"), grade("r2", False)]
DATA = journals.opening(EARLY) + b"".join(map(journals.grade_line, GRADES))


@given(few_grades)
def test_what_is_journalled_is_read_again(grades: list[Grade]) -> None:
    lines = map(journals.grade_line, grades)

    contents = journals.read(b"".join([journals.opening(EARLY), *lines]))

    assert contents == Contents(EARLY, grades, {}, [])


def test_a_card_is_read_again_with_what_was_configured() -> None:
    card = JudgeCard("openai", "m", parameters={"seed": 1}, configured="a" * 32)

    contents = journals.read(journals.opening(EARLY) + journals.card_line(card))

    assert contents.cards == {card.digest: card}


@given(st.integers(0, len(DATA)))
def test_a_cut_journal_keeps_every_whole_line(size: int) -> None:
    contents = journals.read(DATA[:size])

    whole = DATA[:size].count(b"\n")
    assert contents.grades == GRADES[: max(0, whole - 1)]
    assert not contents.faults


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_changed_byte_costs_its_own_line_and_no_other(at: int, change: int) -> None:
    changed = bytearray(DATA)
    changed[at] ^= change

    contents = journals.read(bytes(changed))

    line = DATA[:at].count(b"\n")
    lost = {line - 1, line} if DATA[at : at + 1] == b"\n" else {line - 1}
    for place, each in enumerate(GRADES):
        assert (each in contents.grades) == (place not in lost)


def test_a_damaged_line_is_named() -> None:
    lines = DATA.splitlines(keepends=True)

    contents = journals.read(b"".join([lines[0], b"half a li", *lines[1:]]))

    assert contents.faults == ["line 2 is damaged"]
    assert contents.grades == GRADES[1:]


def test_an_empty_journal_holds_nothing() -> None:
    assert not journals.read(b"").grades
    assert not journals.read(b"").faults


def test_a_newer_journal_is_not_understood() -> None:
    line = journals._line({"format": 2, "kind": "journal", "created": EARLY})

    contents = journals.read(line + DATA)

    assert not contents.ours
    assert not contents.grades


def test_a_judge_is_journalled_with_its_grades() -> None:
    data = journals.opening(EARLY) + journals.card_line(CARD) + DATA.splitlines(True)[1]

    assert journals.read(data).cards == {CARD.digest: CARD}
    assert journals.read(data).grades == GRADES[:1]
