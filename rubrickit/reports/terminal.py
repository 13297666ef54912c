"""A page as text for a terminal or a pipe."""

from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from rubrickit.reports.escaping import clean
from rubrickit.reports.pages import Page, Table

_LONGEST = 300


def text(page: Page, *, width: int, color: bool) -> str:
    """Readable without colour; control characters in people's texts are dropped."""
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        highlight=False,
    )
    console.print(Text(clean(page.title), style="bold"))
    for line in page.lead:
        console.print(Text(clean(line, _LONGEST)))
    for table in page.tables:
        if table.rows:
            console.print(Text(f"\n{table.heading}", style="bold"))
            console.print(_table(table))
    for group in page.groups:
        console.print(Text(f"\n{group.heading}", style="bold"))
        for line in group.lines:
            console.print(Text(f"  {clean(line, _LONGEST)}"))
    if page.notes:
        console.print()
    for line in (*page.notes, page.foot):
        if line:
            console.print(Text(clean(line, _LONGEST), style="dim"))
    file = console.file
    return file.getvalue() if isinstance(file, StringIO) else ""


def _table(table: Table) -> RichTable:
    made = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, name in enumerate(table.columns):
        is_number = index in table.numeric
        made.add_column(
            name, justify="right" if is_number else "left", no_wrap=is_number
        )
    for row in table.rows:
        made.add_row(*(Text(clean(value)) for value in row))
    return made
