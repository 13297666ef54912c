"""The command `rubrickit`: its groups of commands, and where errors end."""

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from rubrickit import __version__
from rubrickit.cli import (
    ci,
    compare,
    delta,
    demo,
    history,
    init,
    lint,
    release,
    releases,
    report,
    score,
    signoff,
    watch,
)
from rubrickit.core.findings import on_one_line
from rubrickit.errors import Exit, RubrickitError

_BUG = "this is a bug of rubrickit's; please report it"


class Boundary(click.Group):
    """A mistake ends in one line, a bug in a traceback, and neither in exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        _open_closed_streams()
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "rubrickit"
            _tell(_one_line(error), f"`{path} --help` lists what there is")
            ctx.exit(Exit.BAD_INPUT)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (click.Abort, KeyboardInterrupt):
            _say("interrupted: what was graded is kept")
            ctx.exit(Exit.INTERRUPTED)
        except RubrickitError as error:
            _tell(str(error), error.hint)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(Exit.OK)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            _tell(f"{place}{error.strerror or error}")
            ctx.exit(Exit.WORLD_FAILED)
        except Exception:
            import traceback

            _say(f"{traceback.format_exc()}\n{_BUG}")
            ctx.exit(Exit.BUG)


def collect_rarely() -> None:
    """Nearly all that a command makes it keeps: looking for garbage took a fifth."""
    gc.set_threshold(100_000, 50, 1000)


def _open_closed_streams() -> None:
    """A closed stream is None here; whoever closed it still gets the exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)


def _tell(message: str, hint: str = "") -> None:
    _say(f"error: {on_one_line(message)}")
    if hint:
        _say(f"hint: {on_one_line(hint)}")


def _say(text: str) -> None:
    """Where stderr can't be written either, the exit code still tells."""
    with suppress(OSError):
        click.echo(text, err=True)


def _one_line(error: click.UsageError) -> str:
    """In the manner of our own messages: lower case, no full stop."""
    text = " ".join(error.format_message().split())
    return text[:1].lower() + text[1:].removesuffix(".")


@click.group(cls=Boundary)
@click.version_option(__version__, prog_name="rubrickit")
def main() -> None:
    """Rubrics as code: what does an edit do to every answer ever graded?

    Exit codes: 0 good, 1 the gate or lint says no, 2 wrong input, 3 Git, the disk or a
    judge failed, 4 verdicts are missing, 70 a bug, 130 interrupted.
    """
    collect_rarely()


for command in (
    score.score,
    compare.compare,
    delta.delta,
    report.report,
    delta.plan,
    delta.diff,
    signoff.signoff,
    history.log,
    history.blame,
    lint.lint,
    lint.schema,
    demo.demo,
    init.init,
    ci.ci,
    release.release,
    release.verify,
    releases.releases,
    ci.comment,
    watch.watch,
):
    main.add_command(command)
