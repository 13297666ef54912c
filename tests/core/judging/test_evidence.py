"""The embedded matcher: what it answers, what it leaves open, how well it agrees."""

import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging import evidence
from rubrickit.core.rubric import Leaf

ROOT = Path(__file__).parents[3]
SLICE = ROOT / "tests/data/realsumm"
STATEMENT = "Lutein is found in leafy green vegetables and eggs."

sentences = st.lists(
    st.sampled_from(
        [
            "lutein",
            "eggs",
            "eye",
            "vision",
            "not",
            "no",
            "12",
            "7.5",
            "the",
            "studies",
            "never",
        ]
    ),
    max_size=12,
).map(" ".join)


def test_a_text_with_the_statements_words_in_other_forms_states_it() -> None:
    text = "You will find lutein in eggs, and in any green, leafy vegetable."

    assert evidence.met([STATEMENT], text) is True


def test_a_text_about_something_else_does_not_state_it() -> None:
    assert evidence.met([STATEMENT], "Please rest and drink enough water.") is False


def test_half_of_the_words_leave_it_open() -> None:
    assert evidence.met([STATEMENT], "Eggs and vegetables help with lutein.") is None


def recall(statement: str, text: str) -> float:
    return evidence.recall(evidence.evidence(statement), evidence.evidence(text))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("Take 400 mg ibuprofen daily.", "Take 800 mg ibuprofen daily."),
        ("Pain lasts 1.5 hours there.", "Pain lasts 15 hours there."),
        ("Sertraline is not approved for pain.", "Sertraline is approved for pain."),
        ("Sertraline is approved for pain.", "Sertraline isn't approved for pain."),
        (
            "Sertraline is approved for pain.",
            "Sertraline isn\u2019t approved for pain.",
        ),
        ("Charcoal helps.", "Charcoal helps."),
    ],
    ids=["number", "decimal", "lost not", "added not", "curly not", "too short"],
)
def test_a_doubt_turns_yes_into_unsure(statement: str, text: str) -> None:
    assert recall(statement, text) >= 0.6
    assert evidence.met([statement], text) is None


def test_a_negation_elsewhere_in_the_text_raises_no_doubt() -> None:
    text = "I am not your doctor. Lutein is found in green leafy vegetables and eggs."

    assert evidence.met([STATEMENT], text) is True


def test_any_phrasing_is_enough_for_yes_and_all_are_needed_for_no() -> None:
    text = "Escitalopram is sold as Lexapro and as Cipralex."
    said, unsaid = "Escitalopram is sold as Lexapro.", "Rest helps tired eyes."
    open_one = "Escitalopram and Lexapro treat grave depression."

    assert evidence.met([unsaid, said], text) is True
    assert evidence.met([unsaid, unsaid], text) is False
    assert evidence.met([unsaid, open_one], text) is None


def test_an_empty_text_states_nothing_and_an_empty_statement_is_unsure() -> None:
    assert evidence.met([STATEMENT], "") is False
    assert evidence.met(["It is what it is."], "It is what it is.") is None
    assert evidence.met([], "text") is None


def test_other_scripts_are_words_too() -> None:
    assert (
        evidence.met(["Лютеин содержится в яйцах"], "Лютеин содержится в яйцах") is True
    )


@given(sentences, sentences, sentences)
def test_more_text_never_lowers_recall(statement: str, text: str, more: str) -> None:
    before = recall(statement, text)

    assert before <= recall(statement, f"{text} {more}") <= 1


@given(st.lists(st.text(alphabet=string.ascii_lowercase, min_size=3), min_size=3))
def test_a_text_states_itself(words: list[str]) -> None:
    text = " ".join(words)
    assume(len(evidence.evidence(text).stems) >= 3)

    assert evidence.met([text], text) is True


@given(st.lists(st.text(), max_size=3), st.text())
def test_no_text_is_too_strange(phrasings: list[str], text: str) -> None:
    first = evidence.met(phrasings, text)

    assert first in (True, False, None)
    assert evidence.met(phrasings[::-1], text) is first


def test_a_long_text_takes_linear_time() -> None:
    text = "1.1.1,1,1 a'a'a'a " * 20_000

    assert evidence.met([STATEMENT], text) is False


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def test_it_agrees_with_the_crowd_on_summaries_as_measured() -> None:
    texts = {row["response_id"]: row["text"] for row in rows(SLICE / "responses.jsonl")}
    statements = {
        leaf["leaf_id"]: leaf["requirement"]
        for row in rows(SLICE / "questions.jsonl")
        for leaf in row["leaves"]
    }

    answers = [
        (
            evidence.met([statements[row["leaf_id"]]], texts[row["response_id"]]),
            2 * sum(row["votes"]) > len(row["votes"]),
        )
        for row in rows(SLICE / "labels.jsonl")
    ]

    sure = [answer is truth for answer, truth in answers if answer is not None]
    assert (len(answers), len(sure), sum(sure)) == (188, 86, 74)


def test_it_agrees_with_the_physicians_as_measured() -> None:
    texts = {
        row["response_id"]: row["response"] for row in rows(ROOT / "gold/k_qa.jsonl")
    }
    votes: dict[tuple[str, str], list[bool]] = {}
    for row in rows(ROOT / "gold/labels/k_qa.jsonl"):
        votes.setdefault((row["response_id"], row["leaf_digest"]), []).append(
            row["met"]
        )

    answers = [
        (evidence.met([statement], texts[response_id]), sum(met) >= 2)
        for (response_id, digest), met in votes.items()
        if (statement := STATEMENTS.get(digest))
    ]

    sure = [answer is truth for answer, truth in answers if answer is not None]
    assert (len(answers), len(sure), sum(sure)) == (128, 34, 32)


def statements_of_the_example() -> dict[str, str]:
    """By leaf digest, as the bench reads them."""

    found = {}
    for path in (ROOT / "rubrics").glob("*.yaml"):
        for branch in YAML(typ="safe", pure=True).load(path)["nodes"]:
            for leaf in branch["children"]:
                if text := leaf.get("states"):
                    found[leaf_digest(Leaf("", "states", (text,)))] = text
    return found


STATEMENTS = statements_of_the_example()


def test_the_public_statement_holds_the_measured_numbers() -> None:
    assert "26 to 48 %" in evidence.ACCURACY
    assert "79 to 89 %" in evidence.ACCURACY
