"""Which node of the new tree is which node of the old one."""

from support.builders import branch, leaf, rubric

from rubrickit.core.matching import explicit, match
from rubrickit.core.rubric import Rubric

DOSE = "Does the answer name the dose?"
ROUTE = "Is the medicine taken by mouth or injected, and is that said?"
DOCTOR = "A clinician is recommended when symptoms appear."


def matched(old: Rubric, new: Rubric) -> dict[str, str]:
    """Old path by new path; "" where there is none."""
    return {
        pair.new.path if pair.new else "": pair.old.path if pair.old else ""
        for pair in match(old, new)
    }


def test_a_path_that_stays_is_the_same_leaf_whatever_it_says() -> None:
    assert matched(rubric(leaf("a", DOSE)), rubric(leaf("a", ROUTE))) == {"a": "a"}


def test_swapped_ids_are_two_rewordings() -> None:
    old = rubric(leaf("a", DOSE), leaf("b", ROUTE))
    new = rubric(leaf("a", ROUTE), leaf("b", DOSE))

    assert matched(old, new) == {"a": "a", "b": "b"}


def test_what_is_graded_is_found_under_another_name() -> None:
    old = rubric(leaf("a", DOSE), leaf("b", ROUTE))
    new = rubric(leaf("x", ROUTE), leaf("a", DOSE))

    assert matched(old, new) == {"x": "b", "a": "a"}


def test_equal_checks_are_matched_in_their_order() -> None:
    old = rubric(leaf("a", DOSE), leaf("b", DOSE))
    new = rubric(leaf("x", DOSE), leaf("y", DOSE))

    assert matched(old, new) == {"x": "a", "y": "b"}


def test_a_renamed_branch_is_known_by_its_leaves() -> None:
    old = rubric(branch("a", leaf("b", DOSE), leaf("c", ROUTE)))
    new = rubric(branch("x", leaf("b", DOSE), leaf("c", ROUTE), leaf("d", DOCTOR)))

    assert matched(old, new) == {
        "x": "a",
        "x/b": "a/b",
        "x/c": "a/c",
        "x/d": "",
    }


def test_renamed_branches_in_a_renamed_branch_too() -> None:
    old = rubric(branch("a", branch("b", leaf("c", DOSE))))
    new = rubric(branch("x", branch("y", leaf("z", DOSE))))

    assert matched(old, new) == {"x": "a", "x/y": "a/b", "x/y/z": "a/b/c"}


def test_a_leaf_that_moved_and_was_reworded_is_known_by_its_words() -> None:
    old = rubric(branch("a", leaf("b", DOSE), leaf("c", ROUTE)))
    new = rubric(branch("a", leaf("c", ROUTE)), leaf("d", "Does it name the dose?"))

    assert matched(old, new)["d"] == "a/b"


def test_a_namesake_needs_less_likeness_than_a_stranger() -> None:
    old = rubric(branch("a", leaf("b", "Is the dose in mg named?")), leaf("z"))
    words = "Is the amount in milligrams stated?"

    namesake = matched(old, rubric(branch("x", leaf("b", words)), leaf("z")))
    stranger = matched(old, rubric(branch("x", leaf("c", words)), leaf("z")))

    assert namesake["x/b"] == "a/b"
    assert stranger["x/c"] == ""


def test_the_likest_pair_is_taken_first() -> None:
    old = rubric(branch("a", leaf("one", "name the dose in mg please")), leaf("z"))
    new = rubric(
        leaf("two", "name the dose in mg"), leaf("three", "name the dose in"), leaf("z")
    )

    assert matched(old, new)["two"] == "a/one"
    assert matched(old, new)["three"] == ""


def test_nothing_alike_is_gone_and_come() -> None:
    pairs = match(rubric(leaf("a", DOSE)), rubric(leaf("b", DOCTOR)))

    assert [(bool(p.old), bool(p.new)) for p in pairs] == [(False, True), (True, False)]


def test_a_leaf_that_becomes_a_branch_is_another_node() -> None:
    old, new = rubric(leaf("a", DOSE)), rubric(branch("a", leaf("b", DOCTOR)))

    assert [(p.old and p.old.path, p.new and p.new.path) for p in match(old, new)] == [
        (None, "a"),
        (None, "a/b"),
        ("a", None),
    ]


def test_no_node_is_matched_twice_and_none_is_lost() -> None:
    old = rubric(branch("a", *[leaf(f"l{n}", f"word{n} {DOSE}") for n in range(30)]))
    new = rubric(branch("b", *[leaf(f"m{n}", f"{DOSE} word{n}") for n in range(25)]))

    pairs = match(old, new)

    assert sorted(p.new.path for p in pairs if p.new) == sorted(
        ["b", *[f"b/m{n}" for n in range(25)]]
    )
    assert sorted(p.old.path for p in pairs if p.old) == sorted(
        ["a", *[f"a/l{n}" for n in range(30)]]
    )


def test_a_huge_rewrite_is_not_compared_word_by_word() -> None:
    old = rubric(*[leaf(f"a{n}", f"{DOSE} {n}") for n in range(201)])
    new = rubric(*[leaf(f"b{n}", f"{DOSE} {n}!") for n in range(201)])

    assert not any(pair.old and pair.new for pair in match(old, new))


def test_explicit_spells_out_gates_and_tiers_and_changes_no_grading() -> None:
    tree = rubric(
        branch("safety", leaf("a"), tier="additional"),
        leaf("b"),
        weighting="weighted_sum_with_safety_gate",
    )

    spelled = explicit(tree)

    assert spelled.weighting == "weighted_sum"
    assert spelled.nodes[0].gate
    assert [(p.path, p.tier, p.is_gate) for p in spelled.leaves()] == [
        (p.path, p.tier, p.is_gate) for p in tree.leaves()
    ]
    assert [node.tier for node in spelled.nodes] == [None, "required"]


def test_what_is_graded_is_found_in_a_huge_rewrite_too() -> None:
    old = rubric(*[leaf(f"a{n}", f"{DOSE} {n}") for n in range(201)])
    new = rubric(*[leaf(f"b{n}", f"{DOSE} {n}") for n in range(201)])

    assert matched(old, new)["b200"] == "a200"


def test_a_branch_that_draws_on_two_is_the_one_where_most_comes_from() -> None:
    old = rubric(
        branch("a", leaf("b", DOSE)),
        branch("c", leaf("d", ROUTE), leaf("e", DOCTOR)),
    )
    new = rubric(branch("x", leaf("b", DOSE), leaf("d", ROUTE), leaf("e", DOCTOR)))

    assert matched(old, new)["x"] == "c"
