"""What an expert is asked to sign: one leaf, as it is and as an edit made it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from rubrickit.core.bonds import bond, graded, is_only_reworded
from rubrickit.core.canonical import Digest
from rubrickit.core.changes import compare, summary
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.grades import leaf_digest
from rubrickit.core.rubric import PlacedLeaf, Rubric
from rubrickit.core.signoffs import Meaning, SignOff
from rubrickit.errors import RubrickitError


@dataclass(frozen=True, slots=True)
class Subject:
    """`before` and `after` in words, "" where the leaf does not exist there.

    `change` is "" where nothing was edited. `graded` is of the leaf as it decides in
    the new tree, "" where it is gone. `path` is
    the leaf's in the new tree, and `leaf` in the old one, where either exists.
    `is_gate` on either side; `is_new`: there is no old one. `reworded`: the words are
    all of the edit.
    """

    question_id: str
    leaf: str
    path: str
    leaf_digest: Digest
    change: Digest
    graded: Digest
    before: str
    after: str
    is_gate: bool
    is_new: bool = False
    reworded: bool = False

    @property
    def is_touched(self) -> bool:
        return self.is_new or bool(self.change)


def subjects(old: Rubric | None, new: Rubric | None) -> Iterator[Subject]:
    """Every leaf of both sides of an edit; nothing where neither has the question."""
    if old and new:
        yield from _edited(old, new)
    elif old:
        yield from (_subject(old, was, old, None) for was in old.leaves())
    elif new:
        yield from (_brought(new, now) for now in new.leaves())


def _edited(old: Rubric, new: Rubric) -> Iterator[Subject]:
    found = compare(old, new)
    before = {placed.path: placed for placed in found.old.leaves()}
    after = {placed.path: placed for placed in found.new.leaves()}
    for pair in found.pairs:
        was = before.get(pair.old.path) if pair.old else None
        now = after.get(pair.new.path) if pair.new else None
        if was:
            yield _subject(found.old, was, found.new, now)
        elif now:
            yield _brought(found.new, now)


def _brought(rubric: Rubric, now: PlacedLeaf) -> Subject:
    return replace(_subject(rubric, now, rubric, now), is_new=True)


def _subject(
    old: Rubric, was: PlacedLeaf, new: Rubric, now: PlacedLeaf | None
) -> Subject:
    read = now if now and (now.is_gate or not was.is_gate) else was
    change = bond(old, was, new, now)
    is_edited = not now or change != bond(old, was, old, was)
    return Subject(
        question_id=old.question_id,
        leaf=was.path,
        path=now.path if now else was.path,
        leaf_digest=leaf_digest(read.leaf),
        change=change if is_edited else "",
        graded=graded(new, now) if now else "",
        before=_in_words(was),
        after=_in_words(now) if now else "",
        is_gate=was.is_gate or bool(now and now.is_gate),
        reworded=bool(now and is_edited and is_only_reworded(old, was, new, now)),
    )


def _in_words(placed: PlacedLeaf) -> str:
    """All of the leaf that is bound."""
    marks = (
        "" if placed.leaf.expect else "expects no",
        "a gate" if placed.is_gate else "no gate",
        *(f"when {condition}" for condition in placed.conditions),
    )
    return f"{summary(placed.leaf)} ({', '.join(filter(None, marks))})"


def chosen(
    found: Collection[Subject], question_id: str, paths: Collection[str]
) -> tuple[Subject, ...]:
    """Those that a person named, by their path on either side.

    Raises RubrickitError where there is no such question or leaf.
    """
    if not found:
        hint = "`question_id` in the rubric's file is its name"
        raise RubrickitError(f"there is no rubric `{question_id}`", hint=hint)
    by_path = {each.leaf: each for each in found}
    by_path |= {each.path: each for each in found}
    for path in paths:
        if path not in by_path:
            near = get_close_matches(path, by_path, 1)
            hint = (
                f"did you mean `{near[0]}`?" if near else "a leaf is named by its path"
            )
            raise RubrickitError(f"{question_id}: there is no leaf `{path}`", hint=hint)
    return tuple(dict.fromkeys(by_path[path] for path in paths))


def signer(experts: Experts, person_id: str) -> Expert:
    """Raises RubrickitError for whom the base does not list, or lists without a key."""
    expert = experts.named(person_id)
    if expert is None:
        known = ", ".join(person.id for person in experts.people) or "nobody so far"
        raise RubrickitError(
            f"the base's `experts` do not list `{person_id}`", hint=f"listed: {known}"
        )
    if not expert.public_key:
        hint = "a pull request of its own adds it to `experts.people`"
        raise RubrickitError(f"the base lists no key of `{person_id}`", hint=hint)
    return expert


def rows(
    wanted: Collection[Subject], expert: Expert, meaning: Meaning, at: str
) -> tuple[SignOff, ...]:
    """Not signed yet. Raises RubrickitError for a leaf that is not theirs to sign."""
    for subject in wanted:
        if not expert.covers(subject.leaf):
            own = ", ".join(expert.gates)
            message = f"`{expert.id}` may not sign for `{subject.leaf}`"
            raise RubrickitError(message, hint=f"the base lists for them: {own}")
    return tuple(
        SignOff(
            question_id=subject.question_id,
            leaf=subject.leaf,
            leaf_digest=subject.leaf_digest,
            meaning=meaning,
            id=expert.id,
            name=expert.name,
            at=at,
            change=subject.change,
            graded=subject.graded,
        )
        for subject in wanted
    )
