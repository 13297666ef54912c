"""`report`: where the scores stand, as one HTML file, as JSON or as a text."""

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Command, Place
from rubrickit.errors import RubrickitError

if TYPE_CHECKING:
    from rubrickit.core.reporting import Wishes
    from rubrickit.reports.documents import Document
    from rubrickit.reports.pages import Page

_AGENTS = click.option(
    "--agents", nargs=2, metavar="A B", help="Compare two agents; no others count."
)
_COMMITS = click.option(
    "--commits",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="How many commits of the rubrics the trend goes back.",
)
_NO_TEXTS = click.option(
    "--no-texts", is_flag=True, help="Leave out responses' texts and judges' reasons."
)


def _wishes(command: Command) -> Command:
    """`--agents`, `--commits` and `--no-texts` as one `wishes`."""

    @wraps(command)
    def wished(
        agents: tuple[str, str] | None, commits: int, no_texts: bool, **rest: Any
    ) -> Any:
        from rubrickit.core.reporting import Wishes

        wishes = Wishes(agents or (), commits, texts=not no_texts)
        return command(wishes=wishes, **rest)

    for option in (_NO_TEXTS, _COMMITS, _AGENTS):
        wished = option(wished)
    return wished


@click.command("report")
@click.argument("ref", required=False)
@click.option(
    "--delta",
    "span",
    metavar="BASE..HEAD",
    help="Add what an edit does; without HEAD it is the working tree's.",
)
@_wishes
@click.option(
    "--out",
    type=options.PATH,
    help="Where it is written.  [default: report.html; else to stdout]",
)
@options.formats("html", "json", "text")
@options.place
def report(
    place: Place,
    ref: str | None,
    span: str | None,
    wishes: "Wishes",
    out: Path | None,
    format_name: str,
) -> None:
    """Show where the scores stand, what moved them and what fails most.

    REF is a commit, a branch or a tag; the working tree where it is not named. With
    `--delta` the head is shown, over the responses of the base; with `--agents` whether
    B is better than A. No judge is asked: grades are those that the ledger holds, and
    what they leave open is told.

    Exit code 4: there is no response to show.
    """
    if span is not None and (ref or wishes.agents):
        given = "`--agents`" if wishes.agents else f"`{ref}`"
        raise RubrickitError(f"`--delta` and {given} are two reports", hint="name one")
    target = out or (Path("report.html") if format_name == "html" else None)
    if target is not None:
        output.check(target)
    recorded = place.recorded()
    if span is None:
        document = _at(recorded, ref, wishes)
    else:
        document = _between(recorded, span, wishes)
    if target is None:
        output.show(format_name, lambda: _page(document), lambda: document)
        return
    output.write(target, _written(document, format_name))
    click.echo(f"{target} written", err=True)


def _at(place: Place, ref: str | None, wishes: "Wishes") -> "Document":
    from rubrickit.cli import reported, session

    with session.at(place, ref) as (world, version):
        return reported.at(world, version, wishes)


def _between(place: Place, span: str, wishes: "Wishes") -> "Document":
    from rubrickit import wiring
    from rubrickit.cli import reported, session
    from rubrickit.flows import delta as flow

    with session.between(place, *_ends(span)) as (world, ends):
        edit = flow.delta(world, ends, infer=wiring.infer(world.config.gate))
        return reported.of_delta(world, edit, wishes)


def _ends(span: str) -> tuple[str | None, str | None]:
    """Two dots or three, as Git's users write them: it is the merge base either way."""
    base, _, head = span.partition("..")
    return base or None, head.removeprefix(".") or None


def _page(document: "Document") -> "Page":
    from rubrickit.reports import overview_page

    return overview_page.page(document)


def _written(document: "Document", format_name: str) -> str:
    if format_name == "json":
        return output.as_json(document)
    if format_name == "text":
        from rubrickit.reports import terminal

        return terminal.text(_page(document), width=output.PIPED_WIDTH, color=False)
    from rubrickit.cli import reported

    return reported.html(document)
