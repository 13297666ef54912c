"""Answers from the ledger only, for replay and audits."""

from collections.abc import Iterator, Sequence

from rubrickit.core.grades import Answer, Task
from rubrickit.core.judging.card import JudgeCard


class RecordedJudge:
    """Stands for the judge that graded; what it never graded stays unjudged."""

    def __init__(self, card: JudgeCard) -> None:
        self._card = card

    @property
    def card(self) -> JudgeCard:
        return self._card

    @property
    def destination(self) -> str:
        return ""

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """Asks nobody."""
        return (Answer(task, None, "not_recorded") for task in tasks)
