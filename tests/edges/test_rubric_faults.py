"""Each mistake in a rubric file, its line, and what the user reads."""

import pytest

from rubrickit.core.rubric import Node
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError

LEAF = "- {id: a, check: x}\n"
NO_GATE = (
    "r.yaml:1: the weighting promises a safety gate, and no root branch is `safety`"
)


def fault(text: str, shared: dict[str, Node] | None = None) -> tuple[str, str]:
    with pytest.raises(RubrickitError) as caught:
        rubric_files.parse(text.encode(), "r.yaml", shared or {})
    return str(caught.value), caught.value.hint


def node_fault(node: str) -> tuple[str, str]:
    return fault(f"question_id: q\nnodes:\n{node}")


FILES = [
    ("", "r.yaml:1: nothing in this file", "question_id"),
    ("# only\n# comments\n", "r.yaml:1: nothing in this file", "question_id"),
    ("---\n", "r.yaml:2: nothing in this file", "question_id"),
    ("- a\n", "r.yaml:1: a file must hold keys and values", "question_id"),
    ("nodes:\n" + LEAF, "r.yaml:1: `question_id` is missing", ""),
    ("question_id: q\n", "r.yaml:1: `nodes` is missing", ""),
    ("question_id: q\nnodes:\n", "r.yaml:2: `nodes` is empty", "- id"),
    ("question_id: q\nnodes: []\n", "r.yaml:2: `nodes` is empty", "- id"),
    ("question_id: q\nnodes: {}\n", "r.yaml:2: `nodes` must be a list", "- id"),
    (
        f"question_id: q\nnodes:\n{LEAF}nodes:\n{LEAF}",
        "r.yaml:4: the key `nodes` stands twice; first on line 2",
        "keep one",
    ),
    (f"question_id: ''\nnodes:\n{LEAF}", "r.yaml:1: `question_id` is empty", ""),
    (
        f"question_id: 12\nnodes:\n{LEAF}",
        "r.yaml:1: `question_id` must be a text, and `12` is a number",
        'question_id: "12"',
    ),
    (
        f"question_id: q\nquestion: [a]\nnodes:\n{LEAF}",
        "r.yaml:2: `question` must be a text",
        "",
    ),
    (
        f"question_id: q\ncontext:\nnodes:\n{LEAF}",
        "r.yaml:2: `context` has no value",
        "remove the key",
    ),
    (
        f"format: 2\nquestion_id: q\nnodes:\n{LEAF}",
        "r.yaml:1: the format `2` is unknown here",
        "upgrade rubrickit",
    ),
    (
        f"format: '1'\nquestion_id: q\nnodes:\n{LEAF}",
        "r.yaml:1: the format `1` is unknown here",
        "format: 1",
    ),
    (
        f"question_id: q\nweighting: sum\nnodes:\n{LEAF}",
        "r.yaml:2: `weighting` must be a known word, not `sum`",
        "weighted_sum, weighted_sum_with_safety_gate, points",
    ),
    (
        f"question_id: q\nqestion: x\nnodes:\n{LEAF}",
        "r.yaml:2: unknown key `qestion`",
        "did you mean `question`?",
    ),
    (
        f"<<: {{a: 1}}\nquestion_id: q\nnodes:\n{LEAF}",
        "r.yaml:1: unknown key `<<`",
        "merge keys are not read",
    ),
    (
        f"question_id: q\n? [a]\n: b\nnodes:\n{LEAF}",
        "r.yaml:2: a key must be a single text",
        "",
    ),
    (
        f"question_id: q\nweighting: weighted_sum_with_safety_gate\nnodes:\n{LEAF}",
        NO_GATE,
        "- id: safety",
    ),
    (
        "question_id: q\nweighting: weighted_sum_with_safety_gate\n"
        "nodes: [{id: safety, check: x}]",
        NO_GATE,
        "- id: safety",
    ),
    (
        f"question_id: q\nweighting: points\nnodes:\n{LEAF}",
        "r.yaml:4: the leaf `a` has no `points`",
        "points: …",
    ),
    (
        "question_id: q\nweighting: points\nnodes: [{id: a, check: x, points: -1}]",
        "r.yaml:1: no leaf has points above 0, so no score can be earned",
        "points: 1",
    ),
]


