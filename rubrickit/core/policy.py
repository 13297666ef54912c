"""May the edit merge? Every limit compares exact decimals, never rounded floats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Literal

from rubrickit.core import consents
from rubrickit.core.config import GateConfig
from rubrickit.core.consents import Consent
from rubrickit.core.deltas import Comparison
from rubrickit.core.gates import Loosening
from rubrickit.core.slices import SliceGap

Outcome = Literal["pass", "fail", "pending", "inconclusive", "none"]


@dataclass(frozen=True, slots=True)
class Total:
    """The overall delta: the changed questions' deltas over all rubrics with responses.

    It lies between `low` and `high` while something is pending. `size` is the number of
    rubrics with responses.
    """

    low: Fraction
    high: Fraction
    size: int
    is_pending: bool = False

    @property
    def delta(self) -> Fraction | None:
        return None if self.is_pending else self.low


@dataclass(frozen=True, slots=True)
class Statistic:
    """One-sided 95 % bounds on the overall delta, where the gate's rule asks for them.

    `needed` is how many responses a question would decide it, 0 where unknown.
    """

    lower: float
    upper: float
    needed: int


@dataclass(frozen=True, slots=True)
class Decision:
    """`reasons` are sentences, the deciding number in each; the first decided."""

    outcome: Outcome
    reasons: tuple[str, ...]


def total(comparisons: Sequence[Comparison], size: int) -> Total:
    """`size`: rubrics with responses. Questions without a counted response add 0."""
    low = sum((c.low for c in comparisons if c.low is not None), Fraction(0))
    high = sum((c.high for c in comparisons if c.high is not None), Fraction(0))
    is_pending = any(c.pending for c in comparisons)
    return Total(low / max(size, 1), high / max(size, 1), size, is_pending)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a decision looks at; a consent for each loosening, if anybody looked."""

    comparisons: tuple[Comparison, ...]
    total: Total
    loosening: tuple[Loosening, ...]
    consents: tuple[Consent, ...] = ()
    gaps: tuple[SliceGap, ...] = ()
    statistic: Statistic | None = None
    without_responses: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    tampering: tuple[str, ...] = ()


def decide(evidence: Evidence, limits: GateConfig) -> Decision:
    """Fail beats pending beats inconclusive."""
    failures = tuple(_failures(evidence, limits))
    if failures:
        return Decision("fail", failures)
    waiting = tuple(_waiting(evidence))
    if waiting:
        return Decision("pending", waiting)
    if not evidence.comparisons:
        return Decision("none", (_nothing(evidence),))
    doubt = _doubt(evidence, limits)
    if doubt and limits.rule == "noninferior":
        return Decision("inconclusive", (doubt,))
    return Decision("pass", (_passed(evidence, limits), *([doubt] if doubt else [])))


def _failures(evidence: Evidence, limits: GateConfig) -> Iterator[str]:
    yield from evidence.tampering
    yield from _unsigned(evidence, limits)
    if regression := _regression(evidence, limits):
        yield regression
    yield from _fallen_questions(evidence, limits)
    for gap in evidence.gaps:
        if limits.max_slice_gap is not None and gap.exceeds(limits.max_slice_gap):
            yield (
                f"slice {gap.name}: {gap.best} is {signed(gap.after)} above {gap.worst}"
                f" (limit {limits.max_slice_gap:f})"
            )


def _unsigned(evidence: Evidence, limits: GateConfig) -> Iterator[str]:
    if limits.loosening != "sign_off":
        return
    for loosening, consent in _consented(evidence):
        if consent.missing:
            yield f"{loosened(loosening)} and {consents.in_words(consent)}"


def _consented(evidence: Evidence) -> Iterator[tuple[Loosening, Consent]]:
    """Nobody's, where nobody looked for sign-offs."""
    for loosening, consent in zip_longest(evidence.loosening, evidence.consents):
        if loosening:
            yield loosening, consent or consents.NOBODY


def _fallen_questions(evidence: Evidence, limits: GateConfig) -> Iterator[str]:
    limit = limits.max_question_regression
    for comparison in sorted(evidence.comparisons, key=_worst_first):
        if limit is not None and falls_below(comparison.high, limit):
            fall = fallen(comparison.high)
            yield f"{comparison.question_id} fell by {fall} (limit {limit:f})"


