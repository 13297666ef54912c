"""Every effect on one page, in the words of its callers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Answer, Grade, GradeKey, Task
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


class NamedFiles(Protocol):
    """A folder of segments or judge documents: on disk, or in a tree of Git's."""

    def names(self) -> Iterable[tuple[str, str]]:
        """File names without their folder, and what `read` knows each file by."""

    def read(self, identity: str) -> bytes:
        """Raises OSError where this one file cannot be read, or must not be."""


class Recorder(Protocol):
    """Takes the grades of one run."""

    def record(self, grade: Grade, card: JudgeCard) -> None:
        """The grade is safe once this returns; the first of a key counts.

        Raises WorldError where it could not be made safe.
        """


class Ledger(Protocol):
    """All grades there are."""

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        """Met by response digest; grades recorded by this run are in it at once."""

    def reason(self, key: GradeKey) -> str:
        """The judge's reason for the grade that counts, "" where none is kept."""

    def cards(self) -> Mapping[Digest, JudgeCard]:
        """What the judge digests stand for, `configured` included."""

    def recording(self, created: datetime) -> AbstractContextManager[Recorder]:
        """Leaving it, in whatever way, writes its grades as one segment.

        Raises WorldError, at the start where the grades could not be written at the
        end; a failure at the end loses no grade: the next recording writes it.
        """

    @property
    def damage(self) -> tuple[str, ...]:
        """Segments, journals and judge documents that do not count, a line each."""

    @property
    def clashes(self) -> int:
        """Verdicts that an earlier one contradicts, in the columns read so far."""
