"""Damaged copies of good files, and files that never were good, from a seed."""

import random
from collections.abc import Callable

PIECES = (
    *b"[]{}:,-?!&*#|>%@`'\"\\ \t\n\r\x00\x7f0",
    b"- ",
    b": ",
    b"? ",
    b"\n",
    b"\n  ",
    b"\n- ",
    b"---\n",
    b"...\n",
    b"<<: ",
    b"&a ",
    b"*a",
    b"!!str ",
    b"!t ",
    b"|\n",
    b">-\n",
    b"%YAML 1.2\n---\n",
    b"null",
    b"true",
    b"~",
    b"NaN",
    b".nan",
    b".inf",
    b"-0",
    b"1e999",
    b"9" * 40,
    b"0x1F",
    b"012",
    b'"\\ud800"',
    b'"\\u0022"',
    b'"\\U00110000"',
    b"\\x",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\xc2\x85",
    b"\xcc\x81" * 300,
    b"[" * 300,
    b"{a: " * 150,
    b"id: a\n",
    b"check: x",
    b"use: safety.no_dose",
    b"children:",
    b"weight: ",
    b"nodes:\n",
    b"question_id: q\n",
    b'{"question_id":"q","response_id":"r","response":"x"}\n',
    b'"response":',
    b'"trace":[',
    b'"met":true',
)


def piece(dice: random.Random) -> bytes:
    chosen = dice.choice(PIECES)
    return bytes([chosen]) if isinstance(chosen, int) else chosen


def _drop(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data))
    return data[:start] + data[start + dice.randint(1, 20) :]


def _insert(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    return data[:start] + piece(dice) + data[start:]


def _repeat(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data))
    part = data[start : start + dice.randint(1, 60)]
    target = dice.randrange(len(data) + 1)
    return data[:target] + part * dice.randint(1, 3) + data[target:]


def _flip(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]


def _swap_lines(data: bytes, dice: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _indent_line(data: bytes, dice: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at] = b" " * dice.randint(1, 3) + lines[at]
    return b"\n".join(lines)


def _cut(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data))]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _drop,
    _insert,
    _insert,
    _repeat,
    _flip,
    _swap_lines,
    _indent_line,
    _cut,
)


def fuzzed(good: bytes, seed: int) -> bytes:
    """The same for the same seed; one in eight is made of pieces alone."""
    dice = random.Random(seed)
    if dice.random() < 0.125:
        return b"".join(piece(dice) for _ in range(dice.randint(1, 30)))
    data = good
    for _ in range(dice.choice((1, 1, 2, 3, 5))):
        if data:
            data = dice.choice(MUTATIONS)(data, dice)
    return data
