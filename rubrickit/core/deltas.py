"""One question before and after an edit, over the same responses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rubrickit.core import attribution, sheets
from rubrickit.core.changes import Changes, compare
from rubrickit.core.mixtures import Mixtures, NotSeparableError
from rubrickit.core.players import Player, players
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Row, Scheme, Score, question_mean
from rubrickit.core.sheets import Column, Sheet
from rubrickit.core.totals import Totals, totals


@dataclass(frozen=True)
class Side:
    """One version of a question: a column a leaf, of `size` responses.

    `rows` and `scores` are by response, and made when they are first looked at:
    `totals` says what they come to in far less time.
    """

    rubric: Rubric
    scheme: Scheme
    columns: tuple[Column, ...]
    size: int

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(zip(*self.columns, strict=True))

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        return tuple(map(self.scheme.score, self.rows))

    @cached_property
    def totals(self) -> Totals:
        return totals(self.scheme, self.columns, self.size)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`delta` is exactly the sum of `contributions`, one an edit of `changes`.

    `counted` holds the indexes of the responses that the base scores. Where the edit
    made one of them pending, `delta` is None, and what it can become lies between `low`
    and `high`. A joint player's part stands at its first edit, the others hold None.
    """

    question_id: str
    changes: Changes
    sheet: Sheet
    before: Side
    after: Side
    counted: tuple[int, ...]
    base: Fraction | None
    head: Fraction | None
    low: Fraction | None
    high: Fraction | None
    contributions: tuple[Fraction | None, ...]
    error: float = 0.0

    @property
    def pending(self) -> int:
        """Responses that the base scores and that the edit left without a score."""
        return _pending(self.after, self.counted)

    @property
    def delta(self) -> Fraction | None:
        return None if self.pending else self.low

    @property
    def left_out(self) -> int:
        """Responses that were pending, or had no score, before the edit."""
        return len(self.sheet.responses) - len(self.counted)


def side(rubric: Rubric, sheet: Sheet) -> Side:
    scheme = Scheme(rubric)
    columns = sheets.verdicts(rubric, scheme.leaves, sheet)
    return Side(rubric, scheme, columns, len(sheet.responses))


def compare_question(old: Rubric, new: Rubric, sheet: Sheet) -> Comparison:
    """`sheet` holds the columns of both versions."""
    before, after = side(old, sheet), side(new, sheet)
    counted = tuple(
        index
        for index, (one, other) in enumerate(
            zip(before.scores, after.scores, strict=True)
        )
        if one.value is not None and other.low is not None
    )
    base = _mean(before, counted, "low")
    lowest, highest = (_mean(after, counted, bound) for bound in ("low", "high"))
    changes = compare(old, new)
    is_settled = not _pending(after, counted)
    shared_out = _contributions(changes, sheet, counted, settled=is_settled)
    return Comparison(
        question_id=new.question_id,
        changes=changes,
        sheet=sheet,
        before=before,
        after=after,
        counted=counted,
        base=base,
        head=lowest if is_settled else None,
        low=_difference(lowest, base),
        high=_difference(highest, base),
        contributions=shared_out[0],
        error=shared_out[1],
    )


def _pending(after: Side, counted: Sequence[int]) -> int:
    return sum(after.scores[index].value is None for index in counted)


def _difference(after: Fraction | None, before: Fraction | None) -> Fraction | None:
    return None if after is None or before is None else after - before


def _mean(version: Side, counted: Sequence[int], bound: str) -> Fraction | None:
    values = [getattr(version.scores[index], bound) for index in counted]
    return question_mean(version.rubric, values)


def _contributions(
    changes: Changes, sheet: Sheet, counted: Sequence[int], *, settled: bool
) -> tuple[tuple[Fraction | None, ...], float]:
    """One an edit, and the standard error where they had to be sampled."""
    parts: list[Fraction | None] = [None] * len(changes.edits)
    if not settled or not counted:
        return tuple(parts), 0.0
    parts = [Fraction(0)] * len(changes.edits)
    found, error = _shared_out(changes, Mixtures(changes, sheet, counted))
    for player, value in found.items():
        parts[player[0]] = value
        for index in player[1:]:
            parts[index] = None
    return tuple(parts), error


def _shared_out(
    changes: Changes, mixtures: Mixtures
) -> tuple[Mapping[Player, Fraction], float]:
    every = players(changes)
    try:
        return _shapley(every, mixtures, changes.new.question_id)
    except NotSeparableError:
        joint = tuple(sorted(index for player in every for index in player))
        return _shapley((joint,), mixtures, changes.new.question_id)


def _shapley(
    group: tuple[Player, ...], mixtures: Mixtures, seed: str
) -> tuple[Mapping[Player, Fraction], float]:
    def value(chosen: frozenset[int]) -> Fraction:
        return mixtures.mean(frozenset(i for p in chosen for i in group[p]))

    found = attribution.shapley(len(group), value, seed=seed)
    return dict(zip(group, found.values, strict=True)), found.error
