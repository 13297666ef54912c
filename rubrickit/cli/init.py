"""`init`: a rubric repository from nothing, with workflows where they are wanted."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rubrickit.edges.scaffold import Part

_PINNED = (".github/", ".gitlab-ci.yml")
_NEXT = """\
Next: read rubrics/returns.yaml, then
  rubrickit lint && rubrickit score
  git add . && git commit --message "A rubric repository"
and edit the rubric: `rubrickit delta` says what the edit does.
"""
_GITHUB = """\
At GitHub: an environment `rubrickit-judge` with the judge's key, and one
`rubrickit-judge-fork` with required reviewers; require the check `rubrickit`.
"""
_NOT_PINNED = """\
warning: this copy of rubrickit does not know its commit; the workflows name its version
hint: a tag can be moved; put the commit of a release there, as `--pin COMMIT` would
"""


class CommitType(click.ParamType[str]):
    """A full commit id; "" is none."""

    name = "commit"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if value and not re.fullmatch("[0-9a-f]{40}", value):
            self.fail(f"`{value}` is no full commit id of 40 characters", param, ctx)
        return value


@click.command("init")
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False), default=Path()
)
@click.option("--github", is_flag=True, help="Add the workflows for GitHub Actions.")
@click.option("--gitlab", is_flag=True, help="Add a pipeline for GitLab.")
@click.option(
    "--pin",
    type=CommitType(),
    default="",
    metavar="COMMIT",
    help="The commit of rubrickit that workflows use.  [default: this copy's own]",
)
def init(folder: Path, github: bool, gitlab: bool, pin: str) -> None:
    """Make a rubric repository, or add what one lacks.

    In FOLDER, or here. A file that exists is kept as it is and named. The example comes
    only into a folder without rubrics.
    """
    from rubrickit.edges import scaffold

    parts: list[Part] = ["start"]
    parts += ["github"] if github else []
    parts += ["gitlab"] if gitlab else []
    own = scaffold.own_pin()
    chosen = scaffold.Pin(own.version, pin) if pin else own
    written = scaffold.write(folder, tuple(parts), chosen)
    for name in written.made:
        click.echo(f"made {name}")
    for name in written.kept:
        click.echo(f"kept {name}, which exists")
    if "rubrics/returns.yaml" in written.made:
        click.echo(_NEXT, nl=False, err=True)
    if any(name.startswith(".github/") for name in written.made):
        click.echo(_GITHUB, nl=False, err=True)
    if any(name.startswith(_PINNED) for name in written.made) and not chosen.commit:
        click.echo(_NOT_PINNED, nl=False, err=True)
