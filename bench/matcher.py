"""Coverage and agreement of the embedded matcher, against people's labels.

    python -m bench.matcher [FOLDER]

K-QA is read from this repository; FOLDER holds REALSumm as `questions.jsonl`,
`responses.jsonl` and `labels.jsonl` (default: the small slice that the tests use).
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from ruamel.yaml import YAML

from bench.measuring import Line
from rubrickit.core.grades import leaf_digest
from rubrickit.core.judging import evidence
from rubrickit.core.rubric import Leaf

ROOT = Path(__file__).parents[1]
SLICE = ROOT / "tests/data/realsumm"
COLUMNS = "{:<12} {:>6} {:>9} {:>10} {:>16} {:>16} {:>9}"


@dataclass(frozen=True, slots=True)
class Item:
    """A statement, a text, and whether most people said that the text states it."""

    statement: str
    text: str
    met: bool


@dataclass(frozen=True, slots=True)
class Counts:
    items: int
    yes: int
    right_yes: int
    no: int
    right_no: int

    @property
    def coverage(self) -> float:
        return (self.yes + self.no) / self.items

    @property
    def agreement(self) -> float:
        return (self.right_yes + self.right_no) / (self.yes + self.no)


def measure(items: list[Item]) -> Counts:
    answers = [(evidence.met((item.statement,), item.text), item.met) for item in items]
    said_yes = [truth for answer, truth in answers if answer is True]
    said_no = [not truth for answer, truth in answers if answer is False]
    return Counts(len(items), len(said_yes), sum(said_yes), len(said_no), sum(said_no))


def k_qa(root: Path = ROOT) -> list[Item]:
    """Every `states` leaf with votes, on the answer that was voted on."""
    texts = {
        row["response_id"]: row["response"] for row in _rows(root / "gold/k_qa.jsonl")
    }
    statements = {
        leaf_digest(Leaf("", "states", (text,))): text for text in _statements(root)
    }
    votes = defaultdict(list)
    for row in _rows(root / "gold/labels/k_qa.jsonl"):
        if row["leaf_digest"] in statements:
            votes[row["response_id"], row["leaf_digest"]].append(row["met"])
    return [
        Item(statements[digest], texts[response_id], _majority(met))
        for (response_id, digest), met in votes.items()
    ]


def realsumm(folder: Path = SLICE) -> list[Item]:
    """Every fact on every summary; a tie of the votes counts as no."""
    texts = {
        row["response_id"]: row["text"] for row in _rows(folder / "responses.jsonl")
    }
    statements = {
        leaf["leaf_id"]: leaf["requirement"]
        for row in _rows(folder / "questions.jsonl")
        for leaf in row["leaves"]
    }
    return [
        Item(
            statements[row["leaf_id"]],
            texts[row["response_id"]],
            _majority(row["votes"]),
        )
        for row in _rows(folder / "labels.jsonl")
    ]


def _statements(root: Path) -> Iterator[str]:
    for path in sorted((root / "rubrics").glob("*.yaml")):
        for branch in YAML(typ="safe", pure=True).load(path)["nodes"]:
            yield from (
                leaf["states"] for leaf in branch["children"] if "states" in leaf
            )


def _majority(votes: list[Any]) -> bool:
    return bool(2 * sum(votes) > len(votes))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def lines(folder: Path = SLICE) -> Iterator[Line]:
    for name, items in (("K-QA", k_qa()), ("REALSumm", realsumm(folder))):
        counts = measure(items)
        note = f"agreement {100 * counts.agreement:.1f} % of {counts.items} items"
        yield Line(f"matcher, {name}: coverage", 100 * counts.coverage, "%", note=note)


def main(folder: Path) -> None:
    print(
        COLUMNS.format(
            "set", "n", "coverage", "agreement", "yes right", "no right", "µs/item"
        )
    )
    for name, items in (("K-QA", k_qa()), ("REALSumm", realsumm(folder))):
        started = process_time()
        counts = measure(items)
        spent = 1e6 * (process_time() - started) / counts.items
        print(
            COLUMNS.format(
                name,
                counts.items,
                f"{counts.coverage:.3f}",
                f"{counts.agreement:.3f}",
                f"{counts.right_yes} of {counts.yes}",
                f"{counts.right_no} of {counts.no}",
                f"{spent:.0f}",
            )
        )
    print(f"\nstated of `local` in reports: {evidence.ACCURACY}")
    print("measured on larger sets: K-QA (399) .26, .894; REALSumm (26,400) .43, .847")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SLICE)
