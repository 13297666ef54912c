"""A node as lines of YAML."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from rubrickit.core.reading.located import Items, Located, Pairs, Scalar
from rubrickit.core.reading.scalars import meaning

_PLAIN = re.compile(r"[A-Za-z]([\w ,.()/?'-]*[\w.)?])?")
# Text here, and a boolean to older readers of YAML.
_WORDS = frozenset(("yes", "no", "on", "off", "y", "n"))
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Written:
    """A plain scalar that is written again as it stood."""

    text: str


def entry(key: str, value: Any, step: int) -> list[str]:
    """`key: value`, its lists of nodes `step` columns deeper."""
    if key in ("children", "nodes"):
        below = [" " * step + line for node in value for line in item(node, step)]
        return [f"{key}:", *below]
    if key == "expect" and isinstance(value, bool):
        return [f"{key}: {'yes' if value else 'no'}"]
    return [f"{key}: {scalar(value, key)}"]


def item(node: Mapping[str, Any], step: int) -> list[str]:
    """A node as an item of a block list, its first line with the dash."""
    lines = list(_entries(node, step))
    return [f"{'  ' if at else '- '}{line}" for at, line in enumerate(lines)]


def _entries(node: Mapping[str, Any], step: int) -> Iterator[str]:
    for key, value in node.items():
        yield from entry(key, value, step)


def scalar(value: Any, key: str = "") -> str:
    """On one line: a text in quotes where it could be read as something else."""
    if isinstance(value, Written):
        return value.text
    if isinstance(value, str):
        return _text(value, key)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inner, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{_quoted(key)}: {_inner(one)}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return json.dumps(value)


def _inner(value: Any) -> str:
    """Between brackets, where a comma ends a text."""
    is_split = isinstance(value, str) and "," in value
    return _quoted(value) if is_split else scalar(value)


def plain(located: Located) -> Any:
    """For writing again: plain scalars as they stood, the rest as values."""
    if isinstance(located, Items):
        return [plain(one) for one in located.items]
    if isinstance(located, Pairs):
        return {
            key.text: plain(value)
            for key, value in located.entries
            if isinstance(key, Scalar)
        }
    is_text = meaning(located) == "text"
    return located.text if is_text else Written(located.text or "null")


def _text(text: str, key: str) -> str:
    is_word = text.lower() in _WORDS and key != "expect"
    as_plain = Scalar(text, True, 0, 0)
    safe = _PLAIN.fullmatch(text) and text.isascii() and "\n" not in text
    if safe and not is_word and meaning(as_plain) == "text":
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    spelled = json.dumps(text, ensure_ascii=False)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", spelled)
