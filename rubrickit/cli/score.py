"""`score` and `compare`: scores of one state, and two sets of scores side by side."""

import os
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rubrickit.cli import options, output
from rubrickit.cli.delta import show_state_plan
from rubrickit.cli.options import Place
from rubrickit.errors import Exit, RubrickitError

if TYPE_CHECKING:
    from rubrickit.core.comparing import ScoreSheet


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
@options.formats("text", "markdown", "json")
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
    from rubrickit.reports import documents, score_page, tree_page

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
        output.show(format_name, lambda: page(report), document)
    outcome = "pending" if report.pending else "pass"
    ctx.exit(output.exit_code(outcome, report.run))


@click.command("compare")
@click.argument("before")
@click.argument("after")
@click.option(
    "--max-regression",
    type=options.DecimalType(),
    default="0.02",
    show_default=True,
    help="The largest fall of the mean that passes.",
)
@options.formats("text", "markdown", "json")
@options.place
@click.pass_context
def compare(
    ctx: click.Context,
    place: Place,
    before: str,
    after: str,
    max_regression: Decimal,
    format_name: str,
) -> None:
    """Compare two score files, or two commits by recorded grades.

    BEFORE and AFTER are files that `score --out` wrote, or commits. No judge is asked.

    Exit code 1: the mean over the rubrics that both have fell by more than the limit.
    4: a response is pending on either side.
    """
    from rubrickit.core import comparing
    from rubrickit.reports import compare_page

    sheets = [_sheet(place, name) for name in (before, after)]
    _refuse_two_judges(sheets)
    found = comparing.compare(sheets[0], sheets[1], max_regression)
    output.show(
        format_name,
        lambda: compare_page.page(found),
        lambda: compare_page.document(found),
    )
    codes = {"fail": Exit.GATE_FAILED, "pending": Exit.PENDING}
    ctx.exit(codes.get(found.decision.outcome, Exit.OK))


def _sheet(place: Place, name: str) -> "ScoreSheet":
    from rubrickit.cli import session
    from rubrickit.core.reading import score_files
    from rubrickit.edges import json_files
    from rubrickit.flows import scoring
    from rubrickit.reports import documents

    if os.path.isfile(name):  # noqa: PTH113 (a path's own method raises for long names)
        return score_files.read(json_files.read(Path(name)), name)
    if name.endswith(".json"):
        hint = f"`rubrickit score --out {name}` writes it"
        raise RubrickitError(f"there is no file `{name}`", hint=hint)
    with session.at(place.recorded(), name) as (world, version):
        report = scoring.score(world, version)
        return score_files.read(documents.scores(report), name)


def _refuse_two_judges(sheets: "list[ScoreSheet]") -> None:
    if len({sheet.judge for sheet in sheets}) > 1:
        names = " and ".join(f"`{sheet.name}`" for sheet in sheets)
        raise RubrickitError(
            f"{names} come from two judges, so a difference says nothing of the rubric",
            hint="score both with one judge",
        )
