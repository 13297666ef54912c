"""Writes the files of a new rubric repository, out of those that are shipped."""

from collections.abc import Collection, Iterator
from importlib import metadata
from pathlib import Path

import rubrickit
from rubrickit.core import scaffolding
from rubrickit.core.config import JudgeConfig
from rubrickit.core.scaffolding import CONFIG, Home, Part, Pin, Written
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError, WorldError


def noted() -> str:
    """What pip notes of this copy's origin, "" where it was not installed."""
    try:
        return metadata.distribution("rubrickit").read_text("direct_url.json") or ""
    except metadata.PackageNotFoundError:
        return ""


def write(folder: Path, parts: Collection[Part], pin: Pin) -> Written:
    """Never touches what exists, nor leaves the folder through a link.

    The example comes only where there is neither a configuration nor a rubric yet.
    Raises OSError.
    """
    is_new = not any(
        (folder / name).exists() for name in (CONFIG, *scaffolding.EXAMPLE)
    )
    shipped = dict(file for part in parts for file in _shipped(part))
    home = Home(pin, _key_name(folder), _below_top(folder))
    files = scaffolding.files(shipped, home)
    made, kept = [], []
    for name, text in sorted(files.items()):
        if _is_taken(folder, name):
            kept.append(name)
        elif scaffolding.wanted(name, is_new=is_new):
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            _create(place, text.encode())
            made.append(name)
    return Written(tuple(made), tuple(kept))


def _below_top(folder: Path) -> str:
    """The folder's path in the Git repository that it lies in, "" at its top."""
    place = folder.resolve()
    for top in (place, *place.parents):
        if (top / ".git").exists():
            inner = place.relative_to(top).as_posix()
            return "" if inner == "." else inner
    return ""


def _is_taken(folder: Path, name: str) -> bool:
    """Something stands there, or a link or file in the place of a folder on the way."""
    place = folder / name
    way = [folder / step for step in Path(name).parents]
    if any(step.is_symlink() or step.is_file() for step in way if step != folder):
        return True
    return place.is_symlink() or place.exists()


def _create(place: Path, content: bytes) -> None:
    """Whole or not at all."""
    with place.open("xb") as file:
        try:
            file.write(content)
            file.flush()
        except BaseException:
            place.unlink()
            raise


def _key_name(folder: Path) -> str:
    """The variable that holds the judge's key, as a configuration has it already."""
    try:
        config = rubric_files.parse_config((folder / CONFIG).read_bytes(), CONFIG)
    except (OSError, RubrickitError):
        return JudgeConfig().api_key_env
    return config.judge.api_key_env


def _shipped(part: Part) -> Iterator[tuple[str, str]]:
    if part == "github":
        for path in _workflows():
            yield f"{scaffolding.WORKFLOWS}{path.name}", path.read_text("utf-8")
        return
    root = Path(rubrickit.__file__).parent / "scaffold" / part
    for path in root.rglob("*"):
        if path.is_file():
            yield path.relative_to(root).as_posix(), path.read_text("utf-8")


def _workflows() -> list[Path]:
    """Beside the modules where the package was installed, else in the checkout."""
    package = Path(rubrickit.__file__).parent
    for place in (package / "scaffold/github", package.parent / ".github/workflows"):
        if found := list(place.glob("rubrickit*.yml")):
            return found
    message = "the workflows are not installed with this copy of rubrickit"
    raise WorldError(message, hint="install rubrickit from its wheel or checkout")
