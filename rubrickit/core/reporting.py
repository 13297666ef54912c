"""What `report` returns: standings, trend, slices, and the leaves that fail most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rubrickit.core import failing, overview
from rubrickit.core.failing import FailingLeaf
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.overview import Agent, QuestionOverview, Standing
from rubrickit.core.responses import Response, of_agents, outline_of
from rubrickit.core.results import Ledgered, Run
from rubrickit.core.rubric import Rubric
from rubrickit.core.slices import SliceMean
from rubrickit.core.trends import TrendPoint
from rubrickit.core.versions import RubricCommit, Version
from rubrickit.errors import RubrickitError

Graded = Sequence[tuple[Rubric, Sequence[Response]]]
"""Rubrics with the responses that they grade."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a report shall hold.

    `agents` are the only ones whose responses count, where any are named; `commits` is
    how far the trend goes back; `texts` adds what was answered and judges' reasons.
    """

    agents: tuple[str, ...] = ()
    commits: int = 20
    texts: bool = True

    def kept(self, responses: Sequence[Response]) -> Sequence[Response]:
        return of_agents(responses, self.agents)


@dataclass(frozen=True, slots=True)
class Trend:
    """Oldest commit first. `judges` are those of the points, the report's own first.

    `unreadable` commits have no points: a rubric of theirs is wrong, as the text says.
    """

    points: tuple[TrendPoint, ...] = ()
    judges: tuple[JudgeCard, ...] = ()
    unreadable: tuple[tuple[RubricCommit, str], ...] = ()

    def before(self, points: Iterable[TrendPoint]) -> "Trend":
        """With the points of an older commit."""
        return replace(self, points=(*points, *self.points))

    def without(self, commit: RubricCommit, why: str) -> "Trend":
        return replace(self, unreadable=((commit, why), *self.unreadable))


@dataclass(frozen=True, slots=True)
class Report:
    """`ungraded` names the questions without a response that counts."""

    wishes: Wishes
    version: Version
    judge: JudgeCard
    questions: tuple[QuestionOverview, ...]
    ungraded: tuple[str, ...]
    slices: tuple[SliceMean, ...]
    trend: Trend
    run: Run
    ledger: Ledgered

    @property
    def agents(self) -> tuple[Agent, ...]:
        names = {name for question in self.questions for name in question.by_agent}
        return tuple(overview.agent(name) for name in sorted(names))

    @property
    def standing(self) -> Standing:
        return overview.overall([each.whole.standing for each in self.questions])

    @property
    def most_failed(self) -> tuple[FailingLeaf, ...]:
        return failing.most_failed(self.questions)


def counted(graded: Graded, wishes: Wishes) -> Graded:
    """The questions that still have a response, with those that count.

    Raises RubrickitError where an agent that was asked for has none.
    """
    kept = [(rubric, wishes.kept(found)) for rubric, found in graded]
    having = _agents(found for _, found in kept)
    for agent in wishes.agents:
        if agent not in having:
            raise _unknown(agent, graded)
    return [(rubric, found) for rubric, found in kept if found]


def _unknown(agent: str, graded: Graded) -> RubrickitError:
    known = sorted(_agents(found for _, found in graded) - {""})
    shown = ", ".join(f"`{name}`" for name in known[:10])
    more = f" and {len(known) - 10} more" if len(known) > 10 else ""
    hint = f"responses name {shown}{more}" if known else "no response names its agent"
    return RubrickitError(f"no response is by the agent `{agent}`", hint=hint)


def _agents(responses: Iterable[Sequence[Response]]) -> set[str]:
    return {agent for each in responses for agent in outline_of(each).agents}
