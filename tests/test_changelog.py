"""Fragments of the changelog can be gathered."""

import re
from pathlib import Path

import pytest
from source_code import ROOT

FOLDER = ROOT / "changelog"
KINDS = set(
    re.findall(r"`(\w+)`", (FOLDER / "README.md").read_text().split("Kinds:")[1])
)
FRAGMENTS = sorted(path for path in FOLDER.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda path: path.name)
def test_a_fragment_is_named_after_its_kind_and_says_something(fragment: Path) -> None:
    named = re.fullmatch(r"(\+[\w-]+|\d+)\.(\w+)\.md", fragment.name)

    assert named, "`+<name>.<kind>.md` or `<issue>.<kind>.md`"
    assert named[2] in KINDS
    assert fragment.read_text().strip()
