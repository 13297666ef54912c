"""A segment's row as a sheet's column, in the sheet's own order."""

from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.columns import Marked
from rubrickit.core.planning import pass_columns
from rubrickit.core.responses import Outline, UnreadResponses
from rubrickit.core.rubric import Leaf

DIGESTS = [f"{n:032x}" for n in range(8)]


@given(
    st.lists(st.sampled_from(DIGESTS), unique=True).map(sorted),
    st.lists(st.sampled_from(DIGESTS)).map(tuple),
    st.data(),
)
def test_a_row_and_a_mapping_give_the_same_column(
    having: list[str], wanted: tuple[str, ...], data: st.DataObject
) -> None:
    marks = data.draw(st.text("yn.", min_size=len(having), max_size=len(having)))
    row = Marked(tuple(having), marks)
    outline = Outline(wanted, wanted, wanted, wanted, [{} for _ in wanted])
    responses = UnreadResponses(outline, list)
    leaf = Leaf("a", "check", ("Is it?",))

    (from_row,) = pass_columns(lambda *_: row, ("q", "l"), 1, responses, leaf)
    (from_dict,) = pass_columns(lambda *_: dict(row), ("q", "l"), 1, responses, leaf)

    assert from_row == from_dict
    assert len(row) == len(dict(row))
