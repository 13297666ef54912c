"""The reference pages as the code has them: commands, and keys of the settings.

    python tests/support/reference.py

writes `docs/cli.md` and the tables of `docs/configuration.md`; so does `make docs`.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from pathlib import Path
from textwrap import fill
from typing import Any

import click
from source_code import ROOT

from rubrickit.cli.main import main
from rubrickit.core.config import Config
from rubrickit.core.reading.config_keys import CONFIG
from rubrickit.core.reading.keys import Key

CLI = ROOT / "docs/cli.md"
CONFIGURATION = ROOT / "docs/configuration.md"
BEGIN, END = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"

_MOVED = {
    "ledger.reasons": "reasons",
    "ledger.write": "write",
}
"""Keys whose field stands under another name."""

_KINDS = {
    "calls": "whole number",
    "count": "whole number, 1 or more",
    "flag": "true or false",
    "folder": "folder",
    "limit": "number, 0 or more",
    "name": "text",
    "names": "list of texts",
    "text": "text",
    "variable": "name of a variable",
    "version": "1",
    "passes": "`adaptive`, 1 to 9",
    "sections": "list",
}


def command_line() -> str:
    """The page on the command line."""
    root = click.Context(main, info_name="rubrickit")
    lines = [
        "# Command line",
        "",
        "Written by `make docs` out of the commands' own help. Data goes to stdout,",
        "the rest to stderr; the README has the [exit codes](../README.md#exit-codes).",
        "`rubrickit --version` prints the version.",
        "",
    ]
    for name in sorted(main.commands):
        lines += _command(click.Context(main.commands[name], root, name))
    return "\n".join(lines)


def _command(ctx: click.Context) -> Iterator[str]:
    yield f"## {ctx.info_name}\n"
    usage = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
    yield f"```text\n{usage}\n```\n"
    for paragraph in cleandoc(ctx.command.help or "").split("\n\n"):
        yield f"{fill(' '.join(paragraph.split()), 92)}\n"
    options = [p for p in ctx.command.params if isinstance(p, click.Option)]
    if options:
        yield "| option | what it does |\n| --- | --- |"
    for option in options:
        name, text = option.get_help_record(ctx) or ("", "")
        yield f"| `{_cell(name)}` | {_cell(text)} |"
    yield ""


def _cell(text: str) -> str:
    """Text for a table; two blanks are how click sets off a default."""
    return " ".join(text.split()).replace("|", "\\|")


def settings() -> str:
    """A table of the keys for each section of `rubrickit.yaml`."""
    lines = []
    for key in CONFIG.values():
        if key.keys:
            lines += [f"### {key.name}", "", key.says, "", *_rows(key, key.name), ""]
    return "\n".join(lines)


def _rows(section: Key, path: str) -> Iterator[str]:
    yield "| key | value | default | what it is |"
    yield "| --- | --- | --- | --- |"
    yield from _keys(section, path, "")


def _keys(section: Key, path: str, prefix: str) -> Iterator[str]:
    for key in (section.keys or {}).values():
        name, place = f"{prefix}{key.name}", f"{path}.{key.name}"
        if key.keys and key.kind == "section":
            yield from _keys(key, place, f"{name}.")
            continue
        yield f"| `{name}` | {_value(key)} | {_default(place)} | {key.says} |"
        if key.keys:
            yield from _keys(key, place, f"{name}[].")


def _value(key: Key) -> str:
    known = ", ".join(f"`{choice}`" for choice in key.choices) or _KINDS[key.kind]
    return f"{known}, or null" if key.optional else known


def _default(place: str) -> str:
    """As one writes it in YAML; nothing for keys that no code reads yet."""
    found: Any = Config()
    for name in _MOVED.get(place, place).split("."):
        if not (is_dataclass(found) and name in {f.name for f in fields(found)}):
            return ""
        found = getattr(found, name)
    return f"`{_yaml(found)}`" if found not in ("", ()) else "empty"


def _yaml(value: Any) -> str:
    if value is None:
        return "null"
    return f"{value:g}" if isinstance(value, float) else str(value)


def shown(page: str) -> str:
    """What stands between the two markers."""
    return page.partition(BEGIN)[2].partition(END)[0]


def written(page: str) -> str:
    """The page on the configuration, with today's keys."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{settings()}\n{END}{after}"


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    _write(CLI, command_line())
    _write(CONFIGURATION, written(CONFIGURATION.read_text("utf-8")))
