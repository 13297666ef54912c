from rubrickit.core.lint.expressions import Static, expressions
from rubrickit.core.rubric import Branch, Leaf, Node, Place


def a_rule(text: str, **options: str) -> Leaf:
    return Leaf("r", "rule", (text,), place=Place("r.yaml", 4, 2), **options)  # type: ignore[arg-type]


def found(*nodes: Node) -> list[tuple[str, int, str]]:
    static = Static(
        rule=lambda text: "divides by zero" if "/ 0" in text else "",
        when=lambda text: "unknown name" if "judge" in text else "",
        schema=lambda text: "no type" if "typ" in text else "",
    )
    return [
        (finding.rule, finding.place.line, finding.message)
        for finding in expressions(nodes, static)
    ]


def test_good_expressions_have_no_findings() -> None:
    assert found(a_rule("1 / 1"), Leaf("c", "check", ("1 / 0",))) == []


def test_a_rule_that_cannot_work_is_found_in_its_branch() -> None:
    branch = Branch("b", (a_rule("1 / 0"),), when="judge > 1", place=Place("r.yaml", 3))
    assert found(branch) == [
        ("when", 3, "the `when` of `b` cannot work: unknown name"),
        ("rule", 4, "the `rule` of `r` cannot work: divides by zero"),
    ]


def test_a_schema_that_cannot_work_is_found() -> None:
    leaf = Leaf("s", "schema", ('{"typ":1}',), place=Place("r.yaml", 9))
    assert found(leaf) == [("schema", 9, "the `schema` of `s` cannot work: no type")]


def test_a_shared_node_is_checked_where_it_is_written() -> None:
    assert found(a_rule("1 / 0", shared="safety.r")) == []
    assert len(found(a_rule("1 / 0", shared="safety.r", when="judge"))) == 1
