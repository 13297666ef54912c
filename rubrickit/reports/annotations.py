"""A delta at the lines that made it: gates first, and no more than a host shows."""

from collections.abc import Iterator

from rubrickit.core.hosting.posts import Annotation, Level
from rubrickit.reports import figures, numbers
from rubrickit.reports.documents import Document

MOST = 10
"""Of a level: GitHub shows no more of one step."""

LEVELS: tuple[Level, ...] = ("failure", "warning", "notice")

_Place = tuple[str, int]


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
    questions = {q["question_id"]: q for q in document["questions"]}
    for item in document["loosening"]:
        place = _place_of(questions.get(item["question_id"]), item["leaf"])
        yield from _at(place, "failure", "Gate loosened", figures.loosened(item))
    for question in document["questions"]:
        yield from _fall(question)
    for question in document["questions"]:
        yield from _pending(question)
    for item in document["weakening"]:
        place = _place_of(questions.get(item["question_id"]), item["leaf"])
        yield from _at(place, "notice", "Weakened", figures.weakened(item))


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


def _pending(question: Document) -> Iterator[Annotation]:
    for leaf, reasons in question.get("ungraded", {}).items():
        told = ", ".join(f"{n} {code}" for code, n in sorted(reasons.items()))
        message = f"{question['question_id']} {leaf}: {told}"
        yield from _at(_place_of(question, leaf), "warning", "Not graded", message)


def _place_of(question: Document | None, node: str) -> _Place:
    """Of the node's own edit, else of the first that stands somewhere."""
    edits = question["edits"] if question else []
    own = [edit for edit in edits if edit["node"] == node]
    places = [(edit["path"], edit["line"]) for edit in (*own, *edits)]
    return next((place for place in places if place[1]), ("", 0))


def _at(place: _Place, level: Level, title: str, message: str) -> Iterator[Annotation]:
    """Nothing where there is no line to point at: the comment has it."""
    path, line = place
    if path and line:
        yield Annotation(level, path, line, title, message)