@pytest.mark.parametrize(("text", "message", "hint"), FILES)
def test_a_file_that_is_wrong_says_where(text: str, message: str, hint: str) -> None:
    told, next_step = fault(text)
    assert told == message
    assert hint in next_step


NODES = [
    ("- x", "a node must hold keys and values", "- id"),
    ("- {check: x}", "this node has no `id`", "id: …"),
    ("- {id: a}", "this node checks nothing", "children, check, states, rule"),
    ("- {id: a, children: []}", "`children` is empty", "- id"),
    ("- {id: a, check: x, rule: y}", "a node has both `check` and `rule`", "two nodes"),
    ("- {id: a, use: b, check: y}", "a node has both `check` and `use`", "two nodes"),
    ("- {id: a, check: x, wieght: 2}", "unknown key `wieght`", "did you mean `weight`"),
    ("- {id: a, check: x, xyzzy: 2}", "unknown key `xyzzy`", "known: id, weight"),
    ("- {id: a, chek: x}", "this node checks nothing", "exactly one of"),
    ("- {id: a, check: x, id: b}", "the key `id` stands twice; first on line 3", ""),
    ("- {id: , check: x}", "`id` has no value", ""),
    ("- {id: ' ', check: x}", "`id` is empty", ""),
    ("- {id: a/b, check: x}", "the id `a/b` holds a slash", "`_` or `-`"),
    ('- {id: "a\\nb", check: x}', "`id` holds the invisible U+000A", ""),
    ('- {id: "a\\u202eb", check: x}', "`id` holds the invisible U+202E", ""),
    ('- {id: "a\\u2028b", check: x}', "`id` holds the invisible U+2028", ""),
    (f"- {{id: {'a' * 201}, check: x}}", "`id` is longer than 200 characters", ""),
    (
        "- {id: true, check: x}",
        "`id` must be a text, and `true` is a boolean",
        '"true"',
    ),
    ("- {id: 1.10, check: x}", "`id` must be a text, and `1.10` is a number", '"1.10"'),
    ("- {id: 012, check: x}", "`id` must be a text, and `012` is a number", '"012"'),
    ("- {id: 0x1F, check: x}", "`id` must be a text, and `0x1F` is a number", ""),
    ("- {id: .nan, check: x}", "`id` must be a text, and `.nan` is a number", ""),
    ("- {id: a, check: }", "`check` has no value", ""),
    ("- {id: a, check: ''}", "`check` is empty", ""),
    ("- {id: a, check: [x]}", "`check` must be a text", ""),
    ("- {id: a, states: []}", "`states` is empty", ""),
    ("- {id: a, states: [x, '']}", "`states` is empty", ""),
    ("- {id: a, states: [x, [y]]}", "`states` must be a text", ""),
    (f"- {{id: a, rule: {'a' * 2001}}}", "`rule` is longer than 2,000 characters", ""),
    (f"- {{id: a, check: x, when: {'a' * 2001}}}", "`when` is longer than 2,000", ""),
    ("- {id: a, schema: text}", "`schema` must be a JSON Schema", "{type: object}"),
    ("- {id: a, schema: [x]}", "`schema` must be a JSON Schema, not a list", ""),
    ("- {id: a, schema: {a: .inf}}", "`.inf` is not a finite number", ""),
    ("- {id: a, schema: {a: .nan}}", "`.nan` is not a finite number", ""),
    ("- {id: a, schema: {a: 1e999}}", "`1e999` is not a finite number", ""),
    ("- {id: a, schema: {a: 012}}", "`012` begins with a zero", "quotes"),
    (
        "- {id: a, schema: {a: 1, a: 2}}",
        "the key `a` stands twice; first on line 3",
        "",
    ),
    ("- {id: a, check: x, expect: maybe}", "`expect` must be yes or no", "expect: no"),
    ("- {id: a, check: x, expect: on}", "`expect` must be yes or no", ""),
    ("- {id: a, check: x, gate: yes}", "`gate` must be true or false", "gate: true"),
    ("- {id: a, check: x, gate: 'true'}", "`gate` must be true or false", "quotes"),
    ("- {id: a, check: x, tier: must}", "`tier` must be a known word, not `must`", ""),
    ("- {id: a, check: x, tier: [a]}", "`tier` must be a known word, and is not", ""),
    ("- {id: a, check: x, weight: -1}", "`weight` must be 0 or more, not -1", ""),
    ("- {id: a, check: x, weight: -0}", "`weight` must be 0 or more, not -0", ""),
    ("- {id: a, check: x, weight: .nan}", "`weight` must be a number, not `.nan`", ""),
    ("- {id: a, check: x, weight: .inf}", "`weight` must be a number, not `.inf`", ""),
    ("- {id: a, check: x, weight: '0.5'}", "`weight` must be a number, not a text", ""),
    ("- {id: a, check: x, weight: 1e3}", "`weight` must be a number, not `1e3`", ""),
    ("- {id: a, check: x, weight: 1_0}", "`weight` must be a number, not `1_0`", ""),
    ("- {id: a, check: x, weight: 012}", "`weight` must be a number, not `012`", ""),
    ("- {id: a, check: x, weight: }", "`weight` must be a number, not nothing", ""),
    ("- {id: a, check: x, weight: [1]}", "`weight` must be a number", ""),
    ("- {id: a, check: x, weight: 1000000001}", "`weight` is beyond 1,000,000,000", ""),
    (
        "- {id: a, check: x, weight: 0.0000000000001}",
        "`weight` has more than 12 decimals",
        "",
    ),
    (
        "- {id: a, check: x, points: 1}",
        "the leaf `a` has `points`, which count for nothing here",
        "weighting: points",
    ),
    (
        "- {id: a, expect: no, children: [{id: b, check: x}]}",
        "`expect` has no place on a node with `children`",
        "`leaf` node",
    ),
    (
        "- {expect: no, use: a.b}",
        "`expect` has no place on a node with `use`",
        "`leaf` node",
    ),
    ("- {use: safety.dose}", "no shared node is named `safety.dose`", "`_shared`"),
    ("- {id: a, check: !!str x}", "the tag `tag:yaml.org,2002:str` is not read", ""),
    ("- {id: a, check: !python x}", "the tag `!python` is not read", "quotes"),
    ("- !node {id: a, check: x}", "the tag `!node` is not read", "remove the tag"),
    ("- {id: a, check: *b}", "`*b` repeats an anchor that is not there", ""),
    ("- &n {id: a, children: [*n]}", "`*n` stands inside what it repeats", ""),
]


