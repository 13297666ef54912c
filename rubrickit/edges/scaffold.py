"""The files of a new rubric repository: those that are shipped, and their writing."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

import rubrickit
from rubrickit.core.config import JudgeConfig
from rubrickit.core.reading.schema import FileKind, json_schema
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError, WorldError

Part = Literal["start", "github", "gitlab"]

ACTION = "rubrickit/rubrickit"
"""Where the action lives at GitHub."""

CONFIG = "rubrickit.yaml"
KEY = JudgeConfig().api_key_env
_EXAMPLE = ("rubrics/", "gold/")
_SCHEMAS: tuple[FileKind, ...] = ("rubric", "shared", "config")


@dataclass(frozen=True, slots=True)
class Pin:
    """The version of rubrickit that workflows use; `commit` is "" where unknown."""

    version: str
    commit: str = ""

    @property
    def ref(self) -> str:
        return self.commit or f"v{self.version}"

    @property
    def uses(self) -> str:
        note = f" # v{self.version}" if self.commit else ""
        return f"{ACTION}@{self.ref}{note}"


@dataclass(frozen=True, slots=True)
class Written:
    """Paths below the folder; `kept` are those that something stands at already."""

    made: tuple[str, ...]
    kept: tuple[str, ...]


def own_pin() -> Pin:
    """Of this copy: pip notes the commit where it installed from Git."""
    try:
        noted = metadata.distribution("rubrickit").read_text("direct_url.json")
        commit = json.loads(noted or "{}")["vcs_info"]["commit_id"]
    except (metadata.PackageNotFoundError, KeyError, ValueError):
        commit = ""
    return Pin(rubrickit.__version__, commit)


def write(folder: Path, parts: tuple[Part, ...], pin: Pin) -> Written:
    """Never touches what exists, nor leaves the folder through a link.

    The example comes only where there is neither a configuration nor a rubric yet.
    Raises OSError.
    """
    is_new = not any((folder / name).exists() for name in (CONFIG, *_EXAMPLE))
    made, kept = [], []
    for name, content in sorted(_files(parts, pin, _key_name(folder))):
        place = folder / name
        if _is_taken(folder, name):
            kept.append(name)
        elif is_new or not name.startswith(_EXAMPLE):
            place.parent.mkdir(parents=True, exist_ok=True)
            _create(place, content)
            made.append(name)
    return Written(tuple(made), tuple(kept))


def _is_taken(folder: Path, name: str) -> bool:
    """Something stands there, or a link or file in the place of a folder on the way."""
    *parents, _ = (folder / name).relative_to(folder).parts
    way = [folder.joinpath(*parents[: end + 1]) for end in range(len(parents))]
    if any(step.is_symlink() or step.is_file() for step in way):
        return True
    place = folder / name
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
        return KEY
    return config.judge.api_key_env


def _files(parts: tuple[Part, ...], pin: Pin, key: str) -> Iterator[tuple[str, bytes]]:
    if "start" in parts:
        yield from _shipped("start")
        for kind in _SCHEMAS:
            text = json.dumps(json_schema(kind), indent=2)
            yield f"schemas/{kind}.json", f"{text}\n".encode()
    if "github" in parts:
        for path in _workflows():
            text = path.read_text("utf-8").replace("uses: ./\n", f"uses: {pin.uses}\n")
            yield f".github/workflows/{path.name}", text.replace(KEY, key).encode()
    if "gitlab" in parts:
        for name, content in _shipped("gitlab"):
            text = content.decode().replace(f"{ACTION}@main", f"{ACTION}@{pin.ref}")
            yield name, text.replace(KEY, key).encode()


def _shipped(part: str) -> Iterator[tuple[str, bytes]]:
    """`dot-` stands for the dot of a name, which would count in our own repository."""
    root = Path(rubrickit.__file__).parent / "scaffold" / part
    for path in root.rglob("*"):
        if path.is_file():
            name = path.relative_to(root).as_posix()
            yield name.replace("dot-", "."), path.read_bytes()


def _workflows() -> list[Path]:
    """Beside the modules where the package was installed, else in the checkout."""
    package = Path(rubrickit.__file__).parent
    for place in (package / "scaffold/github", package.parent / ".github/workflows"):
        if found := list(place.glob("rubrickit*.yml")):
            return found
    message = "the workflows are not installed with this copy of rubrickit"
    raise WorldError(message, hint="install rubrickit from its wheel or checkout")
