"""A fold says what its segments said, beside whatever else there is."""

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import (
    EARLY,
    LATE,
    LATER,
    TOOL,
    few_grades,
    grade,
    intact,
    segment,
    verdicts,
)

from rubrickit.core import folding
from rubrickit.core.segments import Segment

some_segments = st.lists(
    st.builds(
        lambda grades, created: segment(*grades, created=created),
        few_grades,
        st.sampled_from([EARLY, LATER, LATE]),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda each: each.name,
)


def folded(*several: Segment) -> Segment:
    return intact(folding.fold(several, TOOL))


@given(some_segments, some_segments)
def test_a_fold_changes_no_verdict_whatever_stands_beside_it(
    inside: list[Segment], outside: list[Segment]
) -> None:
    fold = folded(*inside)

    assert verdicts(fold, *outside) == verdicts(*inside, *outside)


@given(some_segments, some_segments)
def test_a_fold_of_a_fold_is_the_fold_of_all(
    first: list[Segment], second: list[Segment]
) -> None:
    twice = folded(folded(*first), *second)

    assert verdicts(twice) == verdicts(folded(*first, *second))
    assert {each.name for each in first} <= set(twice.header.replaces)


@given(some_segments, st.randoms(use_true_random=False))
def test_the_order_of_segments_is_nothing(
    several: list[Segment], random: Random
) -> None:
    shuffled = sorted(several, key=lambda _: random.random())

    assert folding.fold(shuffled, TOOL) == folding.fold(several, TOOL)
    assert verdicts(*shuffled) == verdicts(*several)


def test_the_earliest_verdict_counts_and_the_others_are_counted() -> None:
    first = segment(grade(met=False, reason="first"), created=EARLY)
    others = [segment(grade(), created=LATER), segment(grade(), created=LATE)]

    for several in permutations([first, *others]):
        fold = folded(*several)
        assert list(verdicts(fold).values()) == [(False, "first")]
        assert [block.clashes for block in fold.blocks] == [2]


def test_a_fold_of_a_fold_still_counts_what_it_left_out() -> None:
    yes, no = segment(grade(), created=EARLY), segment(grade(met=False), created=LATER)

    fold = folded(folded(yes, no), segment(grade("r2"), created=LATE))

    assert [block.clashes for block in fold.blocks] == [1]


def test_between_verdicts_of_one_second_the_smaller_segment_name_counts() -> None:
    segments = [segment(grade(met=met)) for met in (True, False)]
    least = min(segments, key=lambda each: each.name)

    assert verdicts(*segments) == verdicts(least)


def test_segments_beside_their_fold_are_not_read_twice() -> None:
    old, new = segment(grade()), segment(grade("r2"), created=LATER)
    fold = folded(old, new)

    assert verdicts(old, fold, new) == verdicts(fold)
    assert fold.header.replaces == tuple(sorted([old.name, new.name]))
    assert fold.header.created == LATER


def test_many_small_runs_fold_into_few_bytes() -> None:
    """Named once: 60 responses, 60 runs twice; an origin is 3 bytes, a mark is 1."""
    runs = [
        segment(
            *(grade(f"r{run}", leaf=f"l{leaf}") for leaf in range(10)),
            created=f"2026-01-01T00:{run:02}:00Z",
        )
        for run in range(60)
    ]

    fold = folding.fold(runs, TOOL)

    assert len(fold) < 60 * (35 + 35 + 62) + 600 * 4 + 1000
