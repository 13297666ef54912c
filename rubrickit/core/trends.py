"""Scores over the commits of the rubrics, by agent and judge, from recorded grades."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rubrickit.core import overview
from rubrickit.core.canonical import Digest
from rubrickit.core.overview import ByAgent, QuestionOverview, overall
from rubrickit.core.versions import RubricCommit


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """One agent's scores by one judge under the rubrics of one commit.

    `mean` is None while a grade is missing, since a mean over what there is would
    move when the rest comes in; `pending` counts the responses that lack one.
    """

    commit: RubricCommit
    judge: Digest
    agent: str
    mean: Fraction | None
    scored: int
    pending: int


@dataclass(slots=True)
class Standings:
    """By question, as one judge's grades have it; kept while walking back in time."""

    judge: Digest
    questions: dict[str, ByAgent] = field(default_factory=dict)

    def replace(self, gone: Iterable[str], fresh: Mapping[str, ByAgent]) -> None:
        """What an edit changed, and nothing else, is scored again."""
        for question_id in gone:
            self.questions.pop(question_id, None)
        self.questions |= fresh

    def points(self, commit: RubricCommit) -> Iterator[TrendPoint]:
        """One an agent, in the order of names."""
        found: dict[str, list[overview.Standing]] = defaultdict(list)
        for question_id in sorted(self.questions):
            for agent, standing in self.questions[question_id].items():
                found[agent].append(standing)
        for agent in sorted(found):
            whole = overall(found[agent])
            yield TrendPoint(
                commit=commit,
                judge=self.judge,
                agent=agent,
                mean=None if whole.pending else whole.mean,
                scored=whole.scored,
                pending=whole.pending,
            )


def standings(judge: Digest, questions: Sequence[QuestionOverview]) -> Standings:
    """Of questions that are laid out already."""
    found = {q.rubric.question_id: overview.standings(q.by_agent) for q in questions}
    return Standings(judge, found)
