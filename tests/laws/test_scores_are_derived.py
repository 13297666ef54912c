"""Law 5: a score follows from the grades, whatever the order."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from support import trees
from support.laws import SEEDS, judge
from support.worlds import (
    BASE,
    a_world,
)

from rubrickit.core import changes, scoring
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Scheme, Score
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED
from rubrickit.flows import scoring as score_flow

CODES = st.sampled_from([PASS, PASS, FAIL, UNJUDGED, UNJUDGED, NOT_APPLICABLE])


@given(trees.rubrics(), st.data())
def test_bounds_hold_whatever_the_unjudged_would_have_been(
    rubric: Rubric, data: st.DataObject
) -> None:
    """Not applicable too, where it is the condition that nobody knows."""
    scheme = Scheme(rubric)
    size = len(scheme.leaves)
    row = tuple(data.draw(st.lists(CODES, min_size=size, max_size=size)))
    pending = scheme.score(row)

    for done in _completions(row, points=rubric.weighting == "points"):
        settled = scheme.score(done)
        assert UNJUDGED not in done
        if settled.low is not None:
            assert pending.low is not None
            assert pending.high is not None
            assert pending.low <= settled.low <= settled.high <= pending.high
        if pending.gates_closed:
            assert settled.result == "fail"


def _completions(row: tuple[int, ...], *, points: bool) -> Iterator[tuple[int, ...]]:
    """Points have no bounds over what may not apply: their denominator would move."""
    known = (PASS, FAIL) if points else (PASS, FAIL, NOT_APPLICABLE)
    choices = [known if code == UNJUDGED else (code,) for code in row]
    return product(*choices)


@given(trees.rubrics(), st.data(), trees.gold(), SEEDS)
def test_scores_do_not_depend_on_the_order_of_leaves_and_responses(
    rubric: Rubric, data: st.DataObject, gold: list[Response], seed: int
) -> None:
    other = trees.FREE["reorder"](data.draw, rubric)
    shuffled = data.draw(st.permutations(gold))
    one = score_flow.score(a_world([rubric], None, gold, judge=judge(seed)), BASE)
    two = score_flow.score(a_world([other], None, shuffled, judge=judge(seed)), BASE)

    assert one.mean == two.mean
    assert _by_response(one) == _by_response(two)


def _by_response(scores: score_flow.Scores) -> dict[str, tuple[object, ...]]:
    return {
        response.response_id: (
            score.low, score.high, score.ungated, score.result, score.required,
            score.additional, score.required_met,
        )
        for question in scores.questions
        for response, score in zip(
            question.sheet.responses, question.side.scores, strict=True
        )
    }  # fmt: skip


@given(trees.rubrics(), st.data())
def test_a_gate_never_raises_a_score(rubric: Rubric, data: st.DataObject) -> None:
    spot = data.draw(st.sampled_from(list(trees.spots(rubric.nodes))))
    gated = trees.put(rubric, spot, replace(trees.at(rubric, spot), gate=True))
    size = sum(1 for _ in rubric.leaves())
    row = tuple(data.draw(st.lists(CODES, min_size=size, max_size=size)))
    without, with_gate = Scheme(rubric).score(row), Scheme(gated).score(row)

    assert _at_most(with_gate, without)
    assert with_gate.ungated == without.ungated


def _at_most(one: Score, other: Score) -> bool:
    if other.low is None or other.high is None:
        return one.low in (None, 0)
    return one.low is not None and one.low <= other.low and one.high <= other.high


@given(trees.rubrics(pointed=False))
def test_shares_add_up_to_one(rubric: Rubric) -> None:
    shares = scoring.shares(rubric)

    total = sum(shares.values(), Fraction(0))
    assert total == 1 or (total == 0 and set(shares.values()) == {Fraction(0)})


@given(trees.rubrics())
def test_a_rubric_does_not_differ_from_itself(rubric: Rubric) -> None:
    assert changes.compare(rubric, rubric).edits == ()
