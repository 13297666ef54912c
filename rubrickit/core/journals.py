"""A run's journal: one checked line for each finished grade."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging import card as cards
from rubrickit.core.judging.card import JudgeCard

FORMAT = 1

_UNKNOWN = "~"


@dataclass(frozen=True, slots=True)
class Contents:
    """What can be read of a journal; `faults` are one line each.

    One that is not `ours` was written by a newer rubrickit, which will need it.
    """

    created: str
    grades: Sequence[Grade]
    cards: Mapping[Digest, JudgeCard]
    faults: Sequence[str] = ()
    ours: bool = True


def opening(created: str) -> bytes:
    return _line({"format": FORMAT, "kind": "journal", "created": created})


def card_line(card: JudgeCard) -> bytes:
    return _line({"card": cards.dump(card)})


def grade_line(grade: Grade) -> bytes:
    key = grade.key
    parts = (key.judge, key.question, key.leaf, key.response, key.pass_number)
    return _line([*parts, grade.met, grade.reason])


def read(data: bytes) -> Contents:
    """Every whole line.

    A last line that was cut is dropped; so is a line whose checksum is wrong, and
    that one is a fault.
    """
    lines = [_value(line) for line in data.split(b"\n")[:-1]]
    if not lines:
        return Contents(_UNKNOWN, [], {}, [])
    head = lines[0] or {"format": FORMAT, "created": _UNKNOWN}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return Contents(_UNKNOWN, [], {}, ["a newer rubrickit wrote it"], ours=False)
    found = [cards.load(line["card"]) for line in lines if _is_card(line)]
    return Contents(
        created=head["created"],
        grades=[_grade(line) for line in lines if isinstance(line, list)],
        cards={card.digest: card for card in found if card},
        faults=[
            f"line {number} is damaged"
            for number, line in enumerate(lines, 1)
            if line is None
        ],
    )


def _line(value: Any) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _value(line: bytes) -> Any:
    """None where the line is not exactly what was once written."""
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    return json.loads(text)


def _is_card(value: Any) -> bool:
    return isinstance(value, dict) and "card" in value


def _grade(value: Sequence[Any]) -> Grade:
    judge, question, leaf, response, pass_number, met, reason = value
    return Grade(GradeKey(judge, question, leaf, response, pass_number), met, reason)
