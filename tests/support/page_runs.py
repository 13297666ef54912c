"""Runs the commands of a page as a reader would: one shell, one empty folder.

    python tests/support/page_runs.py README.md

prints what they really say, for those who write a page.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pages import Command, Page
from source_code import ROOT

_MARK = "\x1e"
_READERS_OWN = "https://github.com/you/"
_END = "end of the file"
SHIPPED = "docs/examples"


@dataclass(frozen=True, slots=True)
class Done:
    """What a command printed on both streams, and its exit code."""

    command: Command
    output: str
    code: int


def run(
    page: Page, folder: Path, replace: Mapping[str, str] | None = None
) -> list[Done]:
    """In `folder`; `replace` puts a test's own address in place of the page's.

    What a reader would push to a repository of theirs goes to one below `folder`.
    """
    work, tools = folder / "page", folder / "bin"
    work.mkdir()
    _make_tools(tools)
    for name in set(re.findall(rf"{re.escape(_READERS_OWN)}(\S+)", page.text)):
        subprocess.run(["git", "init", "--quiet", "--bare", folder / name], check=True)
    if SHIPPED in page.text:
        shutil.copytree(ROOT / SHIPPED, work / SHIPPED)
    script = "".join(_script(page))
    for old, new in (replace or {}).items():
        script = script.replace(old, new)
    done = subprocess.run(
        ["sh", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=work,
        env={
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{folder}/.insteadOf",
            "GIT_CONFIG_VALUE_0": _READERS_OWN,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return list(_cut(page, done.stdout))


def _make_tools(folder: Path) -> None:
    """`rubrickit` and `python` as they are here; `make demo` without an environment."""
    python = f"PYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)}"
    tools = {
        "python": f'{python} "$@"',
        "rubrickit": f'{python} -m rubrickit "$@"',
        "make": f'test "$1" = demo || exit 2\n{python} -m rubrickit demo',
    }
    folder.mkdir()
    for name, line in tools.items():
        tool = folder / name
        tool.write_text(f"#!/bin/sh\n{line}\n")
        tool.chmod(0o755)


def _script(page: Page) -> Iterator[str]:
    """A mark and the exit code behind each command, which keeps that exit code."""
    yield "s=0\n"
    for step in page.steps():
        if isinstance(step, Command):
            yield f"(exit $s)\n{step.text}\ns=$?\nprintf '{_MARK}%s\\n' $s\n"
            continue
        path = shlex.quote(step.file)
        yield f"mkdir -p $(dirname {path})\n"
        yield f"cat > {path} <<'{_END}'\n{step.body}{_END}\n"


def _cut(page: Page, output: str) -> Iterator[Done]:
    commands = [step for step in page.steps() if isinstance(step, Command)]
    *parts, rest = output.split(_MARK)
    assert len(parts) == len(commands), f"the shell gave up: {rest}"
    codes = [int(part.split("\n", 1)[0]) for part in [*parts[1:], rest]]
    texts = [parts[0], *(part.split("\n", 1)[1] for part in parts[1:])]
    for command, text, code in zip(commands, texts, codes, strict=True):
        yield Done(command, text, code)


def _show(path: Path) -> None:
    page = Page(path, path.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for done in run(page, Path(folder)):
            code = f"[exit {done.code}]\n" if done.code else ""
            sys.stdout.write(f"$ {done.command.text}\n{done.output}{code}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        _show(Path(name).resolve())
