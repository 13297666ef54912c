"""The laws that the README states, over random rubrics and random edits."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from support import trees
from support.worlds import (
    BASE,
    HEAD,
    SPAN,
    ScriptedJudge,
    a_world,
    asked,
    by_chance,
    chance,
)

from rubrickit.core import changes, deltas, scoring
from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import Task, Verdictless
from rubrickit.core.players import players
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Scheme, Score
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED
from rubrickit.core.variants import Variants
from rubrickit.flows import delta as flow
from rubrickit.flows import evidence, grading
from rubrickit.flows import scoring as score_flow
from rubrickit.flows.grading import Run

EDITED = trees.edited()
SEEDS = st.integers(0, 1000)


def judge(seed: int, *, fails: int = 0, flips: int = 0) -> ScriptedJudge:
    """Answers by chance, and fails on so many per cent of what it is asked."""
    answers = by_chance(seed)

    def says(task: Task) -> bool | Verdictless:
        key = task.key
        cell = key.question, key.leaf, key.response
        return "timeout" if chance("fails", seed, *cell) < fails else answers(task)

    return ScriptedJudge(says, flips=flips)


def compared(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int, *, fails: int = 0
) -> tuple[Comparison, ...]:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed, fails=fails))
    return flow.delta(world, SPAN).evidence.comparisons


# Law 1: grade only what changed.


@given(trees.edited(free=True), trees.gold(), SEEDS)
def test_an_edit_that_changes_no_words_costs_no_call(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed), passes=2)
    score_flow.score(world, BASE)

    plan = grading.plan(world, [(before, gold), (after, gold)])

    assert (plan.calls, plan.calls_max, tuple(plan.tasks())) == (0, 0, ())


@given(trees.rubrics(), st.data(), trees.gold(), SEEDS, st.sampled_from([1, 2, 3]))
def test_a_reworded_leaf_costs_a_call_for_each_text_and_pass(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int, passes: int
) -> None:
    spot = data.draw(st.sampled_from(trees.leaf_spots(before)))
    leaf = replace(trees.at(before, spot), kind="check", texts=("Is it new?",))
    after = trees.put(before, spot, leaf)
    world = a_world([before], [after], gold, judge=judge(seed), passes=passes)
    score_flow.score(world, BASE)

    plan = grading.plan(world, [(before, gold), (after, gold)])

    texts = {r.digest_for(leaf.looks_at) for r in gold} - {""}
    assert plan.calls == plan.calls_max == passes * len(texts)
    assert {task.leaf.texts for task in plan.tasks()} <= {leaf.texts}


@given(EDITED, trees.gold(), SEEDS, st.sampled_from([1, 2, 3, "adaptive"]))
def test_no_key_is_asked_twice_and_nothing_in_a_second_run(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int, passes: int
) -> None:
    before, after = pair
    world = a_world([before], [after], gold, judge=judge(seed, flips=20), passes=passes)
    flow.delta(world, SPAN)
    first = [task.key for task in asked(world)]

    flow.delta(world, SPAN)

    assert len(first) == len(set(first))
    assert len(asked(world)) == len(first)


@given(EDITED, trees.gold(), SEEDS)
def test_a_plan_says_what_a_run_will_ask(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed), passes=2)
    edit = flow.edited(world, SPAN)

    plan = grading.plan(world, edit.graded)
    grading.fill(world, edit.graded)

    assert plan.calls == plan.calls_max == len(asked(world))
    assert [task.key for task in plan.tasks()] == [task.key for task in asked(world)]


@given(EDITED, trees.gold(), SEEDS)
def test_what_reaches_the_judge_is_what_the_key_digests(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    """Two wordings of one key in the ledger would make a grade depend on the run."""
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed))
    score_flow.score(world, BASE)
    first = {task.key: _seen(task) for task in asked(world)}
    other = a_world(pair[1:], pair[:1], gold, judge=judge(seed))
    score_flow.score(other, BASE)

    second = {task.key: _seen(task) for task in asked(other)}

    assert {key: second[key] for key in first.keys() & second.keys()} == {
        key: first[key] for key in first.keys() & second.keys()
    }


def _seen(task: Task) -> tuple[object, ...]:
    leaf = task.leaf
    asks = (leaf.kind, leaf.texts, leaf.pass_example, leaf.fail_example, leaf.looks_at)
    given = (task.question, task.context, task.response, task.response_context)
    return (*asks, *given, task.trace)


# Law 2: a delta has no remainder.


@given(EDITED, trees.gold(), SEEDS)
def test_a_delta_is_the_exact_sum_of_what_each_edit_did(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    for comparison in compared(pair, gold, seed):
        parts = [part for part in comparison.contributions if part is not None]
        if comparison.delta is not None:
            assert sum(parts, Fraction(0)) == comparison.delta
            assert len(comparison.contributions) == len(comparison.changes.edits)


@settings(max_examples=10)
@given(trees.rubrics(), st.data(), trees.gold(), SEEDS)
def test_nor_has_it_one_where_many_edits_are_sampled(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int
) -> None:
    after = data.draw(trees.edits(before, most=30))

    for comparison in compared((before, after), gold, seed):
        parts = [part for part in comparison.contributions if part is not None]
        if comparison.delta is not None:
            assert sum(parts, Fraction(0)) == comparison.delta


# Law 3: no verdict is not a verdict.


@given(EDITED, trees.gold(most=3), SEEDS)
def test_any_failed_answer_leaves_its_cell_unjudged(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed, fails=40))
    result = flow.delta(world, SPAN)
    failed = {(key[0], key[1], key[2]) for key in result.run.failures}

    for comparison in result.evidence.comparisons:
        for side in (comparison.before, comparison.after):
            for response, row, score in zip(gold, side.rows, side.scores, strict=True):
                cells = _cells(side.rubric, response, row)
                assert all(code in b"U-" for cell, code in cells if cell in failed)
                if UNJUDGED in row and not score.gates_closed:
                    assert score.value is None
                    assert score.result == "pending"


def _cells(
    rubric: Rubric, response: Response, row: tuple[int, ...]
) -> Iterator[tuple[tuple[str, str, str], int]]:
    question = changes.question_digest(rubric)
    for placed, code in zip(rubric.leaves(), row, strict=True):
        digest = changes.leaf_digest(placed.leaf)
        yield (question, digest, response.digest_for(placed.leaf.looks_at)), code


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


@given(EDITED, trees.gold(most=3), SEEDS)
def test_a_pending_delta_bounds_every_delta_that_it_could_become(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    partly = compared(pair, gold, seed, fails=30)
    fully = compared(pair, gold, seed)

    for some, all_of_it in zip(partly, fully, strict=True):
        if some.counted == all_of_it.counted and some.low is not None:
            assert some.low <= all_of_it.low <= all_of_it.high <= some.high


@given(trees.rubrics(), st.data(), trees.gold(), SEEDS)
def test_what_grades_the_same_moves_nothing_though_the_judge_would_flip(
    before: Rubric, data: st.DataObject, gold: list[Response], seed: int
) -> None:
    names = st.lists(st.sampled_from(["note", "reorder"]), min_size=1, max_size=3)
    after = before
    for name in data.draw(names):
        after = trees.FREE[name](data.draw, after)
    world = a_world([before], [after], gold, judge=judge(seed, flips=50), passes=3)
    score_flow.score(world, BASE)
    calls = len(asked(world))

    result = flow.delta(world, SPAN)

    assert result.edited.pairs == ()
    assert result.decision.outcome == "none"
    assert len(asked(world)) == calls
    assert score_flow.score(world, BASE).mean == score_flow.score(world, HEAD).mean


@given(trees.rubrics(), trees.gold(), SEEDS)
def test_a_rename_moves_nothing_though_the_judge_would_flip(
    before: Rubric, gold: list[Response], seed: int
) -> None:
    renamed = trees.put(before, (0,), replace(trees.at(before, (0,)), id="another"))
    pair = before, renamed
    world = a_world(pair[:1], pair[1:], gold, judge=judge(seed, flips=50), passes=2)

    for comparison in flow.delta(world, SPAN).evidence.comparisons:
        gone = {edit.kind for edit in comparison.changes.edits} - {"renamed"}
        if not gone and comparison.counted:
            assert comparison.delta == 0


# Law 5: scores are derived, whatever the order.


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


@given(EDITED, trees.gold(), SEEDS)
def test_no_edit_is_the_old_rubric_and_all_of_them_are_the_new_one(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int
) -> None:
    old, new = pair
    world = a_world([old], [new], gold, judge=judge(seed))
    grading.fill(world, [(old, gold), (new, gold)])
    sheet = evidence.sheet(world, [old, new], gold, Run())
    found = changes.compare(old, new)
    every = range(len(found.edits))

    none_of_them = deltas.side(Variants(found).rubric(frozenset()), sheet)
    all_of_them = deltas.side(Variants(found).rubric(frozenset(every)), sheet)

    assert _values(none_of_them) == _values(deltas.side(old, sheet))
    assert _values(all_of_them) == _values(deltas.side(new, sheet))


def _values(side: deltas.Side) -> list[tuple[object, ...]]:
    return [(score.low, score.high, score.required_met) for score in side.scores]


@given(EDITED)
def test_every_mixture_of_edits_holds_each_leaf_at_most_once(
    pair: tuple[Rubric, Rubric],
) -> None:
    """No node is lost in a mixture because the branch above it is not there."""
    found = changes.compare(*pair)
    groups = players(found)[:6]
    for chosen in product([False, True], repeat=len(groups)):
        applied = {
            i
            for group, is_in in zip(groups, chosen, strict=True)
            if is_in
            for i in group
        }
        mixed = Variants(found).rubric(applied)
        assert sum(1 for _ in mixed.leaves()) == _standing(found, applied)


def _standing(found: changes.Changes, applied: set[int]) -> int:
    """Leaves kept, with those added by the applied edits, removed by the others."""
    kept = sum(
        isinstance(pair.new.node, trees.Leaf)
        for pair in found.pairs
        if pair.old and pair.new
    )
    for index, edit in enumerate(found.edits):
        pair = found.pairs[edit.pair]
        if edit.kind == "added" and index in applied and pair.new:
            kept += _lone(
                pair.new.node,
                {p.new.path for p in found.pairs if p.new and p.old},
                pair.new.path,
            )
        if edit.kind == "removed" and index not in applied and pair.old:
            kept += _lone(
                pair.old.node,
                {p.old.path for p in found.pairs if p.new and p.old},
                pair.old.path,
            )
    return kept


def _lone(node: trees.Node, matched: set[str], path: str) -> int:
    """The leaves at and below a node that came or went with it."""
    if path in matched:
        return 0
    if isinstance(node, trees.Leaf):
        return 1
    return sum(_lone(child, matched, f"{path}/{child.id}") for child in node.children)
