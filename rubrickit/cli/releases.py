"""`releases`: past releases under the rubrics of others."""

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place


@click.command("releases")
@click.argument("ref", required=False)
@click.option(
    "--under",
    multiple=True,
    metavar="TAG",
    help="Only under this release's rubrics and REF's; once for each.",
)
@options.formats("text", "markdown", "json")
@options.repository
def releases(
    place: Place, ref: str | None, under: tuple[str, ...], format_name: str
) -> None:
    """Tell which past releases would have passed the gates of other rubrics.

    Each release's responses stand under the rubrics, settings and judge of every
    release, and of REF or the working tree. Only recorded grades count: what has none
    is unjudged, with the price of grading it. Asks no judge and decides nothing.
    """
    from rubrickit import sealing, wiring
    from rubrickit.cli.progress import Bar
    from rubrickit.flows import counterfactual
    from rubrickit.reports import releases_page

    folders = wiring.Folders(place.repo)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        current = repository.version(ref)
        world = wiring.world(repository, current, bar, asks=False)
        states = sealing.states(repository, world)
        known = sealing.releases(repository)
        in_full = format_name == "json"
        found = counterfactual.releases(known, states, current, under, in_full=in_full)
    output.show(
        format_name,
        lambda: releases_page.page(found),
        lambda: releases_page.document(found),
    )
