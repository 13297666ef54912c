"""A run's journal: one checked line for each finished grade."""

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rubrickit.core import json_text
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.judging import card as cards
from rubrickit.core.judging.card import JudgeCard

FORMAT = 1

_UNKNOWN = "~"
_DIGEST = re.compile(r"[0-9a-f]{32}").fullmatch


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

    A last line that was cut is dropped; so is a line whose checksum is wrong or that
    we never write, and that one is a fault.
    """
    values = [_value(line) for line in data.split(b"\n")[:-1]]
    if not values:
        return Contents(_UNKNOWN, [], {}, [])
    head = values[0] or {"format": FORMAT, "created": _UNKNOWN}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return Contents(_UNKNOWN, [], {}, ["a newer rubrickit wrote it"], ours=False)
    created = head.get("created")
    is_headed = bool(values[0]) and isinstance(created, str)
    found = [is_headed, *map(_entry, values[1:])]
    known = [entry for entry in found if isinstance(entry, JudgeCard)]
    return Contents(
        created=created if isinstance(created, str) else _UNKNOWN,
        grades=[entry for entry in found if isinstance(entry, Grade)],
        cards={card.digest: card for card in known},
        faults=[
            f"line {number} is damaged"
            for number, entry in enumerate(found, 1)
            if not entry
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
    parsed = json_text.parse(text.decode("utf-8", "replace"))
    return parsed.value if parsed else None


def _entry(value: Any) -> JudgeCard | Grade | None:
    """A right checksum alone makes no grade: a text in place of a yes would be one."""
    if isinstance(value, dict):
        return cards.load(value.get("card"))
    if not isinstance(value, list) or len(value) != 7:
        return None
    judge, question, leaf, response, pass_number, met, reason = value
    digests = (judge, question, leaf, response)
    if not all(isinstance(each, str) and _DIGEST(each) for each in digests):
        return None
    if type(pass_number) is not int or pass_number < 1:
        return None
    if not isinstance(met, bool) or not isinstance(reason, str):
        return None
    return Grade(GradeKey(judge, question, leaf, response, pass_number), met, reason)
