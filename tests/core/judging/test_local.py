"""What the embedded judge answers, and what it leaves open."""

from support.builders import leaf, response, rubric

from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.rubric import Leaf

GOLD = [
    response("Please see a doctor soon if the swelling gets worse."),
    response("Bananas are yellow."),
]
SEE = "See a doctor if the swelling gets worse"


def said(one: Leaf) -> list[bool | str]:
    return LocalJudge().met(rubric(one), one, GOLD)


def test_a_statement_is_answered_from_its_words() -> None:
    assert said(leaf("a", SEE, kind="states")) == [True, False]


def test_a_check_is_never_answered() -> None:
    assert said(leaf("a", SEE)) == ["unsure", "unsure"]


def test_a_statement_that_words_cannot_decide_is_unsure() -> None:
    assert said(leaf("a", f"Do not {SEE}", kind="states"))[0] == "unsure"


def test_a_leaf_that_looks_at_the_trace_reads_the_trace() -> None:
    one = leaf("a", SEE, kind="states", looks_at="trace")
    traced = response("Bananas.", trace=[{"content": GOLD[0].text}])

    assert LocalJudge().met(rubric(one), one, [traced]) == [True]


def test_it_may_not_open_a_gate() -> None:
    assert LocalJudge().may_pass_gates is False
