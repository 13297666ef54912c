"""`ci`, behind the GitHub Action and the GitLab job, and `comment`, one step of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rubrickit.cli import options
from rubrickit.cli.options import Command

if TYPE_CHECKING:
    from rubrickit.cli.publishing import Wanted
    from rubrickit.cli.reviewing import Asked
    from rubrickit.core.hosting.jobs import Named

MODES = ("offline", "delta", "push", "release")
BEHAVIOURS = ("update", "new", "hide-and-new", "delete-and-new", "off")
OCCASIONS = ("always", "changes", "regressions")


def _setting(name: str, default: Any, text: str, **more: Any) -> Command:
    """An option that may be given as a variable too; an empty one is not given."""
    variable = f"RUBRICKIT_{name.upper().replace('-', '_')}"
    return click.option(
        f"--{name}", default=default, envvar=variable, help=text, **more
    )


_PULL_REQUEST = _setting(
    "pull-request", "", "Its number, where a person dispatched the run."
)
_SHA = _setting("sha", "", "The full commit of it that this person has read.")
_COMMENT = _setting(
    "comment", "update", "What becomes of the comments of earlier runs.",
    type=click.Choice(BEHAVIOURS), show_default=True,
)  # fmt: skip
_COMMENT_WHEN = _setting(
    "comment-when", "changes", "What a first comment needs.",
    type=click.Choice(OCCASIONS), show_default=True,
)  # fmt: skip
_COMMENT_ID = _setting(
    "comment-id", "", "Tells several comments in one repository apart."
)


@click.command("ci")
@_setting(
    "mode", "delta", "Ask nobody, grade and decide, grade what was merged, or release.",
    type=click.Choice(MODES), show_default=True,
)  # fmt: skip
@_setting("base", "", "What is compared with, in place of what the event says.")
@_setting("head", "", "What is graded, in place of what the event says.")
@_PULL_REQUEST
@_SHA
@_COMMENT
@_COMMENT_WHEN
@_COMMENT_ID
@_setting("release", "", "In mode `release`: the version to make.")
@_setting("agents", "", "In mode `release`: whose responses count, one a line.")
@_setting("warn-only", False, "Never fail for a verdict.", is_flag=True)
@_setting(
    "dry-run", False, "Print the report; ask, post and keep nothing.", is_flag=True
)
@_setting("report-dir", "", "Where reports are written.  [default: a temporary one]")
@_setting("repo", ".", "The rubric repository, or a folder in it.", show_default=True)
@options.QUIET
@click.pass_context
def ci(ctx: click.Context, /, **given: Any) -> None:
    """Grade a pull request, comment on it and set its check.

    Reads the event, the token and where results go from the variables of GitHub
    Actions or GitLab CI. Judge, limits, responses, labels and ledger are the base's. A
    fork's pull request asks no judge. Each option is also read from a variable, such as
    RUBRICKIT_COMMENT_WHEN. Mode `release`, dispatched on the default branch, makes a
    release, verifies it in a fresh clone and pushes its commit and tag, or nothing.

    Exit codes are those of `delta`: 1 the gate says no, 4 verdicts are missing.
    """
    version, agents = given.pop("release"), given.pop("agents")
    if given["mode"] == "release":
        from rubrickit.cli import publishing

        ctx.exit(publishing.run(_wanted(version, agents, given)))
    from rubrickit.cli import reviewing

    ctx.exit(reviewing.run(_asked(given)))


def named(number: str, sha: str) -> "Named":
    """What a person named beside the event; "" is nothing."""
    from rubrickit.core.hosting.jobs import Named

    if number and not (number.isascii() and number.isdigit() and len(number) < 16):
        raise click.UsageError(f"--pull-request: `{number}` is no number")
    return Named(int(number) if number else None, sha)


def _wanted(version: str, agents: str, given: dict[str, Any]) -> "Wanted":
    from rubrickit.cli.publishing import Wanted

    place = given["report_dir"]
    return Wanted(
        version=version,
        agents=agents,
        repo=Path(given["repo"]),
        report_dir=Path(place) if place else None,
        dry_run=given["dry_run"],
        quiet=given["quiet"],
    )


def _asked(given: dict[str, Any]) -> "Asked":
    from rubrickit.cli.reviewing import Asked, Posting

    return Asked(
        named=named(given.pop("pull_request"), given.pop("sha")),
        posting=Posting(
            given.pop("comment"), given.pop("comment_when"), given.pop("comment_id")
        ),
        repo=Path(given.pop("repo")),
        report_dir=Path(place) if (place := given.pop("report_dir")) else None,
        **given,
    )


@click.command("comment")
@click.argument("delta", type=options.FILE, metavar="DELTA.json")
@_PULL_REQUEST
@_SHA
@_COMMENT
@_COMMENT_WHEN
@_COMMENT_ID
@click.option("--dry-run", is_flag=True, help="Print the comment and post nothing.")
def comment(delta: Path, dry_run: bool, **given: Any) -> None:
    """Post a delta that was made before, or update its comment.

    DELTA.json is what `delta --format json` printed. Where to post it is read from the
    runner's variables, as `ci` does. Whoever can write the file decides what the
    comment says, so let it come from a job that you trust; nothing in its texts works
    as Markdown.
    """
    from rubrickit.core.reading import delta_files
    from rubrickit.edges import json_files
    from rubrickit.reports import comment as page

    value = json_files.read(delta, delta_files.HINT, delta_files.MOST_BYTES)
    document = delta_files.read(value, str(delta))
    chosen = named(given["pull_request"], given["sha"])
    if dry_run:
        click.echo(page.markdown(document, budget=page.BUDGET), nl=False)
        return
    from rubrickit.cli import reviewing
    from rubrickit.cli.reviewing import Posting

    how = Posting(given["comment"], given["comment_when"], given["comment_id"])
    reviewing.post(how, chosen, document)
