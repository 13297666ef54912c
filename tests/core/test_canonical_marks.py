from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core import canonical


def test_many_combining_marks_in_a_row_are_endless() -> None:
    assert canonical.is_endless("a" + "\u0301" * 200)
    assert canonical.is_endless("x" * 500 + "\u0301\u0316" * 100)
    assert not canonical.is_endless("a" + "\u0301" * 199)


def test_long_texts_of_other_scripts_are_not_endless() -> None:
    assert not canonical.is_endless("患者" * 500)
    assert not canonical.is_endless("e\u0301" * 500)
    assert not canonical.is_endless("เป็นไข้" * 200)


@given(st.dictionaries(st.sampled_from(["context", "response", "trace"]), st.text()))
def test_a_digest_of_texts_is_the_digest_of_their_json(texts: dict[str, str]) -> None:
    assert canonical.digest_of_texts(texts) == canonical.digest(texts)
