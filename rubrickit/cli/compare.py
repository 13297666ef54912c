"""`compare`: two sets of scores, two agents or two judges, side by side."""

from __future__ import annotations

import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place
from rubrickit.errors import Exit, RubrickitError

if TYPE_CHECKING:
    from rubrickit.core.comparing import ScoreSheet
    from rubrickit.core.policy import Outcome

Names = tuple[str, str]
_LIMIT = Decimal("0.02")
_CODES = {
    "fail": Exit.GATE_FAILED,
    "pending": Exit.PENDING,
    "inconclusive": Exit.PENDING,
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """What to compare, as it was typed; `before` is the one state of two agents."""

    before: str | None
    after: str | None
    agents: Names | None
    judges: Names | None
    max_regression: Decimal | None


@click.command("compare")
@click.argument("before", required=False)
@click.argument("after", required=False)
@click.option(
    "--agents", nargs=2, metavar="A B", help="Two agents' responses at one state."
)
@click.option(
    "--judges", nargs=2, metavar="A B", help="Two judges' verdicts at one state."
)
@click.option(
    "--max-regression",
    type=options.DecimalType(),
    help=f"The largest fall of the mean that passes.  [default: {_LIMIT}]",
)
@options.formats("text", "markdown", "json")
@options.place
@click.pass_context
def compare(
    ctx: click.Context, /, place: Place, format_name: str, **asked: Any
) -> None:
    """Compare two sets of scores, two agents or two judges. No judge is asked.

    BEFORE and AFTER are files that `score --out` wrote, or commits. With `--agents` or
    `--judges` both sides are of one state: BEFORE, or else the working tree. A judge is
    `human`, `local`, `configured`, or the beginning of the digest of one whose grades
    are recorded.

    Exit code 1: the mean over the rubrics that both have fell by more than the limit,
    or agent B is worse than A. 4: a response is pending, or nothing is shown.
    """
    what = _Asked(**asked)
    if what.agents or what.judges:
        _refuse_what_does_not_apply(what, place)
    if what.agents:
        outcome = _agents(place, what.before, what.agents, format_name)
    elif what.judges:
        outcome = _judges(place, what.before, what.judges, format_name)
    else:
        outcome = _scores(place, what, format_name)
    ctx.exit(_CODES.get(outcome, Exit.OK))


def _refuse_what_does_not_apply(asked: _Asked, place: Place) -> None:
    if asked.agents and asked.judges:
        raise click.UsageError("`--agents` and `--judges` are two comparisons")
    if asked.after is not None:
        raise click.UsageError(f"got unexpected extra argument ({asked.after})")
    if asked.max_regression is not None:
        raise click.UsageError("`--max-regression` is for two sets of scores")
    if asked.judges and place.judge:
        raise click.UsageError("`--judge` is for one judge; `--judges` names both")


def _agents(place: Place, ref: str | None, names: Names, format_name: str) -> Outcome:
    from rubrickit.cli import session
    from rubrickit.flows import comparing
    from rubrickit.reports import agents_document, agents_page

    with session.at(place.recorded(), ref) as (world, version):
        found = comparing.compare_agents(world, version, names)
    document = agents_document.document(found)
    output.show(format_name, lambda: agents_page.page(document), lambda: document)
    return found.decision.outcome


def _judges(place: Place, ref: str | None, names: Names, format_name: str) -> Outcome:
    from rubrickit import wiring
    from rubrickit.cli import session
    from rubrickit.flows import comparing
    from rubrickit.reports import judges_page

    with session.at(place.recorded(), ref) as (world, version):
        first, second = (wiring.judged_by(name, world, version) for name in names)
        found = comparing.compare_judges((first, second), version)
        output.show(
            format_name,
            lambda: judges_page.page(found),
            lambda: judges_page.document(found),
        )
    return found.decision.outcome


def _scores(place: Place, asked: _Asked, format_name: str) -> Outcome:
    from rubrickit.core import comparing
    from rubrickit.reports import compare_page

    if asked.before is None or asked.after is None:
        lacking = "AFTER" if asked.before else "BEFORE"
        raise click.UsageError(f"missing argument '{lacking}'")
    limit = _LIMIT if asked.max_regression is None else asked.max_regression
    sheets = [_sheet(place, name) for name in (asked.before, asked.after)]
    _refuse_two_judges(sheets)
    found = comparing.compare(sheets[0], sheets[1], limit)
    output.show(
        format_name,
        lambda: compare_page.page(found),
        lambda: compare_page.document(found),
    )
    return found.decision.outcome


def _sheet(place: Place, name: str) -> ScoreSheet:
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


def _refuse_two_judges(sheets: list[ScoreSheet]) -> None:
    if len({sheet.judge for sheet in sheets}) > 1:
        names = " and ".join(f"`{sheet.name}`" for sheet in sheets)
        raise RubrickitError(
            f"{names} come from two judges, so a difference says nothing of the rubric",
            hint="score both with one judge",
        )
