"""`watch`: lint and the delta, again whenever a file is saved."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place

if TYPE_CHECKING:
    from rubrickit.reports.watch_page import Look


@click.command("watch")
@click.argument("path", required=False, type=options.FOLDER)
@click.option(
    "--base", metavar="REF", help="What is compared with.  [default: the main branch]"
)
@click.option(
    "--grade", is_flag=True, help="Ask the judge for missing grades, and pay."
)
@click.option("--once", is_flag=True, help="Look once, and end as `delta` would.")
@options.place
@click.pass_context
def watch(
    ctx: click.Context,
    place: Place,
    path: Path | None,
    base: str | None,
    grade: bool,
    once: bool,
) -> None:
    """Show lint and the delta whenever a file is saved.

    PATH is the repository, as `--repo` is. Compares the working tree with the point
    where it left the base, by the grades there are: no judge is asked, unless `--grade`
    says so. A broken file is told, and the watch goes on. Ctrl-C ends it.
    """
    from rubrickit import linting, wiring
    from rubrickit.core.watched import is_watched
    from rubrickit.edges import file_watch
    from rubrickit.flows import watching

    place = replace(place, repo=path or place.repo)
    if not grade:
        place = replace(place.recorded(), quiet=True)
    folders = wiring.Folders(place.repo, place.rubrics, place.responses)
    lint = partial(linting.findings, folders, memory={})
    compare = partial(_compared, place, base)
    if once:
        found = watching.look(lint, compare)
        _show(found)
        ctx.exit(found.exit)

    def look_at(changed: Sequence[str]) -> "Look":
        return watching.look(lint, compare, changed)

    scores = linting.paths(folders).scores
    changes = file_watch.changes(
        wiring.root_of(place.repo), partial(is_watched, scores=scores)
    )
    watching.watch(changes, look_at, _show)


def _compared(place: Place, base: str | None) -> dict[str, object]:
    from rubrickit import wiring
    from rubrickit.cli import session
    from rubrickit.flows import delta as flow
    from rubrickit.reports import delta_document

    with session.between(place, base, None) as (world, span):
        report = flow.delta(world, span, infer=wiring.infer(world.config.gate))
    return delta_document.delta(report, world.config)


def _show(look: "Look") -> None:
    """On a cleared screen; one below the other where nobody looks."""
    from rubrickit.reports import watch_page

    click.clear()
    output.show("text", lambda: watch_page.page(look), dict)
    click.echo()
