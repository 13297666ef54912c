"""A line with a right checksum is still only what we write, or it is no grade."""

import zlib

import pytest
from ledger_samples import CARD, EARLY, grade

from rubrickit.core import journals
from rubrickit.core.judging import card as cards

DIGEST = "a" * 32
KEY = ",".join([f'"{DIGEST}"'] * 4)
WHOLE = grade("r1")


def checked(text: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(text), text)


@pytest.mark.parametrize(
    "text",
    [
        b"no JSON",
        b"\xff",
        b"[" * 100_000,
        b"[1,2]",
        b'"a text"',
        f'[{KEY},1,"no",""]'.encode(),
        f'[{KEY},1,1,""]'.encode(),
        f"[{KEY},1,true,5]".encode(),
        f'[{KEY},0,true,""]'.encode(),
        f'[{KEY},"1",true,""]'.encode(),
        f'[{KEY},true,true,""]'.encode(),
        b'[[1],[2],[3],[4],1,true,""]',
        b'{"card":5}',
        b'{"card":{"format":1}}',
    ],
)
def test_a_line_that_we_never_write_is_a_fault_and_no_grade(text: bytes) -> None:
    lines = journals.opening(EARLY), checked(text), journals.grade_line(WHOLE)

    contents = journals.read(b"".join(lines))

    assert contents.grades == [WHOLE]
    assert contents.faults == ["line 2 is damaged"]


@pytest.mark.parametrize("head", [b'{"format":1}', b'{"format":1,"created":5}'])
def test_a_journal_without_its_time_keeps_its_grades(head: bytes) -> None:
    contents = journals.read(checked(head) + journals.grade_line(WHOLE))

    assert contents.grades == [WHOLE]
    assert contents.faults == ["line 1 is damaged"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("model", ["m"]), ("endpoint", None), ("batch", "1"), ("configured", ["a"])],
)
def test_a_card_with_a_field_of_another_type_is_none(name: str, value: object) -> None:
    assert cards.load({**cards.dump(CARD), name: value}) is None
