"""Rubrics and configuration as YAML files; the one home of ruamel."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from _ruamel_yaml import CParser
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from rubrickit.core.config import Config
from rubrickit.core.findings import Finding, FindingError, in_file_order, mistake
from rubrickit.core.reading import edits, rubrics
from rubrickit.core.reading.building import MAX_BYTES, Event, EventKind, build
from rubrickit.core.reading.config import read_config
from rubrickit.core.reading.edits import Edit
from rubrickit.core.reading.located import Located, Pairs, Problems
from rubrickit.core.rubric import Node, Place, Rubric

# Besides control characters: line ends that Git and editors do not count as such, so
# that what a reviewer sees as one line could be two.
_UNSEEN = re.compile(
    r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    r"\U00010000-\U0010ffff]|\r(?!\n)"
)
# Thousands of them make the parser quadratic, and no rubric needs one.
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_SECOND_READING = 30_000
_KINDS: dict[type, EventKind] = {
    DocumentStartEvent: "document",
    ScalarEvent: "scalar",
    AliasEvent: "alias",
    SequenceStartEvent: "list",
    MappingStartEvent: "mapping",
    SequenceEndEvent: "end",
    MappingEndEvent: "end",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds, and everything that is wrong with it."""

    rubric: Rubric | None
    findings: tuple[Finding, ...]


def parse(data: bytes, path: str, shared: Mapping[str, Node]) -> Rubric:
    """`shared` as of `parse_shared`. Raises FindingError with the first problem."""
    reading = read(data, path, shared)
    if reading.rubric is None:
        raise FindingError(reading.findings[0])
    return reading.rubric


def read(data: bytes, path: str, shared: Mapping[str, Node]) -> Reading:
    """Every problem of a rubric file, in file order."""
    problems = Problems(path)
    rubric = None
    try:
        rubric = rubrics.read_rubric(_tree(data, path), problems, shared)
    except FindingError as refusal:
        problems.found.append(refusal.finding)
    return Reading(rubric, in_file_order(problems.found))


def parse_shared(data: bytes, path: str) -> Mapping[str, Node]:
    """By name, such as `safety.no_dose` for `no_dose` in `safety.yaml`.

    Raises FindingError with the first problem.
    """
    nodes, findings = read_shared(data, path)
    if findings:
        raise FindingError(findings[0])
    return nodes


def read_shared(
    data: bytes, path: str
) -> tuple[Mapping[str, Node], tuple[Finding, ...]]:
    """The nodes that are right, and every problem of the file."""
    problems = Problems(path)
    nodes: dict[str, Node] = {}
    prefix = path.rpartition("/")[2].rpartition(".")[0]
    try:
        nodes = rubrics.read_shared(_tree(data, path), problems, prefix)
    except FindingError as refusal:
        problems.found.append(refusal.finding)
    return nodes, in_file_order(problems.found)


def parse_config(data: bytes, path: str) -> Config:
    """Raises FindingError with the first problem."""
    problems = Problems(path)
    config = read_config(_tree(data, path), problems)
    if problems.found:
        raise FindingError(in_file_order(problems.found)[0])
    return config


def edit(text: str, changes: Sequence[Edit]) -> str:
    """One after the other; lines that no change names keep every byte.

    Raises RubrickitError for a path that is not there, and where the text is not YAML
    before or after a change.
    """
    bom = text[: text.startswith("\ufeff")]
    text = text.removeprefix(bom)
    for change in changes:
        while (unfolded := edits.prepared(text, _pairs(text), change)) is not None:
            text = unfolded
        text = edits.applied(text, _pairs(text), change)
        _pairs(text)
    return bom + text


def _pairs(text: str) -> Pairs:
    tree = _tree(text.encode(), "the rubric")
    if not isinstance(tree, Pairs):
        raise _refused("the rubric", 1, 1, "a file must hold keys and values")
    return tree


