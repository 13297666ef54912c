"""Whatever differs from a manifest is named where it stands, one of each kind."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.releasing import differences, manifest
from rubrickit.core.releasing.differences import Difference, Verification
from rubrickit.core.releasing.manifest import Manifest

plain = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
    ),
    max_leaves=8,
)
contents = st.dictionaries(st.sampled_from(["gate", "files", "ledger"]), plain)


def told(recorded: dict[str, Any], found: dict[str, Any]) -> list[tuple[str, ...]]:
    every = differences.between(recorded, found)
    return [(each.kind, each.place, each.recorded, each.found) for each in every]


@given(contents)
def test_nothing_differs_from_itself(hashed: dict[str, Any]) -> None:
    assert told(hashed, hashed) == []


@given(contents, contents)
def test_what_differs_is_found(one: dict[str, Any], other: dict[str, Any]) -> None:
    same = manifest.digest_of(one) == manifest.digest_of(other)

    assert (told(one, other) == []) is same


def test_a_file_is_named_by_its_path_and_kind() -> None:
    one = {"files": {"gold": {"gold/a.jsonl": {"sha256": "aa", "lines": 2}}}}
    other = {"files": {"gold": {"gold/a.jsonl": {"sha256": "bb", "lines": 2}}}}

    assert told(one, other) == [("files.gold", "gold/a.jsonl/sha256", "aa", "bb")]


def test_a_missing_and_an_added_name_of_a_list() -> None:
    one, other = (
        {"ledger": {"segments": ["a", "b"]}},
        {"ledger": {"segments": ["b", "c"]}},
    )

    assert told(one, other) == [
        ("ledger.segments", "a", "a", "nothing"),
        ("ledger.segments", "c", "nothing", "c"),
    ]


def test_a_part_that_is_missing_altogether() -> None:
    assert told({"gate": {"rule": "exact"}}, {}) == [
        ("gate", "gate", '{"rule":"exact"}', "nothing")
    ]


def test_true_is_not_one() -> None:
    assert told({"passes": 1}, {"passes": True}) == [("passes", "passes", "1", "true")]


def test_only_the_first_of_each_kind_is_told_on_one_line() -> None:
    every = [
        Difference("gate", "a\nb", "1", "2"),
        Difference("gate", "c", "1", "2"),
        Difference("tag", "\ud800", "\x1b[31m", "2"),
    ]

    first, second = differences.first_of_each_kind(every)

    assert first == Difference("gate", "a\\u000ab", "1", "2")
    assert second == Difference("tag", "\\ud800", "\\u001b[31m", "2")


def test_a_long_value_is_cut() -> None:
    ((_, _, recorded, _),) = told({"judge": "x" * 1000}, {"judge": ""})

    assert len(recorded) == 120


def made(version: str, *previous: str) -> Manifest:
    return manifest.build({"version": version, "previous": list(previous)}, {})


def chain_faults(ours: Manifest, *others: Manifest | None) -> list[str]:
    """Each under its own name, and nothing of ours under `x`."""
    named = {f"r/{each.version}.json" if each else "r/x.json": each for each in others}
    found = differences.in_chain(named, ours)
    return [f"{each.place}: {each.found}" for each in found]


def test_a_whole_chain() -> None:
    first = made("1.0")
    second = made("2.0", first.digest)

    assert chain_faults(made("3.0", second.digest), first, second) == []


def test_a_chain_with_a_gap() -> None:
    first = made("1.0")
    second = made("2.0", first.digest)

    assert chain_faults(made("3.0", second.digest), second) == [
        "r/2.0.json: it is not here"
    ]
    assert chain_faults(made("3.0", second.digest), first) == ["3.0: it is not here"]


def test_a_link_that_is_no_manifest_or_does_not_fit() -> None:
    first = made("1.0")
    changed = Manifest({**first.hashed, "passes": 1}, {}, first.digest)

    assert chain_faults(made("2.0"), None) == ["r/x.json: none of ours"]
    assert chain_faults(made("2.0", first.digest), changed) == [
        f"r/1.0.json: {manifest.digest_of(changed.hashed)}"
    ]


def test_a_manifest_under_another_name() -> None:
    first = made("1.0")

    (found,) = differences.in_chain({"r/0.9.json": first}, made("2.0", first.digest))

    assert (found.place, found.found) == ("r/0.9.json", "of 1.0")


def test_a_verification_is_good_only_without_a_difference() -> None:
    clean = Verification("1.0", "c", "d", "none", {}, (), ())
    fault = Difference("tag", "1.0", "a", "b")

    assert clean.ok
    assert not clean.with_more([fault, fault]).ok
    assert clean.with_more([fault, fault]).differences == (fault,)
