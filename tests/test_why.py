"""Each package that is asked for has its reason, and only those have one."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from source_code import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
RUNTIME, BESIDE, _ = re.split(
    r"^## .+$", (ROOT / "docs/why.md").read_text(), flags=re.M
)[1:]


@pytest.mark.parametrize(
    ("section", "asked"),
    [
        (RUNTIME, PROJECT["project"]["dependencies"]),
        (BESIDE, [text for group in GROUPS.values() for text in group]),
    ],
    ids=["runtime", "beside"],
)
def test_every_package_has_a_reason(section: str, asked: list[str]) -> None:
    entries = re.findall(r"^- (\*\*.+\*\*): ", section, re.MULTILINE)
    named = [name for entry in entries for name in re.findall(r"\*\*(.+?)\*\*", entry)]

    assert named == sorted(Requirement(text).name for text in asked)
