"""Where the scores stand, in tables: questions by agents, and what fails most."""

from collections.abc import Iterator

from rubrickit.reports import agents_page, notes, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table

_PARTS = ("met", "required", "additional", "closed", "open", "mean")
_MOST = 20


def page(document: Document) -> Page:
    """Of a `rubrickit.report/1`; the requirements stand before every mean."""
    judge, version = document["judge"], document["version"]
    named = notes.judge(judge["kind"], judge["model"], judge["endpoint"])
    return Page(
        title=f"rubrickit: requirements met by {_met(document['totals'])} responses",
        lead=(_scope(document), *_of_agents(document)),
        tables=tuple(_tables(document)),
        groups=tuple(group for group in _groups(document) if group.lines),
        notes=tuple(_notes(document)),
        foot=f"{version['commit'] or version['ref']} · judged by {named}",
    )


def _of_agents(document: Document) -> Iterator[str]:
    """What the comparison of two agents came to, if there is one."""
    if compared := document["comparison"]:
        names = (compared[side]["agent"] for side in ("base", "head"))
        yield f"{' → '.join(names)}: {agents_page.mark(compared)}"
        yield from agents_page.lead(compared)


def _groups(document: Document) -> Iterator[Group]:
    without = tuple(document["ungraded"])
    yield Group("Without responses, so without a score", without)
    if compared := document["comparison"]:
        yield from agents_page.groups(compared)


def _notes(document: Document) -> Iterator[str]:
    """Each once: a report and its comparison may know the same."""
    compared = document["comparison"]
    more = compared["notes"] if compared else []
    yield from dict.fromkeys([*document["notes"], *more])


def _scope(document: Document) -> str:
    totals = document["totals"]
    return " · ".join(
        (
            numbers.count(len(document["questions"]), "rubric"),
            numbers.count(totals["n"], "response"),
            f"{totals['gates_closed']:,} behind a closed gate",
            f"{totals['pending']:,} pending",
            f"mean {numbers.score(totals['mean'])}",
        )
    )


def _tables(document: Document) -> Iterator[Table]:
    if compared := document["comparison"]:
        yield from agents_page.tables(compared)
    yield _table("By agent", ("agent",), ("scored", *_PARTS), _agents(document))
    yield _table(
        "By rubric and agent", ("rubric", "agent"), _PARTS, _questions(document)
    )
    yield _table(
        "Leaves that fail most",
        ("rubric", "leaf", "agent"),
        ("failed", "pass rate"),
        map(_failing, document["most_failed"][:_MOST]),
    )
    yield _table(
        "Slices",
        ("slice", "value"),
        ("scored", "mean", "95 % interval"),
        map(_slice, document["slices"]),
    )


def _table(heading: str, texts: Row, columns: Row, rows: Iterator[Row]) -> Table:
    """`texts` come first and stand to the left."""
    numeric = range(len(texts), len(texts) + len(columns))
    return Table(heading, (*texts, *columns), tuple(rows), frozenset(numeric))


def _agents(document: Document) -> Iterator[Row]:
    for name, standing in document["by_agent"].items():
        scored = f"{standing['scored']} of {standing['n']}"
        yield name or "(no name)", scored, *_parts(standing)


def _questions(document: Document) -> Iterator[Row]:
    for question in document["questions"]:
        for name, standing in question["by_agent"].items():
            yield question["question_id"], name or "(no name)", *_parts(standing)


def _parts(standing: Document) -> Row:
    return (
        _met(standing),
        numbers.score(standing["required_share"]),
        numbers.score(standing["additional_share"]),
        str(standing["gates_closed"]),
        str(standing["pending"]),
        numbers.score(standing["mean"]),
    )


def _met(standing: Document) -> str:
    return f"{standing['requirements_met']} of {standing['requirements_n']}"


def _failing(row: Document) -> Row:
    failed = f"{row['failed']} of {row['n']}"
    agent = row["agent"] or "(no name)"
    return (
        row["question_id"], row["leaf"], agent, failed, numbers.score(row["pass_rate"])
    )  # fmt: skip


def _slice(found: Document) -> Row:
    low, high = numbers.score(found["low"]), numbers.score(found["high"])
    interval = "-" if found["low"] is None else f"{low} to {high}"
    mean = numbers.score(found["mean"])
    return found["name"], found["value"], str(found["n"]), mean, interval
