"""Rubric files by chance: what they say, and one of the many ways to write it."""

import json
import random
import re
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

PLAIN = re.compile(r"[A-Za-z][A-Za-z ]*[a-z]")
SPECIAL = frozenset(("true", "false", "null", "True", "False", "Null", "TRUE", "NULL"))

characters = st.characters(codec="utf-8", exclude_categories=["Cs"])
prose = st.text(characters, min_size=1).filter(lambda text: text.strip())
words = st.lists(
    st.text("abcdefghij:#'\"-", min_size=1, max_size=8) | st.just("äö"), min_size=1
).map(" ".join)
ids = st.text("abcdefgh_-.: #ü", min_size=1, max_size=8).filter(str.strip)
weights = st.decimals(0, 1000, places=2).map(abs)
options = st.fixed_dictionaries(
    {},
    optional={
        "weight": weights,
        "expect": st.booleans(),
        "tier": st.sampled_from(["required", "additional"]),
        "gate": st.booleans(),
        "looks_at": st.sampled_from(["response", "trace"]),
        "note": prose,
        "pass_example": prose,
    },
)
contents = st.one_of(
    st.fixed_dictionaries({"check": words}),
    st.fixed_dictionaries({"states": st.lists(words, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"rule": prose}),
    st.fixed_dictionaries(
        {
            "schema": st.dictionaries(
                words, st.none() | st.integers() | prose, max_size=3
            )
        }
    ),
)


def with_ids(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"id": f"n{at} {node['id']}", **drop(node)} for at, node in enumerate(nodes)
    ]


def drop(node: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in node.items() if key != "id"}


leaves = st.builds(lambda name, a, b: {"id": name, **a, **b}, ids, contents, options)
nodes = st.recursive(
    leaves,
    lambda child: st.builds(
        lambda name, children, weight: {
            "id": name,
            "weight": weight,
            "children": with_ids(children),
        },
        ids,
        st.lists(child, min_size=1, max_size=3),
        weights,
    ),
    max_leaves=6,
)
documents = st.builds(
    lambda name, question, nodes: {
        "question_id": name,
        "question": question,
        "nodes": with_ids(nodes),
    },
    ids,
    words,
    st.lists(nodes, min_size=1, max_size=3),
)


class Writer:
    """Writes a document in one of its many layouts."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.step = dice.choice([1, 2, 4])

    def file(self, document: dict[str, Any]) -> bytes:
        text = self.mapping(document, 0)
        if self.dice.random() < 0.3:
            text = "---\n" + text
        if self.dice.random() < 0.3:
            text = text.replace("\n", "\r\n")
        return text.encode("utf-8-sig" if self.dice.random() < 0.3 else "utf-8")

    def mapping(self, value: dict[str, Any], indent: int) -> str:
        entries = list(value.items())
        self.dice.shuffle(entries)
        lines = [self.entry(key, item, indent) for key, item in entries]
        return "".join(lines)

    def entry(self, key: str, value: Any, indent: int) -> str:
        pad = " " * indent
        comment = f"{pad}# {key}: not me\n" if self.dice.random() < 0.2 else ""
        written = key if PLAIN.fullmatch(key) and key not in SPECIAL else quoted(key)
        block = isinstance(value, dict | list) and value and self.dice.random() < 0.7
        if not block:
            return f"{comment}{pad}{written}: {self.flow(value, indent)}\n"
        inner = indent + self.step
        if isinstance(value, dict):
            return f"{comment}{pad}{written}:\n{self.mapping(value, inner)}"
        items = "".join(self.item(item, inner) for item in value)
        return f"{comment}{pad}{written}:\n{items}"

    def item(self, value: Any, indent: int) -> str:
        pad = " " * indent
        if isinstance(value, dict) and value and self.dice.random() < 0.7:
            below = self.mapping(value, indent + 2)
            bare = below.find(pad) if below.lstrip().startswith("#") else None
            return (
                f"{pad}-\n{below}" if bare is not None else f"{pad}- {below.lstrip()}"
            )
        return f"{pad}- {self.flow(value, indent)}\n"

    def flow(self, value: Any, indent: int) -> str:
        if isinstance(value, dict):
            entries = list(value.items())
            self.dice.shuffle(entries)
            inner = [f"{quoted(k)}: {self.flow(v, indent)}" for k, v in entries]
            return f"{{{', '.join(inner)}}}"
        if isinstance(value, list):
            return f"[{', '.join(self.flow(item, indent) for item in value)}]"
        return self.scalar(value, indent)

    def scalar(self, value: Any, indent: int) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if value is None:
            return self.dice.choice(["null", "~"])
        if isinstance(value, int | Decimal):
            return f"{value:f}" if isinstance(value, Decimal) else str(value)
        if PLAIN.fullmatch(value) and value not in SPECIAL and self.dice.random() < 0.5:
            return str(value)
        if value.isascii() and value.isprintable() and self.dice.random() < 0.3:
            return "'" + value.replace("'", "''") + "'"
        return self.wrapped(quoted(value), indent)

    def wrapped(self, text: str, indent: int) -> str:
        break_ = "\n" + " " * (indent + self.dice.choice([1, 3]))
        return re.sub(
            r"(?<=[a-z]) (?=[a-z])",
            lambda found: break_ if self.dice.random() < 0.2 else found[0],
            text,
        )


def quoted(text: str) -> str:
    """In double quotes, with everything unusual as an escape."""
    return "".join(
        c if c.isascii() or c == "ü" else f"\\U{ord(c):08x}"
        for c in json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f")
    )