@pytest.mark.parametrize(("node", "message", "hint"), NODES)
def test_a_node_that_is_wrong_says_where(node: str, message: str, hint: str) -> None:
    told, next_step = node_fault(node)
    assert told.startswith(f"r.yaml:3: {message}")
    assert hint in next_step


def test_two_siblings_of_one_id_are_told_with_both_lines() -> None:
    told, _ = node_fault("- {id: b, check: x}\n- {id: a, check: x}\n- {id: b, rule: y}")
    message = "the id `b` stands twice among siblings; first on line 3"
    assert told == f"r.yaml:5: {message}"


def test_cousins_may_have_one_id() -> None:
    text = "question_id: q\nnodes:\n- {id: a, children: [{id: x, check: x}]}\n" + LEAF
    text = text.replace("- {id: a, check", "- {id: x, check")
    assert rubric_files.parse(text.encode(), "r.yaml", {}).nodes[1].id == "x"


def test_two_safety_branches_are_a_duplicate_id() -> None:
    branch = "- {id: safety, children: [{id: a, check: x}]}\n"
    told, _ = fault(
        "question_id: q\nweighting: weighted_sum_with_safety_gate\n"
        f"nodes:\n{branch}{branch}"
    )
    assert "`safety` stands twice" in told


def test_an_unknown_shared_node_suggests_the_nearest() -> None:
    shared = dict(
        rubric_files.parse_shared(b"nodes: [{id: no_dose, check: x}]", "s.yaml")
    )
    told, hint = fault("question_id: q\nnodes:\n- use: s.no_does\n", shared)
    assert told == "r.yaml:3: no shared node is named `s.no_does`"
    assert hint == "did you mean `s.no_dose`?"


