"""The command `rubrickit`: its groups of commands, and where errors end."""

from typing import Any

import click

from rubrickit import __version__
from rubrickit.cli import delta, demo, lint, score
from rubrickit.errors import Exit, RubrickitError


class Boundary(click.Group):
    """A mistake ends in one line, a bug in a traceback, and neither in exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted: what was graded is kept", err=True)
            ctx.exit(Exit.INTERRUPTED)
        except RubrickitError as error:
            click.echo(f"error: {error}", err=True)
            if error.hint:
                click.echo(f"hint: {error.hint}", err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(Exit.OK)
        except Exception:
            import traceback

            click.echo(traceback.format_exc(), err=True)
            click.echo("this is a bug of rubrickit's; please report it", err=True)
            ctx.exit(Exit.BUG)


@click.group(cls=Boundary)
@click.version_option(__version__, prog_name="rubrickit")
def main() -> None:
    """Rubrics as code: what does an edit do to every answer ever graded?"""


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
