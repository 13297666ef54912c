"""Which experts' word stands behind the gates of a release."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from rubrickit.core.bonds import graded
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.signoffs import Authors, SignOff

Proved = Callable[[SignOff, Expert], bool]
"""Whether the row is of the expert's key or login."""

Wrote = Callable[[str, str], Authors]
"""Who wrote a question's leaf, by its path."""

Signed = Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]
"""By question id and a gate leaf's path: who signed it as it is, as plain JSON."""


def of(
    rubrics: Iterable[Rubric], experts: Experts, rows: Iterable[SignOff], proved: Proved
) -> Signed:
    """Proved words of listed people whose gates cover the leaf, each person once.

    A row says nothing of a leaf that decides otherwise than when it was signed: by
    other words, under another question or condition, or the other way round. Gates that
    nobody signed are there with nobody, and nothing is where no expert is configured.
    """
    if not experts.people:
        return {}
    by_leaf: dict[tuple[str, str], list[SignOff]] = {}
    for row in rows:
        by_leaf.setdefault((row.question_id, row.graded), []).append(row)
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for rubric, placed in _gates(rubrics):
        about = by_leaf.get((rubric.question_id, graded(rubric, placed)), [])
        people = [_told(row) for row in _counting(about, placed, experts, proved)]
        found.setdefault(rubric.question_id, {})[placed.path] = people
    return found


def _gates(rubrics: Iterable[Rubric]) -> Iterator[tuple[Rubric, PlacedLeaf]]:
    return ((r, placed) for r in rubrics for placed in r.leaves() if placed.is_gate)


def _counting(
    rows: Iterable[SignOff], placed: PlacedLeaf, experts: Experts, proved: Proved
) -> Iterator[SignOff]:
    """The author of the words is told too, and never counts as one who read them."""
    known: list[tuple[Expert, SignOff]] = []
    ordered = sorted(rows, key=lambda row: (row.meaning != "author", row.at, row.id))
    for row in ordered:
        expert = experts.named(row.id)
        if expert is None or not expert.covers(placed.path):
            continue
        if any(expert.is_same_person(other) for other, _ in known):
            continue
        if proved(row, expert):
            known.append((expert, row))
            yield row


def _told(row: SignOff) -> dict[str, Any]:
    """`approval` is null where a signature proves it."""
    return {
        "id": row.id,
        "name": row.name,
        "meaning": row.meaning,
        "at": row.at,
        "approval": asdict(row.approval) if row.approval else None,
    }


def approvals(signed: Signed) -> int:
    """How many of these words the code host had, so that nothing here proves them."""
    return sum(
        each["approval"] is not None
        for leaves in signed.values()
        for people in leaves.values()
        for each in people
    )


def missing(signed: Signed, experts: Experts, wrote: Wrote) -> tuple[str, ...]:
    """The gate leaves that too few people signed who did not write them."""
    return tuple(
        f"{question_id}: {path}"
        for question_id, leaves in signed.items()
        for path, people in leaves.items()
        if not _are_enough(people, experts, partial(wrote, question_id, path))
    )


def _are_enough(
    people: Iterable[Mapping[str, Any]], experts: Experts, wrote: Callable[[], Authors]
) -> bool:
    """Nobody looks for authors where there are too few people in any case."""
    others = [each["id"] for each in people if each["meaning"] != "author"]
    if len(others) < experts.sign_offs:
        return False
    known = [expert for each in others if (expert := experts.named(each))]
    authors = wrote()
    readers = sum(not authors.include(expert) for expert in known)
    return readers >= experts.sign_offs
