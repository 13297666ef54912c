"""`delta`, `plan` and `diff`: what an edit does, would cost, and is."""

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Ends, Place, Window
from rubrickit.errors import Exit


@click.command("delta")
@options.span
@click.option("--full", is_flag=True, help="Add the overall means before and after.")
@options.dry_run
@options.formats("text", "markdown", "json", "junit", "html")
@options.place
@click.pass_context
def delta(
    ctx: click.Context,
    place: Place,
    ends: Ends,
    window: Window,
    full: bool,
    dry_run: bool,
    format_name: str,
) -> None:
    """Say what an edit does to every recorded response.

    Compares HEAD (the working tree where it is not named) with the point where it left
    BASE (the default branch where it is not named). Grades what is missing on both
    sides first. Judge, limits, responses and labels are those of the base.

    Exit code 1: the gate says no. 4: verdicts are missing, or nothing is shown.
    """
    if dry_run:
        show_plan(place, ends, window, format_name)
        return
    ctx.exit(show_delta(place, ends, window, format_name, full=full))


def show_delta(
    place: Place,
    ends: Ends,
    window: Window = ("", ""),
    format_name: str = "text",
    *,
    full: bool = False,
) -> Exit:
    """Prints the report and returns what it means for the shell."""
    from rubrickit import wiring
    from rubrickit.cli import reported, session
    from rubrickit.flows import delta as flow
    from rubrickit.reports import comment, delta_document, figures, junit, pages

    with session.between(place, *ends) as (world, span):
        report = flow.delta(
            world,
            span,
            window=flow.Window(*window),
            infer=wiring.infer(world.config.gate),
            full=full,
        )
        page = reported.of_delta(world, report) if format_name == "html" else {}
    document = delta_document.delta(report, world.config)
    output.show(
        format_name,
        lambda: pages.delta(figures.delta(document)),
        lambda: document,
        lambda dialect: comment.markdown(document, dialect=dialect),
        lambda: junit.delta(report, world.config.gate),
        lambda: reported.html(page),
    )
    return output.exit_code(report.decision.outcome, report.run)


@click.command("plan")
@options.span
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="What `score BASE` would ask, in place of an edit.",
)
@options.formats("text", "markdown", "json")
@options.place
def plan(
    place: Place,
    ends: Ends,
    window: Window,
    everything: bool,
    format_name: str,
) -> None:
    """Say which grades an edit lacks, and what they would cost.

    Takes BASE and HEAD as `delta` does. Tells calls, tokens, money and time, and which
    budget would stop the run. Asks no judge.
    """
    if everything:
        show_state_plan(place, ends[0], format_name)
    else:
        show_plan(place, ends, window, format_name)


def show_plan(
    place: Place,
    ends: Ends,
    window: Window = ("", ""),
    format_name: str = "text",
) -> None:
    """Prints what the edit would cost to grade."""
    from rubrickit.cli import session
    from rubrickit.flows import delta as flow
    from rubrickit.flows import planning
    from rubrickit.reports import documents, plan_page

    with session.between(place, *ends) as (world, span):
        report = planning.of_edit(world, span, flow.Window(*window))
    output.show(
        format_name, lambda: plan_page.page(report), lambda: documents.plan(report)
    )


def show_state_plan(place: Place, ref: str | None, format_name: str) -> None:
    """Prints what scoring everything at one state would ask and cost."""
    from rubrickit.cli import session
    from rubrickit.flows import planning
    from rubrickit.reports import documents, plan_page

    with session.at(place, ref) as (world, version):
        report = planning.of_state(world, version)
    output.show(
        format_name, lambda: plan_page.page(report), lambda: documents.plan(report)
    )


@click.command("diff")
@options.span
@options.formats("text", "markdown", "json")
@options.folders
def diff(place: Place, ends: Ends, window: Window, format_name: str) -> None:
    """Name what an edit did to the rubrics, node by node.

    Takes BASE and HEAD as `delta` does. Asks no judge.
    """
    from rubrickit.cli import session
    from rubrickit.core import changes
    from rubrickit.flows import delta as flow
    from rubrickit.reports import diff_page

    with session.between(place, *ends) as (world, span):
        edited = flow.edited(world, span, flow.Window(*window))
    found = [changes.compare(old, new) for old, new in edited.pairs]
    output.show(
        format_name,
        lambda: diff_page.page(span, edited, found),
        lambda: diff_page.document(span, edited, found),
    )
