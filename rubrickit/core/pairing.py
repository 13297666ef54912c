"""One question's responses by two agents, held against each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core.deltas import Side
from rubrickit.core.responses import Response
from rubrickit.core.results import QuestionScores
from rubrickit.core.scoring import question_mean
from rubrickit.core.sheets import FAIL, PASS, Column

Pairs = tuple[tuple[int, int], ...]
"""Indexes of responses: the first agent's and the second's, of the same sample."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of `n` settled verdicts are a pass."""

    passed: int
    n: int

    @property
    def share(self) -> Fraction | None:
        return Fraction(self.passed, self.n) if self.n else None


@dataclass(frozen=True, slots=True)
class Flips:
    """Samples that pass with the first agent and fail with the second; and back."""

    broke: int
    mended: int


@dataclass(frozen=True, slots=True)
class LeafPair:
    """One leaf over the counted responses; `flips` is None where nothing is paired."""

    path: str
    before: Rate
    after: Rate
    flips: Flips | None


@dataclass(frozen=True, slots=True)
class AgentSide:
    """One agent's part of a question; the mean and `gates_closed` are of `counted`."""

    responses: int
    counted: tuple[int, ...]
    mean: Fraction | None
    gates_closed: int


@dataclass(frozen=True, slots=True)
class QuestionPair:
    """`pending` counts responses that would have counted, had they a score by now."""

    question_id: str
    is_paired: bool
    before: AgentSide
    after: AgentSide
    pending: int
    leaves: tuple[LeafPair, ...]

    @property
    def delta(self) -> Fraction | None:
        if self.before.mean is None or self.after.mean is None:
            return None
        return self.after.mean - self.before.mean

    @property
    def left_out(self) -> int:
        """Responses of either agent that do not count, for whatever reason."""
        sides = (self.before, self.after)
        return sum(side.responses - len(side.counted) for side in sides)


def pair(question: QuestionScores, before: str, after: str) -> QuestionPair:
    """By sample where both agents have one, and then nothing else counts.

    A sample that an agent gave twice pairs with nothing. Where no sample pairs, the
    means of all that each agent gave are compared.
    """
    responses, side = question.sheet.responses, question.side
    old, new = (_of(responses, agent) for agent in (before, after))
    pairs = tuple(_pairs(responses, old, new))
    counted = _counted_pairs(side, pairs) if pairs else _counted(side, old, new)
    tried = [index for each in pairs for index in each] or [*old, *new]
    return QuestionPair(
        question_id=question.question_id,
        is_paired=bool(pairs),
        before=_side(side, len(old), counted[0]),
        after=_side(side, len(new), counted[1]),
        pending=sum(side.scores[index].result == "pending" for index in tried),
        leaves=tuple(_leaves(side, counted, is_paired=bool(pairs))),
    )


def _of(responses: Iterable[Response], agent: str) -> tuple[int, ...]:
    return tuple(i for i, each in enumerate(responses) if each.agent == agent)


def _pairs(
    responses: Sequence[Response], old: Iterable[int], new: Iterable[int]
) -> Iterator[tuple[int, int]]:
    before, after = (_by_sample(responses, indexes) for indexes in (old, new))
    for sample in sorted(before.keys() & after.keys()):
        if len(before[sample]) == len(after[sample]) == 1:
            yield before[sample][0], after[sample][0]


def _by_sample(
    responses: Sequence[Response], indexes: Iterable[int]
) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index in indexes:
        found.setdefault(responses[index].sample, []).append(index)
    return found


_Counted = tuple[tuple[int, ...], tuple[int, ...]]


def _counted_pairs(side: Side, pairs: Pairs) -> _Counted:
    both = [(i, j) for i, j in pairs if _is_scored(side, i) and _is_scored(side, j)]
    return tuple(i for i, _ in both), tuple(j for _, j in both)


def _counted(side: Side, old: Iterable[int], new: Iterable[int]) -> _Counted:
    before, after = (
        tuple(index for index in each if _is_scored(side, index)) for each in (old, new)
    )
    return before, after


def _is_scored(side: Side, index: int) -> bool:
    return side.scores[index].value is not None


def _side(side: Side, responses: int, counted: tuple[int, ...]) -> AgentSide:
    scores = [side.scores[index] for index in counted]
    values = [score.value for score in scores if score.value is not None]
    return AgentSide(
        responses=responses,
        counted=counted,
        mean=question_mean(side.rubric, values),
        gates_closed=sum(bool(score.gates_closed) for score in scores),
    )


def _leaves(side: Side, counted: _Counted, *, is_paired: bool) -> Iterator[LeafPair]:
    for path, column in zip(side.scheme.paths, side.columns, strict=True):
        old, new = (bytes(column[index] for index in indexes) for indexes in counted)
        if is_paired:
            yield _flipped(path, Counter(zip(old, new, strict=True)))
        else:
            yield LeafPair(path, _rate(old), _rate(new), None)


def _flipped(path: str, pairs: Counter[tuple[int, int]]) -> LeafPair:
    """Over the pairs of which both verdicts are settled."""
    kept, broke = pairs[PASS, PASS], pairs[PASS, FAIL]
    mended, failed = pairs[FAIL, PASS], pairs[FAIL, FAIL]
    n = kept + broke + mended + failed
    before, after = Rate(kept + broke, n), Rate(kept + mended, n)
    return LeafPair(path, before, after, Flips(broke, mended))


def _rate(codes: Column) -> Rate:
    passed = codes.count(PASS)
    return Rate(passed, passed + codes.count(FAIL))
