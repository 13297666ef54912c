"""Made-up rubric repositories of any size, graded through and through.

    python -m bench.repositories FOLDER SIZE

makes one. In a process of its own: what a large process starts counts as large.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

from bench.measuring import git, run
from rubrickit.core import folding, grades, segment_reading, segment_writing, segments
from rubrickit.core import responses as gold
from rubrickit.core.config import JudgeConfig
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging import card as judge_cards
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.segments import Damage, Segment
from rubrickit.edges import endpoint_settings, rubric_files

TOOL = "bench"
QUESTIONS_A_SEGMENT = 100
REWORDED = " A range is not enough."
_BRANCHES = (("content", 5), ("form", 3), ("care", 2))
_ANSWER = "The agent answered in some detail. " * 30


@dataclass(frozen=True, slots=True)
class Size:
    """Of a repository. Every rubric has 10 leaves; passes 0 means adaptive."""

    questions: int
    responses: int = 100
    passes: int = 1
    url: str = "http://127.0.0.1:9/v1"

    @property
    def config(self) -> str:
        passes = self.passes or "adaptive"
        return (
            f"judge: {{kind: openai, model: bench, base_url: '{self.url}',"
            f" passes: {passes}, max_concurrency: 64}}\n"
            "budget: {max_calls: 1000000, max_cost: null, max_minutes: 60}\n"
        )

    @property
    def judge(self) -> JudgeConfig:
        return rubric_files.parse_config(self.config.encode(), "bench").judge


def make(folder: Path, size: Size, *, graded: bool = True) -> Path:
    """Committed on `main`; its grades stand in one folded segment."""
    told = json.dumps([*astuple(size), graded])
    run("-m", "bench.repositories", folder, told)
    return folder


def _make(folder: Path, size: Size, *, graded: bool) -> None:
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    (folder / "rubrickit.yaml").write_text(size.config, "utf-8")
    for name in ("rubrics", "gold"):
        (folder / name).mkdir()
    for number in range(size.questions):
        stem = f"q{number:04}"
        rubric = rubric_text(number)
        (folder / f"rubrics/{stem}.yaml").write_text(rubric, "utf-8")
        lines = (json.dumps(row) for row in rows(number, size.responses))
        text = "".join(f"{line}\n" for line in lines)
        (folder / f"gold/{stem}.jsonl").write_text(text, "utf-8")
    if graded:
        _write_ledger(folder, size)
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", "A repository to measure")
    git(folder, "gc", "-q")


def rubric_text(number: int) -> str:
    """About 2.7 KB."""
    lines = [
        f"question_id: q{number:04}",
        f'question: "What does the guide say of item {number}, and for whom?"',
        f'context: "A person with item {number} at home, no known conditions."',
        "weighting: weighted_sum",
        "nodes:",
    ]
    leaf = 0
    for at, (branch, leaves) in enumerate(_BRANCHES):
        lines += [f"  - id: {branch}", f"    weight: 0.{5 - at}", "    children:"]
        for _ in range(leaves):
            lines += [
                f"      - id: leaf_{leaf}",
                f"        weight: {1 + leaf % 4}",
                f'        check: "{check(number, leaf)}"',
                "        # Whoever leaves it out gets it wrong.",
                f'        note: "agreed on by two experts in round {leaf}"',
            ]
            leaf += 1
    return "\n".join(lines) + "\n"


def check(number: int, leaf: int) -> str:
    return (
        f"Does the answer name point {leaf} of question {number} with its dose and"
        " unit, in plain words?"
    )


def rows(number: int, responses: int) -> Iterator[dict[str, object]]:
    for at in range(responses):
        yield {
            "question_id": f"q{number:04}",
            "response_id": f"r{at:04}",
            "response": f"[answer {number}-{at}] {_ANSWER}",
            "agent": f"coach@{at % 4}",
        }


def _write_ledger(folder: Path, size: Size) -> None:
    card = endpoint_settings.configured_card(size.judge)
    parts = []
    for first in range(0, size.questions, QUESTIONS_A_SEGMENT):
        every = range(first, min(first + QUESTIONS_A_SEGMENT, size.questions))
        found = (g for number in every for g in _grades(card, number, size))
        moment = f"2026-01-{1 + first // QUESTIONS_A_SEGMENT:02}T00:00:00Z"
        parts.append(_decoded(segment_writing.encode(found, moment, TOOL)))
    write_segment(folder, folding.fold(parts, TOOL))
    write_segment(folder, _reworded(card, size))
    document = folder / f"scores/judges/{card.digest}.json"
    document.parent.mkdir()
    document.write_text(json.dumps(judge_cards.dump(card)), "utf-8")


def _grades(card: JudgeCard, number: int, size: Size) -> Iterator[Grade]:
    rubric = rubric_files.parse(rubric_text(number).encode(), "bench", {})
    for placed in rubric.leaves():
        yield from _leaf_grades(card.digest, rubric, placed.leaf, number, size)


def _leaf_grades(
    judge: str, rubric: Rubric, leaf: Leaf, number: int, size: Size
) -> Iterator[Grade]:
    question, digest = grades.question_digest(rubric), grades.leaf_digest(leaf)
    for row in rows(number, size.responses):
        response, _ = gold.digests(str(row["response"]), "", "")
        met = hashlib.sha256(f"{digest}{response}".encode()).digest()[0] < 180
        for pass_number in range(1, (size.passes or 2) + 1):
            yield Grade(GradeKey(judge, question, digest, response, pass_number), met)


def _reworded(card: JudgeCard, size: Size) -> bytes:
    """The first question's first leaf in other words, graded in another run."""
    rubric = rubric_files.parse(rubric_text(0).encode(), "bench", {})
    leaf = Leaf("leaf_0", "check", (check(0, 0) + REWORDED,))
    found = _leaf_grades(card.digest, rubric, leaf, 0, size)
    return segment_writing.encode(found, "2026-02-01T00:00:00Z", TOOL)


def _decoded(data: bytes) -> Segment:
    segment = segment_reading.decode(segments.name_of(data), data)
    if isinstance(segment, Damage):
        raise TypeError(segment.problem)
    return segment


def write_segment(folder: Path, data: bytes) -> Path:
    path = folder / f"scores/ledger/2026/{segments.name_of(data)}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def clone(source: Path, target: Path) -> Path:
    """Fresh: no cache has come along."""
    git(source, "clone", "-q", f"file://{source}", str(target))
    return target


if __name__ == "__main__":
    *fields, is_graded = json.loads(sys.argv[2])
    _make(Path(sys.argv[1]), Size(*fields), graded=is_graded)
