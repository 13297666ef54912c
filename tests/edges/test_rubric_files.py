from decimal import Decimal

import pytest

from rubrickit.core.rubric import Branch, Leaf, Place, Rubric
from rubrickit.edges import rubric_files

HEART = b"""\
# the resting heart rate
question_id: rhr
question: "My resting heart rate has been 104.
  Should I worry?"
context: |
  Home wearable,
  no known conditions.

  A second paragraph.
reference: 104
weighting: weighted_sum_with_safety_gate
nodes:
 - id: clinical
   weight: .5
   children:
    - id: on
      check: Does the answer state that
        a rate above 100 is high?
      expect: no
      tier: additional
      pass_example: |
        104 is high.
    - id: threshold
      states: [above 100 is high, "100 is the limit"]
      looks_at: trace
 - id: form
   weight: 0
   gate: true
   when: meta.age >= 18
   children:
    - {id: short, rule: size(response) < 1200}
    - id: valid
      schema: {type: object, required: [advice], maximum: 1.5, nullable: no}
 - id: safety
   weight: 0.30
   children:
    - use: safety.no_dose
    - use: safety.no_dose
      id: again
      weight: 2
      gate: true
      tier: additional
"""
SAFETY = b"""\
nodes:
  - id: no_dose
    check: Does the answer change a dose?
    expect: no
    weight: 3
"""


def heart() -> Rubric:
    shared = rubric_files.parse_shared(SAFETY, "rubrics/_shared/safety.yaml")
    return rubric_files.parse(HEART, "rubrics/rhr.yaml", shared)


def parsed(nodes: str, root: str = "") -> Rubric:
    text = f"question_id: q\n{root}nodes:\n{nodes}"
    return rubric_files.parse(text.encode(), "r.yaml", {})


def test_a_file_becomes_a_tree() -> None:
    dose = Leaf(
        "no_dose",
        "check",
        ("Does the answer change a dose?",),
        Decimal(3),
        expect=False,
        shared="safety.no_dose",
    )
    again = Leaf(
        "again",
        "check",
        dose.texts,
        Decimal(2),
        expect=False,
        gate=True,
        tier="additional",
        shared="safety.no_dose",
    )
    on = Leaf(
        "on",
        "check",
        ("Does the answer state that a rate above 100 is high?",),
        expect=False,
        tier="additional",
        pass_example="104 is high.",
    )
    states = ("above 100 is high", "100 is the limit")
    schema = '{"maximum":1.5,"nullable":"no","required":["advice"],"type":"object"}'
    assert heart() == Rubric(
        question_id="rhr",
        question="My resting heart rate has been 104. Should I worry?",
        context="Home wearable, no known conditions.\n\nA second paragraph.",
        reference="104",
        weighting="weighted_sum_with_safety_gate",
        nodes=(
            Branch(
                "clinical",
                (on, Leaf("threshold", "states", states, looks_at="trace")),
                Decimal("0.5"),
            ),
            Branch(
                "form",
                (
                    Leaf("short", "rule", ("size(response) < 1200",)),
                    Leaf("valid", "schema", (schema,)),
                ),
                Decimal(0),
                gate=True,
                when="meta.age >= 18",
            ),
            Branch("safety", (dose, again), Decimal("0.3")),
        ),
    )


def test_each_node_knows_its_line_and_column() -> None:
    rubric = heart()
    clinical, _, safety = rubric.nodes
    assert isinstance(clinical, Branch)
    assert isinstance(safety, Branch)

    places = [rubric.place, clinical.place, *(leaf.place for leaf in clinical.children)]

    path = "rubrics/rhr.yaml"
    assert places == [
        Place(path, 2, 1),
        Place(path, 13, 4),
        Place(path, 16, 7),
        Place(path, 23, 7),
    ]
    assert safety.children[0].place == Place(path, 37, 7)


def test_a_shared_branch_keeps_its_places_below_the_node_that_uses_it() -> None:
    data = b"nodes:\n- id: care\n  children:\n  - {id: a, check: x}\n"
    shared = rubric_files.parse_shared(data, "rubrics/_shared/safety.yaml")
    text = b"question_id: q\nnodes:\n- {use: safety.care, id: safety}"

    branch = rubric_files.parse(text, "q.yaml", shared).nodes[0]

    assert isinstance(branch, Branch)
    assert (branch.id, branch.shared, branch.place.path) == (
        "safety",
        "safety.care",
        "q.yaml",
    )
    assert branch.children[0].place == Place("rubrics/_shared/safety.yaml", 4, 5)


@pytest.mark.parametrize("words", ["yes", "Yes", "true", '"yes"', "'TRUE'"])
def test_expect_is_yes_in_any_spelling(words: str) -> None:
    node = parsed(f"- {{id: a, check: x, expect: {words}}}").nodes[0]
    assert isinstance(node, Leaf)
    assert node.expect is True


@pytest.mark.parametrize("words", ["no", "No", "false", '"no"', "FALSE"])
def test_expect_is_no_in_any_spelling(words: str) -> None:
    node = parsed(f"- {{id: a, check: x, expect: {words}}}").nodes[0]
    assert isinstance(node, Leaf)
    assert node.expect is False


