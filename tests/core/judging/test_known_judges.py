"""Judges that ask nobody, and the card that names a judge."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from support.builders import leaf, response, rubric
from support.tasks import some_tasks

from rubrickit.core.grades import Verdictless
from rubrickit.core.judging import card as cards
from rubrickit.core.judging import evidence
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.rubric import Leaf
from rubrickit.world import KnownJudge

CARD = JudgeCard(
    "openai", "m", "https://example.org", {"seed": 1}, "prompt", "parser", 2
)


def test_a_recorded_judge_has_the_card_of_the_one_that_graded() -> None:
    judge = RecordedJudge(CARD)
    assert judge.card is CARD
    assert not isinstance(judge, KnownJudge)


def test_a_recorded_judge_returns_each_task_once_without_a_grade() -> None:
    tasks = some_tasks(3)
    answers = list(RecordedJudge(CARD).ask(tasks))
    assert [answer.task for answer in answers] == tasks
    assert {(a.grade, a.code, a.usage.calls) for a in answers} == {
        (None, "not_recorded", 0)
    }


def local(check: Leaf, *texts: str, **rest: Any) -> list[bool | Verdictless]:
    answers = [response(text, **rest) for text in texts]
    return LocalJudge().met(rubric(check), check, answers)


def test_the_embedded_judge_knows_its_answers() -> None:
    judge = LocalJudge()
    assert isinstance(judge, KnownJudge)
    assert (judge.card.kind, judge.card.model) == ("local", evidence.MATCHER)
    assert not judge.may_pass_gates


def test_the_embedded_judge_answers_statements_in_order() -> None:
    states = leaf("a", "The dose is 5 mg by mouth", kind="states")
    same = "The dose is 5 mg by mouth."
    answers = local(states, "Nothing of the kind.", same)
    assert answers[1] is True
    assert answers[0] is not True


def test_one_phrasing_of_several_is_enough() -> None:
    texts = ("The cat sleeps on the mat", "The dose is 5 mg by mouth")
    assert local(leaf("a", texts, kind="states"), f"{texts[1]}.") == [True]


def test_the_embedded_judge_is_unsure_of_questions() -> None:
    question = leaf("a", "The dose is 5 mg by mouth")
    assert local(question, "The dose is 5 mg by mouth.", "x") == ["unsure", "unsure"]


def test_the_embedded_judge_looks_where_the_leaf_says() -> None:
    statement = "The dose is 5 mg by mouth"
    at_trace = leaf("a", statement, kind="states", looks_at="trace")
    at_text = leaf("a", statement, kind="states")
    silent = {"trace": f"{statement}."}
    assert local(at_trace, "Nothing.", **silent) == [True]
    assert local(at_text, "Nothing.", **silent) != [True]


def test_line_breaks_in_a_statement_say_nothing() -> None:
    wrapped = leaf("a", "The dose is\n  5 mg by mouth", kind="states")
    assert local(wrapped, "The dose is 5 mg by mouth.") == [True]


def test_a_card_is_known_by_all_that_could_change_a_verdict() -> None:
    changes: dict[str, Any] = {
        "kind": "recorded", "model": "n", "endpoint": "", "parameters": {"seed": 2},
        "prompt": "", "parser": "", "batch": 1,
    }  # fmt: skip
    digests = {replace(CARD, **{name: value}).digest for name, value in changes.items()}
    assert len(digests | {CARD.digest}) == len(changes) + 1
    assert replace(CARD, configured="d").digest == CARD.digest
    assert {"format", *changes} == CARD.document().keys()


def test_a_card_is_read_as_it_was_written() -> None:
    configured = replace(CARD, configured="d")
    assert cards.load(cards.dump(configured)) == configured
    assert cards.load(CARD.document()) == CARD


def changed(**values: Any) -> Mapping[str, Any]:
    return {**cards.dump(CARD), **values}


def without(name: str) -> Mapping[str, Any]:
    return {key: value for key, value in cards.dump(CARD).items() if key != name}


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "card",
        {},
        changed(format=2),
        without("format"),
        changed(more=1),
        without("prompt"),
        without("kind"),
        changed(kind="gpt"),
        changed(kind=["openai"]),
        changed(parameters=[]),
        changed(parameters=None),
    ],
)
def test_what_is_no_card_is_none(value: Any) -> None:
    assert cards.load(value) is None
