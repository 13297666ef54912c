"""Our own source as data: what counts as code, and where functions are."""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rubrickit"
TESTS = ROOT / "tests"

_NO_CODE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
        tokenize.INDENT,
        tokenize.NEWLINE,
        tokenize.NL,
    }
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Module:
    """One file, its tree and the numbers of the lines that hold code."""

    path: Path
    text: str
    tree: ast.Module
    code: frozenset[int]

    @property
    def place(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def sentence(self) -> str:
        """The docstring's first line."""
        return (ast.get_docstring(self.tree) or "").split("\n")[0]

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def imports(self) -> Iterator[str]:
        """The top-level names of what it imports, wherever in the file."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module.split(".")[0]

    def functions(self) -> Iterator[tuple[str, int]]:
        """Each function's name with its lines of code, from `def` to its end."""
        for node in ast.walk(self.tree):
            if isinstance(node, _FUNCTIONS):
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                yield node.name, len(self.code.intersection(lines))


@cache
def modules(folder: Path) -> tuple[Module, ...]:
    return tuple(_module(path) for path in sorted(folder.rglob("*.py")))


def _module(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    return Module(path, text, tree, frozenset(_code(text)) - _docstrings(tree))


def _code(text: str) -> Iterator[int]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            yield from range(token.start[0], token.end[0] + 1)


def _docstrings(tree: ast.Module) -> frozenset[int]:
    """Lines of strings that nobody uses: docstrings, also those of constants."""
    texts = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
    return frozenset(
        line for node in texts for line in range(node.lineno, node.end_lineno + 1)
    )
