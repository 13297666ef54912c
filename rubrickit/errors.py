"""What a person can act on, and what the shell sees."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes. 1 always means "the gate said no"."""

    OK = 0
    GATE_FAILED = 1
    BAD_INPUT = 2
    WORLD_FAILED = 3
    PENDING = 4
    BUG = 70
    INTERRUPTED = 130


class RubrickitError(Exception):
    """A person's mistake: one line, place first; `hint` is the next thing to try."""

    exit_code = Exit.BAD_INPUT

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class WorldError(RubrickitError):
    """Git, the disk or a judge failed, and no input of the user's is to blame."""

    exit_code = Exit.WORLD_FAILED


class NothingToGradeError(RubrickitError):
    """There is no response to grade, which must never look like a score."""

    exit_code = Exit.PENDING


class DeniedError(WorldError):
    """A code host knows who asks, and does not allow it."""


class LostAnswerError(WorldError):
    """The connection broke after a request was sent: it may have been carried out."""
