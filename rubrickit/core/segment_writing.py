"""Writing a segment: the same bytes for the same grades, whatever their order."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade
from rubrickit.core.segments import MET, NO_GRADE, NOT_MET, Header


class Cell(NamedTuple):
    """One grade inside a column; `origin` only where a segment is folded."""

    met: bool
    reason: str = ""
    origin: int | None = None


Cells = Mapping[Digest, Cell]
BlockCells = Mapping[tuple[Digest, int], Cells]
"""By (leaf, pass), then by response."""


def encode(grades: Iterable[Grade], created: str, tool: str) -> bytes:
    """Of contradicting grades the harsher is kept, so that their order is nothing."""
    blocks: dict[tuple[Digest, Digest], dict[tuple[Digest, int], dict[Digest, Cell]]]
    blocks = defaultdict(lambda: defaultdict(dict))
    count = 0
    for grade in grades:
        key, cell = grade.key, Cell(grade.met, clean(grade.reason))
        cells = blocks[key.question, key.judge][key.leaf, key.pass_number]
        count += key.response not in cells
        cells[key.response] = min(cells.get(key.response, cell), cell)
    lines = [line(Header(created, tool, count).document())]
    for (question, judge), block in sorted(blocks.items()):
        lines += block_lines(judge, question, block)
    return b"".join(lines)


def block_lines(
    judge: Digest, question: Digest, block: BlockCells, clashes: int = 0
) -> Iterator[bytes]:
    """The line that names the responses once, then a line for each (leaf, pass)."""
    responses = sorted(set().union(*block.values()))
    opening = {"judge": judge, "question": question, "responses": responses}
    yield line({**opening, "clashes": clashes} if clashes else opening)
    for (leaf, pass_number), cells in sorted(block.items()):
        marks = "".join(_mark(cells.get(response)) for response in responses)
        row: dict[str, Any] = {"leaf": leaf, "pass": pass_number, "met": marks}
        found = [(at, cells[r]) for at, r in enumerate(responses) if r in cells]
        reasons = [[at, cell.reason] for at, cell in found if cell.reason]
        if reasons:
            row["reasons"] = reasons
        yield line(row | _origin([(at, cell.origin) for at, cell in found], responses))


def line(value: Any) -> bytes:
    """Compact JSON, keys in the order given, and the line's end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def clean(reason: str) -> str:
    """Lone surrogates, which no file can hold, become question marks."""
    return reason.encode("utf-8", "replace").decode()


def _mark(cell: Cell | None) -> str:
    if cell is None:
        return NO_GRADE
    return MET if cell.met else NOT_MET


def _origin(
    found: list[tuple[int, int | None]], responses: list[Digest]
) -> dict[str, Any]:
    different = {origin for _, origin in found}
    if different == {None}:
        return {}
    if len(different) == 1:
        return {"origin": different.pop()}
    by_place = dict(found)
    return {"origin": [by_place.get(at, 0) for at in range(len(responses))]}
