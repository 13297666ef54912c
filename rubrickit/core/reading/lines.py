"""Which lines of a text a located value takes, and their replacement."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from rubrickit.core.reading.located import Items, Located, Pairs, Scalar
from rubrickit.errors import RubrickitError

_DASH = re.compile(r" *-\s*(#.*)?$")
_CODE = re.compile(  # up to a comment; a quote within a word quotes nothing
    r"""(?:(?:^|(?<=[\s{\[,:]))(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?!\s\#).)*"""
)
_COMMENT = re.compile(r"\s(#.*?)\s*$")


class Lines:
    """The lines of a text beside its tree. Indices count from 0, columns too."""

    def __init__(self, text: str, tree: Located) -> None:
        self.ending = "\r\n" if "\r\n" in text else "\n"
        self.lines = [line + "\n" for line in text.split("\n")]
        last = self.lines.pop()[:-1]
        if last:
            self.lines.append(last + self.ending)
        self._starts = sorted({one.line for one in all_of(tree)})

    def text(self) -> str:
        return "".join(self.lines)

    def is_block(self, container: Pairs | Items) -> bool:
        return self.lines[container.line - 1][container.column - 1] not in "{["

    def stop(self, first: int, value: Located, column: int) -> int:
        """The index behind the lines of a value that begins at line `first` or later.

        Blank lines and comments that stand behind it, at `column` or left of it, belong
        to what follows.
        """
        last = max(first + 1, *(one.line for one in all_of(value)))
        following = bisect_right(self._starts, last)
        at_end = following == len(self._starts)
        stop = len(self.lines) if at_end else self._starts[following] - 1
        stop = next((at for at in range(last, stop) if self._is_dash(at, column)), stop)
        while stop > last and self._is_outside(self.lines[stop - 1], column):
            stop -= 1
        return stop

    def _is_dash(self, at: int, column: int) -> bool:
        """The beginning of the next item, whose keys stand below its dash."""
        line = self.lines[at].rstrip()
        return bool(_DASH.fullmatch(line)) and line.index("-") <= column

    def _is_outside(self, line: str, column: int) -> bool:
        text = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        is_comment = text.startswith("#") and indent <= column
        return not text or is_comment or line.startswith("...")

    def dash(self, item: Located) -> tuple[int, int]:
        """Line and column of the dash before an item of a block list."""
        line = item.line - 1
        before = self.lines[line][: item.column - 1]
        while not before.strip() and line > 0:
            line -= 1
            before = self.lines[line].rstrip("\r\n")
            if before.strip().startswith("#"):
                before = ""
        if not _DASH.fullmatch(before):
            message = f"line {item.line}: this node is written in a way that cannot be"
            hint = "write it as a block: `- id: …`"
            raise RubrickitError(f"{message} edited", hint=hint)
        return line, before.index("-")

    def first_with_comments(self, line: int, column: int) -> int:
        """The first of the comments directly above a line, in its column."""
        lead = " " * column + "#"
        while line > 0 and self.lines[line - 1].startswith(lead):
            line -= 1
        return line

    def comment_after(self, value: Located) -> str:
        """The comment behind a value that ends on the line where it begins."""
        rest = self.lines[value.line - 1][value.column - 1 :]
        if not isinstance(value, Scalar) or not value.plain:
            rest = _CODE.sub("", rest, count=1)
        found = _COMMENT.search(f" {rest}" if rest.startswith("#") else rest)
        return f"  {found[1]}" if found else ""

    def replace(
        self, start: int, stop: int, new: Sequence[str], column: int = 0
    ) -> None:
        pad = " " * column
        self.lines[start:stop] = [f"{pad}{line}{self.ending}" for line in new]


def all_of(value: Located) -> Iterator[Located]:
    """The value and everything in it; what an alias repeats comes more than once."""
    yield value
    if isinstance(value, Items):
        for item in value.items:
            yield from all_of(item)
    elif isinstance(value, Pairs):
        for key, item in value.entries:
            yield from all_of(key)
            yield from all_of(item)
