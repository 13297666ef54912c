"""Which responses an edit moved, and the leaves that moved them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core.canonical import Digest
from rubrickit.core.deltas import Comparison
from rubrickit.core.grades import (
    GradeKey,
    Verdict,
    Verdictless,
    leaf_digest,
    question_digest,
)
from rubrickit.core.responses import Response
from rubrickit.core.rubric import PlacedLeaf
from rubrickit.core.scoring import Score, mean
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, frame_digest

VERDICTS: dict[int, Verdict] = {
    PASS: "pass",
    FAIL: "fail",
    UNJUDGED: "unjudged",
    NOT_APPLICABLE: "not_applicable",
}


@dataclass(frozen=True, slots=True)
class Flip:
    """A leaf whose verdict is another now; "" on the side where it does not stand."""

    leaf: str
    before: Verdict | str
    after: Verdict | str
    placed: PlacedLeaf


@dataclass(frozen=True, slots=True)
class Move:
    """A response whose score or result an edit changed."""

    response: Response
    before: Score
    after: Score
    flips: tuple[Flip, ...]

    @property
    def delta(self) -> Fraction | None:
        if self.before.value is None or self.after.value is None:
            return None
        return self.after.value - self.before.value


def moves(comparison: Comparison) -> Iterator[Move]:
    """In the order of the responses."""
    leaves = tuple(leaf_pairs(comparison))
    for index, response in enumerate(comparison.sheet.responses):
        before, after = comparison.before, comparison.after
        one, other = before.scores[index], after.scores[index]
        if (one.value, one.result) != (other.value, other.result):
            flips = _flips(leaves, before.rows[index], after.rows[index])
            yield Move(response, one, other, tuple(flips))


LeafPair = tuple[PlacedLeaf, int | None, int | None]
"""A leaf, and where its column stands before and after; None where it does not."""


def leaf_pairs(comparison: Comparison) -> Iterator[LeafPair]:
    """Of the new tree in its order, and then those that were removed."""
    changes = comparison.changes
    origins = {p.new.path: p.old.path for p in changes.pairs if p.old and p.new}
    old = {path: i for i, path in enumerate(comparison.before.scheme.paths)}
    for index, placed in enumerate(comparison.after.scheme.leaves):
        yield placed, old.get(origins.get(placed.path, "")), index
    kept = set(origins.values())
    for index, placed in enumerate(comparison.before.scheme.leaves):
        if placed.path not in kept:
            yield placed, index, None


def _flips(
    leaves: tuple[LeafPair, ...], before: tuple[int, ...], after: tuple[int, ...]
) -> Iterator[Flip]:
    for placed, old, new in leaves:
        was = "" if old is None else VERDICTS[before[old]]
        now = "" if new is None else VERDICTS[after[new]]
        if was != now:
            yield Flip(placed.path, was, now, placed)


def ungraded(comparison: Comparison) -> dict[str, Counter[Verdictless]]:
    """By leaf of the new tree: for how many responses it is open, and why."""
    found: dict[str, Counter[Verdictless]] = {}
    for column, placed in enumerate(comparison.after.scheme.leaves):
        reasons = Counter(
            _why(comparison, placed, index)
            for index, row in enumerate(comparison.after.rows)
            if row[column] == UNJUDGED
        )
        if reasons:
            found[placed.path] = reasons
    return found


def _why(comparison: Comparison, placed: PlacedLeaf, index: int) -> Verdictless:
    """Beside the judge's own reasons: a gate that it may not open, or a bad `when`."""
    key = frame_digest(comparison.changes.new), leaf_digest(placed.leaf)
    known = comparison.sheet.codes.get(key, {}).get(index)
    if known is not None:
        return known
    is_closed = placed.is_gate and not comparison.sheet.may_pass_gates
    return "unsure" if is_closed and placed.leaf.is_judged else "rule_error"


def flip_key(
    comparison: Comparison, move: Move, flip: Flip, judge: Digest
) -> GradeKey | None:
    """The first pass's grade behind a flip; None where no judge was asked."""
    leaf = flip.placed.leaf
    if not leaf.is_judged:
        return None
    return GradeKey(
        judge=judge,
        question=question_digest(comparison.changes.new),
        leaf=leaf_digest(leaf),
        response=move.response.digest_for(leaf.looks_at),
        pass_number=1,
    )


@dataclass(frozen=True, slots=True)
class AgentDelta:
    """One agent over the changed questions: its mean before and after, and responses.

    A question counts once, whatever the number of the agent's responses to it.
    """

    agent: str
    responses: int
    base: Fraction
    head: Fraction

    @property
    def delta(self) -> Fraction:
        return self.head - self.base


def by_agent(comparisons: tuple[Comparison, ...]) -> tuple[AgentDelta, ...]:
    """Over the counted responses that have a score on both sides; by agent name."""
    pairs: dict[str, dict[str, list[tuple[Fraction, Fraction]]]] = defaultdict(dict)
    for comparison in comparisons:
        for index in comparison.counted:
            before = comparison.before.scores[index].value
            after = comparison.after.scores[index].value
            if before is not None and after is not None:
                agent = comparison.sheet.responses[index].agent
                found = pairs[agent].setdefault(comparison.question_id, [])
                found.append((before, after))
    return tuple(_agent_delta(agent, pairs[agent]) for agent in sorted(pairs))


def _agent_delta(
    agent: str, questions: dict[str, list[tuple[Fraction, Fraction]]]
) -> AgentDelta:
    base, head = (
        mean(
            [
                mean([p[end] for p in found]) or Fraction(0)
                for found in questions.values()
            ]
        )
        or Fraction(0)
        for end in (0, 1)
    )
    return AgentDelta(agent, sum(map(len, questions.values())), base, head)