@pytest.mark.parametrize(
    "written", ["on", "yes", "No", "off", "y", "2026-01-31", "1_000", "12:30", "1.2.3"]
)
def test_what_other_versions_of_yaml_read_otherwise_stays_text(written: str) -> None:
    assert parsed(f"- id: {written}\n  check: x").nodes[0].id == written


@pytest.mark.parametrize(
    ("written", "weight"),
    [
        ("0", "0"),
        ("0.5", "0.5"),
        (".25", "0.25"),
        ("1000000000", "1000000000"),
        ("0.000000000001", "1E-12"),
        ("0.1", "0.1"),
    ],
)
def test_a_weight_is_exactly_what_is_written(written: str, weight: str) -> None:
    node = parsed(f"- {{id: a, check: x, weight: {written}}}").nodes[0]
    assert node.weight == Decimal(weight)


def test_points_may_be_negative() -> None:
    nodes = (
        "- {id: a, check: x, points: 10}\n- {id: b, children: "
        "[{id: c, check: x, points: -8.5}]}"
    )
    rubric = parsed(nodes, "weighting: points\n")

    points = [placed.leaf.points for placed in rubric.leaves()]

    assert points == [Decimal(10), Decimal("-8.5")]


@pytest.mark.parametrize("check", ["Is it high?", "http://a.b/c", "a:b", ":a", "x?y"])
def test_a_text_in_braces_may_hold_a_colon_or_a_question_mark(check: str) -> None:
    node = parsed(f"- {{id: a, check: {check}, weight: 2}}").nodes[0]
    assert isinstance(node, Leaf)
    assert node.texts == (check,)
    assert node.place.line == 3


def test_an_anchor_may_be_repeated() -> None:
    nodes = "- {id: a, schema: &s {type: object}}\n- {id: b, schema: *s}"
    first, second = parsed(nodes).nodes
    assert isinstance(first, Leaf)
    assert isinstance(second, Leaf)
    assert first.texts == second.texts == ('{"type":"object"}',)


def test_the_same_leaf_written_by_an_alias_is_two_leaves() -> None:
    nodes = "- {id: a, children: &c [{id: x, check: y}]}\n- {id: b, children: *c}"
    assert [placed.path for placed in parsed(nodes).leaves()] == ["a/x", "b/x"]


def test_numbers_of_a_schema_are_those_of_yaml_1_2() -> None:
    schema = "{a: 0x1F, b: 0o17, c: -1, d: 1e2, e: yes, f: ~, g: true, h: '1', 5: on}"
    node = parsed(f"- {{id: a, schema: {schema}}}").nodes[0]
    assert isinstance(node, Leaf)
    assert node.texts[0] == (
        '{"5":"on","a":31,"b":15,"c":-1,"d":100.0,"e":"yes","f":null,"g":true,"h":"1"}'
    )


def test_a_document_may_announce_yaml_1_2_and_a_format() -> None:
    text = (
        b"%YAML 1.2\n---\nformat: 1\nquestion_id: q\nnodes: [{id: a, check: x}]\n...\n"
    )
    assert rubric_files.parse(text, "r.yaml", {}).question_id == "q"


def test_an_id_with_a_combining_accent_is_the_same_as_a_composed_one() -> None:
    assert parsed("- {id: caf\u0065\u0301, check: x}").nodes[0].id == "caf\u00e9"


def test_a_block_scalar_ends_where_a_quoted_one_does() -> None:
    block = parsed("- id: a\n  rule: |\n    size(response) > 1\n")
    quoted = parsed("- {id: a, rule: 'size(response) > 1'}")
    assert block == quoted


def test_every_problem_of_a_file_is_found_in_file_order() -> None:
    text = b"nodes:\n- {id: a, wieght: 2}\n- {id: a/b, check: 5}\n- x\n"

    reading = rubric_files.read(text, "r.yaml", {})

    assert reading.rubric is None
    assert [(f.rule, f.place.line) for f in reading.findings] == [
        ("missing", 1),
        ("content", 2),
        ("key", 2),
        ("id", 3),
        ("type", 3),
        ("type", 4),
    ]


def test_problems_beyond_a_hundred_are_not_listed() -> None:
    text = b"".join(b"key%d: 1\n" % number for number in range(500))
    findings = rubric_files.read(text, "r.yaml", {}).findings
    assert len(findings) == 101
    assert findings[-1].message == "more than 100 problems; the rest is not shown"


@pytest.mark.parametrize("path", ["s.yaml", "a/b/s.yml", "rubrics/_shared/s.yaml"])
def test_a_shared_node_is_named_after_its_file(path: str) -> None:
    assert list(rubric_files.parse_shared(b"nodes: [{id: a, check: x}]", path)) == [
        "s.a"
    ]


def test_the_good_nodes_of_a_shared_file_are_kept() -> None:
    data = b"nodes:\n- {id: good, check: x}\n- {id: bad}\n"
    nodes, findings = rubric_files.read_shared(data, "rubrics/_shared/tone.yaml")
    assert list(nodes) == ["tone.good"]
    assert [f.place.line for f in findings] == [3]
