"""The code stays small, mostly free of effects, and tested without patches."""

import ast
import re

import pytest
from source_code import PACKAGE, TESTS, Module, modules

WITHOUT_EFFECTS = ("core", "reports", "errors.py", "world.py", "audits.py")
PATCH = re.compile(r"monkeypatch|mocker|patch|MagicMock|AsyncMock|Mock")


def code_lines(found: tuple[Module, ...]) -> int:
    return sum(len(module.code) for module in found)


def without_effects(module: Module) -> bool:
    return module.path.relative_to(PACKAGE).parts[0] in WITHOUT_EFFECTS


def test_functions_are_short() -> None:
    sizes = sorted(
        (size, f"{module.place}: {name}")
        for module in modules(PACKAGE)
        for name, size in module.functions()
    )

    longest = sizes[-1]
    ninth_of_ten = sizes[len(sizes) * 9 // 10]

    assert longest[0] <= 40, longest
    assert ninth_of_ten[0] <= 25, ninth_of_ten


@pytest.mark.parametrize("module", modules(PACKAGE), ids=lambda module: module.place)
def test_a_module_fits_in_300_lines(module: Module) -> None:
    assert module.lines <= 300


def test_most_code_has_no_effects() -> None:
    pure = tuple(module for module in modules(PACKAGE) if without_effects(module))

    assert code_lines(pure) / code_lines(modules(PACKAGE)) >= 0.6


def test_tests_hardly_patch() -> None:
    nodes = [node for module in modules(TESTS) for node in ast.walk(module.tree)]

    tests = [
        node
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    # Calls such as `monkeypatch.setenv(...)`, `patch(...)` and `mock.Mock(...)`.
    patches = [
        call
        for call in (ast.unparse(n.func) for n in nodes if isinstance(n, ast.Call))
        if PATCH.fullmatch(call.split(".")[0]) or PATCH.fullmatch(call.split(".")[-1])
    ]

    assert len(patches) <= len(tests) * 2 / 100, patches


def test_there_is_neither_too_little_nor_too_much_test_code() -> None:
    ratio = code_lines(modules(TESTS)) / code_lines(modules(PACKAGE))

    assert 1.5 <= ratio <= 2.5, f"{ratio:.2f} lines of tests for a line of code"
