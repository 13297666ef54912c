"""A page as text for a terminal or a pipe."""

from collections.abc import Iterable, Iterator
from io import StringIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text
from rich.tree import Tree

from rubrickit.reports import numbers
from rubrickit.reports.escaping import clean
from rubrickit.reports.pages import Page, Table, Twig

_LONGEST = 300
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
    for part in _parts(page):
        console.print(part)
    return out.getvalue()


def _parts(page: Page) -> Iterator[RenderableType]:
    yield Text(clean(page.title), style="bold")
    yield from (Text(clean(line, _LONGEST)) for line in page.lead)
    for table in page.tables:
        if table.rows:
            yield Text(f"\n{table.heading}", style="bold")
            yield _table(table)
            yield from _more(len(table.rows))
    for twig in page.trees:
        yield Text("")
        yield _tree(twig)
    for group in page.groups:
        yield Text(f"\n{clean(group.heading)}", style="bold")
        shown = group.lines[:MOST_LINES]
        yield from (Text(f"  {clean(line, _LONGEST)}") for line in shown)
        yield from _more(len(group.lines))
    last = [line for line in (*page.notes, page.foot) if line]
    if last:
        yield Text("")
    yield from (Text(clean(line, _LONGEST), style="dim") for line in last)


def _tree(twig: Twig) -> Tree:
    made = Tree(_twig(twig), guide_style="dim")
    _grow(made, twig.children)
    return made


def _grow(tree: Tree, twigs: Iterable[Twig]) -> None:
    for twig in twigs:
        _grow(tree.add(_twig(twig)), twig.children)


def _twig(twig: Twig) -> Text:
    """Colour repeats what the words say."""
    rate = Text(f"{twig.rate} " if twig.rate else "")
    rate.stylize("red" if twig.is_failing else "green")
    name = Text(clean(twig.name), style="bold")
    return Text.assemble(rate, name, "  ", Text(clean(twig.facts), style="dim"))


def _more(count: int) -> Iterator[Text]:
    if count > MOST_LINES:
        hidden = numbers.count(count - MOST_LINES, "more line")
        yield Text(f"  {hidden}; `--format json` holds them all", style="dim")


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
