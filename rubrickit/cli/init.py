"""`init`: a rubric repository from nothing, with workflows where they are wanted."""

from pathlib import Path

import click

from rubrickit import __version__


@click.command("init")
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False), default=Path()
)
@click.option("--github", is_flag=True, help="Add the workflows for GitHub Actions.")
@click.option("--gitlab", is_flag=True, help="Add a pipeline for GitLab.")
@click.option(
    "--pin",
    default="",
    metavar="COMMIT",
    help="The commit of rubrickit that workflows use.  [default: this copy's own]",
)
def init(folder: Path, github: bool, gitlab: bool, pin: str) -> None:
    """Make a rubric repository, or add what one lacks.

    In FOLDER, or here. A file that exists is kept as it is and named. The example comes
    only into a folder without rubrics.
    """
    from rubrickit.core import scaffolding
    from rubrickit.edges import scaffold
    from rubrickit.reports import init_page

    chosen = scaffolding.pinned(__version__, pin, scaffold.noted())
    parts = scaffolding.parts(github=github, gitlab=gitlab)
    written = scaffold.write(folder, parts, chosen)
    click.echo(init_page.files(written), nl=False)
    click.echo(init_page.advice(written, chosen), nl=False, err=True)
