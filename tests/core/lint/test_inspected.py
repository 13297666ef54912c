"""The findings of a whole run."""

from support.builders import branch, leaf, rubric

from rubrickit.core.findings import mistake
from rubrickit.core.lint.expressions import Static
from rubrickit.core.lint.inspected import Inspected, findings
from rubrickit.core.rubric import Node, Place, Rubric

STATIC = Static(
    rule=lambda text: "no rule" if text == "bad" else "",
    when=lambda text: "no condition" if text == "bad" else "",
    schema=lambda text: "no schema" if text == "bad" else "",
)


def a_rubric(path: str, *nodes: Node, id: str) -> Rubric:
    return rubric(*nodes, id=id, place=Place(path, 1, 1))


def test_files_rubrics_and_shared_nodes_are_told_in_one_order() -> None:
    rule = leaf("r", "bad", kind="rule", place=Place("b.yaml", 4, 1))
    shared = leaf("s", "bad", kind="schema", place=Place("_shared/s.yaml", 2, 1))
    used = leaf("s", "bad", kind="schema", shared="s.s", place=Place("a.yaml", 9, 1))
    inside = branch("b", rule, when="bad", place=Place("b.yaml", 3, 1))
    inspected = Inspected(
        rubrics=(
            a_rubric("b.yaml", inside, id="q"),
            a_rubric("a.yaml", used, id="q"),
        ),
        shared=(shared,),
        unreadable=(mistake("row", Place("gold/a.jsonl", 1, 1), "broken"),),
    )

    found = [(f.rule, str(f.place)) for f in findings(inspected, STATIC)]

    assert found == [
        ("schema", "_shared/s.yaml:2"),
        ("duplicate-question", "b.yaml:1"),
        ("when", "b.yaml:3"),
        ("rule", "b.yaml:4"),
        ("row", "gold/a.jsonl:1"),
    ]


def test_a_problem_that_two_looks_find_is_told_once() -> None:
    twice = mistake("row", Place("a", 1, 1), "broken")
    assert findings(Inspected((), (), (twice, twice)), STATIC) == (twice,)


def test_a_check_s_text_is_no_expression() -> None:
    tree = a_rubric("a.yaml", leaf("c", "bad"), leaf("s", "bad", kind="states"), id="q")
    assert findings(Inspected((tree,), (tree.nodes[0],), ()), STATIC) == ()
