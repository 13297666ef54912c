"""Located trees out of plain Python values, as if each stood on a line of its own."""

from itertools import count
from typing import Any

from rubrickit.core.reading.located import Items, Located, Pairs, Problems, Scalar

PATH = "r.yaml"


def plain(text: str, line: int = 1, column: int = 1) -> Scalar:
    return Scalar(text, True, line, column)


def quoted(text: str, line: int = 1, column: int = 1) -> Scalar:
    return Scalar(text, False, line, column)


def located(value: Any) -> Located:
    """Texts stand in quotes and all else is plain; lines count in file order."""
    lines = count(1)

    def made(one: Any) -> Located:
        line = next(lines)
        if isinstance(one, Scalar):
            return Scalar(one.text, one.plain, line, 1)
        if isinstance(one, dict):
            entries = tuple((made(key), made(item)) for key, item in one.items())
            return Pairs(entries, line, 1)
        if isinstance(one, list):
            return Items(tuple(map(made, one)), line, 1)
        if isinstance(one, str):
            return Scalar(one, False, line, 1)
        words = {True: "true", False: "false", None: "null"}
        is_word = one is None or isinstance(one, bool)
        return Scalar(words[one] if is_word else str(one), True, line, 1)

    return made(value)


def told(problems: Problems) -> list[tuple[str, str, str]]:
    """Rule, message and hint of each problem."""
    return [(one.rule, one.message, one.hint) for one in problems.found]
