"""What a verdict means for a check and for the shell. Never green for want of one."""

from dataclasses import dataclass

from rubrickit.core.config import GateConfig
from rubrickit.core.hosting.posts import Conclusion
from rubrickit.core.policy import Outcome
from rubrickit.errors import Exit


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a delta came to.

    `by_matcher`: the embedded matcher judged leaves, which is no reason to merge.
    `is_decided_later`: another run will grade what this one may not ask for.
    """

    outcome: Outcome
    no_call_succeeded: bool = False
    by_matcher: bool = False
    is_decided_later: bool = False


@dataclass(frozen=True, slots=True)
class Concluded:
    conclusion: Conclusion
    exit: Exit


def conclude(verdict: Verdict, limits: GateConfig, *, warn_only: bool) -> Concluded:
    """Fail beats a dead judge, which beats pending. `limits` are the base's."""
    found = _concluded(verdict, limits)
    if warn_only and found.conclusion == "failure":
        return Concluded("neutral", Exit.OK)
    return found


def _concluded(verdict: Verdict, limits: GateConfig) -> Concluded:
    if verdict.outcome == "fail":
        return Concluded("failure", Exit.GATE_FAILED)
    if verdict.no_call_succeeded:
        return Concluded("failure", Exit.WORLD_FAILED)
    if verdict.outcome == "pending" and limits.pending == "neutral":
        return Concluded("neutral", Exit.OK)
    if verdict.outcome in ("pending", "inconclusive"):
        later = verdict.is_decided_later
        return Concluded("failure", Exit.OK if later else Exit.PENDING)
    return Concluded("neutral" if verdict.by_matcher else "success", Exit.OK)