def _tree(data: bytes, path: str) -> Located | None:
    text = _decoded(data, path)
    parser = CParser(text)
    try:
        return build(_events(iter(parser.get_event, None), path), path)
    except YAMLError as error:
        first = _refused(path, *_told(error))
        if len(text) > _MAX_SECOND_READING:
            raise first from error
    return _read_again(text, path, first)


def _read_again(text: str, path: str, first: FindingError) -> Located | None:
    """The C parser knows no `?` and no `:` in an unquoted text inside {…} or […]."""
    events = YAML(typ="safe", pure=True).parse(text)
    try:
        return build(_events(events, path), path)
    except (YAMLError, ValueError) as error:
        raise first from error


def _decoded(data: bytes, path: str) -> str:
    if len(data) > MAX_BYTES:
        message = f"{len(data):,} bytes are more than the {MAX_BYTES:,} allowed"
        raise _refused(path, 1, 0, message, "make it several files")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(path, line, 0, "not UTF-8", "save the file as UTF-8") from error
    _check_seen(text, path)
    if directive := _TAG_DIRECTIVE.search(text):
        line = text.count("\n", 0, directive.start()) + 1
        raise _refused(path, line, 1, "the directive `%TAG` is not read", "remove it")
    return text


def _check_seen(text: str, path: str) -> None:
    unseen = _UNSEEN.search(text)
    if unseen is None:
        return
    at = unseen.start()
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    message = f"the character U+{ord(unseen[0]):04X} cannot be seen"
    hint = f'remove it, or write "\\u{ord(unseen[0]):04X}" in double quotes'
    if unseen[0] == "\r":
        hint = "save the file with line ends of one kind"
    raise _refused(path, line, column, message, hint)


def _events(events: Iterable[Any], path: str) -> Iterator[Event]:
    for event in events:
        kind = _KINDS.get(type(event))
        if isinstance(event, StreamEndEvent):
            return
        if isinstance(event, DocumentStartEvent):
            _check_version(event, path)
        if kind is not None:
            yield _translated(kind, event, path)


def _translated(kind: EventKind, event: Any, path: str) -> Event:
    mark = event.start_mark
    line, column = mark.line + 1, mark.column + 1
    if kind in ("end", "document"):
        return Event(kind, line, column)
    if kind == "alias":
        return Event(kind, line, column, event.anchor)
    if event.tag is not None:
        hint = "remove the tag; to make something a text, put it in quotes"
        message = f"the tag `{event.tag[:40]}` is not read"
        raise _refused(path, line, column, message, hint)
    if kind == "scalar":
        if not event.value.isascii() and _SURROGATE.search(event.value):
            message = "half a character: a surrogate escape"
            raise _refused(path, line, column, message, "write the character itself")
        return Event(kind, line, column, event.value, not event.style, event.anchor)
    return Event(kind, line, column, anchor=event.anchor)


def _check_version(event: DocumentStartEvent, path: str) -> None:
    if event.version not in (None, (1, 2)):
        line = event.start_mark.line + 1
        message = "files are read as YAML 1.2, and this one asks for another version"
        raise _refused(path, line, 0, message, "remove the line `%YAML …`")


def _told(error: YAMLError) -> tuple[int, int, str, str]:
    mark = getattr(error, "problem_mark", None)
    if not isinstance(error, MarkedYAMLError) or mark is None:
        return 1, 0, "not YAML", "check the file with an editor that knows YAML"
    said = ", ".join(filter(None, (error.context, error.problem)))
    message = f"not YAML at column {mark.column + 1}: {said}"
    return mark.line + 1, mark.column + 1, message, _syntax_hint(said)


def _syntax_hint(said: str) -> str:
    if "cannot start any token" in said:
        return "indent with spaces, and quote a text that begins with @, ` or a tab"
    return "quote the text if it holds `: ` or ` #`, and check the indentation"


def _refused(
    path: str, line: int, column: int, message: str, hint: str = ""
) -> FindingError:
    return FindingError(mistake("syntax", Place(path, line, column), message, hint))
