"""One question before and after an edit, over the same responses."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core import attribution, sheets
from rubrickit.core.changes import Changes, compare
from rubrickit.core.players import Player, players
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Row, Scheme, Score, clipped, mean
from rubrickit.core.sheets import Sheet
from rubrickit.core.variants import Variants


@dataclass(frozen=True, slots=True)
class Side:
    """One version of a question, scored. `rows` and `scores` are by response."""

    rubric: Rubric
    scheme: Scheme
    rows: tuple[Row, ...]
    scores: tuple[Score, ...]


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
    columns = sheets.verdicts(rubric, sheet)
    no_leaves: list[Row] = [()] * len(sheet.responses)
    rows = tuple(zip(*columns, strict=True) if columns else no_leaves)
    return Side(rubric, scheme, rows, tuple(scheme.score(row) for row in rows))


def compare_question(old: Rubric, new: Rubric, sheet: Sheet) -> Comparison:
    """`sheet` holds the columns of both versions."""
    before, after = side(old, sheet), side(new, sheet)
    counted = tuple(
        index
        for index, (one, other) in enumerate(
            zip(before.scores, after.scores, strict=True)
        )
        if one.value is not None and other.result != "not_applicable"
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
    return _question_mean(version.rubric, values)


def _question_mean(rubric: Rubric, values: Sequence[Fraction]) -> Fraction | None:
    average = mean(values)
    is_clipped = average is not None and rubric.weighting == "points"
    return clipped(average) if is_clipped and average is not None else average


def _contributions(
    changes: Changes, sheet: Sheet, counted: Sequence[int], *, settled: bool
) -> tuple[tuple[Fraction | None, ...], float]:
    """One an edit, and the standard error where they had to be sampled."""
    parts: list[Fraction | None] = [None] * len(changes.edits)
    if not settled or not counted:
        return tuple(parts), 0.0
    parts = [Fraction(0)] * len(changes.edits)
    mixtures = _Mixtures(changes, sheet, counted)
    found, error = mixtures.shared_out()
    for player, value in found.items():
        parts[player[0]] = value
        for index in player[1:]:
            parts[index] = None
    return tuple(parts), error


class _NotSeparableError(Exception):
    """A mixture of edits needs a grade that neither version needs."""


class _Mixtures:
    """The mean score under any subset of the edits; equal responses are scored once."""

    def __init__(self, changes: Changes, sheet: Sheet, counted: Sequence[int]) -> None:
        self._variants = Variants(changes)
        self._changes = changes
        self._sheet, self._counts = _distinct(sheet, counted)
        self._known: dict[frozenset[int], Fraction] = {}

    def shared_out(self) -> tuple[Mapping[Player, Fraction], float]:
        every = players(self._changes)
        try:
            return self._shapley(every)
        except _NotSeparableError:
            joint = tuple(sorted(index for player in every for index in player))
            return self._shapley((joint,))

    def _shapley(
        self, group: tuple[Player, ...]
    ) -> tuple[Mapping[Player, Fraction], float]:
        def value(chosen: frozenset[int]) -> Fraction:
            return self._value(frozenset(i for p in chosen for i in group[p]))

        found = attribution.shapley(
            len(group), value, seed=self._changes.new.question_id
        )
        return dict(zip(group, found.values, strict=True)), found.error

    def _value(self, applied: frozenset[int]) -> Fraction:
        if applied not in self._known:
            self._known[applied] = self._score(self._variants.rubric(applied))
        return self._known[applied]

    def _score(self, rubric: Rubric) -> Fraction:
        scores = side(rubric, self._sheet).scores
        if any(score.value is None for score in scores):
            raise _NotSeparableError
        values = [
            score.value
            for score, count in zip(scores, self._counts, strict=True)
            for _ in range(count)
            if score.value is not None
        ]
        return _question_mean(rubric, values) or Fraction(0)


def _distinct(sheet: Sheet, counted: Sequence[int]) -> tuple[Sheet, tuple[int, ...]]:
    """One response for each way of being graded, and how many there are of it."""
    columns = [*sheet.met.values(), *sheet.holds.values()]
    ways = Counter(tuple(column[i] for column in columns) for i in counted)
    first = {tuple(column[i] for column in columns): i for i in reversed(counted)}
    chosen = [first[way] for way in ways]
    return Sheet(
        responses=tuple(sheet.responses[i] for i in chosen),
        met={key: bytes(col[i] for i in chosen) for key, col in sheet.met.items()},
        holds={key: bytes(col[i] for i in chosen) for key, col in sheet.holds.items()},
        may_pass_gates=sheet.may_pass_gates,
    ), tuple(ways.values())
