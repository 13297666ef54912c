"""What is built holds the package, the example and nothing of a workplace."""

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from source_code import PACKAGE, ROOT

RUN = (".github", "action.yml", "docs", "requirements", "tests")
EXAMPLE = ("rubrickit.yaml", "rubrics", "gold")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive, and a wheel built from that."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "-d", folder, "-t"]
    subprocess.run([*build, "sdist"], cwd=ROOT, check=True, capture_output=True)
    unpack(next(folder.glob("*.tar.gz")), folder / "source")
    source = next((folder / "source").iterdir())
    subprocess.run([*build, "wheel"], cwd=source, check=True, capture_output=True)
    return folder


def unpack(archive: Path, folder: Path) -> None:
    """By hand: `extractall` warns without a filter, and early 3.11 knows none."""
    with tarfile.open(archive) as opened:
        for member in opened:
            content = opened.extractfile(member)
            if content:
                path = folder / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def files(*roots: Path) -> set[Path]:
    return {
        path
        for root in roots
        for path in (root.rglob("*") if root.is_dir() else [root])
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_package_and_the_example(built: Path) -> None:
    with ZipFile(next(built.glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}

    package = {str(path.relative_to(ROOT)) for path in files(PACKAGE)}
    example = {
        f"rubrickit/example/{path.relative_to(ROOT)}"
        for path in files(*(ROOT / name for name in EXAMPLE))
    }
    workflows = {
        f"rubrickit/scaffold/github/{path.name}"
        for path in files(ROOT / ".github/workflows")
    }
    assert names == package | example | workflows


def test_the_archive_can_run_its_own_tests(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert names >= {
        str(path.relative_to(ROOT)) for path in files(*(ROOT / name for name in RUN))
    }
    assert not [name for name in names if name.startswith((".venv", ".git/"))]


def test_the_wheel_works_where_it_is_installed(built: Path, tmp_path: Path) -> None:
    with ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)

    done = subprocess.run(
        [sys.executable, "-P", "-c", "import rubrickit; print(rubrickit.__file__)"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )

    assert Path(done.stdout.strip()).is_relative_to(tmp_path)
