"""Each kind of edit, in words."""

from dataclasses import replace

import pytest
from support.builders import branch, leaf, rubric, with_node

from rubrickit.core.changes import compare, summary
from rubrickit.core.rubric import Place, Rubric

DOSE = "Does the answer name the dose?"
ROUTE = "Is it said whether the medicine is taken by mouth?"
GATED = "weighted_sum_with_safety_gate"
BASE = rubric(
    branch("clinical", leaf("dose", DOSE), leaf("route", ROUTE)),
    branch("safety", leaf("doctor", "Recommends a clinician.", kind="states")),
    question="How much?",
)


def edits(old: Rubric, new: Rubric) -> list[tuple[str, str, str, str]]:
    """Kind, node, before and after."""
    return [(e.kind, e.node, e.before, e.after) for e in compare(old, new).edits]


def edited(path: str, **changed: object) -> list[tuple[str, str, str, str]]:
    return edits(BASE, with_node(BASE, path, **changed))


def test_added() -> None:
    new = replace(BASE, nodes=(*BASE.nodes, leaf("tone", "Is it polite?")))

    assert edits(BASE, new) == [("added", "tone", "", "Is it polite?")]


def test_removed() -> None:
    assert edits(BASE, replace(BASE, nodes=BASE.nodes[1:])) == [
        ("removed", "clinical", "2 leaves", "")
    ]


def test_a_branch_comes_and_goes_as_one() -> None:
    new = replace(BASE, nodes=(*BASE.nodes, branch("form", leaf("a", "Is it short?"))))

    assert edits(BASE, new) == [("added", "form", "", "1 leaf")]
    assert edits(new, BASE) == [("removed", "form", "1 leaf", "")]


def test_reworded() -> None:
    assert edited("clinical/dose", texts=("Is a dose named?",)) == [
        ("reworded", "clinical/dose", DOSE, "Is a dose named?")
    ]


@pytest.mark.parametrize(
    ("changed", "after"),
    [
        ({"pass_example": "5 mg"}, f"{DOSE} (e.g. 5 mg)"),
        ({"looks_at": "trace"}, f"{DOSE} [looks at the trace]"),
        ({"texts": (DOSE, ROUTE)}, f"{DOSE} | {ROUTE}"),
    ],
)
def test_reworded_is_all_that_the_judge_sees_of_a_leaf(
    changed: dict[str, object], after: str
) -> None:
    assert edited("clinical/dose", **changed) == [
        ("reworded", "clinical/dose", DOSE, after)
    ]


def test_a_rule_that_is_relaxed_is_reworded() -> None:
    old = rubric(leaf("short", "size(response) < 2", kind="rule"))
    new = with_node(old, "short", texts=("size(response) < 20",))

    assert edits(old, new) == [
        ("reworded", "short", "size(response) < 2", "size(response) < 20")
    ]


def test_moved() -> None:
    dose, route = BASE.nodes[0].children
    new = replace(BASE, nodes=(branch("clinical", route), BASE.nodes[1], dose))

    assert edits(BASE, new) == [("moved", "dose", "clinical/dose", "dose")]


def test_moved_and_reworded() -> None:
    dose, route = BASE.nodes[0].children
    other = replace(dose, texts=("Does it name the dose?",))
    new = replace(BASE, nodes=(branch("clinical", route), BASE.nodes[1], other))

    assert [kind for kind, *_ in edits(BASE, new)] == ["moved", "reworded"]


def test_renamed_alone_keeps_its_leaves() -> None:
    assert edited("clinical", id="medicine") == [
        ("renamed", "medicine", "clinical", "medicine")
    ]


def test_reweighted() -> None:
    assert edited("clinical/dose", weight="2.50") == [
        ("reweighted", "clinical/dose", "1", "2.5")
    ]


def test_a_weight_that_is_written_otherwise_is_the_same() -> None:
    assert edited("clinical/dose", weight="1.00") == []
    assert edited("clinical/dose", weight="1E+0") == []


def test_points_are_reweighted() -> None:
    old = rubric(leaf("a", points=5), leaf("b", points=-2), weighting="points")

    assert edits(old, with_node(old, "b", points=-8)) == [
        ("reweighted", "b", "-2 points", "-8 points")
    ]


def test_no_weight_hides_behind_points() -> None:
    old = rubric(leaf("a", points=5), leaf("b"))

    assert edits(old, with_node(old, "a", weight=3)) == [
        ("reweighted", "a", "5 points", "5 points, weight 3")
    ]


