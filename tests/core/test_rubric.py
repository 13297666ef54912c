"""What a leaf inherits from where it stands."""

from support.builders import branch, leaf, rubric

GATED = "weighted_sum_with_safety_gate"


def test_a_leaf_inherits_gate_tier_and_conditions_from_above() -> None:
    tree = rubric(
        branch(
            "a",
            branch("b", leaf("c", when="adult"), tier="additional"),
            gate=True,
            when="wearable",
        ),
        leaf("d"),
    )

    found = {p.path: (p.tier, p.is_gate, p.conditions) for p in tree.leaves()}

    assert found == {
        "a/b/c": ("additional", True, ("wearable", "adult")),
        "d": ("required", False, ()),
    }


def test_a_leaf_decides_its_tier_over_the_branch_above() -> None:
    tree = rubric(branch("a", leaf("b", tier="required"), tier="additional"))

    assert [placed.tier for placed in tree.leaves()] == ["required"]


def test_only_the_root_branch_safety_gates_and_only_where_the_weighting_says_so() -> (
    None
):
    nodes = (
        branch("safety", leaf("a")),
        branch("form", branch("safety", leaf("b"))),
    )

    gated = [p.path for p in rubric(*nodes, weighting=GATED).leaves() if p.is_gate]
    plain = [p.path for p in rubric(*nodes).leaves() if p.is_gate]

    assert gated == ["safety/a"]
    assert plain == []


def test_a_root_leaf_safety_is_no_gate() -> None:
    tree = rubric(leaf("safety"), weighting=GATED)

    assert not any(placed.is_gate for placed in tree.leaves())


def test_blanks_around_a_condition_are_no_part_of_it() -> None:
    tree = rubric(branch("a", leaf("b", when=" adult\n"), when="  "))

    assert [placed.conditions for placed in tree.leaves()] == [("adult",)]


def test_notes_and_places_do_not_make_a_leaf_another() -> None:
    assert leaf("a", note="why", source="guideline", owner="dr-a") == leaf("a")
