"""Whatever a file holds, its reader gives values or one line for its author."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from mutation import fuzzed

from rubrickit.core.reading import codec
from rubrickit.core.reading.edits import Put
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.edges import gold_files, rubric_files
from rubrickit.errors import RubrickitError

HERE = Path(__file__).parent
SEEDS = sorted((HERE / "seeds").glob("*.*"))
SHARED = {"safety.no_dose": Leaf("no_dose", "check", ("x",))}


def read_rubric(data: bytes) -> None:
    rubric = rubric_files.parse(data, "r.yaml", SHARED)
    stamps = codec.stamps(SHARED)
    value = json.loads(json.dumps(codec.dump(rubric, stamps)))
    assert codec.load(value, "r.yaml", stamps) == rubric
    edit_rubric(data.decode("utf-8"), rubric)


def edit_rubric(text: str, rubric: Rubric) -> None:
    """An edit gives the edited rubric, or says in one line why it cannot."""
    path = next(rubric.leaves()).path
    try:
        edited = rubric_files.edit(text, [Put(path, "tier", "required")])
    except RubrickitError:
        return
    leaf = next(rubric_files.parse(edited.encode(), "r.yaml", SHARED).leaves()).leaf
    assert leaf.tier == "required"


Reader = Callable[[bytes], object]
READERS: dict[str, Reader] = {
    "heart.yaml": read_rubric,
    "points.yaml": read_rubric,
    "safety.yaml": lambda data: rubric_files.parse_shared(data, "s.yaml"),
    "config.yaml": lambda data: rubric_files.parse_config(data, "rubrickit.yaml"),
    "gold.jsonl": lambda data: gold_files.responses(data, "gold/a.jsonl"),
    "labels.jsonl": lambda data: gold_files.labels(data, "gold/labels/a.jsonl"),
}
CASES = [
    (read, (HERE / "corpus" / name).read_bytes()) for name, read in READERS.items()
]


def is_accepted(reader: Reader, data: bytes) -> bool:
    """Else one line with a place, in less than a second."""
    start = time.process_time()
    told = message_of(reader, data)
    assert time.process_time() - start < 1
    place, _, message = told.partition(": ")
    assert told == "" or (place.rpartition(":")[2].isdigit() and message)
    assert "\n" not in told
    return not told


def message_of(reader: Reader, data: bytes) -> str:
    try:
        reader(data)
    except RubrickitError as error:
        return str(error)
    return ""


def run(first: int, last: int) -> int:
    """How many files are accepted."""
    accepted = 0
    for seed in range(first, last):
        reader, good = CASES[seed % len(CASES)]
        data = fuzzed(good, seed)
        try:
            accepted += is_accepted(reader, data)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {data!r}") from error
    return accepted


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_what_once_went_wrong_is_told_in_one_line(path: Path) -> None:
    data = path.read_bytes()
    assert not any(is_accepted(reader, data) for reader in READERS.values())


def test_each_good_file_is_accepted() -> None:
    assert all(is_accepted(reader, good) for reader, good in CASES)


def test_two_thousand_damaged_files_are_told_in_one_line() -> None:
    assert run(0, 2_000) > 100


@pytest.mark.slow
def test_a_hundred_thousand_damaged_files_are_told_in_one_line() -> None:
    assert run(2_000, 102_000) > 5_000
