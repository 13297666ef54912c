"""A trend that scores only what changed says what scoring everything would say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from support.builders import leaf, response, rubric
from support.worlds import MemoryRepository, ScriptedJudge, a_world, by_chance

from rubrickit.core import overview
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.reporting import Wishes
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import EditedRubrics, RubricCommit, Span, Version
from rubrickit.flows import report as flow
from rubrickit.flows import scoring
from rubrickit.world import World

IDS = ("q1", "q2", "q3")
State = dict[str, Rubric]
Points = dict[tuple[str, str], Fraction | None]


def variant(question_id: str, number: int) -> Rubric:
    first = leaf("a", weight=number)
    nodes = (first, leaf("b")) if number < 3 else (first, leaf("b"), leaf("c"))
    return rubric(*nodes, id=question_id, question=question_id)


RESPONSES = tuple(
    response(f"{question_id}-{at}", agent=f"x@{at % 2}", question_id=question_id)
    for question_id in IDS
    for at in range(3)
)


@dataclass(slots=True)
class History(MemoryRepository):
    """A state a commit, oldest first; a commit's name is its number."""

    states: Sequence[State] = ()

    def rubrics(self, version: Version) -> tuple[Rubric, ...]:
        return tuple(self.states[int(version.commit or "")].values())

    def edited(self, span: Span) -> EditedRubrics:
        before, after = (
            self.states[int(end.commit or "")] for end in (span.base, span.head)
        )
        same = {q for q in before.keys() & after.keys() if before[q] == after[q]}
        return EditedRubrics(
            {q: tree for q, tree in before.items() if q not in same},
            {q: tree for q, tree in after.items() if q not in same},
        )


def version(number: int) -> Version:
    return Version(str(number), str(number))


def a_history(states: Sequence[State], grade: int) -> World:
    """Everything is graded at the commit `grade` and nowhere else."""
    made = a_world(responses=RESPONSES, judge=ScriptedJudge(by_chance()))
    assert isinstance(made.repository, MemoryRepository)
    commits = tuple(
        RubricCommit(str(number), "", "") for number in reversed(range(len(states)))
    )
    repository = History({}, {}, made.repository.gold, commits=commits, states=states)
    world = replace(made, repository=repository)
    scoring.score(world, version(grade))
    return replace(world, judge=RecordedJudge(world.judge.card))


STATES = st.lists(
    st.dictionaries(
        st.sampled_from(IDS), st.integers(1, 3), min_size=1, max_size=3
    ).map(lambda found: {q: variant(q, found[q]) for q in sorted(found)}),
    min_size=1,
    max_size=5,
)


@given(STATES, st.data())
def test_points_are_those_of_scoring_each_commit_alone(
    states: list[State], data: st.DataObject
) -> None:
    world = a_history(states, data.draw(st.integers(0, len(states) - 1)))
    last = version(len(states) - 1)

    found = flow.report(world, last, Wishes(), lambda _: None)

    told: Points = {(p.commit.commit, p.agent): p.mean for p in found.trend.points}
    assert told == {
        (str(number), agent): None if standing.pending else standing.mean
        for number in range(len(states))
        for agent, standing in alone(world, number).items()
    }


def alone(world: World, number: int) -> overview.ByAgent:
    found = flow.report(world, version(number), Wishes(commits=0), lambda _: None)
    return overview.overall_by_agent(found.questions)
