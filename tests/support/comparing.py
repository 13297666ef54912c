"""A comparison from verdicts that are written down, leaf by leaf."""

from collections.abc import Mapping, Sequence

from support.builders import response

from rubrickit.core.deltas import Comparison, compare_question
from rubrickit.core.grades import leaf_digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.sheets import Sheet, frame_digest

Met = Mapping[str, str]
"""Check text → one of `y`, `n`, `u`, `-` a response."""


def sheet(
    rubrics: Sequence[Rubric],
    met: Met,
    responses: Sequence[Response] = (),
    holds: Met | None = None,
) -> Sheet:
    """`r0`, `r1` … where no responses are given, as many as the columns are long."""
    size = len(next(iter(met.values())))
    frames = {frame_digest(rubric) for rubric in rubrics}
    leaves = [placed.leaf for rubric in rubrics for placed in rubric.leaves()]
    return Sheet(
        responses=tuple(responses) or tuple(response(f"r{i}") for i in range(size)),
        met={
            (frame, leaf_digest(leaf)): met[leaf.texts[0]].encode()
            for frame in frames
            for leaf in leaves
        },
        holds={
            (frame, condition): column.encode()
            for frame in frames
            for condition, column in (holds or {}).items()
        },
    )


def compared(
    old: Rubric,
    new: Rubric,
    met: Met,
    responses: Sequence[Response] = (),
    holds: Met | None = None,
) -> Comparison:
    return compare_question(old, new, sheet([old, new], met, responses, holds))
