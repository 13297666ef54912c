"""Whether the people of the configuration could ever sign for the gates there are."""

from collections.abc import Iterable, Iterator

from rubrickit.core.experts import Expert, Experts
from rubrickit.core.findings import Finding, mistake
from rubrickit.core.rubric import Place, Rubric

_RULE = "experts"


def experts(people: Experts, rubrics: Iterable[Rubric]) -> Iterator[Finding]:
    """Nothing where nobody is listed: then a gate is loosened by nobody."""
    if not people.people:
        return
    yield from _entries(people)
    yield from _too_few(people, rubrics)


def _entries(people: Experts) -> Iterator[Finding]:
    for at, person in enumerate(people.people):
        if person.key and not person.public_key:
            hint = "one line, such as `ssh-ed25519 AAAA…`; never the private key"
            message = f"the key of `{person.id}` is no public SSH key"
            yield mistake(_RULE, people.place, message, hint)
        for other in people.people[:at]:
            if person.is_same_person(other):
                yield _twice(people.place, other, person)


def _twice(place: Place, first: Expert, again: Expert) -> Finding:
    message = f"`{first.id}` and `{again.id}` are one person"
    if first.id == again.id:
        message = f"the expert `{again.id}` stands twice"
    hint = "give each an id, a key and a login of their own"
    return mistake(_RULE, place, message, hint)


def _too_few(people: Experts, rubrics: Iterable[Rubric]) -> Iterator[Finding]:
    """One more than sign: whoever makes an edit does not sign for it.

    One finding for the gates that the same people may sign for.
    """
    needed = people.sign_offs + 1
    told: set[tuple[str, ...]] = set()
    for rubric in rubrics:
        for placed in rubric.leaves():
            if not placed.is_gate:
                continue
            found = tuple(person.id for person in people.covering(placed.path))
            if len(found) < needed and found not in told:
                told.add(found)
                yield _lacking(people.place, rubric, placed.path, len(found), needed)


def _lacking(
    place: Place, rubric: Rubric, leaf: str, found: int, needed: int
) -> Finding:
    may = "1 expert may" if found == 1 else f"{found or 'no'} experts may"
    message = (
        f"{may} sign for the gate `{leaf}` of `{rubric.question_id}`,"
        f" and {needed} are needed"
    )
    hint = "list more `people`, or lower `sign_offs`: nobody signs their own edit"
    return mistake(_RULE, place, message, hint)
