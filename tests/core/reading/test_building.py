import pytest

from rubrickit.core.findings import FindingError
from rubrickit.core.reading import building
from rubrickit.core.reading.building import Event, build
from rubrickit.core.reading.located import Items, Pairs, Scalar

DOCUMENT = Event("document", 1, 1)
END = Event("end", 1, 1)


def word(text: str, anchor: str | None = None) -> Event:
    return Event("scalar", 2, 3, text, True, anchor)


def refused(*events: Event) -> str:
    with pytest.raises(FindingError) as caught:
        build([DOCUMENT, *events], "r.yaml")
    return str(caught.value)


def test_events_become_a_tree() -> None:
    mapping, items = Event("mapping", 2, 1), Event("list", 2, 5)
    events = [DOCUMENT, mapping, word("a"), items, word("b"), END, END]

    tree = build(events, "r.yaml")

    a, b = Scalar("a", True, 2, 3), Scalar("b", True, 2, 3)
    assert tree == Pairs(((a, Items((b,), 2, 5)),), 2, 1)


def test_a_file_of_no_document_is_no_tree() -> None:
    assert build([], "r.yaml") is None


def test_an_alias_stands_for_the_latest_anchor_of_its_name() -> None:
    items, alias = Event("list", 1, 1), Event("alias", 1, 1, "x")
    events = [DOCUMENT, items, word("a", "x"), word("b", "x"), alias, END]

    tree = build(events, "r.yaml")

    assert isinstance(tree, Items)
    assert [item.text for item in tree.items if isinstance(item, Scalar)] == list("abb")


def test_an_alias_counts_as_often_as_it_is_used() -> None:
    items, alias = Event("list", 1, 1, anchor="x"), Event("alias", 7, 1, "x")
    half = [items, *[word("a")] * (building.MAX_VALUES // 2), END]
    message = f"r.yaml:7: more than {building.MAX_VALUES:,} values"
    assert refused(Event("list", 1, 1), *half, alias, END).startswith(message)


def test_depth_is_counted_through_aliases() -> None:
    deep = [Event("list", 1, 1, anchor="x" if n == 0 else None) for n in range(60)]
    first = [*deep, *[END] * 60]
    outer = [Event("list", 9, 1)] * 40
    told = refused(Event("list", 1, 1), *first, *outer, Event("alias", 9, 1, "x"))
    assert told == "r.yaml:9: nested more than 100 levels deep"
    at_limit = [Event("list", 1, 1), *first, *outer[1:], Event("alias", 9, 1, "x")]
    assert build([DOCUMENT, *at_limit, *[END] * 40], "r.yaml") is not None


def test_a_second_document_is_refused() -> None:
    told = refused(word("a"), Event("document", 4, 1))
    assert told == "r.yaml:4: a second document begins here"
