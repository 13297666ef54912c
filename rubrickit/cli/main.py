"""The command `rubrickit`: its groups of commands, and where errors end."""

from typing import Any

import click

from rubrickit import __version__
from rubrickit.cli import delta, demo, lint, score
from rubrickit.core.findings import on_one_line
from rubrickit.errors import Exit, RubrickitError


class Boundary(click.Group):
    """A mistake ends in one line, a bug in a traceback, and neither in exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            click.echo(f"error: {_one_line(error)}", err=True)
            path = error.ctx.command_path if error.ctx else "rubrickit"
            click.echo(f"hint: `{path} --help` lists what there is", err=True)
            ctx.exit(Exit.BAD_INPUT)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted: what was graded is kept", err=True)
            ctx.exit(Exit.INTERRUPTED)
        except RubrickitError as error:
            click.echo(f"error: {on_one_line(str(error))}", err=True)
            if error.hint:
                click.echo(f"hint: {on_one_line(error.hint)}", err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(Exit.OK)
        except Exception:
            import traceback

            click.echo(traceback.format_exc(), err=True)
            click.echo("this is a bug of rubrickit's; please report it", err=True)
            ctx.exit(Exit.BUG)


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


for command in (
    score.score,
    score.compare,
    delta.delta,
    delta.plan,
    delta.diff,
    lint.lint,
    lint.schema,
    demo.demo,
):
    main.add_command(command)
