"""Rules, conditions and schemas that can be seen to fail before anything is graded."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rubrickit.core.findings import Finding, mistake
from rubrickit.core.rubric import Branch, Leaf, Node

Problem = Callable[[str], str]
"""What is wrong with an expression, in one line; "" for a good one."""


@dataclass(frozen=True, slots=True)
class Static:
    """Who knows what an expression may say; schemas come as canonical JSON."""

    rule: Problem
    when: Problem
    schema: Problem


def expressions(nodes: Iterable[Node], static: Static) -> Iterator[Finding]:
    """A shared node's content is checked where it is written, not where it is used."""
    for node in nodes:
        if node.when:
            yield from _finding(node, "when", static.when(node.when))
        if node.shared:
            continue
        if isinstance(node, Branch):
            yield from expressions(node.children, static)
        elif node.kind in ("rule", "schema"):
            yield from _finding(node, node.kind, _problem(node, static))


def _problem(leaf: Leaf, static: Static) -> str:
    look = static.rule if leaf.kind == "rule" else static.schema
    return look(leaf.texts[0])


def _finding(node: Node, key: str, problem: str) -> Iterator[Finding]:
    if problem:
        message = f"the `{key}` of `{node.id}` cannot work: {problem}"
        yield mistake(key, node.place, message)
