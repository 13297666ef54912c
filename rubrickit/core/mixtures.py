"""The mean score of one question's responses under any subset of an edit's parts.

Attribution asks for thousands of them. So a column of verdicts is a mask here, a bit a
response: one sum over the leaves, with a count of bits each, gives the mean, however
many responses there are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core import sheets
from rubrickit.core.changes import Changes
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Scheme, clipped, leaf_shares, question_mean
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, Column, Sheet
from rubrickit.core.variants import Variants

_IS_CODE = {
    code: bytes(49 if other == code else 48 for other in range(256))
    for code in (PASS, FAIL, UNJUDGED, NOT_APPLICABLE)
}


class NotSeparableError(Exception):
    """A mixture of edits leaves a response without a score that both versions give."""


@dataclass(frozen=True, slots=True)
class _Masks:
    """The responses with each verdict, a bit each."""

    passed: int
    failed: int
    unjudged: int
    not_applicable: int


class Mixtures:
    """Knows each mixture once. `counted` are the responses that count, at least one."""

    def __init__(self, changes: Changes, sheet: Sheet, counted: Sequence[int]) -> None:
        self._variants = Variants(changes)
        self._sheet = _only(sheet, counted)
        self._size = len(counted)
        self._masks: dict[Column, _Masks] = {}
        self._means: dict[frozenset[int], Fraction] = {}

    def mean(self, applied: frozenset[int]) -> Fraction:
        """With the edits of these indexes applied. Raises NotSeparableError."""
        if applied not in self._means:
            self._means[applied] = self._mean(self._variants.rubric(applied))
        return self._means[applied]

    def _mean(self, rubric: Rubric) -> Fraction:
        leaves = tuple(rubric.leaves())
        columns = sheets.verdicts(rubric, leaves, self._sheet)
        masks = [self._masks_of(column) for column in columns]
        pairs = zip(masks, leaves, strict=True)
        closed = _any(m.failed for m, placed in pairs if placed.is_gate)
        if closed and rubric.weighting == "points":
            return _mean_by_response(rubric, columns)
        if _any(m.unjudged for m in masks) & ~closed:
            raise NotSeparableError
        everyone = (1 << self._size) - 1
        total = sum(
            (
                _total(rubric, masks, alike)
                for alike in _alike(masks, everyone & ~closed)
            ),
            Fraction(0),
        )
        average = total / self._size
        return clipped(average) if rubric.weighting == "points" else average

    def _masks_of(self, column: Column) -> _Masks:
        known = self._masks.get(column)
        if known is None:
            codes = (PASS, FAIL, UNJUDGED, NOT_APPLICABLE)
            known = _Masks(*(int(column.translate(_IS_CODE[c]), 2) for c in codes))
            self._masks[column] = known
        return known


def _only(sheet: Sheet, counted: Sequence[int]) -> Sheet:
    return Sheet(
        responses=tuple(sheet.responses[i] for i in counted),
        met={key: bytes(col[i] for i in counted) for key, col in sheet.met.items()},
        holds={key: bytes(col[i] for i in counted) for key, col in sheet.holds.items()},
        may_pass_gates=sheet.may_pass_gates,
    )


def _any(masks: Iterator[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _alike(masks: Sequence[_Masks], responses: int) -> Iterator[int]:
    """Groups of responses to which the same leaves apply."""
    groups = [responses]
    for mask in {m.not_applicable for m in masks}:
        groups = [part for g in groups for part in (g & mask, g & ~mask)]
    return (group for group in groups if group)


def _total(rubric: Rubric, masks: Sequence[_Masks], alike: int) -> Fraction:
    """The sum of their scores."""
    shares = leaf_shares(rubric, [not m.not_applicable & alike for m in masks])
    if not shares.denominator:
        raise NotSeparableError
    earned = sum(
        share * (m.passed & alike).bit_count()
        for share, m in zip(shares.numerators, masks, strict=True)
        if share
    )
    return Fraction(earned, shares.denominator)


def _mean_by_response(rubric: Rubric, columns: Sequence[Column]) -> Fraction:
    """A closed gate keeps negative points, so that each response counts for itself."""
    scheme = Scheme(rubric)
    values = [scheme.score(row).value for row in zip(*columns, strict=True)]
    known = [value for value in values if value is not None]
    average = question_mean(rubric, known)
    if average is None or len(known) < len(values):
        raise NotSeparableError
    return average
