"""The main job, over a world in memory."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from support.builders import branch, label, leaf, response, rubric, with_node
from support.worlds import BASE, HEAD, SPAN, ScriptedJudge, a_world, asked

from rubrickit.core.config import Config, GateConfig
from rubrickit.core.inference import statistic
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import DataChanges
from rubrickit.flows import delta as flow
from rubrickit.flows import scoring
from rubrickit.flows.delta import Delta, Window
from rubrickit.world import World

OLD = rubric(
    branch("form", leaf("dose", "mg"), leaf("route", "mouth")),
    branch("safety", leaf("doctor", "doctor"), weight="0.5"),
    question="How much?",
    weighting="weighted_sum_with_safety_gate",
)
OTHER = rubric(leaf("tone", "please"), id="q2")
GOLD = [
    response("5 mg by mouth, see a doctor", id="r1", created="2026-01-01"),
    response("5 mg", id="r2", created="2026-02-01T10:00:00Z"),
]


class OtherJudge(ScriptedJudge):
    """As after a change of the prompt."""

    @property
    def card(self) -> JudgeCard:
        return replace(super().card, prompt="other")


def worlds(new: Rubric, gold: list[Response] = GOLD, **rest: object) -> World:
    return a_world([OLD, OTHER], [new, OTHER], gold, **rest)


def found(world: World, **rest: object) -> Delta:
    return flow.delta(world, SPAN, **rest)


def test_a_reworded_leaf_is_asked_once_a_text_and_nothing_else_is() -> None:
    world = worlds(with_node(OLD, "form/dose", texts=("5 mg",)), passes=2)
    scoring.score(world, BASE)
    before = len(asked(world))

    result = found(world)

    tasks = asked(world)[before:]
    assert sorted((t.leaf.id, t.response, t.key.pass_number) for t in tasks) == sorted(
        ("dose", r.text, number) for r in GOLD for number in (1, 2)
    )
    assert result.run.reused == 12


def test_a_first_delta_grades_the_base_too() -> None:
    world = worlds(with_node(OLD, "form/dose", weight=3))

    assert found(world).run.usage.calls == len(asked(world)) == 6


def test_a_delta_reads_no_response_of_an_unchanged_question() -> None:
    world = worlds(
        with_node(OLD, "form/dose", weight=3),
        [*GOLD, response("please", question_id="q2")],
    )

    result = found(world)

    assert {task.leaf.id for task in asked(world)} == {"dose", "route", "doctor"}
    assert result.evidence.total.size == 2


def test_both_sides_and_the_parts_of_each_edit() -> None:
    new = with_node(with_node(OLD, "form/dose", weight=3), "form/route", expect=False)

    (comparison,) = found(worlds(new, GOLD[:1])).evidence.comparisons

    assert (comparison.base, comparison.head) == (1, Fraction(5, 6))
    assert sum(part or 0 for part in comparison.contributions) == Fraction(-1, 6)


def test_notes_order_and_comments_are_no_change() -> None:
    form, safety = OLD.nodes
    new = replace(with_node(OLD, "form", id="form"), nodes=(safety, form))

    result = found(worlds(with_node(new, "form/dose", note="guideline")))

    assert result.decision.outcome == "none"
    assert result.edited.pairs == ()
    assert result.run.usage.calls == 0


def test_new_and_deleted_rubrics_have_no_delta() -> None:
    world = a_world([OTHER], [OLD], GOLD)

    result = found(world)

    assert [r.question_id for r in result.edited.new] == ["q1"]
    assert [r.question_id for r in result.edited.deleted] == ["q2"]
    assert result.evidence.comparisons == ()
    assert result.decision.outcome == "none"
    assert [(w.kind, w.question_id, w.before) for w in result.weakening] == [
        ("deleted", "q2", "1 leaf")
    ]


def test_a_deleted_rubric_with_a_gate_needs_sign_offs() -> None:
    assert found(a_world([OLD], [OTHER], GOLD)).decision.outcome == "fail"


def test_a_gate_that_opens_fails_though_the_score_rises() -> None:
    result = found(worlds(with_node(OLD, "safety/doctor", texts=("5",))))

    assert result.evidence.total.delta > 0
    assert result.decision.outcome == "fail"
    assert [(one.kind, one.response_ids) for one in result.evidence.loosening] == [
        ("opened", ("r2",))
    ]


def test_a_gate_removed_where_no_response_is_needs_sign_offs_too() -> None:
    """Beside a question with responses, which alone would pass."""
    tame = replace(OLD, weighting="weighted_sum", question_id="q3")
    gated = replace(OLD, question_id="q3")
    world = a_world([OLD, gated], [with_node(OLD, "form", weight="0.6"), tame], GOLD)

    result = found(world)

    assert [(one.question_id, one.kind) for one in result.evidence.loosening] == [
        ("q3", "removed")
    ]
    assert result.decision.outcome == "fail"
    assert result.edited.without_responses == ("q3",)
    assert [c.question_id for c in result.evidence.comparisons] == ["q1"]


def test_a_required_leaf_removed_where_no_response_is_is_listed() -> None:
    old = rubric(leaf("a"), leaf("b"), id="q3")
    world = a_world([old], [replace(old, nodes=old.nodes[:1])], GOLD)

    result = found(world)

    assert [(w.kind, w.leaf) for w in result.weakening] == [("removed", "b")]
    assert result.decision.outcome == "pending"


def test_rate_limits_in_the_head_run_only_are_pending_and_no_regression() -> None:
    world = worlds(with_node(OLD, "form/dose", texts=("milligrams",)), GOLD[:1])
    scoring.score(world, BASE)
    refuses = ScriptedJudge(lambda _task: "rate_limited")

    result = found(replace(world, judge=refuses))

    assert result.decision.outcome == "pending"
    assert result.run.no_call_succeeded
    (comparison,) = result.evidence.comparisons
    assert comparison.before.scores[0].value == 1
    assert comparison.delta is None


def test_a_question_that_changed_together_with_its_rule_is_told_apart() -> None:
    old = rubric(leaf("r", "mg", kind="rule"), leaf("d", "mg"), question="How much?")
    new = replace(with_node(old, "r", texts=("pill",)), question="How often?")

    (comparison,) = found(a_world([old], [new], GOLD)).evidence.comparisons

    assert [edit.kind for edit in comparison.changes.edits] == ["question", "reworded"]
    assert comparison.contributions == (0, Fraction(-1, 2))


def test_a_question_that_changed_together_with_its_leaves_is_one_part() -> None:
    old = rubric(leaf("a", "mg"), leaf("b", "mouth"), question="How much?")
    new = replace(
        old, question="How often?", nodes=(old.nodes[0], leaf("c", "see one"))
    )

    (comparison,) = found(a_world([old], [new], GOLD)).evidence.comparisons

    parts = comparison.contributions
    assert [part is None for part in parts] == [False, True, True]
    assert parts[0] == comparison.delta


def test_people_and_a_model_never_mix_in_one_delta() -> None:
    new = with_node(OLD, "form/dose", weight=3)
    judge = HumanJudge([label(p.leaf, True, response_id="r1") for p in OLD.leaves()])

    (comparison,) = found(worlds(new, judge=judge)).evidence.comparisons

    assert comparison.counted == (0,)
    assert comparison.left_out == 1


def test_a_new_leaf_of_words_that_people_have_labelled_is_graded_at_once() -> None:
    old = rubric(leaf("a", "mg"))
    new = rubric(leaf("a", "mg"), leaf("b", "mouth"))
    labels = [label(p.leaf, True, response_id="r1") for p in new.leaves()]

    (comparison,) = found(
        a_world([old], [new], GOLD[:1], judge=HumanJudge(labels))
    ).evidence.comparisons

    assert comparison.delta == 0


def test_tampering_fails_the_delta() -> None:
    world = worlds(with_node(OLD, "form/dose", weight=3))
    world.repository.data = DataChanges(altered=("gold/a.jsonl: 1 row edited",))

    assert found(world).decision.reasons[0] == "gold/a.jsonl: 1 row edited"
    assert found(world).decision.outcome == "fail"


def test_added_gold_decides_nothing() -> None:
    world = worlds(with_node(OLD, "safety", weight="0.6"))
    world.repository.data = DataChanges(added=("gold/a.jsonl: 1 row",))

    assert found(world).decision.outcome == "pass"


@pytest.mark.parametrize(("is_proposal", "outcome"), [(False, "pass"), (True, "fail")])
def test_grades_that_an_edit_brings_along_fail_a_pull_request(
    is_proposal: bool, outcome: str
) -> None:
    world = worlds(with_node(OLD, "safety", weight="0.6"))
    world.repository.data = DataChanges(recorded=("scores/ledger/a.jsonl: 1 row",))

    decision = found(world, is_proposal=is_proposal).decision

    assert decision.outcome == outcome
    told = "scores/ledger/a.jsonl: 1 row: only trusted runs write grades"
    assert (decision.reasons[0] == told) is is_proposal


@pytest.mark.parametrize(
    ("window", "ids"),
    [
        (Window(), ["r1", "r2"]),
        (Window(since="2026-01-02"), ["r2"]),
        (Window(until="2026-01-31"), ["r1"]),
        (Window(until="2026-02-01"), ["r1", "r2"]),
        (Window(since="2026-02-01", until="2026-02-01"), ["r2"]),
        (Window(until="2026"), ["r1", "r2"]),
    ],
    ids=str,
)
def test_a_window_holds_the_responses_of_its_time(
    window: Window, ids: list[str]
) -> None:
    world = worlds(with_node(OLD, "form", weight=3), [*GOLD, response("x", id="r3")])

    result = flow.edited(world, SPAN, window)

    kept = [r.response_id for r in result.responses["q1"]]
    assert kept == (ids if window != Window() else [*ids, "r3"])


def test_the_limits_of_the_configuration_decide() -> None:
    strict = Config(gate=GateConfig(max_regression=Decimal(0)))
    new = with_node(OLD, "form/dose", texts=("pill",), weight="0.01")

    assert found(worlds(new, GOLD[:1])).decision.outcome == "pass"
    assert found(worlds(new, GOLD[:1], config=strict)).decision.outcome == "fail"


def test_bounds_are_asked_for_where_the_rule_needs_them() -> None:
    rule = Config(gate=GateConfig(rule="noninferior"))
    new = with_node(OLD, "form/route", texts=("by",), expect=True)

    result = found(worlds(new, config=rule), infer=statistic)

    assert result.evidence.statistic is not None
    assert result.decision.outcome in ("pass", "inconclusive")


def test_base_and_head_of_a_delta_are_the_scores_of_both_states() -> None:
    world = worlds(with_node(OLD, "form/dose", texts=("5 mg by",), weight=3))
    (comparison,) = found(world).evidence.comparisons

    before, after = (
        next(q.mean for q in scoring.score(world, v).questions if q.question_id == "q1")
        for v in (BASE, HEAD)
    )

    assert (comparison.base, comparison.head) == (before, after)


def test_a_rule_that_is_relaxed_is_computed_again_and_asks_nobody() -> None:
    old = rubric(leaf("r", "pill", kind="rule"))
    world = a_world([old], [with_node(old, "r", texts=("mg",))], GOLD)

    (comparison,) = found(world).evidence.comparisons

    assert comparison.delta == 1
    assert asked(world) == []


def test_another_judge_asks_anew_and_never_reuses_the_old_grades() -> None:
    world = worlds(with_node(OLD, "form/dose", weight=3))
    scoring.score(world, BASE)

    result = found(replace(world, judge=OtherJudge()))

    assert (result.run.reused, result.run.usage.calls) == (0, 6)


def test_rows_and_answers_in_another_order_give_the_same_delta() -> None:
    new = with_node(OLD, "form/dose", texts=("5 mg by",), weight=3)

    one, other = (found(worlds(new, gold)) for gold in (GOLD, GOLD[::-1]))

    assert one.decision == other.decision
    assert one.evidence.total == other.evidence.total
    assert [c.contributions for c in one.evidence.comparisons] == [
        c.contributions for c in other.evidence.comparisons
    ]
