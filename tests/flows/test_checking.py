"""A commit's check is always completed, and never green for want of a verdict."""

from dataclasses import dataclass, field

import pytest

from rubrickit.core.hosting.posts import CheckResult
from rubrickit.errors import DeniedError, WorldError
from rubrickit.flows.checking import checked

GOOD = CheckResult("success", "fine", "all of it")


@dataclass
class MemoryChecks:
    """Keeps what was posted, in order; may refuse to start or to finish."""

    refuses: tuple[str, ...] = ()
    posted: list[object] = field(default_factory=list)

    def start(self, name: str, commit: str, details_url: str) -> str:
        self._refuse("start")
        self.posted.append((name, commit, details_url))
        return "7"

    def finish(self, identity: str, result: CheckResult) -> None:
        self._refuse("finish")
        self.posted.append((identity, result))

    def _refuse(self, what: str) -> None:
        if what in self.refuses:
            raise DeniedError("resource not accessible", hint="`checks: write`")


def test_it_is_in_progress_before_and_completed_after() -> None:
    checks = MemoryChecks()

    with checked(checks, "rubrickit", "abc", "https://run") as check:
        assert checks.posted == [("rubrickit", "abc", "https://run")]
        check.result = GOOD

    assert checks.posted[1:] == [("7", GOOD)]


def die(checks: MemoryChecks, error: BaseException) -> None:
    with checked(checks, "n", "abc", "") as check:
        check.result = GOOD
        raise error


@pytest.mark.parametrize(
    "error", [WorldError("git"), KeyboardInterrupt(), ValueError()]
)
def test_a_run_that_dies_fails_the_check(error: BaseException) -> None:
    checks = MemoryChecks()

    with pytest.raises(type(error)):
        die(checks, error)

    ((_, result),) = checks.posted[1:]
    assert isinstance(result, CheckResult)
    assert result.conclusion == "failure"


def test_a_run_without_a_result_fails_the_check() -> None:
    checks = MemoryChecks()

    with checked(checks, "n", "abc", ""):
        pass

    ((_, result),) = checks.posted[1:]
    assert isinstance(result, CheckResult)
    assert result.conclusion == "failure"


@pytest.mark.parametrize("what", ["start", "finish"])
def test_a_token_that_may_not_is_said_and_changes_no_verdict(what: str) -> None:
    checks = MemoryChecks(refuses=(what,))

    with checked(checks, "n", "abc", "") as check:
        check.result = GOOD

    (note,) = check.notes
    assert "is not allowed" in note
    assert "`checks: write`" in note


def test_without_a_commit_nothing_is_posted() -> None:
    checks = MemoryChecks()

    with checked(checks, "n", "", "") as check:
        check.result = GOOD

    assert checks.posted == []
