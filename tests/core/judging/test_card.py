"""When two judges are the same judge."""

from dataclasses import replace

import pytest

from rubrickit.core.judging.card import JudgeCard

CARD = JudgeCard("openai", "m", "https://e", {"temperature": 0}, "prompt", "builtin/1")


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "recorded"},
        {"model": "n"},
        {"endpoint": "https://f"},
        {"parameters": {}},
        {"parameters": {"temperature": 1}},
        {"prompt": "other"},
        {"parser": "builtin/2"},
        {"batch": 2},
    ],
    ids=str,
)
def test_all_that_could_change_a_verdict_makes_another_judge(
    changed: dict[str, object],
) -> None:
    assert replace(CARD, **changed).digest != CARD.digest


def test_what_the_configuration_had_asked_for_is_no_part_of_it() -> None:
    assert replace(CARD, configured="d" * 32).digest == CARD.digest


def test_the_digest_is_that_of_its_document() -> None:
    assert CARD.document() == {
        "format": 1,
        "kind": "openai",
        "model": "m",
        "endpoint": "https://e",
        "parameters": {"temperature": 0},
        "prompt": "prompt",
        "parser": "builtin/1",
        "batch": 1,
    }
