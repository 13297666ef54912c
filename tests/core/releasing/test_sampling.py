"""A sample is the same for everybody who draws it, and its rate has an interval."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import leaf, response, rubric

from rubrickit.core.config import Config
from rubrickit.core.grades import leaf_digest, question_digest
from rubrickit.core.releasing import sampling
from rubrickit.core.releasing.inputs import Files, Inputs
from rubrickit.core.releasing.sampling import Recorded, Regraded

DOSE, ROUTE = leaf("dose"), leaf("route")
SHORT = leaf("short", "true", kind="rule")
TREE = rubric(DOSE, ROUTE, SHORT)
GOLD = [response(f"t{n}", id=f"r{n}") for n in range(6)]
TWIN = response("t0", id="twin")
NO_FILES = Files("scores", {}, {}, {}, {}, {}, {}, {}, {}, {})
INPUTS = Inputs(NO_FILES, Config(), (TREE,), {"q1": [*GOLD, TWIN]}, ())


def known(question: str, leaf: str, pass_number: int) -> Mapping[str, bool]:
    assert question == question_digest(TREE)
    skipped = GOLD[5] if leaf == leaf_digest(ROUTE) else None
    voted = GOLD if pass_number == 1 else GOLD[:1]
    return {each.digest: True for each in voted if each is not skipped}


def every() -> list[Recorded]:
    return list(sampling.grades("judge", INPUTS, known))


def test_each_recorded_grade_can_be_drawn_once() -> None:
    found = [
        (one.leaf.id, one.key.pass_number, one.response.response_id) for one in every()
    ]

    assert found == [
        *(("dose", 1, f"r{n}") for n in range(6)),
        *(("dose", number, "r0") for number in (2, 3)),
        *(("route", 1, f"r{n}") for n in range(5)),
        *(("route", number, "r0") for number in (2, 3)),
    ]


def test_a_drawn_grade_asks_exactly_what_was_asked() -> None:
    one = every()[0]

    assert one.task().key == one.key
    assert (one.task().response, one.task().leaf.texts) == ("t0", DOSE.texts)


@given(st.integers(1, 20), st.text(), st.randoms(use_true_random=False))
def test_the_same_seed_draws_the_same(size: int, seed: str, random: object) -> None:
    shuffled = every()
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    drawn = sampling.draw(every(), size, seed)

    assert sampling.draw(shuffled, size, seed) == drawn
    assert len(drawn) == len({one.key for one in drawn}) == min(size, 15)


def test_another_seed_draws_others() -> None:
    assert len({sampling.draw(every(), 1, str(n))[0].key for n in range(30)}) > 3


@pytest.mark.parametrize(
    ("agreed", "answered", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_wilsons_interval(agreed: int, answered: int, low: float, high: float) -> None:
    found = Regraded("1", answered, answered, agreed).interval

    assert found == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_the_rate_lies_in_its_interval(answered: int, data: st.DataObject) -> None:
    agreed = data.draw(st.integers(0, answered))

    found = Regraded("1", answered, answered, agreed).interval

    assert found is not None
    assert 0 <= found[0] <= agreed / answered + 1e-12
    assert agreed / answered - 1e-12 <= found[1] <= 1


def test_without_an_answer_there_is_no_interval() -> None:
    assert Regraded("1", 5, 0, 0).interval is None
