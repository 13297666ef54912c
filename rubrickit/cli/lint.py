"""`lint` and `schema`: what is wrong in files, and what editors may know of them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place
from rubrickit.errors import Exit

if TYPE_CHECKING:
    from rubrickit.core.reading.schema import FileKind


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, exists=True))
@options.formats("text", "markdown", "json", "github")
@options.folders
@click.pass_context
def lint(
    ctx: click.Context, place: Place, paths: tuple[Path, ...], format_name: str
) -> None:
    """Find errors in rubrics, responses, labels and settings.

    Each with its file, line and column. Reads everything; with PATHS, tells only what
    is wrong in or below them. Exit code 1: there is an error.
    """
    from rubrickit import linting, wiring
    from rubrickit.reports import lint_page

    findings = linting.findings(
        wiring.Folders(place.repo, place.rubrics, place.responses), paths
    )
    if format_name == "text":
        click.echo(lint_page.text(findings), nl=False)
    elif format_name == "github":
        click.echo(lint_page.workflow_commands(findings), nl=False)
    else:
        output.show(
            format_name,
            lambda: lint_page.page(findings),
            lambda: lint_page.document(findings),
        )
    has_error = any(finding.level == "error" for finding in findings)
    ctx.exit(Exit.GATE_FAILED if has_error else Exit.OK)


@click.command("schema")
@click.argument(
    "kind", type=click.Choice(["rubric", "shared", "config"]), default="rubric"
)
def schema(kind: "FileKind") -> None:
    """Print the JSON Schema of one of our YAML files, for editors.

    A rubric (the default), a file of shared nodes, or `rubrickit.yaml`.
    """
    from rubrickit.core.reading.schema import json_schema

    click.echo(output.as_json(json_schema(kind)), nl=False)
