"""Files made to hurt: each is refused, within a second of processor time."""

import time

import pytest

from rubrickit.edges import rubric_files


def billion_laughs() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 10):
        repeats = ", ".join([f"*a{level - 1}"] * 10)
        lines.append(f"a{level}: &a{level} [{repeats}]")
    return "\n".join(lines).encode()


def shared_bomb() -> bytes:
    return b"question_id: q\nnodes:\n" + b"".join(
        b"- {use: s.big, id: n%d}\n" % number for number in range(3000)
    )


HOSTILE = {
    "a billion laughs": billion_laughs(),
    "50 MB": b"a: " + b"x" * 50_000_000,
    "200,000 open brackets": b"[" * 200_000,
    "one a line": b"[\n" * 200_000,
    "open braces": b"{? " * 100_000,
    "dashes": b"- " * 300_000,
    "deep pairs": b"".join(b" " * depth + b"a:\n" for depth in range(2000)),
    "deep by aliases": b"a0: &a0 [x]\n"
    + b"".join(b"a%d: &a%d [*a%d]\n" % (n, n, n - 1) for n in range(1, 500)),
    "two million values": b"[1," + b"1," * 2_000_000,
    "a million keys": b"k: v\n" * 900_000,
    "unknown keys": b"".join(b"k%d: v\n" % number for number in range(45_000)),
    "tag directives": b"".join(b"%%TAG !a%d! x\n" % n for n in range(100_000)),
    "a document end of marks": "question_id: {}".format(
        "a\u0301\u0316" * 900_000
    ).encode(),
    "marks as escapes": b'question_id: "a' + b"\\u0301\\u0316" * 400_000 + b'"',
    "one long text": b"question_id: " + b"b " * 2_400_000,
    "digits": b"question_id: q\nnodes: [{id: a, weight: " + b"9" * 4_000_000 + b"}]",
    "digits of a schema": b"question_id: q\nnodes: [{id: a, schema: "
    + b"9" * 4_000_000
    + b"}]",
    "zeros": b"question_id: q\nnodes: [{id: a, weight: 0." + b"0" * 4_000_000 + b"}]",
    "a second reading of dashes": b"- {a: b:c}\n- " + b"- " * 14_000,
    "a second reading of pairs": b"{" + b"a: b:c," * 4_000,
    "a second reading of questions": b"- {a: b:c}\n" + b"? " * 14_000,
    "a second reading of brackets": b"- {a: b:c}\n- " + b"[" * 29_000,
    "an endless quote": b'"' + b"\\n" * 2_400_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_within_a_second(name: str) -> None:
    data = HOSTILE[name]
    start = time.process_time()

    reading = rubric_files.read(data, "r.yaml", {})

    assert reading.rubric is None
    assert reading.findings
    assert time.process_time() - start < 1


def test_shared_nodes_that_expand_without_end_are_refused_within_a_second() -> None:
    leaves = b"".join(b"  - {id: l%d, check: x}\n" % number for number in range(5000))
    data = b"nodes:\n- id: big\n  children:\n" + leaves
    shared = rubric_files.parse_shared(data, "s.yaml")
    start = time.process_time()

    reading = rubric_files.read(shared_bomb(), "r.yaml", shared)

    message = "more than 20,000 nodes, shared ones included"
    assert [finding.message for finding in reading.findings] == [message]
    assert time.process_time() - start < 1
