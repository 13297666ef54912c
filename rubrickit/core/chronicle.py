"""A rubric's history: what each commit did to it, and where each leaf comes from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from rubrickit.core.canonical import Digest
from rubrickit.core.changes import Edit, compare
from rubrickit.core.consents import Signer
from rubrickit.core.git_output import Commit
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.signing import subjects
from rubrickit.core.signoffs import SignOff

Status = Literal["changed", "new", "deleted"]


@dataclass(frozen=True, slots=True)
class Step:
    """One commit and the rubrics whose files it touched, by question id on either side.

    `paths` are the touched files. `faults` say by path why one cannot be read after it.
    """

    commit: Commit
    before: Mapping[str, Rubric]
    after: Mapping[str, Rubric]
    paths: frozenset[str] = frozenset()
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a commit did to one question; `old` and `new` are None where it is not."""

    question_id: str
    old: Rubric | None
    new: Rubric | None
    edits: tuple[Edit, ...] = ()

    @property
    def status(self) -> Status:
        if self.old and self.new:
            return "changed"
        return "new" if self.new else "deleted"


@dataclass(frozen=True, slots=True)
class Told:
    """A turn with what is known beside Git, over the responses of that time.

    `leaves` are those that a judge had not been asked in these words, and `calls` the
    least that it takes to grade them. A mean is None where a grade is missing, or
    where there is no response.
    """

    turn: Turn
    leaves: int = 0
    calls: int = 0
    base: Fraction | None = None
    head: Fraction | None = None
    signers: tuple[Signer, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One commit's part of the history; `faults` are lines, place first."""

    commit: Commit
    told: tuple[Told, ...]
    faults: tuple[str, ...] = ()


def turns(steps: Iterable[Step]) -> Iterator[tuple[Step, tuple[Turn, ...]]]:
    """Oldest step first. A step that changed nothing graded has no turn.

    A file that cannot be read is compared with what it held when it could: breaking
    and repairing it deletes nothing and brings nothing.
    """
    held: dict[str, Rubric] = {}
    for step in steps:
        was = {q: r for q, r in held.items() if r.place.path in step.paths}
        before = {**was, **step.before}
        broken = {q: r for q, r in before.items() if r.place.path in step.faults}
        gone = before.keys() - step.after.keys() - broken.keys()
        for question_id in before.keys() & step.after.keys():
            broken.pop(question_id, None)
            held.pop(question_id, None)
        held |= broken
        known = sorted(gone | step.after.keys())
        yield step, tuple(_turns(known, before, step.after))


def _turns(
    question_ids: Iterable[str],
    before: Mapping[str, Rubric],
    after: Mapping[str, Rubric],
) -> Iterator[Turn]:
    for question_id in question_ids:
        old, new = before.get(question_id), after.get(question_id)
        edits = compare(old, new).edits if old and new and old != new else ()
        if edits or not (old and new):
            yield Turn(question_id, old, new, edits)


def about(turn: Turn, rows: Iterable[SignOff]) -> list[SignOff]:
    """The rows that bind what this turn did to a leaf, or the words that it brought."""
    edited = [each for each in subjects(turn.old, turn.new) if each.change]
    changes = {each.change for each in edited}
    words = {each.leaf_digest for each in edited if each.after}
    if turn.old is None and turn.new:
        words = {leaf_digest(placed.leaf) for placed in turn.new.leaves()}
    return [
        row
        for row in rows
        if row.question_id == turn.question_id
        and (row.change in changes if row.change else row.leaf_digest in words)
    ]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a leaf's present words come from; None where history does not tell."""

    leaf: str
    commit: Commit | None


def words(_: Rubric, placed: PlacedLeaf) -> Digest:
    """What a leaf asks: layout, place, weight and name do not matter."""
    return leaf_digest(placed.leaf)


def origins(
    rubric: Rubric,
    steps: Iterable[Step],
    seen: Callable[[Rubric, PlacedLeaf], Digest] = words,
) -> tuple[Origin, ...]:
    """Newest step first; no more of them are asked for than it takes.

    The oldest commit from which on the question always had a leaf that is `seen` as the
    same.
    """
    leaves = {placed.path: seen(rubric, placed) for placed in rubric.leaves()}
    found: dict[str, Commit] = {}
    waiting = set(leaves)
    for step in steps:
        now = step.after.get(rubric.question_id)
        if now is None and step.faults:
            continue
        had = {seen(now, placed) for placed in now.leaves()} if now else set()
        waiting = {path for path in waiting if leaves[path] in had}
        found |= dict.fromkeys(waiting, step.commit)
        if not waiting:
            break
    return tuple(Origin(path, found.get(path)) for path in leaves)
