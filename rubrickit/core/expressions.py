"""What a CEL expression shows before it runs: its words, its limits, its constants."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

RULE_VARIABLES = frozenset((
    "question_id", "question", "context", "reference", "response", "json", "trace",
    "meta", "slices", "agent", "sample",
))  # fmt: skip
"""What a rule sees of a rubric and a response."""

WHEN_VARIABLES = frozenset(("question_id", "meta", "slices", "agent", "sample"))
"""What decides whether a node applies: never the response's text, never a judge."""

LONGEST = 2_000
DEEPEST_MACROS = 2
MOST_MACROS = 4
CODE_POINTS = "_size"
"""Stands for `size` when an expression runs.

The library counts the bytes of a text, where the language says code points, and its
own `size` can't be replaced.
"""

_FUNCTIONS = frozenset((
    "size", "contains", "startsWith", "endsWith", "matches", "int", "uint", "double",
    "string", "bytes", "type", "dyn", "timestamp", "duration", "getFullYear",
    "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getHours",
    "getMinutes", "getSeconds", "getMilliseconds",
))  # fmt: skip
_MACROS = frozenset(("all", "exists", "exists_one", "existsOne", "filter", "map"))
_TYPES = frozenset((
    "bool", "bytes", "double", "int", "list", "map", "null_type", "string", "uint",
))  # fmt: skip
_ARITHMETIC = frozenset("+-*/%()")
_BOUNDS = frozenset((
    "(", ")", "[", "]", "{", "}", ",", ":", "?", "<", ">", "<=", ">=", "==", "!=",
    "&&", "||", "in",
))  # fmt: skip

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*)
    | (?P<string>
        [bB]?[rR][bB]?(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"[^"\n]*"|'[^'\n]*')
      | [bB]?(?:\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}
               |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    | (?P<number>(?:\d|\.\d)(?:[eE][+-]|[\w.])*)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<mark>&&|\|\||[<>=!]=|.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an expression and the offset where it starts."""

    kind: Literal["string", "number", "name", "mark"]
    text: str
    start: int


def tokens(expression: str) -> tuple[Token, ...]:
    """Of an expression that compiles; blanks and comments are left out."""
    return tuple(
        Token(match.lastgroup, match.group(), match.start())  # type: ignore[arg-type]
        for match in _TOKEN.finditer(expression)
        if match.lastgroup != "blank"
    )


def runnable(expression: str) -> str:
    """The same expression with a `size` that counts what the language says."""
    parts, end = [], 0
    for token in _called(tokens(expression), "size"):
        parts += [expression[end : token.start], CODE_POINTS]
        end = token.start + len(token.text)
    return "".join([*parts, expression[end:]])


def unknown_variable(
    names: Iterable[str], words: Sequence[Token], allowed: frozenset[str]
) -> str:
    """What is wrong with the names that an expression refers to; "" for nothing."""
    known = allowed | _TYPES | _bound(words)
    for name in sorted(set(names) - known):
        if name in RULE_VARIABLES:
            return f"`when` can't see `{name}`: it sees {_listed(allowed)}"
        return f"unknown variable `{name}`{_guess(name, allowed)}"
    return ""


def unknown_function(names: Iterable[str]) -> str:
    """Operators have names that no user can write; they are always known."""
    written = (name for name in sorted(names) if re.fullmatch(r"[A-Za-z_]\w*", name))
    for name in written:
        if name not in _FUNCTIONS | _MACROS:
            return f"unknown function `{name}`{_guess(name, _FUNCTIONS | _MACROS)}"
    return ""


def too_costly(words: Sequence[Token]) -> str:
    """Why the cost could grow beyond reach with the response; "" if it can't.

    The language has no loops but its macros: inside each other they multiply, and
    chained `map`s can double a text again and again.
    """
    macros = [token.text for name in _MACROS for token in _called(words, name)]
    if len(macros) > MOST_MACROS:
        return f"more than {MOST_MACROS} of {_listed(_MACROS)} in one rule"
    if macros.count("map") > 1:
        return "more than one `map` in one rule"
    if _macro_depth(words) > DEEPEST_MACROS:
        return f"more than {DEEPEST_MACROS} of {_listed(_MACROS)} inside each other"
    return ""


def literal_patterns(words: Sequence[Token]) -> Iterator[str]:
    """The string literals, as written, that stand alone as the pattern of `matches`."""
    marks = [*words, Token("mark", ")", -1), Token("mark", ")", -1)]
    for index, token in enumerate(words):
        if token.text != "matches" or marks[index + 1].text != "(":
            continue
        pattern, after = marks[index + 2], marks[index + 3]
        if pattern.kind == "string" and after.text == ")":
            yield pattern.text


def divides_by_zero(words: Sequence[Token]) -> bool:
    """A literal zero right behind `/` or `%`; floats divide by zero as they like."""
    return any(
        left.text in ("/", "%") and re.fullmatch(r"0+u?|0x0+u?", right.text)
        for left, right in pairwise(words)
    )


def constant_parts(words: Sequence[Token]) -> Iterator[str]:
    """Pieces that hold only numbers and arithmetic, between weaker operators."""
    for stops in (_BOUNDS, _BOUNDS - {"(", ")"}):
        part: list[Token] = []
        for token in [*words, Token("mark", ",", -1)]:
            if token.text not in stops:
                part.append(token)
                continue
            if len(part) > 1 and all(map(_is_arithmetic, part)):
                yield " ".join(piece.text for piece in part)
            part = []


def _is_arithmetic(token: Token) -> bool:
    return token.kind == "number" or token.text in _ARITHMETIC


def _called(words: Sequence[Token], name: str) -> Iterator[Token]:
    for token, after in pairwise(words):
        if token.kind == "name" and token.text == name and after.text == "(":
            yield token


def _bound(words: Sequence[Token]) -> frozenset[str]:
    """The names that macros give to the elements of a list."""
    return frozenset(
        third.text
        for first, second, third in zip(words, words[1:], words[2:], strict=False)
        if first.text in _MACROS and second.text == "(" and third.kind == "name"
    )


def _macro_depth(words: Sequence[Token]) -> int:
    deepest, is_macro = 0, []
    for before, token in pairwise(words):
        if token.text == "(":
            is_macro.append(before.kind == "name" and before.text in _MACROS)
            deepest = max(deepest, sum(is_macro))
        elif token.text == ")" and is_macro:
            is_macro.pop()
    return deepest


def _guess(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f", did you mean `{close[0]}`?" if close else f"; known: {_listed(known)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
