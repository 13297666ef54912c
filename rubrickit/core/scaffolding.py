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
        return any(name.startswith(WORKFLOWS) for name in self.made)

    @property
    def has_pins(self) -> bool:
        """Files that name a version of rubrickit."""
        return self.has_workflows or PIPELINE in self.made


def wanted(name: str, *, is_new: bool) -> bool:
    """Whether a folder gets it; `is_new`: nothing of rubrickit's is there yet."""
    return is_new or not name.startswith(EXAMPLE)


def files(shipped: Mapping[str, str], pin: Pin, key: str) -> dict[str, str]:
    """Texts by their paths in a repository that uses rubrickit.

    `shipped` are those of ours, `key` is the variable that holds the judge's key there.
    """
    found = {_placed(name): _adapted(text, pin, key) for name, text in shipped.items()}
    for kind in _SCHEMAS:
        schema = json.dumps(json_schema(kind), indent=2)
        found[f"schemas/{kind}.json"] = f"{schema}\n"
    return found


def _placed(shipped: str) -> str:
    """`dot-` stands for the dot of a name, which would count in our own repository."""
    return shipped.replace("dot-", ".")


def _adapted(text: str, pin: Pin, key: str) -> str:
    """Where our own repository uses itself, another one uses a version."""
    ours = {
        "uses: ./\n": f"uses: {pin.uses}\n",
        f"{ACTION}@main": f"{ACTION}@{pin.ref}",
        _KEY: key,
    }
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
