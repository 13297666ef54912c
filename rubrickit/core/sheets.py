"""What is known of one question's responses: a column for each check and condition.

A column is a `bytes` with one code a response, in the order of the sheet's responses:
`y` met, `n` not met, `u` not known, `-` not applicable.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Verdictless, leaf_digest, question_digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import PlacedLeaf, Rubric

Column = bytes

YES, NO, UNKNOWN, NOT_APPLICABLE = b"ynu-"
PASS, FAIL, UNJUDGED = b"PFU"

_AS_EXPECTED = bytes.maketrans(b"ynu-", b"PFU-")
_AS_NOT_EXPECTED = bytes.maketrans(b"ynu-", b"FPU-")
_PASS_UNKNOWN = bytes.maketrans(b"P", b"U")

FrameKey = tuple[Digest, Digest]
"""(frame digest, leaf digest): a check put to a question."""

ConditionKey = tuple[Digest, str]
"""(frame digest, condition): a `when` may ask about the question."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The responses of one question, and every column that its trees may need.

    `may_pass_gates` is False for a judge that is trusted to close a gate and not to
    open one.
    """

    responses: Sequence[Response]
    met: Mapping[FrameKey, Column]
    holds: Mapping[ConditionKey, Column] = field(default_factory=dict)
    codes: Mapping[FrameKey, Mapping[int, Verdictless]] = field(default_factory=dict)
    may_pass_gates: bool = True


def frame_digest(rubric: Rubric) -> Digest:
    """Of all that a rubric puts beside a check: question, context and reference."""
    reference = canonical.text(rubric.reference)
    return canonical.digest([question_digest(rubric), reference])


def verdicts(
    rubric: Rubric, leaves: Iterable[PlacedLeaf], sheet: Sheet
) -> tuple[Column, ...]:
    """A column of `P`, `F`, `U` and `-` for each of the rubric's leaves."""
    frame = frame_digest(rubric)
    return tuple(_leaf_verdicts(placed, frame, sheet) for placed in leaves)


def _leaf_verdicts(placed: PlacedLeaf, frame: Digest, sheet: Sheet) -> Column:
    met = sheet.met[frame, leaf_digest(placed.leaf)]
    column = met.translate(_AS_EXPECTED if placed.leaf.expect else _AS_NOT_EXPECTED)
    if placed.is_gate and placed.leaf.is_judged and not sheet.may_pass_gates:
        column = column.translate(_PASS_UNKNOWN)
    for condition in placed.conditions:
        column = bytes(map(_under, column, sheet.holds[frame, condition]))
    return column


def _under(verdict: int, holds: int) -> int:
    """A verdict under a condition: one that fails rules the leaf out, whatever else."""
    if holds == NO or verdict == NOT_APPLICABLE:
        return NOT_APPLICABLE
    return verdict if holds == YES else UNJUDGED
