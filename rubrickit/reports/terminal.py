"""A page as text for a terminal or a pipe."""

from collections.abc import Iterator
from io import StringIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from rubrickit.reports import numbers
from rubrickit.reports.escaping import clean
from rubrickit.reports.pages import Page, Table

_LONGEST = 300
_GAP = "   "
MOST_LINES = 60
"""Of a table or a group; JSON holds them all."""


def text(page: Page, *, width: int, color: bool) -> str:
    """Readable without colour; control characters in people's texts are dropped."""
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        highlight=False,
    )
    for part in _parts(page, width):
        if isinstance(part, str):
            out.write(part)
        else:
            console.print(part)
    return out.getvalue()


def _parts(page: Page, width: int) -> Iterator[RenderableType]:
    yield Text(clean(page.title), style="bold")
    yield from (Text(clean(line, _LONGEST)) for line in page.lead)
    for table in page.tables:
        if table.rows:
            yield Text(f"\n{table.heading}", style="bold")
            yield from _lines(table, width) or [_table(table)]
            yield from _more(len(table.rows))
    for group in page.groups:
        yield Text(f"\n{clean(group.heading)}", style="bold")
        shown = group.lines[:MOST_LINES]
        yield from (Text(f"  {clean(line, _LONGEST)}") for line in shown)
        yield from _more(len(group.lines))
    last = [line for line in (*page.notes, page.foot) if line]
    if last:
        yield Text("")
    yield from (Text(clean(line, _LONGEST), style="dim") for line in last)


def _more(count: int) -> Iterator[Text]:
    if count > MOST_LINES:
        hidden = numbers.count(count - MOST_LINES, "more line")
        yield Text(f"  {hidden}; `--format json` holds them all", style="dim")


def _lines(table: Table, width: int) -> list[RenderableType]:
    """What `_table` prints, in a tenth of its time; nothing where a row must be folded.

    Only of plain letters: others may be two columns wide, or none.
    """
    rows = [table.columns, *([clean(value) for value in row] for row in table.rows)]
    if not all(v.isascii() and v.isprintable() for row in rows for v in row):
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    total = sum(widths) + len(_GAP) * (len(widths) - 1)
    if total > width:
        return []
    sides = [">" if at in table.numeric else "<" for at in range(len(widths))]
    shape = _GAP.join(f"{{:{s}{w}}}" for s, w in zip(sides, widths, strict=True))
    head, *body = (shape.format(*row) for row in rows)
    return [Text(head, style="bold"), "\n".join(["─" * total, *body, ""])]


def _table(table: Table) -> RichTable:
    made = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, name in enumerate(table.columns):
        is_number = index in table.numeric
        made.add_column(
            name,
            justify="right" if is_number else "left",
            no_wrap=is_number,
            overflow="fold",
        )
    for row in table.rows[:MOST_LINES]:
        made.add_row(*(Text(clean(value)) for value in row))
    return made
