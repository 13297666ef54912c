"""`score`: grades what is missing, and scores every response of one state."""

from functools import cache, partial
from pathlib import Path

import click

from rubrickit.cli import options, output
from rubrickit.cli.delta import show_state_plan
from rubrickit.cli.options import Place


@click.command("score")
@click.argument("ref", required=False)
@click.option(
    "--out", type=options.PATH, help="Write the scores to this file too, as JSON."
)
@click.option(
    "--tree",
    is_flag=False,
    flag_value="",
    metavar="[QUESTION]",
    help="Show each check's pass rate, of this question or of the lowest ones.",
)
@options.dry_run
@options.formats("text", "markdown", "json", "junit")
@options.place
@click.pass_context
def score(
    ctx: click.Context,
    place: Place,
    ref: str | None,
    out: Path | None,
    tree: str | None,
    dry_run: bool,
    format_name: str,
) -> None:
    """Grade what is missing and score every response at REF.

    REF is a commit, a branch or a tag; the working tree where it is not named. Its own
    configuration chooses the judge. A REF goes before `--tree`.

    Exit code 4: a response is pending, or there was nothing to grade.
    """
    if dry_run:
        show_state_plan(place, ref, format_name)
        return
    if out is not None:
        output.check(out)
    if tree is not None and format_name != "text":
        raise click.UsageError("--tree is for a terminal, and not for `--format`")
    from rubrickit.cli import session
    from rubrickit.flows import scoring
    from rubrickit.reports import documents, junit, score_page, tree_page

    with session.at(place, ref) as (world, version):
        if tree:
            tree_page.check(tree, world.repository.questions_with_responses(version))
        report = scoring.score(world, version)
        document = cache(lambda: documents.scores(report))
        if out is not None:
            output.write(out, output.as_json(document()))
        page = score_page.page
        if tree is not None:
            page = partial(tree_page.page, question_id=tree)
        output.show(
            format_name,
            lambda: page(report),
            document,
            junit=lambda: junit.score(report),
        )
    outcome = "pending" if report.pending else "pass"
    ctx.exit(output.exit_code(outcome, report.run))
