"""The locks hold what `pyproject.toml` asks for, each file by its hash."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from source_code import PACKAGE, ROOT, modules

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = PROJECT["project"]["dependencies"]
GROUPS = PROJECT["dependency-groups"]
FOLDER = ROOT / "requirements"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WANTED = {
    "runtime.lock": RUNTIME,
    "build.lock": GROUPS["build"],
    "dev.lock": RUNTIME + GROUPS["build"] + GROUPS["dev"],
    "slow.lock": GROUPS["slow"],
}


def pins(lock: str, python: str) -> dict[str, str]:
    """Version by name, as Linux with that Python would install them."""
    machine = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "platform_python_implementation": "CPython",
    }
    found = {}
    for line in (FOLDER / lock).read_text().splitlines():
        pinned = re.match(r"([\w.-]+)==([\w.]+)(?: ; (.+?))? \\$", line)
        if pinned and (not pinned[3] or Marker(pinned[3]).evaluate(machine)):
            found[canonicalize_name(pinned[1])] = pinned[2]
    return found


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", WANTED)
def test_a_lock_satisfies_the_project(lock: str, python: str) -> None:
    pinned = pins(lock, python)

    wanted = [Requirement(text) for text in WANTED[lock]]
    unmet = [
        str(requirement)
        for requirement in wanted
        if pinned.get(canonicalize_name(requirement.name), "")
        not in requirement.specifier
    ]

    assert not unmet


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", ["runtime.lock", "build.lock"])
def test_tests_run_on_the_versions_that_a_user_gets(lock: str, python: str) -> None:
    assert pins(lock, python).items() <= pins("dev.lock", python).items()


@pytest.mark.parametrize("lock", sorted(FOLDER.glob("*.lock")), ids=lambda at: at.name)
def test_a_lock_names_hashes_and_no_place(lock: Path) -> None:
    text = lock.read_text()

    unhashed = [
        block.split(" ")[0]
        for block in re.split(r"\n(?=[\w])", text)
        if "==" in block and "--hash=sha256:" not in block
    ]

    assert not unhashed
    assert not re.search(r"://|--(extra-)?index|--find-links|\s@\s", text)


def test_the_readme_beside_the_locks_names_each() -> None:
    named = re.findall(r"^\| `([\w.]+)` \|", (FOLDER / "README.md").read_text(), re.M)

    assert sorted(named) == sorted(path.name for path in FOLDER.glob("*.lock"))


def test_what_the_package_imports_it_also_asks_for() -> None:
    homes = packages_distributions()
    asked = {canonicalize_name(Requirement(text).name) for text in RUNTIME}

    imported = {
        name
        for module in modules(PACKAGE)
        for name in module.imports()
        if name not in sys.stdlib_module_names and name != PACKAGE.name
    }
    unasked = {
        name
        for name in imported
        if asked.isdisjoint(canonicalize_name(home) for home in homes.get(name, ()))
    }

    assert imported
    assert not unasked
