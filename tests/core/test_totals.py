"""What a question's responses come to, counted by columns and one after the other."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from support import trees
from support.builders import branch, leaf, rubric

from rubrickit.core import totals
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import Scheme
from rubrickit.core.sheets import Column


def both(tree: Rubric, *columns: Column) -> tuple[totals.Totals, totals.Totals]:
    scheme = Scheme(tree)
    rows = zip(*columns, strict=True)
    one_by_one = totals.of_scores(scheme, tuple(map(scheme.score, rows)))
    return totals.totals(scheme, columns, len(columns[0])), one_by_one


@given(st.data())
def test_columns_and_rows_come_to_the_same(data: st.DataObject) -> None:
    tree = data.draw(trees.rubrics())
    size = data.draw(st.integers(1, 6))
    codes = data.draw(st.sampled_from([b"PF", b"PFU", b"PFU-"]))
    column = st.lists(st.sampled_from(codes), min_size=size, max_size=size).map(bytes)
    columns = [data.draw(column) for _ in tree.leaves()]

    by_columns, by_rows = both(tree, *columns)

    assert by_columns == by_rows


def test_a_closed_gate_counts_as_nought_and_an_open_leaf_leaves_the_response_out() -> (
    None
):
    tree = rubric(leaf("a"), leaf("b"), leaf("g", gate=True))

    found, _ = both(tree, b"PPPF", b"FPUP", b"PPPF")

    assert (found.scored, found.met, found.failed, found.pending) == (3, 1, 1, 1)
    assert found.mean == Fraction(2 + 3 + 0, 3 * 3)
    assert found.required == Fraction(2 + 3 + 1, 3 * 3)
    assert found.additional is None


def test_what_does_not_apply_leaves_its_weight_to_the_others() -> None:
    tree = rubric(branch("x", leaf("a"), leaf("b")), leaf("c"))

    found, _ = both(tree, b"P", b"-", b"F")

    assert found.mean == Fraction(1, 2)
