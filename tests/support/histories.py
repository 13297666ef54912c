"""Real histories of criteria, replayed as rubrics: one commit for each version."""

import json
import lzma
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from git_sample import git
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from support.command_line import Repository

_DATA = Path(__file__).parents[1] / "data/histories"
_REQUIRED = {"MUST", "High", "Critical"}


@dataclass(frozen=True)
class Criterion:
    """One criterion of one version; `at` are the ids of its branches."""

    at: tuple[str, ...]
    name: str
    text: str
    tier: str
    note: str

    @property
    def asked(self) -> str:
        """As a judge is asked: layout does not count."""
        return " ".join(self.text.split())


@dataclass(frozen=True)
class Version:
    """What was committed; `criteria` is None where that is no YAML mapping."""

    subject: str
    date: datetime
    content: str
    criteria: tuple[Criterion, ...] | None

    def rubric(self, name: str) -> str:
        """What cannot be read stays as it is, but for a tag that we never read."""
        if self.criteria is None:
            return self.content.replace("!!omap", "")
        head = {"question_id": name, "question": "Does the project do this?"}
        lines = [f"{key}: {json.dumps(value)}" for key, value in head.items()]
        return "\n".join([*lines, "nodes:", *_lines(_nested(self.criteria), 1), ""])


@cache
def versions(name: str) -> tuple[Version, ...]:
    """Oldest first."""
    with lzma.open(_DATA / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return tuple(
        Version(
            row["subject"],
            datetime.fromisoformat(row["date"]),
            row["content"],
            _criteria(row["content"]),
        )
        for row in rows
    )


def replayed(name: str, place: Path, files: Mapping[str, str]) -> Repository:
    """A repository whose `main` has one commit a version, above `files`."""
    place.mkdir()
    git(place, "init", "--quiet", "--initial-branch=main")
    stream = b"".join(_commits(name, files))
    subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=place, input=stream, check=True
    )
    git(place, "reset", "--hard", "--quiet")
    return Repository(place)


def _commits(name: str, files: Mapping[str, str]) -> Iterator[bytes]:
    every = versions(name)
    yield from _commit("Responses", every[0].date, files)
    for version in every:
        rubric = {f"rubrics/{name}.yaml": version.rubric(name)}
        yield from _commit(version.subject, version.date, rubric)


def _commit(subject: str, date: datetime, files: Mapping[str, str]) -> Iterator[bytes]:
    when = f"A. Author <author@example.org> {int(date.timestamp())} {date:%z}\n"
    yield b"commit refs/heads/main\n"
    yield f"author {when}committer {when}".encode()
    yield from _data(subject)
    for path, text in files.items():
        yield f"M 100644 inline {path}\n".encode()
        yield from _data(text)


def _data(text: str) -> Iterator[bytes]:
    data = text.encode()
    yield b"data %d\n" % len(data)
    yield data + b"\n"


def _criteria(content: str) -> tuple[Criterion, ...] | None:
    try:
        loaded = YAML(typ="safe").load(content)
    except YAMLError:
        return None
    if not isinstance(loaded, (Mapping, list)):
        return None
    return tuple(_below(dict(_pairs(loaded)).get("checks", loaded), ()))


def _below(node: Any, at: tuple[str, ...]) -> Iterator[Criterion]:
    for name, value in _pairs(node):
        fields = dict(_pairs(value))
        if fields.keys() & {"category", "risk", "description"}:
            yield _criterion(name, fields, at)
        else:
            yield from _below(value, (*at, _slug(name)))


def _pairs(node: Any) -> Iterator[tuple[str, Any]]:
    """Of a mapping, or of a list of mappings with one key each; a text has none."""
    if isinstance(node, Mapping):
        yield from ((str(key), value) for key, value in node.items())
    elif isinstance(node, list):
        for each in node:
            yield from _pairs(each)


def _criterion(name: str, fields: Mapping[str, Any], at: tuple[str, ...]) -> Criterion:
    text = fields.get("description") or name.replace("_", " ")
    level = fields.get("category") or fields.get("risk")
    tier = "required" if level in _REQUIRED else "additional"
    note = fields.get("details") or fields.get("remediation") or ""
    return Criterion(at, name, str(text), tier, str(note))


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def _nested(criteria: tuple[Criterion, ...]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for one in criteria:
        branch = root
        for name in one.at:
            branch = branch.setdefault(name, {})
        branch[one.name] = one
    return root


def _lines(nodes: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "    " * depth
    for name, node in nodes.items():
        yield f"{pad[2:]}- id: {json.dumps(name)}"
        if isinstance(node, Criterion):
            yield f"{pad}check: {json.dumps(node.text)}"
            yield f"{pad}tier: {node.tier}"
            if node.note:
                yield f"{pad}note: {json.dumps(node.note)}"
        else:
            yield f"{pad}children:"
            yield from _lines(node, depth + 1)
