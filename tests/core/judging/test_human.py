"""People's labels as a judge."""

from support.builders import label, leaf, response, rubric

from rubrickit.core.judging.human import HumanJudge, stale
from rubrickit.core.responses import Label

DOSE = leaf("dose", "Does the answer name the dose?")
TREE = rubric(DOSE)
GOLD = [response("5 mg", id="r1")]


def said(*labels: Label) -> bool | str:
    (answer,) = HumanJudge(labels).met(TREE, DOSE, GOLD)
    return answer


def test_the_majority_of_raters_decides() -> None:
    votes = [("a", True), ("b", False), ("c", False)]

    assert said(*[label(DOSE, met, rater) for rater, met in votes]) is False
    assert said(label(DOSE, True)) is True


def test_a_tie_is_no_verdict() -> None:
    assert said(label(DOSE, True, "a"), label(DOSE, False, "b")) == "split"


def test_no_label_is_no_verdict() -> None:
    assert said() == "not_labelled"
    assert said(label(DOSE, True, response_id="r2")) == "not_labelled"
    assert said(label(DOSE, True, question_id="q2")) == "not_labelled"


def test_a_later_row_of_the_same_rater_replaces_the_earlier_one() -> None:
    assert said(label(DOSE, True, "a"), label(DOSE, False, "a")) is False


def test_a_label_belongs_to_the_words_and_not_to_the_place() -> None:
    renamed = leaf("amount", DOSE.texts[0], weight=3, expect=False)
    reworded = leaf("dose", "Does the answer name the exact dose?")

    judge = HumanJudge([label(DOSE, True)])

    assert judge.met(TREE, renamed, GOLD) == [True]
    assert judge.met(TREE, reworded, GOLD) == ["not_labelled"]


def test_a_label_is_stale_once_its_leaf_asks_something_else() -> None:
    kept = label(DOSE, True, leaf="dose")
    gone = label(leaf("dose", "Is a dose named?"), True, leaf="dose")

    assert stale([kept, gone], [TREE]) == (gone,)
    assert stale([kept], [TREE]) == ()


def test_a_label_for_a_leaf_that_does_not_stand_yet_waits() -> None:
    waiting = label(leaf("route", "Is the route named?"), True, leaf="route")
    elsewhere = label(leaf("dose", "Other"), True, leaf="dose", question_id="q2")

    assert stale([waiting, elsewhere], [TREE]) == ()


def test_people_may_open_a_gate_and_are_one_judge() -> None:
    one, other = HumanJudge([]), HumanJudge([label(DOSE, True)])

    assert one.may_pass_gates
    assert one.card.digest == other.card.digest