def test_a_shared_branch_takes_no_points() -> None:
    data = b"nodes: [{id: b, children: [{id: a, check: x, points: 1}]}]"
    shared = dict(rubric_files.parse_shared(data, "s.yaml"))
    text = "question_id: q\nweighting: points\nnodes:\n- {use: s.b, points: 2}\n"
    assert fault(text, shared)[0] == "r.yaml:4: a branch has no `points`"


def test_a_shared_node_cannot_use_another() -> None:
    with pytest.raises(RubrickitError, match="a shared node cannot `use` another"):
        rubric_files.parse_shared(b"nodes: [{use: a.b}]", "s.yaml")


def test_a_shared_file_has_no_question() -> None:
    with pytest.raises(RubrickitError, match=r"s.yaml:1: unknown key `question_id`"):
        rubric_files.parse_shared(
            b"question_id: q\nnodes: [{id: a, check: x}]", "s.yaml"
        )


SYNTAX = [
    (b"a: [", 2, "not YAML at column 1"),
    (b"a: 1\nb: c: d\n", 2, "not YAML at column 5"),
    (b"a:\n\t- b\n", 2, "not YAML at column 1"),
    (b"a: 1\n---\nb: 2\n", 2, "a second document begins here"),
    (b"%YAML 1.1\n---\na: 1\n", 1, "files are read as YAML 1.2"),
    (b"%TAG !e! x\n---\na: 1\n", 1, "the directive `%TAG` is not read"),
    (b"a: 1\nb: \xff\n", 2, "not UTF-8"),
    ("a: é".encode("utf-16"), 1, "not UTF-8"),
    (b"a: 1\nb: \x07\n", 2, "the character U+0007 cannot be seen"),
    (b"a: 1\nb: \x00\n", 2, "the character U+0000 cannot be seen"),
    ("a: 1\nb: x\u2028c: y\n".encode(), 2, "the character U+2028 cannot be seen"),
    ("a: 1\nb: x\u0085c: y\n".encode(), 2, "the character U+0085 cannot be seen"),
    ("a: 1\n\ufeffb: y\n".encode(), 2, "the character U+FEFF cannot be seen"),
    (b"a: 1\nb: x\rc: y\n", 2, "the character U+000D cannot be seen"),
    (b'a: "\\ud800"\n', 1, "half a character: a surrogate escape"),
]


@pytest.mark.parametrize(("data", "line", "message"), SYNTAX)
def test_what_is_not_yaml_says_the_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(RubrickitError) as caught:
        rubric_files.parse(data, "r.yaml", {})
    assert str(caught.value).startswith(f"r.yaml:{line}: {message}")
    assert caught.value.hint


def test_what_a_file_holds_breaks_no_line_of_a_message() -> None:
    told, hint = node_fault('- {id: a, check: x, "a\\nb\\e[31m\\u202e": 1}')
    assert told == "r.yaml:3: unknown key `a\\u000ab\\u001b[31m\\u202e`"
    assert hint.isprintable()
