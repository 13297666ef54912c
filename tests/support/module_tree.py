"""The tree of the package as `docs/architecture.md` shows it.

    python tests/support/module_tree.py

writes it there; `make docs` does the same.
"""

from collections.abc import Iterator
from pathlib import Path

from source_code import PACKAGE, ROOT, Module, modules

PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- tree: begin -->\n", "<!-- tree: end -->\n"


def tree() -> str:
    """A table for each folder: its modules and their docstrings' first lines."""
    by_folder: dict[Path, list[Module]] = {}
    for module in modules(PACKAGE):
        by_folder.setdefault(module.path.parent, []).append(module)
    return "\n".join(
        line for folder in sorted(by_folder) for line in _table(by_folder[folder])
    )


def _table(found: list[Module]) -> Iterator[str]:
    folder, *rest = sorted(found, key=lambda module: module.path.name != "__init__.py")
    yield f"### `{folder.path.parent.relative_to(ROOT).as_posix()}/`\n"
    yield f"{folder.sentence}\n"
    if rest:
        yield "| module | what it is |"
        yield "| --- | --- |"
        yield from (f"| `{each.path.name}` | {each.sentence} |" for each in rest)
        yield ""


def shown(page: str) -> str:
    """What stands between the two markers."""
    return page.partition(BEGIN)[2].partition(END)[0]


def written(page: str) -> str:
    """The page with today's tree."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{tree()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
