"""Two agents on the same rubrics and judge, in words."""

from collections.abc import Iterator

from rubrickit.reports import figures, notes, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table

_MARKS = {**figures.MARKS, "pass": "✅ better", "fail": "❌ worse"}


def page(document: Document) -> Page:
    """Of a `rubrickit.compare-agents/1`: worst question first, then the leaves."""
    judge, version = document["judge"], document["version"]
    named = notes.judge(judge["kind"], judge["model"], judge["endpoint"])
    return Page(
        title=f"rubrickit: {mark(document)}",
        lead=lead(document),
        tables=tables(document),
        groups=groups(document),
        notes=tuple(document["notes"]),
        foot=f"{_ends(document)} at {version['commit'] or version['ref']}"
        f" · judged by {named}",
    )


def mark(document: Document) -> str:
    """The outcome in a word."""
    return _MARKS[document["outcome"]]


def lead(document: Document) -> tuple[str, ...]:
    """What was decided and why, and the means."""
    return (*document["reasons"], _means(document["mean"]))


def tables(document: Document) -> tuple[Table, ...]:
    """Worst question first, then the leaves that differ most."""
    return (
        Table(
            "By rubric",
            ("rubric", "before", "after", "change", "responses", "gate closed"),
            tuple(map(_question_row, document["questions"])),
            frozenset({1, 2, 3, 4, 5}),
        ),
        Table(
            "Leaves that differ",
            ("rubric", "leaf", "before", "after", "broke", "mended", "p"),
            tuple(_leaf_rows(document)),
            frozenset({2, 3, 4, 5, 6}),
        ),
    )


def groups(document: Document) -> tuple[Group, ...]:
    """The questions that one agent alone was asked."""
    return tuple(
        Group(f"Only answered by {document[side]['agent']}", tuple(ids))
        for side in ("base", "head")
        if (ids := document[f"only_{side}"])
    )


def _ends(document: Document) -> str:
    return f"{document['base']['agent']} → {document['head']['agent']}"


def _means(mean: Document) -> str:
    means = f"mean {numbers.score(mean['base'])} → {numbers.score(mean['head'])}"
    if mean["interval"] is None:
        return means
    return f"{means}, 95 % interval of the change {numbers.between(*mean['interval'])}"


def _question_row(question: Document) -> Row:
    sides = question["base"], question["head"]
    counts = [side["counted"] for side in sides]
    shown = numbers.count(counts[0], "pair")
    return (
        question["question_id"],
        *(numbers.score(side["mean"]) for side in sides),
        numbers.signed(question["delta"]),
        shown if question["paired"] else " and ".join(map(str, counts)),
        " → ".join(str(side["gates_closed"]) for side in sides),
    )


def _leaf_rows(document: Document) -> Iterator[Row]:
    """Those that differ most first, as the document has them."""
    known = {each["question_id"]: each["leaves"] for each in document["questions"]}
    for each in document["differing_leaves"]:
        leaf = known[each["question_id"]][each["leaf"]]
        yield (
            each["question_id"],
            each["leaf"],
            _passed(leaf["base"]),
            _passed(leaf["head"]),
            _flips(leaf["broke"]),
            _flips(leaf["mended"]),
            "-" if leaf["p"] is None else f"{leaf['p']:.2g}",
        )


def _passed(rate: Document) -> str:
    return f"{rate['passed']} of {rate['n']}"


def _flips(count: int | None) -> str:
    return "-" if count is None else str(count)
