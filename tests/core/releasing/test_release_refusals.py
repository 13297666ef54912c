"""Each reason not to release is told with what to do about it."""

from dataclasses import replace
from typing import Any

import pytest
from support.builders import leaf, response, rubric
from support.worlds import BASE, ScriptedJudge, a_world

from rubrickit.core.config import Config
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.findings import Finding
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.releasing import refusals
from rubrickit.core.releasing.contents import Recomputed
from rubrickit.core.releasing.inputs import Files, Inputs
from rubrickit.core.releasing.refusals import Checkout
from rubrickit.core.results import Ledgered
from rubrickit.core.rubric import Place
from rubrickit.core.signoffs import Authors
from rubrickit.errors import Exit, RubrickitError
from rubrickit.flows import scoring

CLEAN = Checkout("c" * 40, "7" * 40, "9" * 40, False, (), False)
TREE = rubric(leaf("dose", "mg"))
GOLD = [response("5 mg", id="r1")]
NO_FILES = Files("scores", {}, {}, {}, {}, {}, {}, {}, {}, {})


def refused(here: Checkout, version: str = "1.0", *findings: Finding) -> RubrickitError:
    with pytest.raises(RubrickitError) as refusal:
        refusals.check_checkout(version, here, findings)
    return refusal.value


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"has_tag": True}, "tag"),
        ({"is_shallow": True}, "shallow"),
        ({"dirty": ("a", "b", "c", "d", "e")}, "`a`, `b`, `c` and 2 more"),
    ],
)
def test_a_checkout_that_is_refused(change: dict[str, Any], word: str) -> None:
    error = refused(replace(CLEAN, **change))

    assert word in str(error)
    assert error.hint
    assert error.exit_code == Exit.BAD_INPUT


def test_a_clean_checkout_may_be_released_with_advice() -> None:
    advice = Finding("small", "advice", Place("rubrics/a.yaml", 1, 1), "is long")

    refusals.check_checkout("1.0", CLEAN, [advice])


def test_the_first_error_of_lint_is_named() -> None:
    error = Finding("type", "error", Place("rubrics/a.yaml", 3, 1), "no list")

    told = str(refused(CLEAN, "1.0", error, error))

    assert told == "lint finds 2 wrong: rubrics/a.yaml:3: no list"


def computed(says: Any = None, card: JudgeCard | None = None) -> Recomputed:
    judge = ScriptedJudge(says) if says else ScriptedJudge()
    report = scoring.score(a_world([TREE], None, GOLD, judge=judge), BASE)
    return Recomputed(card or report.judge, report.questions, (), Ledgered())


INPUTS = Inputs(NO_FILES, Config(), (TREE,), {"q1": GOLD}, ())


def test_scores_that_are_whole_may_be_released() -> None:
    refusals.check_scores(INPUTS, computed())


def test_a_response_without_a_score_stops_the_release() -> None:
    with pytest.raises(RubrickitError, match="without a score yet: 1, in `q1`"):
        refusals.check_scores(INPUTS, computed(lambda _: "timeout"))


def test_the_local_judge_decides_no_release() -> None:
    local = JudgeCard(kind="local", model="words")

    with pytest.raises(RubrickitError, match="`local` judge would decide `q1`"):
        refusals.check_scores(INPUTS, computed(card=local))


def test_the_local_judge_is_no_obstacle_where_it_decides_nothing() -> None:
    local = JudgeCard(kind="local", model="words")
    by_rules = replace(INPUTS, rubrics=(rubric(leaf("short", "true", kind="rule")),))

    refusals.check_scores(by_rules, computed(card=local))


def test_gate_leaves_without_their_sign_offs_are_named() -> None:
    experts = Experts(sign_offs=1, people=(Expert("dr-a"),))
    under = replace(INPUTS, config=replace(INPUTS.config, experts=experts))
    found = replace(computed(), signed={"q1": {"safety/a": []}})

    with pytest.raises(RubrickitError, match="missing on gate leaves: `q1: safety/a`"):
        refusals.check_signers(under, found, lambda *_: Authors())


def test_nothing_graded_is_no_release() -> None:
    nothing = replace(computed(), questions=())

    with pytest.raises(RubrickitError) as refusal:
        refusals.check_scores(INPUTS, nothing)

    assert refusal.value.exit_code == Exit.PENDING
