"""Grades and segments for tests, saying only what matters."""

import hashlib
from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from rubrickit.core import columns, segment_reading, segment_writing, segments
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.segments import Segment

CARD = JudgeCard("openai", "model-1")
TOOL = "rubrickit 0"
EARLY, LATER, LATE = (f"2026-01-0{day}T00:00:00Z" for day in (1, 2, 3))


def name(text: str) -> Digest:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def grade(
    response: str = "r1",
    met: bool = True,
    *,
    question: str = "q1",
    leaf: str = "l1",
    pass_number: int = 1,
    judge: Digest = CARD.digest,
    reason: str = "",
) -> Grade:
    key = GradeKey(judge, name(question), name(leaf), name(response), pass_number)
    return Grade(key, met, reason)


def segment(*grades: Grade, created: str = EARLY) -> Segment:
    return intact(segment_writing.encode(grades, created, TOOL))


def intact(data: bytes) -> Segment:
    read = segment_reading.decode(segments.name_of(data), data)
    assert isinstance(read, Segment), read
    return read


def verdicts(*several: Segment) -> Mapping[GradeKey, tuple[bool, str]]:
    """What counts where all these segments are read together."""
    skipped = columns.replaced(each.header for each in several)
    lines: dict[columns.ColumnKey, list[columns.Line]] = {}
    for each in several:
        if each.name in skipped:
            continue
        for block in each.blocks:
            for key, line in columns.lines(each.origin, each.header, block):
                lines.setdefault(key, []).append(line)
    return {
        GradeKey(*key[:3], response, key[3]): (met, _reason(found, response))
        for key, found in lines.items()
        for response, met in columns.settle(found).met.items()
    }


def _reason(lines: Iterable[columns.Line], response: Digest) -> str:
    return columns.reason_for(columns.parts_of(lines), response)


def by_key(grades: Iterable[Grade]) -> Mapping[GradeKey, tuple[bool, str]]:
    return {each.key: (each.met, each.reason) for each in grades}


few_grades = st.lists(
    st.builds(
        grade,
        st.sampled_from(["r1", "r2", "r3", "r4"]),
        st.booleans(),
        question=st.sampled_from(["q1", "q2"]),
        leaf=st.sampled_from(["l1", "l2"]),
        pass_number=st.integers(1, 2),
        judge=st.sampled_from([CARD.digest, name("another judge")]),
        reason=st.sampled_from(["", "because", "weil “Übelkeit”\n\u2028 fehlt"]),
    ),
    min_size=1,
    max_size=12,
    unique_by=lambda each: each.key,
)
