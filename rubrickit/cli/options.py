"""Options that several commands share, each once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rubrickit.core.config import JudgeKind

Command = Callable[..., Any]
Ends = tuple[str | None, str | None]
Window = tuple[str, str]
PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)

dry_run = click.option(
    "--dry-run", is_flag=True, help="Say what it would cost, and stop."
)

_BASE = click.argument("base", required=False)
_HEAD = click.argument("head", required=False)


class DateType(click.ParamType[str]):
    """An ISO date or time; "" is none."""

    name = "date"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from rubrickit.core.reading import rows

        if value and not rows.is_time(value):
            self.fail(f"`{value}` is no date such as 2026-01-31", param, ctx)
        return str(value)


_SINCE = click.option(
    "--since",
    type=DateType(),
    default="",
    metavar="DATE",
    help="Only responses created then or later.",
)
_UNTIL = click.option(
    "--until",
    type=DateType(),
    default="",
    metavar="DATE",
    help="Only responses created by then.",
)
_REPO = click.option(
    "--repo",
    type=FOLDER,
    default=Path(),
    help="The rubric repository, or a folder in it.  [default: here]",
)
_RUBRICS = click.option(
    "--rubrics",
    type=PATH,
    metavar="FOLDER",
    help="Where the rubrics are, in place of the configured folder.",
)
_RESPONSES = click.option(
    "--responses",
    type=FILE,
    metavar="FILE",
    help="One file of responses, in place of the configured folder.",
)
_JUDGE = click.option(
    "--judge",
    type=click.Choice(["openai", "human", "local", "recorded"]),
    help="Who judges, in place of the configured kind.",
)
QUIET = click.option("--quiet", "-q", is_flag=True, help="Show no progress bar.")


@dataclass(frozen=True, slots=True)
class Place:
    """Which repository, which parts of it lie elsewhere, and who judges.

    Unless it `asks`, recorded grades stand for a judge that must be paid.
    """

    repo: Path
    rubrics: Path | None = None
    responses: Path | None = None
    judge: JudgeKind | None = None
    quiet: bool = False
    asks: bool = True

    def recorded(self) -> Place:
        """The same, asking no judge over a wire."""
        return replace(self, asks=False)


def place(command: Command) -> Command:
    """What `folders` brings, and `--judge`, as one `place`."""
    return _placed(command, (QUIET, _JUDGE, _RESPONSES, _RUBRICS, _REPO))


def folders(command: Command) -> Command:
    """`--repo`, `--rubrics`, `--responses` and `--quiet`, where nobody judges."""
    return _placed(command, (QUIET, _RESPONSES, _RUBRICS, _REPO))


def repository(command: Command) -> Command:
    """`--repo` and `--quiet`, where Git alone says what lies where."""
    return _placed(command, (QUIET, _REPO))


def _placed(command: Command, options: tuple[Command, ...]) -> Command:
    @wraps(command)
    def placed(**values: Any) -> Any:
        names = [field.name for field in fields(Place) if field.name in values]
        own = {name: values.pop(name) for name in names}
        return command(place=Place(**own), **values)

    for option in options:
        placed = option(placed)
    return placed


def span(command: Command) -> Command:
    """BASE, HEAD, `--since` and `--until`, as `ends` and `window`."""

    @wraps(command)
    def spanned(
        base: str | None, head: str | None, since: str, until: str, **rest: Any
    ) -> Any:
        return command(ends=(base, head), window=(since, until), **rest)

    for option in (_UNTIL, _SINCE, _HEAD, _BASE):
        spanned = option(spanned)
    return spanned


def formats(*names: str) -> Callable[[Command], Command]:
    """`--format` with these choices; the first is the default.

    With `--plain`, `markdown` becomes `plain`.
    """
    chosen = click.option(
        "--format",
        "format_name",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="How to print the result.",
    )
    with_plain = click.option(
        "--plain", is_flag=True, help="Markdown without any HTML, as Bitbucket needs."
    )

    def formatted(command: Command) -> Command:
        @wraps(command)
        def asked(format_name: str, plain: bool = False, **rest: Any) -> Any:
            is_plain = plain and format_name == "markdown"
            return command(format_name="plain" if is_plain else format_name, **rest)

        return chosen(with_plain(asked) if "markdown" in names else asked)

    return formatted


class DecimalType(click.ParamType[Decimal]):
    """An exact decimal from 0 to 1, such as a limit."""

    name = "decimal"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Decimal:
        try:
            number = Decimal(value)
        except InvalidOperation:
            self.fail(f"`{value}` is no decimal number", param, ctx)
        if not number.is_finite() or not 0 <= number <= 1:
            self.fail(f"`{value}` does not lie between 0 and 1", param, ctx)
        return number
