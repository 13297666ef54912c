"""The files that a release rests on are hashed one by one."""

import hashlib
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.releasing import inputs, manifest
from rubrickit.core.releasing.inputs import Files

NOTHING = Files("scores", {}, {}, {}, {}, {}, {}, {}, {}, {})
MADE = manifest.build({"version": "1.0"}, {})


def test_rows_are_counted_where_a_line_is_a_row() -> None:
    files = replace(
        NOTHING,
        settings={"rubrickit.yaml": b"gate: {}\n"},
        gold={"gold/a.jsonl": b"{}\n{}"},
        labels={"gold/labels/a.jsonl": b""},
        signoffs={"scores/signoffs/a.jsonl": b"{}\n"},
    )

    found = inputs.hashes(files)

    assert found["gold"]["gold/a.jsonl"] == {
        "sha256": hashlib.sha256(b"{}\n{}").hexdigest(),
        "lines": 2,
    }
    assert found["labels"]["gold/labels/a.jsonl"]["lines"] == 0
    assert found["signoffs"]["scores/signoffs/a.jsonl"]["lines"] == 1
    assert list(found["settings"]["rubrickit.yaml"]) == ["sha256"]
    assert inputs.count(files) == 4


def test_neither_segments_nor_manifests_are_hashed_twice() -> None:
    files = replace(NOTHING, segments={"s/ledger/a.jsonl": b""}, manifests={"m": b""})

    found = inputs.hashes(files)

    assert not found.keys() & {"segments", "manifests"}
    assert inputs.segment_names(files) == ["a"]


@given(st.lists(st.text("0123456789abcdef", min_size=1), unique=True), st.randoms())
def test_a_ledgers_root_does_not_depend_on_an_order(
    names: list[str], random: Random
) -> None:
    shuffled = sorted(names, key=lambda _: random.random())

    assert inputs.root_of(shuffled) == inputs.root_of(names)


def test_another_segment_is_another_root() -> None:
    assert len({inputs.root_of(n) for n in ([], ["a"], ["a", "b"], ["ab"])}) == 4


def test_a_version_has_its_own_manifest_and_others() -> None:
    files = replace(
        NOTHING,
        manifests={
            "scores/releases/1.0.json": manifest.dump(MADE),
            "scores/releases/0.9.json": b"{}",
        },
    )

    assert inputs.own_manifest(files, "1.0") == ("scores/releases/1.0.json", MADE)
    assert inputs.own_manifest(files, "0.9")[1] is None
    assert inputs.own_manifest(files, "2.0")[1] is None
    assert inputs.manifests(files, besides="1.0") == {"scores/releases/0.9.json": None}
    assert len(inputs.manifests(files)) == 2
