"""A delta at the lines that made it: gates first, and no more than a host shows."""

from collections.abc import Iterator

from rubrickit.core.hosting.posts import Annotation, Level
from rubrickit.reports import groups, numbers
from rubrickit.reports.documents import Document

MOST = 10
"""Of a level: GitHub shows no more of one step."""

LEVELS: tuple[Level, ...] = ("failure", "warning", "notice")

_Place = tuple[str, int]
_Places = dict[str | None, _Place]


def annotations(document: Document) -> tuple[Annotation, ...]:
    """What a person should look at; where there is too much of it, the rest counted."""
    every = list(_every(document))
    return tuple(
        shown
        for level in LEVELS
        for shown in _capped([a for a in every if a.level == level])
    )


def _capped(found: list[Annotation]) -> list[Annotation]:
    if len(found) <= MOST:
        return found
    kept, last = found[: MOST - 1], found[MOST - 1]
    more = f"and {len(found) - len(kept):,} more in the summary"
    return [*kept, Annotation(last.level, last.path, last.line, "rubrickit", more)]


def _every(document: Document) -> Iterator[Annotation]:
    places = {q["question_id"]: _places(q) for q in document["questions"]}
    for item in document["loosening"]:
        place = _place_of(places.get(item["question_id"]), item["leaf"])
        yield from _at(place, "failure", "Gate loosened", groups.loosened(item))
    for question in document["questions"]:
        yield from _fall(question)
    for question in document["questions"]:
        yield from _pending(question, places[question["question_id"]])
    for item in document["weakening"]:
        place = _place_of(places.get(item["question_id"]), item["leaf"])
        yield from _at(place, "notice", "Weakened", groups.weakened(item))


def _fall(question: Document) -> Iterator[Annotation]:
    """At the edit that did most of it."""
    low = question.get("bounds", (None,))[0]
    falling = [e for e in question["edits"] if (e["contribution"] or 0) < 0]
    if low is None or low >= 0 or not falling:
        return
    edit = min(falling, key=lambda e: (e["contribution"], e["node"]))
    name, part = question["question_id"], numbers.signed(edit["contribution"])
    message = f"{name} fell by {-low:.4f}; this edit ({edit['kind']}) did {part}"
    yield from _at((edit["path"], edit["line"]), "warning", "Score fell", message)


def _pending(question: Document, places: _Places) -> Iterator[Annotation]:
    for leaf, reasons in question.get("ungraded", {}).items():
        told = ", ".join(f"{n} {code}" for code, n in sorted(reasons.items()))
        message = f"{question['question_id']} {leaf}: {told}"
        yield from _at(_place_of(places, leaf), "warning", "Not graded", message)


def _places(question: Document) -> _Places:
    """Where edited nodes stand; at None the first that stands somewhere."""
    found: _Places = {}
    for edit in question["edits"]:
        if edit["line"]:
            place = edit["path"], edit["line"]
            found.setdefault(None, place)
            found.setdefault(edit["node"], place)
    return found


def _place_of(places: _Places | None, node: str) -> _Place:
    """Of the node's own edit, else of the first."""
    found = places or {}
    return found.get(node) or found.get(None) or ("", 0)


def _at(place: _Place, level: Level, title: str, message: str) -> Iterator[Annotation]:
    """Nothing where there is no line to point at: the comment has it."""
    path, line = place
    if path and line:
        yield Annotation(level, path, line, title, message)
