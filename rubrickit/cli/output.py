"""Prints a result in the format that was asked for: data on stdout, all else not."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rubrickit.errors import Exit, RubrickitError, WorldError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubrickit.core.results import Run
    from rubrickit.reports.dialects import Dialect
    from rubrickit.reports.pages import Page

PIPED_WIDTH = 100


def show(
    format_name: str,
    page: Callable[[], Page],
    document: Callable[[], Any],
    markdown: Callable[[Dialect], str] | None = None,
    junit: Callable[[], str] | None = None,
    html: Callable[[], str] | None = None,
) -> None:
    """`document` makes what JSON prints, `page` what the others do.

    `markdown` is for a report that has a shape of its own there, `junit` for one that
    can be told as tests, `html` for one that has a page.
    """
    if format_name == "json":
        _put(as_json(document()))
    elif format_name in ("junit", "html"):
        whole = junit if format_name == "junit" else html
        if whole is None:
            hint = "choose another `--format`, or leave `--dry-run` away"
            raise RubrickitError(f"a plan cannot be told as {format_name}", hint=hint)
        _put(whole())
    elif format_name in ("markdown", "plain"):
        from rubrickit.reports import dialects, render

        dialect = dialects.PLAIN if format_name == "plain" else dialects.GITHUB
        written = markdown or (lambda chosen: render.markdown(page(), chosen))
        _put(written(dialect))
    else:
        from rubrickit import wiring
        from rubrickit.reports import terminal

        is_terminal = sys.stdout.isatty()
        columns = shutil.get_terminal_size().columns if is_terminal else PIPED_WIDTH
        is_colored = is_terminal and wiring.wants_color()
        _put(terminal.text(page(), width=columns, color=is_colored))


def _put(text: str) -> None:
    """What a reader has seen enough of changes no exit code."""
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        # Else Python says so once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_json(document: Any) -> str:
    """Sorted keys, so that equal results are equal bytes."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def check(path: Path) -> None:
    """Before anything is paid for: could `path` be written at the end?"""
    hint = "name a file in a folder that exists"
    try:
        if path.is_dir():
            raise RubrickitError(f"`{path}` is a folder", hint=hint)
        if not path.resolve().parent.is_dir():
            raise RubrickitError(f"there is no folder `{path.parent}`", hint=hint)
    except (OSError, RuntimeError) as error:  # too long a name; a loop of links
        why = getattr(error, "strerror", None) or "a loop of symbolic links"
        raise RubrickitError(f"`{path}` cannot be a file: {why}", hint=hint) from error


def write(path: Path, text: str) -> None:
    """Whole or not at all; a pipe or a device is written to, and never replaced.

    Raises WorldError where the disk says no.
    """
    from rubrickit.edges import durable

    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
        else:
            durable.write(target, text.encode(), f".{target.name}.tmp")
    except OSError as error:
        hint = "name a file in a folder that exists and can be written"
        raise WorldError(f"{path}: {error.strerror}", hint=hint) from error


def exit_code(outcome: str, run: Run) -> Exit:
    """Fail beats a dead judge, which beats pending."""
    if outcome == "fail":
        return Exit.GATE_FAILED
    if run.no_call_succeeded:
        return Exit.WORLD_FAILED
    return Exit.PENDING if outcome in ("pending", "inconclusive") else Exit.OK
