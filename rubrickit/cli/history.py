"""`log` and `blame`: what became of a rubric, and who last changed what it grades."""

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place

_REF = click.option(
    "--ref", default="HEAD", show_default=True, help="Where the history ends."
)


@click.command("log")
@click.argument("question", required=False)
@click.option(
    "--max-count",
    "-n",
    type=click.IntRange(1),
    metavar="N",
    help="Look at no more than so many commits.",
)
@_REF
@options.formats("text", "markdown", "json")
@options.folders
def log(
    place: Place, question: str | None, max_count: int | None, ref: str,
    format_name: str,
) -> None:  # fmt: skip
    """Tell the history of the rubrics, or of QUESTION, in words.

    Newest first, along first parents: what each commit edited, the calls that it takes
    to grade that, the means before and after from recorded grades, and who signed.
    Commits that change nothing graded are left out. Asks no judge.
    """
    from rubrickit.cli import session
    from rubrickit.flows import history
    from rubrickit.reports import history_page

    with session.at(place.recorded(), ref) as (world, version):
        entries = history.log(world, version, question, max_count)
    output.show(
        format_name,
        lambda: history_page.log(version, entries),
        lambda: history_page.log_document(version, entries),
    )


@click.command("blame")
@click.argument("question")
@_REF
@options.formats("text", "markdown", "json")
@options.folders
def blame(place: Place, question: str, ref: str, format_name: str) -> None:
    """Say which commit last changed what each leaf of QUESTION grades.

    A leaf's words count, and not its layout, place, weight or name. Beside the commit
    stands the first annotated tag, such as a release's, that contains it.
    """
    from rubrickit.cli import session
    from rubrickit.flows import history
    from rubrickit.reports import history_page

    with session.at(place.recorded(), ref) as (world, version):
        found = history.blame(world, version, question)
    output.show(
        format_name,
        lambda: history_page.blame(found),
        lambda: history_page.blame_document(found),
    )
