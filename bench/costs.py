"""Single pieces of work at the size that a large edit has."""

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from bench import measuring
from bench.measuring import Line
from rubrickit.core import changes, deltas, grades, sheets
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric
from rubrickit.core.sheets import Sheet

LEAVES, EDITS, RESPONSES = 20, 12, 100
_PROSE = "A made-up answer of some words. " * 20


def lines(scratch: Path) -> Iterator[Line]:
    yield _attribution()
    yield _rules(scratch)
    yield _plan(scratch)


def _attribution() -> Line:
    old = Rubric("q", tuple(_branches(edited=0)))
    new = Rubric("q", tuple(_branches(edited=EDITS)))
    sheet = _sheet(old, new)
    spent = []
    for _ in range(3):
        started = process_time()
        found = deltas.compare_question(old, new, sheet)
        spent.append(process_time() - started)
    edits = len(changes.compare(old, new).edits)
    exact = not found.error and sum(filter(None, found.contributions)) == found.delta
    note = f"{edits} edits, {'exact' if exact else 'sampled'}"
    name = f"a delta shared out: {EDITS} edits, {LEAVES} leaves, {RESPONSES} responses"
    return Line(name, median(spent), "s CPU", note=note)


def _branches(edited: int) -> Iterator[Node]:
    """The first `edited` leaves have another weight, or another text."""
    for branch in range(4):
        own = range(branch * 5, branch * 5 + 5)
        yield Branch(f"b{branch}", tuple(_leaf(n, changed=n < edited) for n in own))


def _leaf(number: int, *, changed: bool) -> Leaf:
    leaf = Leaf(f"leaf{number}", "check", (f"Does it say {number}?",))
    if not changed:
        return leaf
    if number % 2:
        return replace(leaf, texts=(f"Does it say {number} with its unit?",))
    return replace(leaf, weight=Decimal(3))


def _sheet(*versions: Rubric) -> Sheet:
    random = Random(1)
    keys = {
        (sheets.frame_digest(rubric), grades.leaf_digest(placed.leaf))
        for rubric in versions
        for placed in rubric.leaves()
    }
    responses = tuple(Response("q", f"r{at}", "") for at in range(RESPONSES))
    return Sheet(
        responses=responses,
        met={key: bytes(random.choices(b"yn", k=RESPONSES)) for key in sorted(keys)},
    )


def _rules(scratch: Path) -> Line:
    """The whole of `score`, less the same without the rule's work."""
    rule = "size(response) < 1200 && response.contains('words')"
    many = _repository(scratch / "rules", f'        rule: "{rule}"', 10_000)
    few = _repository(scratch / "rule", f'        rule: "{rule}"', 1)
    jobs = {
        "many": lambda: measuring.rubrickit("score", "--quiet", cwd=many),
        "few": lambda: measuring.rubrickit("score", "--quiet", cwd=few),
    }
    found = measuring.interleaved(jobs)
    own = measuring.cpu(found["many"]) - measuring.cpu(found["few"])
    return Line(
        "score, one CEL rule, 10,000 responses", own, "s CPU, start-up left out"
    )


def _plan(scratch: Path) -> Line:
    leaves = "\n".join(
        f'      - id: c{at}\n        check: "Does it say {at}?"' for at in range(7)
    )
    folder = _repository(scratch / "plan", leaves, 10_000)
    spent = [
        measuring.rubrickit("score", "--dry-run", "--quiet", cwd=folder)
        for _ in range(3)
    ]
    return Line("plan of 10,000 responses x 7 leaves", measuring.cpu(spent), "s CPU")


def _repository(folder: Path, leaf: str, responses: int) -> Path:
    """One question, whose leaf is computed or was never graded."""
    (folder / "rubrics").mkdir(parents=True)
    (folder / "gold").mkdir()
    settings = (
        "judge: {kind: openai, model: bench, base_url: 'http://127.0.0.1:9/v1'}\n"
    )
    (folder / "rubrickit.yaml").write_text(settings, "utf-8")
    first = "" if leaf.lstrip().startswith("- id") else "      - id: r\n"
    text = f"question_id: q\nnodes:\n  - id: all\n    children:\n{first}{leaf}\n"
    (folder / "rubrics/q.yaml").write_text(text, "utf-8")
    rows = (
        {"question_id": "q", "response_id": f"r{at}", "response": f"{at} {_PROSE}"}
        for at in range(responses)
    )
    written = "".join(f"{json.dumps(row)}\n" for row in rows)
    (folder / "gold/q.jsonl").write_text(written, "utf-8")
    return folder
