"""Pages that compare two agents or two judges, small or of hostile words."""

from dataclasses import replace

from support.agent_pairs import NEW, OLD, answers, scored, scores
from support.builders import branch, label, leaf, response, rubric
from support.worlds import HEAD, ScriptedJudge, a_world, chance

from rubrickit.core import agents, judges
from rubrickit.core.agents import AgentComparison
from rubrickit.core.judges import JudgeComparison
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.results import QuestionScores
from rubrickit.flows import comparing
from rubrickit.reports import agents_document, agents_page, judges_page
from rubrickit.reports.pages import Page


def _graded(id: str, advice: str, safe: str) -> QuestionScores:
    """Half of the letters are the old agent's."""
    tree = rubric(
        leaf("advice", "Advice", weight=3),
        branch("safety", leaf("warns", "Warns"), gate=True),
        id=id,
    )
    half = len(advice) // 2
    given = [*answers(OLD, half), *answers(NEW, half)]
    return scored(tree, {"Advice": advice, "Warns": safe}, given)


def agent_comparison() -> AgentComparison:
    """Everything that can be said: pairs, means, gates, strangers, what is left out."""
    unpaired = scored(
        rubric(leaf("a", "A"), id="unpaired"),
        {"A": "yynyn"},
        [*answers(OLD, 2), *answers(NEW, 3, (5, 6, 7))],
    )
    alone = scored(rubric(leaf("a", "A"), id="alone"), {"A": "y"}, answers(OLD, 1))
    found = scores(
        _graded("dose", "yyyyyyynnnnnyn", "yyyyyyyyyyyyyn"),
        _graded("route", "ynnu" + "yyyn", "yyyyyyyy"),
        unpaired,
        alone,
    )
    return agents.compare(found, OLD, NEW)


def worse_agent() -> AgentComparison:
    """Six questions, a little apart from each other, so that there is an interval."""
    found = scores(*(_graded(f"q{at}", "yyynny", "yyyyyy") for at in range(6)))
    return agents.compare(found, OLD, NEW)


def judge_comparison() -> JudgeComparison:
    """A scripted judge, and people who did not label everything."""
    dose, route = leaf("dose", "names dose"), leaf("route", "names mouth")
    trees = [rubric(dose, branch("how", route), id="q1"), rubric(dose, id="q2")]
    given = [
        response(
            f"{text} {at}", id=f"{tree.question_id}-{at}", question_id=tree.question_id
        )
        for tree in trees
        for at, text in enumerate(("dose by mouth", "dose", "mouth", "nothing"))
    ]
    labels = [
        label(of, chance(each.text, of.id) < 60, question_id=each.question_id,
              response_id=each.response_id)
        for each in given
        for of in (dose, route)
        if not each.text.startswith("nothing")
    ]  # fmt: skip
    world = a_world(trees, None, given, judge=ScriptedJudge())
    people = replace(world, judge=HumanJudge(labels))
    return comparing.compare_judges((world, people), HEAD)


def _page(found: AgentComparison) -> Page:
    return agents_page.page(agents_document.document(found))


def an_agents_page() -> Page:
    return _page(agent_comparison())


def a_worse_agents_page() -> Page:
    return _page(worse_agent())


def a_judges_page() -> Page:
    return judges_page.page(judge_comparison())


def hostile_agents_page(text: str) -> Page:
    """Each name is made of these words."""
    old, new = f"{text}1", f"{text}2"
    tree = rubric(branch(text, leaf("a", "A")), id=text)
    given = [response("x", agent=old), response("y", agent=new)]
    alone = rubric(leaf("a", "A"), id=f"{text}!")
    found = scores(
        scored(tree, {"A": "yn"}, given), scored(alone, {"A": "y"}, given[:1])
    )
    return _page(agents.compare(found, old, new))


def hostile_judges_page(text: str) -> Page:
    tree = rubric(branch(text, leaf("a", "A")), id=text)
    found = [
        scores(scored(tree, {"A": letter}, answers(OLD, 1))) for letter in ("y", "n")
    ]
    card = replace(found[1].judge, model=text, endpoint=text)
    return judges_page.page(judges.compare(found[0], replace(found[1], judge=card)))
