"""Every effect on one page, in the words of its callers."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from rubrickit.core.grades import Answer, Task
from rubrickit.core.judging.card import JudgeCard


class Judge(Protocol):
    """What answers checks over a wire, and must be paid and remembered."""

    @property
    def card(self) -> JudgeCard:
        """May change once, when the endpoint refuses a parameter and it is dropped."""

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """Each task once, in order of completion.

        A task that got no grade comes back with its reason. Raises WorldError where
        no call can succeed (a wrong key, an unknown model).
        """
