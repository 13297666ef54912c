"""A commit's check: in progress before anything is graded, and always completed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rubrickit.core.hosting.posts import CheckResult
from rubrickit.errors import DeniedError, RubrickitError, WorldError
from rubrickit.world import Checks

_STOPPED = CheckResult(
    "failure",
    "stopped before a verdict",
    "The run ended without one; its log says why.",
)


@dataclass(slots=True)
class OpenCheck:
    """`notes` says what could not be posted; that never changes a verdict."""

    result: CheckResult = _STOPPED
    notes: list[str] = field(default_factory=list)


@contextmanager
def checked(
    checks: Checks | None, name: str, commit: str, details_url: str
) -> Iterator[OpenCheck]:
    """Posts nothing without `checks` or `commit`. What the block leaves as `result` is
    how the check ends; where it left none, or raised, the check has failed."""
    check = OpenCheck()
    identity = _started(checks, name, commit, details_url, check)
    try:
        yield check
    except BaseException:
        check.result = _STOPPED
        raise
    finally:
        if checks and identity:
            _finish(checks, identity, check)


def _started(
    checks: Checks | None, name: str, commit: str, details_url: str, check: OpenCheck
) -> str:
    if checks is None or not commit:
        return ""
    try:
        return checks.start(name, commit, details_url)
    except WorldError as error:
        check.notes.append(told("The check could not be started", error))
        return ""


def _finish(checks: Checks, identity: str, check: OpenCheck) -> None:
    try:
        checks.finish(identity, check.result)
    except WorldError as error:
        check.notes.append(told("The check could not be completed", error))


def told(what: str, error: RubrickitError) -> str:
    """A sentence, with what to do about it where the host said."""
    hint = f" ({error.hint})" if error.hint else ""
    kind = "is not allowed" if isinstance(error, DeniedError) else "failed"
    return f"{what}, it {kind}: {error}{hint}"
