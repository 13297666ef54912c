"""Our pages as data: fenced blocks, links, and commands that can be run as printed.

How a page is written so that it can be checked:

- a `console` block is run: `$ ` begins a command, `> ` goes on with it, all other lines
  are what it prints. `…` stands for any text, alone on a line for any lines. A command
  with nothing below it may print anything; it must succeed, unless `$ echo $?` follows;
- a block with a file's name behind its language (as in "yaml rubrics/a.yaml") is saved
  under that name before the next command runs;
- an `sh` block is only shown: what installs, or needs a key.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from source_code import ROOT

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=fence)$")
_BLOCK = re.compile(_FENCE.pattern, re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """`language` and `file` are the words behind the fence, `line` is its own."""

    language: str
    file: str
    body: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command and the lines that the page says it prints."""

    text: str
    printed: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    path: Path
    text: str

    @property
    def place(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(
            Block(
                *_info(match["info"]),
                body=match["body"],
                line=self.text.count("\n", 0, match.start()) + 1,
            )
            for match in _BLOCK.finditer(self.text)
        )

    @property
    def prose(self) -> str:
        """Everything but the blocks."""
        return _BLOCK.sub("", self.text)

    @property
    def links(self) -> tuple[str, ...]:
        return tuple(match["target"] for match in _LINK.finditer(self.prose))

    @property
    def anchors(self) -> frozenset[str]:
        """As GitHub makes them of headings."""
        headings = (match["text"].lower() for match in _HEADING.finditer(self.prose))
        return frozenset(
            re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings
        )

    def steps(self) -> Iterator[Block | Command]:
        """Files to save and commands to run, in order."""
        for block in self.blocks:
            if block.file:
                yield block
            elif block.language == "console":
                yield from commands(block)


def pages() -> tuple[Page, ...]:
    """All that people read, but the changelog."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    return tuple(Page(path, path.read_text("utf-8")) for path in sorted(paths))


def commands(block: Block) -> Iterator[Command]:
    """Of a `console` block."""
    lines = block.body.splitlines()
    starts = [at for at, text in enumerate(lines) if text.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        rest = lines[start + 1 : end]
        more = next(
            (n for n, t in enumerate(rest) if not t.startswith("> ")), len(rest)
        )
        text = "\n".join(line[2:] for line in lines[start : start + 1 + more])
        yield Command(text, tuple(rest[more:]), block.line + 1 + start)


def fits(printed: tuple[str, ...], real: str) -> bool:
    """Whether this is what a command printed; `…` stands for anything."""
    wanted = "\n".join(line.rstrip() for line in printed).strip("\n")
    pattern = re.escape(f"\n{wanted}\n")
    pattern = re.sub(r"\n…(?=\n)", r"(?:\\n[^\\n]*)*?", pattern.replace("\\\n", "\n"))
    pattern = pattern.replace("…", "[^\n]*?")
    lines = "\n".join(line.rstrip() for line in real.splitlines()).strip("\n")
    return re.fullmatch(pattern, f"\n{lines}\n") is not None


def _info(words: str) -> tuple[str, str]:
    language, _, file = words.strip().partition(" ")
    return language, file.strip()
