"""A judge is named by the beginning of its digest."""

import pytest

from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.naming import named
from rubrickit.errors import RubrickitError

CARDS = [JudgeCard(kind="openai", model=f"model-{at}") for at in range(3)]


def test_any_beginning_that_is_one_judges_names_it() -> None:
    for card in CARDS:
        for size in (4, 8, 32):
            assert named(card.digest[:size], CARDS) == card
        assert named(card.digest[:8].upper(), CARDS) == card


@pytest.mark.parametrize("name", ["", "a", "abc", "nope", "model-1", "f" * 40])
def test_a_name_of_nobody_lists_who_there_is(name: str) -> None:
    with pytest.raises(RubrickitError) as caught:
        named(name, CARDS)

    assert str(caught.value) == f"no judge is named `{name}`"
    for card in CARDS:
        assert f"{card.digest[:8]} ({card.model})" in caught.value.hint


def test_without_grades_the_hint_says_so() -> None:
    with pytest.raises(RubrickitError) as caught:
        named("abcd", [])

    assert caught.value.hint.endswith(": no grades by a judge are recorded here")


def test_a_beginning_of_several_is_refused() -> None:
    many = [JudgeCard(kind="openai", model=f"m{at}") for at in range(2000)]
    starts: dict[str, list[JudgeCard]] = {}
    for card in many:
        starts.setdefault(card.digest[:4], []).append(card)
    start, twins = next((s, found) for s, found in starts.items() if len(found) > 1)

    with pytest.raises(RubrickitError, match=f"`{start}` begins several") as caught:
        named(start, many)

    for card in twins:
        assert f"{card.digest[:16]} ({card.model})" in caught.value.hint
