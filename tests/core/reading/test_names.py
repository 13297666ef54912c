import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.reading import names


@pytest.mark.parametrize(
    "name", ["a", "a" * 200, "क्‍ष", "a b", "q-1.2", "наблюдение", "می‌خواهم", "患者"]
)
def test_ids_of_every_language_are_good(name: str) -> None:
    assert names.fault(name) == ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is empty"),
        (" \t", "is empty"),
        ("a" * 201, "is longer than 200 characters"),
        ("a\tb", "holds the invisible U+0009"),
        ("a\u202eb", "holds the invisible U+202E"),
        ("a\u2067b", "holds the invisible U+2067"),
        ("é\x85", "holds the invisible U+0085"),
        ("dose\u200b", "holds the invisible U+200B"),
        ("dose\u2060", "holds the invisible U+2060"),
        ("do\u00adse", "holds the invisible U+00AD"),
        ("dose\ufeff", "holds the invisible U+FEFF"),
        ("dose\U000e0061", "holds the invisible U+E0061"),
    ],
)
def test_what_cannot_be_seen_is_named(name: str, fault: str) -> None:
    assert names.fault(name) == fault


@given(st.text(max_size=20))
def test_a_good_id_stands_on_one_line(name: str) -> None:
    if not names.fault(name):
        assert len(name.splitlines()) == 1
