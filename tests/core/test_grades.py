"""What a grade depends on, and what it does not."""

from dataclasses import replace

import pytest
from support.builders import leaf, response, rubric

from rubrickit.core.grades import (
    GradeKey,
    Usage,
    leaf_digest,
    question_digest,
    task,
)

DOSE = leaf("dose", "Does the answer name the dose?")
KEY = GradeKey("j", "q", "l", "r", 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "amount"},
        {"weight": 3},
        {"points": -2},
        {"expect": False},
        {"tier": "additional"},
        {"gate": True},
        {"when": "adult"},
        {"note": "why", "source": "guideline", "owner": "dr-a"},
        {"shared": "safety.dose"},
        {"texts": ("Does the  answer\r\n name the dose?\n",)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_leaf_is_graded_the_same_whatever_its_place(
    changed: dict[str, object],
) -> None:
    assert leaf_digest(replace(DOSE, **changed)) == leaf_digest(DOSE)


@pytest.mark.parametrize(
    "changed",
    [
        {"texts": ("Does the answer name the Dose?",)},
        {"texts": (*DOSE.texts, "Is a dose named?")},
        {"kind": "states"},
        {"looks_at": "trace"},
        {"pass_example": "5 mg"},
        {"fail_example": "some"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_another_question_to_the_judge_is_another_leaf(
    changed: dict[str, object],
) -> None:
    assert leaf_digest(replace(DOSE, **changed)) != leaf_digest(DOSE)


def test_an_example_that_passes_is_none_that_fails() -> None:
    passes, fails = leaf("a", pass_example="5 mg"), leaf("a", fail_example="5 mg")

    assert leaf_digest(passes) != leaf_digest(fails)


def test_white_space_means_something_to_a_rule() -> None:
    one, other = (leaf("a", f"response == '{t}'", kind="rule") for t in (" ", "  "))

    assert leaf_digest(one) != leaf_digest(other)


def test_composed_and_decomposed_letters_are_one_text() -> None:
    assert leaf_digest(leaf("a", "na\u00efve?")) == leaf_digest(
        leaf("a", "nai\u0308ve?")
    )


def test_a_question_is_what_the_judge_sees_of_it() -> None:
    asked = rubric(DOSE, question="How much\nof it?", context="Adults.")

    same = replace(asked, question="How  much of it?", reference="5 mg", nodes=())

    assert question_digest(same) == question_digest(asked)
    assert question_digest(replace(asked, context="")) != question_digest(asked)


def test_paragraphs_of_a_question_stay_apart() -> None:
    one, two = rubric(DOSE, question="A.\n\nB."), rubric(DOSE, question="A.\nB.")

    assert question_digest(one) != question_digest(two)


def test_the_judge_receives_exactly_what_was_digested() -> None:
    wrapped = leaf("a", "Is  the\n dose named?", pass_example="a\r\nb")
    asked = rubric(wrapped, question="How\n much?", context="A\r\n\r\nB  C")
    answer = response("5 mg\r\n", context="x\r\ny", trace="[]")

    given = task(KEY, asked, wrapped, answer)

    assert given.leaf.texts == ("Is the dose named?",)
    assert given.leaf.pass_example == "a\nb"
    assert (given.question, given.context) == ("How much?", "A\n\nB C")
    assert (given.response, given.response_context) == ("5 mg\n", "x\ny")
    assert given.trace == ""


def test_a_trace_reaches_the_judge_only_for_a_leaf_that_looks_at_it() -> None:
    looks = leaf("a", looks_at="trace")

    assert task(KEY, rubric(looks), looks, response(trace="[1]")).trace == "[1]"


def test_usage_adds_up() -> None:
    assert Usage(1, 2, 3) + Usage(10, 20, 30) == Usage(11, 22, 33)
