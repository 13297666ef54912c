"""Which of a judge's reasons stands for the verdict that several passes settled on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rubrickit.core.canonical import Digest
from rubrickit.core.sheets import NO, NOT_APPLICABLE, UNKNOWN, YES, Column

_SAYING = {YES: (True,), NO: (False,), UNKNOWN: (True, False), NOT_APPLICABLE: ()}


@dataclass(frozen=True, slots=True)
class PassReasons:
    """One pass of one check: what was said of a text, and why."""

    met: Mapping[Digest, bool]
    reasons: Mapping[Digest, str]


def agreeing(
    column: Column, digests: Sequence[Digest], passes: Sequence[PassReasons]
) -> Mapping[int, str]:
    """By a response's index; the first pass that said what `column` says.

    Where nothing settled, the first reason there is, since a person will ask.
    """
    found: dict[int, str] = {}
    if not any(each.reasons for each in passes):
        return found
    for index, (code, digest) in enumerate(zip(column, digests, strict=True)):
        for each in passes:
            reason = each.reasons.get(digest)
            if reason and each.met.get(digest) in _SAYING[code]:
                found[index] = reason
                break
    return found
