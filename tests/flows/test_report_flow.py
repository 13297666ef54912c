"""A report asks nobody, and its trend scores again only what a commit changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

import pytest
from support.builders import label, leaf, response, rubric, with_node
from support.worlds import (
    BASE,
    HEAD,
    MemoryLedger,
    MemoryRepository,
    a_world,
    asked,
)

from rubrickit.core import grades
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.reporting import Report, Wishes
from rubrickit.core.versions import EditedRubrics, RubricCommit, Span
from rubrickit.errors import NothingToGradeError, RubrickitError, WorldError
from rubrickit.flows import report as flow
from rubrickit.flows import scoring
from rubrickit.world import World

DOSE, ROUTE = leaf("dose", "names 5mg"), leaf("route", "names mouth")
TREE = rubric(DOSE, ROUTE)
EASIER = with_node(TREE, "route", weight=3)
OTHER = rubric(leaf("rest", "names rest"), id="q2", question="How to rest?")
RESPONSES = (
    response("5mg", "r1", agent="coach@1", slices={"sex": "f"}),
    response("5mg by mouth", "r2", agent="coach@2", slices={"sex": "m"}),
    response("rest", "r3", agent="coach@1", question_id="q2"),
)
FIRST = RubricCommit(BASE.commit or "", "Weigh both alike", "2026-01-02T03:04:05Z")
LAST = RubricCommit(HEAD.commit or "", "Weigh the route more", "2026-01-03T03:04:05Z")


def graded(world: World) -> World:
    """Everything at both ends; from here on nobody may be asked."""
    for version in (BASE, HEAD):
        scoring.score(world, version)
    return replace(world, judge=RecordedJudge(world.judge.card))


def with_history(world: World, *commits: RubricCommit) -> World:
    assert isinstance(world.repository, MemoryRepository)
    world.repository.commits = commits
    return world


def reported(world: World, **wishes: Any) -> Report:
    return flow.report(world, HEAD, Wishes(**wishes), lambda _: None)


def points(found: Report) -> list[tuple[str, str, Fraction | None]]:
    return [(p.commit.commit[0], p.agent, p.mean) for p in found.trend.points]


@pytest.fixture
def world() -> World:
    made = a_world(base=[TREE, OTHER], head=[EASIER, OTHER], responses=RESPONSES)
    return with_history(graded(made), LAST, FIRST)


def test_a_report_counts_what_is_recorded_and_asks_nobody() -> None:
    world = a_world(base=[TREE], responses=RESPONSES)

    found = flow.report(world, BASE, Wishes(), lambda _: None)

    assert asked(world) == []
    assert found.standing.pending == 2
    assert found.standing.mean is None


def test_every_question_stands_with_its_agents(world: World) -> None:
    found = reported(world)

    assert [q.rubric.question_id for q in found.questions] == ["q1", "q2"]
    assert [agent.full for agent in found.agents] == ["coach@1", "coach@2"]
    assert found.standing.mean == Fraction(5 + 8, 16)
    assert [(s.value, s.scored, s.mean) for s in found.slices] == [
        ("f", 1, Fraction(1, 4)),
        ("m", 1, Fraction(1)),
    ]
    assert [(row.leaf, row.agent) for row in found.most_failed] == [
        ("route", "coach@1")
    ]


def test_the_judges_reasons_stand_beside_its_verdicts(world: World) -> None:
    with_texts, without = reported(world), reported(world, texts=False)

    assert with_texts.questions[0].reasons == {
        "dose": {0: "because", 1: "because"},
        "route": {0: "because", 1: "because"},
    }
    assert without.questions[0].reasons == {}


def test_two_agents_alone_are_reported(world: World) -> None:
    found = reported(world, agents=("coach@2",))

    assert [q.rubric.question_id for q in found.questions] == ["q1"]
    assert points(found) == [("b", "coach@2", 1), ("a", "coach@2", 1)]
    with pytest.raises(RubrickitError, match="no response is by the agent `coach@3`"):
        reported(world, agents=("coach@3",))


def test_the_trend_has_a_point_a_commit_and_agent_oldest_first(world: World) -> None:
    assert points(reported(world)) == [
        ("b", "coach@1", Fraction(3, 4)),
        ("b", "coach@2", Fraction(1)),
        ("a", "coach@1", Fraction(5, 8)),
        ("a", "coach@2", Fraction(1)),
    ]
    assert points(reported(world, commits=1))[0][0] == "a"
    assert points(reported(world, commits=0)) == []


@dataclass(slots=True)
class WatchedLedger(MemoryLedger):
    """Remembers whose columns were looked at."""

    questions: list[Digest] = field(default_factory=list)

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        self.questions.append(question)
        return MemoryLedger.column(self, judge, question, leaf, pass_number)


def test_what_a_commit_left_alone_is_not_scored_again(world: World) -> None:
    assert isinstance(world.ledger, MemoryLedger)
    ledger = WatchedLedger(world.ledger.grades)

    reported(replace(world, ledger=ledger), texts=False)

    assert ledger.questions.count(grades.question_digest(TREE)) == 2 * 2
    assert ledger.questions.count(grades.question_digest(OTHER)) == 1


def test_a_question_that_came_later_is_in_no_earlier_point() -> None:
    made = a_world(base=[TREE], head=[TREE, OTHER], responses=RESPONSES)

    found = reported(with_history(graded(made), LAST, FIRST))

    assert points(found)[0] == ("b", "coach@1", Fraction(1, 2))
    assert points(found)[2] == ("a", "coach@1", Fraction(3, 4))


def test_a_question_that_was_deleted_is_in_the_earlier_points() -> None:
    made = a_world(base=[TREE, OTHER], head=[TREE], responses=RESPONSES)

    found = reported(with_history(graded(made), LAST, FIRST))

    assert points(found)[0] == ("b", "coach@1", Fraction(3, 4))
    assert points(found)[2] == ("a", "coach@1", Fraction(1, 2))


def test_missing_grades_make_a_gap_and_no_lower_mean(world: World) -> None:
    assert isinstance(world.repository, MemoryRepository)
    reworded = with_node(TREE, "dose", texts=("names 6mg",))
    world.repository.before["q1"] = reworded

    first = reported(world).trend.points[0]

    assert (first.commit, first.mean, first.pending) == (FIRST, None, 1)


def test_every_judge_has_points_of_its_own(world: World) -> None:
    other = JudgeCard(kind="openai", model="other")
    silent = JudgeCard(kind="openai", model="silent")
    people = JudgeCard(kind="human", model="votes")
    assert isinstance(world.ledger, MemoryLedger)
    for card in (silent, people):
        world.ledger.known_cards[card.digest] = card
    _grade_all(world, other, met=True)

    found = reported(world)

    assert [card.model for card in found.trend.judges] == ["scripted", "other"]
    (theirs,) = {p.mean for p in found.trend.points if p.judge == other.digest}
    assert theirs == 1
    assert found.judge.model == "scripted"
    assert found.standing.mean == Fraction(5 + 8, 16)


def _grade_all(world: World, card: JudgeCard, *, met: bool) -> None:
    with world.ledger.recording(world.now) as recorder:
        for tree in (TREE, OTHER):
            question = grades.question_digest(tree)
            for placed in tree.leaves():
                check = question, grades.leaf_digest(placed.leaf)
                for each in RESPONSES:
                    key = GradeKey(card.digest, *check, each.digest, 1)
                    recorder.record(Grade(key, met), card)


def test_a_commit_that_cannot_be_read_is_left_out_aloud(world: World) -> None:
    broken = Unreadable(
        **{
            each.name: getattr(world.repository, each.name)
            for each in fields(MemoryRepository)
        }
    )

    found = reported(replace(world, repository=broken))

    assert {point.commit for point in found.trend.points} == {LAST}
    assert found.trend.unreadable == ((FIRST, "rubrics/q1.yaml:1: it is broken"),)
    with pytest.raises(WorldError):
        reported(replace(world, repository=replace(broken, refusal=WorldError("no"))))


@dataclass(slots=True)
class Unreadable(MemoryRepository):
    """Its first state cannot be read."""

    refusal: RubrickitError = field(
        default_factory=lambda: RubrickitError("rubrics/q1.yaml:1: it is broken")
    )

    def edited(self, span: Span) -> EditedRubrics:
        if span.base.commit == BASE.commit:
            raise self.refusal
        return MemoryRepository.edited(self, span)


def test_people_who_labelled_a_leaf_stand_beside_the_judge(world: World) -> None:
    assert isinstance(world.repository, MemoryRepository)
    labels = (label(DOSE, True), label(ROUTE, True), label(ROUTE, False, "dr-b"))
    world.repository.people = labels

    found = reported(world).questions[0]

    assert found.labels == (Crosstab(1, 0, 0, 0), None)
    as_judge = reported(replace(world, judge=HumanJudge(labels))).questions[0]
    assert as_judge.labels == (None, None)
    assert as_judge.reasons == {}


def test_one_pass_a_check_is_told_by_the_run(world: World) -> None:
    assert reported(world).run.passes == 1


def test_a_repository_without_responses_has_no_report() -> None:
    with pytest.raises(NothingToGradeError):
        flow.report(a_world(base=[TREE]), BASE, Wishes(), lambda _: None)


def test_questions_without_responses_are_named() -> None:
    world = a_world(base=[TREE, OTHER], responses=RESPONSES[:1])

    found = flow.report(world, BASE, Wishes(), lambda _: None)

    assert found.ungraded == ("q2",)