def test_expect() -> None:
    assert edited("clinical/dose", expect=False) == [
        ("expect", "clinical/dose", "yes", "no")
    ]


def test_tier() -> None:
    assert edited("clinical/dose", tier="additional") == [
        ("tier", "clinical/dose", "required", "additional")
    ]
    assert edited("clinical/dose", tier="required") == []


def test_a_tier_of_a_branch_shows_on_the_leaves_that_it_decides() -> None:
    old = with_node(BASE, "clinical/route", tier="required")

    assert edits(old, with_node(old, "clinical", tier="additional")) == [
        ("tier", "clinical/dose", "required", "additional")
    ]


def test_gate() -> None:
    assert edited("clinical/dose", gate=True) == [
        ("gate", "clinical/dose", "no", "yes")
    ]


def test_the_weighting_that_gates_is_a_gate_edit_of_safety() -> None:
    assert edits(BASE, replace(BASE, weighting=GATED)) == [
        ("gate", "safety", "no", "yes")
    ]


def test_renaming_the_branch_safety_removes_its_gate() -> None:
    old = replace(BASE, weighting=GATED)

    assert edits(old, with_node(old, "safety", id="care")) == [
        ("renamed", "care", "safety", "care"),
        ("gate", "care", "yes", "no"),
    ]


def test_when() -> None:
    assert edited("clinical", when="meta.age >= 18") == [
        ("when", "clinical", "", "meta.age >= 18")
    ]
    assert edited("clinical", when="  ") == []


def test_an_edited_shared_leaf_is_told_from_a_reworded_one() -> None:
    old = with_node(BASE, "clinical/dose", shared="dose.named")
    new = with_node(old, "clinical/dose", texts=("Is a dose named?",))
    own = with_node(new, "clinical/dose", shared="")
    other = with_node(new, "clinical/dose", shared="dose.given")

    assert [kind for kind, *_ in edits(old, new)] == ["shared"]
    assert [kind for kind, *_ in edits(old, own)] == ["reworded"]
    assert [kind for kind, *_ in edits(old, other)] == ["reworded"]


def test_using_a_shared_leaf_of_the_same_words_changes_nothing() -> None:
    assert edited("clinical/dose", shared="dose.named") == []


@pytest.mark.parametrize("name", ["question", "context", "reference"])
def test_question_context_or_reference(name: str) -> None:
    new = replace(BASE, **{name: "How often?"})

    assert [(kind, node) for kind, node, *_ in edits(BASE, new)] == [("question", "")]


def test_a_rewrapped_question_is_the_same() -> None:
    assert edits(BASE, replace(BASE, question="How\n  much?\r\n")) == []


def test_weighting() -> None:
    assert edits(BASE, replace(BASE, weighting="points")) == [
        ("weighting", "", "weighted_sum", "points")
    ]


def test_order_notes_and_places_are_no_edits() -> None:
    clinical, safety = BASE.nodes
    new = replace(
        with_node(BASE, "clinical/dose", note="guideline", place=Place("q.yaml", 3, 1)),
        nodes=(safety, replace(clinical, children=clinical.children[::-1])),
    )

    assert edits(BASE, new) == []


def test_swapped_ids_are_two_rewordings() -> None:
    new = with_node(
        with_node(BASE, "clinical/dose", texts=(ROUTE,)),
        "clinical/route",
        texts=(DOSE,),
    )

    assert edits(BASE, new) == [
        ("reworded", "clinical/dose", DOSE, ROUTE),
        ("reworded", "clinical/route", ROUTE, DOSE),
    ]


def test_a_leaf_that_becomes_a_branch_is_removed_and_the_branch_added() -> None:
    old = rubric(leaf("a", DOSE), leaf("z"))
    new = rubric(branch("a", leaf("b", "Is it polite?")), leaf("z"))

    assert [(kind, node) for kind, node, *_ in edits(old, new)] == [
        ("added", "a"),
        ("removed", "a"),
    ]


def test_an_edit_stands_where_its_node_stands_now() -> None:
    place = Place("rubrics/q1.yaml", 7, 5)
    new = with_node(BASE, "clinical/dose", weight=2, place=place)

    (edit,) = compare(BASE, new).edits

    assert str(edit.place) == "rubrics/q1.yaml:7"


def test_a_summary_is_one_line() -> None:
    assert summary(leaf("a", "Is\n it  so?")) == "Is it so?"
    assert summary(branch("a", leaf("b"), branch("c", leaf("d")))) == "2 leaves"