def of_question(
    question_id: str, evidence: Evidence, limits: GateConfig
) -> tuple[Outcome, tuple[str, ...]]:
    """What the gate says of one rubric alone, and the reasons where it is not `pass`.

    Limits of the whole edit are no part of it.
    """
    signed_for = [
        pair for pair in _consented(evidence) if pair[0].question_id == question_id
    ]
    own = Evidence(
        comparisons=tuple(
            c for c in evidence.comparisons if c.question_id == question_id
        ),
        total=evidence.total,
        loosening=tuple(loosening for loosening, _ in signed_for),
        consents=tuple(consent for _, consent in signed_for),
        without_responses=tuple(
            name for name in evidence.without_responses if name == question_id
        ),
    )
    failures = (*_unsigned(own, limits), *_fallen_questions(own, limits))
    if failures:
        return "fail", failures
    waiting = tuple(_waiting(own))
    if waiting:
        return "pending", waiting
    return ("pass" if own.comparisons else "none"), ()


def _worst_first(comparison: Comparison) -> tuple[Fraction, str]:
    return comparison.high or Fraction(0), comparison.question_id


def _nothing(evidence: Evidence) -> str:
    if evidence.deleted:
        names = ", ".join(evidence.deleted)
        return f"no delta, but a person should look: deleted are {names}"
    return "nothing that is graded changed"


def _regression(evidence: Evidence, limits: GateConfig) -> str:
    limit, statistic = limits.max_regression, evidence.statistic
    if limits.rule != "exact" and statistic is not None:
        if statistic.upper >= -float(limit):
            return ""
        bound = f"{statistic.upper:+.4f}"
        return f"the mean fell: upper 95 % bound {bound} (limit {limit:f})"
    if not falls_below(evidence.total.high, limit):
        return ""
    at_best = "" if evidence.total.delta is not None else " even at best"
    fall = fallen(evidence.total.high)
    return f"the mean fell by {fall}{at_best} (limit {limit:f})"


def falls_below(delta: Fraction | None, limit: Decimal) -> bool:
    """-0.02 is within a limit of 0.02, -0.0201 is not; None never falls."""
    return delta is not None and delta < -Fraction(limit)


def loosened(loosening: Loosening) -> str:
    """The gate and what the edit did to it, in one clause."""
    what = {
        "opened": f"opens for {len(loosening.response_ids)} response(s)",
        "removed": "is removed",
        "narrowed": "is narrowed",
    }[loosening.kind]
    place = f"{loosening.question_id}: gate {loosening.leaf}"
    return f"{place} {what}"


def _waiting(evidence: Evidence) -> Iterator[str]:
    for comparison in evidence.comparisons:
        if comparison.pending:
            low, high = signed(comparison.low), signed(comparison.high)
            bounds = f"between {low} and {high}"
            yield f"{comparison.question_id} has ungraded responses: delta {bounds}"
        elif not comparison.counted:
            yield f"{comparison.question_id} has no response that the base scores"
    if not evidence.comparisons:
        for question_id in evidence.without_responses:
            yield f"{question_id} changed and has no response: nothing was graded"


def _doubt(evidence: Evidence, limits: GateConfig) -> str:
    statistic = evidence.statistic
    if limits.rule == "exact" or statistic is None:
        return ""
    if statistic.lower >= -float(limits.max_regression):
        return ""
    enough = f"; about {statistic.needed} responses would decide"
    return (
        f"not shown to be no worse: lower 95 % bound {statistic.lower:+.4f}"
        f" (limit {limits.max_regression:f}){enough if statistic.needed else ''}"
    )


def _passed(evidence: Evidence, limits: GateConfig) -> str:
    moved = signed(evidence.total.delta)
    return f"the mean moved by {moved} (limit {limits.max_regression:f})"


def fallen(number: Fraction | None) -> str:
    """How far down, without a sign; more decimals where four would hide it."""
    return "unknown" if number is None else f"{-float(number):.4g}"


def signed(number: Fraction | None) -> str:
    """With its sign; four significant digits, so that a limit is never rounded away."""
    if number is None:
        return "unknown"
    return f"{float(number):+.4g}" if number else "0"
