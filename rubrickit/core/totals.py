"""What a question's responses come to together, counted column by column.

A column becomes one long integer with a byte a response, 1 where a code stands in it;
then "passes and is open" is one `&`, and counting is one `bit_count`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_

from rubrickit.core.scoring import Scheme, Score, Tally, mean, question_mean
from rubrickit.core.sheets import FAIL, NOT_APPLICABLE, PASS, UNJUDGED, Column

_TABLES = {
    code: bytes(each == code for each in range(256)) for code in (PASS, FAIL, UNJUDGED)
}


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of responses, and means over those that have the figure.

    `met` is the number that are known to meet their requirements, of the `known` of
    which it is settled whether they do; `required` and `additional` are the mean shares
    of leaves that pass.
    """

    scored: int
    met: int
    known: int
    failed: int
    pending: int
    mean: Fraction | None
    required: Fraction | None
    additional: Fraction | None


def totals(scheme: Scheme, columns: Sequence[Column], size: int) -> Totals:
    """Exactly what `of_scores` says of the same rows."""
    if not scheme.is_weighted or any(NOT_APPLICABLE in column for column in columns):
        rows = tuple(zip(*columns, strict=True))
        return of_scores(scheme, tuple(map(scheme.score, rows)))
    passed, failed, open_ = (_masks(columns, code) for code in (PASS, FAIL, UNJUDGED))
    closed = _any(failed, scheme.gates)
    pending = _any(open_, range(len(columns))) & ~closed
    missed = _any(failed, scheme.required) | closed
    doubtful = _any(open_, scheme.required) | _any(open_, scheme.gates)
    scored = size - pending.bit_count()
    shares = scheme.whole
    earned = sum(
        part * (mask & ~closed & ~pending).bit_count()
        for part, mask in zip(shares.numerators, passed, strict=True)
    )
    return Totals(
        scored=scored,
        met=size - (missed | doubtful).bit_count(),
        known=size - (doubtful & ~missed).bit_count(),
        failed=closed.bit_count(),
        pending=pending.bit_count(),
        mean=Fraction(earned, shares.denominator * scored) if scored else None,
        required=_share(scheme.required, passed, open_, size),
        additional=_share(scheme.additional, passed, open_, size),
    )


def of_scores(scheme: Scheme, scores: Sequence[Score]) -> Totals:
    """One response after the other, whatever the tree is like."""
    values = [value for score in scores if (value := score.value) is not None]
    results = [score.result for score in scores]
    return Totals(
        scored=len(values),
        met=sum(score.required_met is True for score in scores),
        known=sum(score.required_met is not None for score in scores),
        failed=results.count("fail"),
        pending=results.count("pending"),
        mean=question_mean(scheme.rubric, values),
        required=_mean_share(score.required for score in scores),
        additional=_mean_share(score.additional for score in scores),
    )


def _mean_share(tallies: Iterable[Tally]) -> Fraction | None:
    return mean([share for tally in tallies if (share := tally.share) is not None])


def _masks(columns: Sequence[Column], code: int) -> list[int]:
    table = _TABLES[code]
    return [int.from_bytes(column.translate(table)) for column in columns]


def _any(masks: Sequence[int], leaves: Iterable[int]) -> int:
    return reduce(or_, (masks[leaf] for leaf in leaves), 0)


def _share(
    leaves: Sequence[int], passed: Sequence[int], open_: Sequence[int], size: int
) -> Fraction | None:
    """Over the responses in which none of these leaves is unjudged."""
    unknown = _any(open_, leaves)
    known = size - unknown.bit_count()
    if not known or not leaves:
        return None
    found = sum((passed[leaf] & ~unknown).bit_count() for leaf in leaves)
    return Fraction(found, known * len(leaves))
