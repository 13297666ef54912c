"""The leaves that fail most, by agent release."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core.overview import QuestionOverview

MOST = 100
"""Rows that anybody may want to read."""


@dataclass(frozen=True, slots=True)
class FailingLeaf:
    """`failed` of the `judged` verdicts on one leaf, over one agent's responses."""

    question_id: str
    leaf: str
    agent: str
    failed: int
    judged: int

    @property
    def failed_share(self) -> Fraction:
        return Fraction(self.failed, self.judged)


def most_failed(questions: Sequence[QuestionOverview]) -> tuple[FailingLeaf, ...]:
    """All that ever failed. Worst first: by share, then by how many were judged."""
    return tuple(
        sorted(
            (row for question in questions for row in _rows(question)),
            key=lambda f: (-f.failed_share, -f.judged, f.question_id, f.leaf, f.agent),
        )
    )


def _rows(question: QuestionOverview) -> Iterator[FailingLeaf]:
    for agent, group in question.by_agent.items():
        for path, counts in zip(question.side.scheme.paths, group.leaves, strict=True):
            if counts.failed:
                yield FailingLeaf(
                    question_id=question.rubric.question_id,
                    leaf=path,
                    agent=agent,
                    failed=counts.failed,
                    judged=counts.judged,
                )
