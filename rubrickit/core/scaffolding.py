"""A new rubric repository: which files it gets, and what becomes of their texts."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from rubrickit.core import json_text
from rubrickit.core.config import JudgeConfig
from rubrickit.core.hosting import fields
from rubrickit.core.reading.schema import FileKind, json_schema
from rubrickit.errors import RubrickitError

Part = Literal["start", "github", "gitlab"]

ACTION = "rubrickit/rubrickit"
"""Where the action lives at GitHub."""

CONFIG = "rubrickit.yaml"
EXAMPLE = ("rubrics/", "gold/")
"""What a folder that holds rubrics of its own does not get."""

OWNERS = "CODEOWNERS"
PIPELINE = ".gitlab-ci.yml"
WORKFLOWS = ".github/workflows/"
_KEY = JudgeConfig().api_key_env
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
        """As a workflow names an action; the version is there for people."""
        note = f" # v{self.version}" if self.commit else ""
        return f"{ACTION}@{self.ref}{note}"


@dataclass(frozen=True, slots=True)
class Written:
    """Paths below the folder; `kept` are those that something stands at already."""

    made: tuple[str, ...]
    kept: tuple[str, ...]

    @property
    def has_example(self) -> bool:
        return any(name.startswith(EXAMPLE) for name in self.made)

    @property
    def has_workflows(self) -> bool:
        return any(WORKFLOWS in name for name in self.made)

    @property
    def has_pins(self) -> bool:
        """Files that name a version of rubrickit."""
        return self.has_workflows or any(PIPELINE in name for name in self.made)


@dataclass(frozen=True, slots=True)
class Home:
    """A repository that uses rubrickit: the version, and the variable with the key.

    `folder` is where its rubrics lie below the top of the Git repository, "" if there.
    """

    pin: Pin
    key: str = _KEY
    folder: str = ""

    @property
    def way_up(self) -> str:
        """From the folder to the top, "" or with a slash at its end."""
        return "../" * len(self.folder.split("/")) if self.folder else ""


def wanted(name: str, *, is_new: bool) -> bool:
    """Whether a folder gets it; `is_new`: nothing of rubrickit's is there yet."""
    return is_new or not name.startswith(EXAMPLE)


def files(shipped: Mapping[str, str], home: Home) -> dict[str, str]:
    """Texts by their paths from the folder. Hosts read theirs at the top only."""
    found = {_placed(name): text for name, text in shipped.items()}
    if home.folder:
        found.pop(OWNERS, None)
    placed = {
        f"{home.way_up * _is_the_hosts(name)}{name}": _adapted(text, home)
        for name, text in found.items()
    }
    for kind in _SCHEMAS:
        schema = json.dumps(json_schema(kind), indent=2)
        placed[f"schemas/{kind}.json"] = f"{schema}\n"
    return placed


def _is_the_hosts(name: str) -> bool:
    return name.startswith(WORKFLOWS) or name == PIPELINE


def _placed(shipped: str) -> str:
    """`dot-` stands for the dot of a name, which would count in our own repository."""
    return shipped.replace("dot-", ".")


def _adapted(text: str, home: Home) -> str:
    """Where our own repository uses itself, another one uses a version."""
    ours = {
        "uses: ./\n": f"uses: {home.pin.uses}\n",
        f"{ACTION}@main": f"{ACTION}@{home.pin.ref}",
        _KEY: home.key,
    }
    if home.folder:
        quoted = json.dumps(home.folder)
        for mode in ("offline", "delta", "push", "release"):
            step = f"          mode: {mode}\n"
            ours[step] = f"{step}          repo: {quoted}\n"
        ours["rubrickit ci"] = f"rubrickit ci --repo {quoted}"
    for old, new in ours.items():
        text = text.replace(old, new)
    return text


def pinned(version: str, asked: str, noted: str) -> Pin:
    """To the commit that a person asked for, else to that of this copy, if known.

    `noted`: what pip notes of an installation (PEP 610), as JSON.
    Raises RubrickitError where what was asked for is no full commit id.
    """
    commit = fields.commit(asked)
    if asked and not commit:
        message = f"--pin: `{asked}` is no full commit id of 40 characters"
        raise RubrickitError(message, hint="`git rev-parse` prints it for a tag")
    return Pin(version, commit or _commit_of(noted))


def _commit_of(noted: str) -> str:
    parsed = json_text.parse(noted)
    found = fields.at(parsed.value, "vcs_info", "commit_id") if parsed else None
    return fields.commit(found)


def parts(*, github: bool, gitlab: bool) -> Collection[Part]:
    asked: dict[Part, bool] = {"start": True, "github": github, "gitlab": gitlab}
    return [part for part, is_asked in asked.items() if is_asked]
