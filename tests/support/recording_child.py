"""A child process that grades a fixed list; its parent kills it or starves it.

`recording_child.py ROOT COUNT [LIMIT]`: before each grade it prints `asked N`, and
`done N` once the grade is recorded. With LIMIT no file may grow beyond that many bytes
from the moment when half of the grades are recorded.
"""

import resource
import sys
from datetime import UTC, datetime
from pathlib import Path

from rubrickit.core.canonical import digest
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging.card import JudgeCard
from rubrickit.edges.grade_ledger import GradeLedger
from rubrickit.errors import WorldError

CARD = JudgeCard("openai", "model-1")
STARTED = datetime(2026, 1, 1, tzinfo=UTC)


def grade(number: int) -> Grade:
    """Two questions, five leaves; the verdict and reason follow from the number."""
    question, leaf, response = number % 2, number // 2 % 5, number // 10
    key = GradeKey(
        CARD.digest, digest(question), digest(f"{leaf}"), digest([response]), 1
    )
    return Grade(key, met=number % 3 > 0, reason=f"because of {number}")


def say(word: str, number: int) -> None:
    sys.stdout.write(f"{word} {number}\n")
    sys.stdout.flush()


def main(root: Path, count: int, limit: int | None = None) -> None:
    ledger = GradeLedger(root / "scores", root / "state")
    with ledger.recording(STARTED) as recorder:
        for number in range(count):
            each = grade(number)
            key = each.key
            known = ledger.column(key.judge, key.question, key.leaf, key.pass_number)
            if key.response in known:
                continue
            say("asked", number)
            recorder.record(each, CARD)
            say("done", number)
            if limit is not None and number == count // 2:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
    except WorldError as error:
        sys.exit(f"error: {error}\nhint: {error.hint}")
