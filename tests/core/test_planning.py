"""Which grades are missing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.builders import branch, leaf, response, rubric

from rubrickit.core.config import Passes
from rubrickit.core.planning import Plan, calls, calls_of, plan
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric

TREE = rubric(leaf("a"), branch("b", leaf("c"), leaf("r", "x", kind="rule")))
GOLD = [response("5 mg", id="r1"), response("10 mg", id="r2")]


def planned(
    *graded: tuple[Rubric, Sequence[Response]],
    passes: Passes = 1,
    known: bool | None = None,
) -> Plan:
    """With `known`, the first pass of everything has been answered so."""

    def column(question: str, leaf: str, number: int) -> dict[str, bool]:
        del question, leaf
        every = [r for _, responses in graded for r in responses]
        if known is None or number > 1:
            return {}
        return {r.digest: known for r in every}

    return plan("judge", passes, graded, column)


def test_each_judged_leaf_is_asked_of_each_text() -> None:
    found = planned((TREE, GOLD))

    assert (found.calls, found.calls_max, found.reused) == (4, 4, 0)
    assert [(t.leaf.id, t.response) for t in found.tasks()] == [
        ("a", "5 mg"),
        ("a", "10 mg"),
        ("c", "5 mg"),
        ("c", "10 mg"),
    ]


def test_equal_texts_share_a_grade() -> None:
    twins = [response("5 mg", id="r1"), response("5 mg", id="r2")]

    assert planned((TREE, twins)).calls == 2


def test_equal_checks_of_one_rubric_share_a_grade() -> None:
    assert planned((rubric(leaf("a", "A"), leaf("b", "A")), GOLD)).calls == 2


def test_two_versions_of_a_rubric_share_what_they_both_ask() -> None:
    new = replace(TREE, nodes=(*TREE.nodes, leaf("d")))

    assert planned((TREE, GOLD), (new, GOLD)).calls == 6


def test_the_same_check_under_another_question_is_another_one() -> None:
    new = replace(TREE, question="How much?")

    assert planned((TREE, GOLD), (new, GOLD)).calls == 8


def test_a_reference_is_never_shown_to_the_judge_and_costs_nothing() -> None:
    new = replace(TREE, reference="5 mg")

    assert planned((TREE, GOLD), (new, GOLD)).calls == 4


def test_passes_that_are_known_are_not_asked_again() -> None:
    for passes, least, most in [(1, 0, 0), (2, 4, 4), (3, 8, 8), ("adaptive", 4, 8)]:
        found = planned((TREE, GOLD), passes=passes, known=True)
        assert (found.calls, found.calls_max) == (least, most)
        assert found.reused == 4


def test_what_was_tried_in_this_run_is_not_tried_again() -> None:
    found = planned((TREE, GOLD), passes=2)
    keys = [task.key for task in found.tasks()]
    tried = [(k.question, k.leaf, k.response, k.pass_number) for k in keys[:3]]

    assert [task.key for task in found.tasks(tried)] == keys[3:]


def test_a_response_without_a_trace_is_not_asked_about_it() -> None:
    tree = rubric(leaf("a", looks_at="trace"))
    gold = [response("x", id="r1"), response("x", id="r2", trace=[{"role": "tool"}])]

    (task,) = planned((tree, gold)).tasks()

    assert task.trace == '[{"role":"tool"}]'


def test_equal_texts_with_different_traces_differ_only_for_leaves_that_look() -> None:
    tree = rubric(leaf("a"), leaf("b", looks_at="trace"))
    gold = [response("x", id="r1", trace=[1]), response("x", id="r2", trace=[2])]

    assert [task.leaf.id for task in planned((tree, gold)).tasks()] == ["a", "b", "b"]


LEAVES = st.lists(
    st.builds(
        leaf,
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from(["A", "B"]),
        looks_at=st.sampled_from(["response", "trace"]),
    ),
    min_size=1,
    unique_by=lambda each: each.id,
)
TEXTS = st.lists(
    st.tuples(st.sampled_from("xyz"), st.sampled_from([None, [], ["call"]]))
)
PASSES: Any = st.sampled_from([1, 2, 3, "adaptive"])


@given(LEAVES, TEXTS, PASSES, st.data())
def test_calls_are_counted_as_a_plan_counts_them(
    leaves: list[Leaf],
    texts: list[tuple[str, Any]],
    pass_policy: Any,
    data: st.DataObject,
) -> None:
    tree = rubric(*leaves)
    gold = [
        response(text, id=f"r{at}", **({} if trace is None else {"trace": trace}))
        for at, (text, trace) in enumerate(texts)
    ]
    digests = {d for each in gold for d in (each.digest, each.trace_digest) if d}
    verdicts = st.dictionaries(st.sampled_from(sorted(digests)), st.booleans())
    passes = [data.draw(verdicts) if digests else {} for _ in range(3)]

    def known(_: str, __: str, number: int) -> Mapping[str, bool]:
        return passes[number - 1]

    found = plan("judge", pass_policy, [(tree, gold)], known)

    assert calls(tree, gold, pass_policy, known) == found.calls


def test_nothing_to_ask_is_an_empty_plan() -> None:
    found = planned((rubric(leaf("r", "x", kind="rule")), GOLD))

    assert (found.calls, found.reused) == (0, 0)


def test_two_questions_of_the_same_words_share_their_grades() -> None:
    twin = replace(TREE, question_id="q2")

    found = planned((TREE, GOLD), (twin, GOLD))

    keys = [task.key for task in found.tasks()]
    assert len(keys) == len(set(keys)) == found.calls == 4


def test_an_edit_takes_calls_for_its_new_words_alone() -> None:
    old = rubric(leaf("a", "A"), leaf("b", "B"))
    new = rubric(leaf("moved", "A"), leaf("b", "C"), leaf("c", "C"))

    calls = {
        "edited": calls_of(old, new, GOLD, 2),
        "brought": calls_of(None, new, GOLD, 2),
        "deleted": calls_of(old, None, GOLD, 2),
        "unanswered": calls_of(old, new, (), 2),
    }

    texts = len(GOLD)
    assert calls == {
        "edited": 2 * texts, "brought": 4 * texts, "deleted": 0, "unanswered": 0
    }  # fmt: skip
