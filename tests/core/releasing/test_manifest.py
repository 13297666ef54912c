"""A manifest is one file for one content, and says by its digest what it holds."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.manifest import Manifest

ABOUT = {"time": "2026-01-31T10:00:00Z", "by": "A. Author"}
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
contents = st.dictionaries(st.text(), plain)


def made(version: str = "1.0", *previous: str, **more: Any) -> Manifest:
    hashed = {"version": version, "previous": list(previous), **more}
    return manifest.build(hashed, ABOUT)


@given(contents)
def test_what_is_written_is_read(hashed: dict[str, Any]) -> None:
    written = manifest.build(hashed, ABOUT)

    assert manifest.load(manifest.dump(written)) == written
    assert manifest.digest_of(written.hashed) == written.digest


@given(contents, st.randoms(use_true_random=False))
def test_the_order_of_keys_is_nothing(hashed: dict[str, Any], random: Any) -> None:
    pairs = list(hashed.items())
    random.shuffle(pairs)

    assert manifest.build(dict(pairs), ABOUT).digest == made_digest(hashed)


def made_digest(hashed: dict[str, Any]) -> str:
    return manifest.build(hashed, {}).digest


def test_time_and_maker_are_not_hashed() -> None:
    later = manifest.build(
        {"version": "1.0"}, {**ABOUT, "time": "2031-01-01T00:00:00Z"}
    )

    assert later.digest == manifest.build({"version": "1.0"}, ABOUT).digest


def test_the_file_is_sorted_and_ends_its_lines_with_lf() -> None:
    data = manifest.dump(made(name="größer"))

    assert data.endswith(b"}\n")
    assert b"\r" not in data
    assert "größer".encode() in data
    document = json.loads(data)
    assert list(document) == sorted(document)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        manifest.dump(made()).replace(b'"format": 1', b'"format": 2'),
        manifest.dump(made()).replace(b"manifest/1", b"manifest/2"),
        manifest.dump(made()).replace(b'"digest"', b'"dijest"'),
        manifest.dump(made()).replace(b'"about": {', b'"more": 1, "about": {'),
        manifest.dump(made()).replace(b'"1.0"', b"NaN"),
    ],
)
def test_what_is_no_manifest_is_none(data: bytes) -> None:
    assert manifest.load(data) is None


def test_the_tip_of_a_chain_is_what_nobody_follows() -> None:
    first = made("1.0")
    second = made("2.0", first.digest)
    third = made("3.0", second.digest)

    assert manifest.tips([third, first, second]) == [third.digest]


def test_two_lines_of_releases_have_two_tips() -> None:
    first = made("1.0")
    both = made("1.1", first.digest), made("2.0", first.digest)

    assert manifest.tips([first, *both]) == sorted(each.digest for each in both)


def test_the_first_release_follows_nothing() -> None:
    assert manifest.tips([]) == []


@pytest.mark.parametrize("name", ["1", "3.2.0", "v2.0-rc.1", "2026-01-31", "1.0+a_b"])
def test_names_of_releases(name: str) -> None:
    assert manifest.is_name(name)
    assert manifest.path("scores", name) == f"scores/releases/{name}.json"


@pytest.mark.parametrize(
    "name", ["", ".", "..", "-1", "a b", "a/b", "1..2", "1.", "1.lock", "a\n", "ä"]
)
def test_names_that_no_release_may_have(name: str) -> None:
    assert not manifest.is_name(name)


@pytest.mark.parametrize("mean", ["9" * 4000, "-1/2", "3/2", "1/0", "x", None])
def test_a_mean_that_is_no_score_is_none(mean: str | None) -> None:
    assert manifest.build({"results": {"mean": mean}}, {}).mean is None
