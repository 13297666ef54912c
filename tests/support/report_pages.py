"""The pages of every report but the delta's, small or of hostile words."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from support import comparison_pages
from support.builders import branch, leaf, response, rubric
from support.reports import AFTER, BEFORE, RESPONSES, some_scores
from support.worlds import HEAD, SPAN, ScriptedJudge, a_world

from rubrickit.core import changes, comparing, signing
from rubrickit.core.chronicle import Entry, Told, Turn
from rubrickit.core.comparing import ScoreSheet
from rubrickit.core.config import Budget, Config, JudgeConfig, Prices
from rubrickit.core.consents import Signer
from rubrickit.core.experts import Expert
from rubrickit.core.git_output import Commit
from rubrickit.core.results import Blame, Blamed
from rubrickit.core.rubric import Rubric
from rubrickit.flows import delta, planning
from rubrickit.reports import (
    compare_page,
    diff_page,
    history_page,
    plan_page,
    score_page,
    signoff_page,
)
from rubrickit.reports.pages import Page

NEW = rubric(leaf("a", "names tea"), id="new")
NO_PRICES = Prices()
OLD = rubric(leaf("a", "names tea"), id="old")


def a_score_page(**world: Any) -> Page:
    empty = rubric(leaf("a", "names tea"), id="q2")
    return score_page.page(some_scores(BEFORE, empty, **world))


def an_open_score_page() -> Page:
    """A judge that fails on some."""

    def says(task: Any) -> Any:
        return (
            "timeout" if task.response.startswith("mouth") else "5mg" in task.response
        )

    return a_score_page(judge=ScriptedJudge(says))


def a_plan_page(prices: Prices = NO_PRICES) -> Page:
    made = a_world(base=[BEFORE], head=[AFTER], responses=RESPONSES)
    config = Config(judge=JudgeConfig(passes="adaptive", prices=prices))
    return plan_page.page(planning.of_edit(replace(made, config=config), SPAN))


def a_plan_page_of_one_state(**world: Any) -> Page:
    made = a_world(base=[BEFORE], responses=RESPONSES, **world)
    return plan_page.page(planning.of_state(made, HEAD))


def a_diff_page() -> Page:
    made = a_world(base=[BEFORE, OLD], head=[AFTER, NEW], responses=RESPONSES)
    edited = delta.edited(made, SPAN)
    found = [changes.compare(old, new) for old, new in edited.pairs]
    return diff_page.page(SPAN, edited, found)


def sheet(name: str, pending: int = 0, **means: str | None) -> ScoreSheet:
    exact = {q: None if mean is None else Fraction(mean) for q, mean in means.items()}
    return ScoreSheet(name, "judge", exact, pending)


def a_comparison() -> comparing.SheetComparison:
    return comparing.compare(
        sheet("main.json", q1="2/3", q2="0.5", gone="1"),
        sheet("mine.json", 2, q1="1/3", q2="0.75", come="0", bare=None),
        Config().gate.max_regression,
    )


def a_compare_page() -> Page:
    return compare_page.page(a_comparison())


def hostile_pages(text: str) -> dict[str, Page]:
    """Each report with these words wherever others may write."""
    before = rubric(branch(text, leaf("a", f"{text} names doctor")), id=text)
    after = rubric(branch(text, leaf("a", f"{text} names mouth")), id=text)
    answer = response("5mg by mouth", text, question_id=text, agent=text)
    made = a_world(base=[before, OLD], head=[after, NEW], responses=[answer])
    edited = delta.edited(made, SPAN)
    found = [changes.compare(old, new) for old, new in edited.pairs]
    sheets = (sheet(f"{text}.json"), sheet(text))
    pair = comparing.compare(
        ScoreSheet(
            sheets[0].name, "j", {text: Fraction(1), f"{text}1": Fraction(1)}, 1
        ),
        ScoreSheet(
            sheets[1].name, "j", {text: Fraction(1), f"{text}2": Fraction(0)}, 1
        ),
        Config().gate.max_regression,
    )
    return {
        "score": score_page.page(
            some_scores(before, rubric(leaf("a"), id=f"{text}!"), responses=[answer])
        ),
        "plan": plan_page.page(planning.of_edit(made, SPAN)),
        "diff": diff_page.page(SPAN, edited, found),
        "compare": compare_page.page(pair),
        "agents": comparison_pages.hostile_agents_page(text),
        "judges": comparison_pages.hostile_judges_page(text),
        **_hostile_histories(text, before, after),
    }


def _hostile_histories(text: str, old: Rubric, new: Rubric) -> dict[str, Page]:
    """Names and subjects are whatever a commit says."""
    commit = Commit("c" * 40, (), text, text, "2026-01-02T10:00:00Z", text)
    turn = Turn(text, old, new, changes.compare(old, new).edits)
    told = Told(turn, signers=(Signer(text, "approval", "2026"),))
    leaves = tuple(Blamed(placed, commit, text) for placed in new.leaves())
    (subject, *_) = signing.subjects(old, new)
    rows = signing.rows([subject], Expert(text, text), "approval", "2026-01-02")
    return {
        "log": history_page.log(HEAD, [Entry(commit, (told,), (text,))]),
        "blame": history_page.blame(Blame(HEAD, new, leaves)),
        "signoff": signoff_page.page([subject], rows, text),
    }


TIGHT = Config(budget=Budget(max_calls=3))
