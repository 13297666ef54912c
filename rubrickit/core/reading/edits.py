"""Edits of a rubric file: what is to change, and how its lines change.

Every line that an edit does not name stays as it is, byte for byte. What an edit may do
besides: a node or list in braces that is edited becomes a block; a replaced value is
written on one line; comments directly above a node go with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Never

from rubrickit.core.reading import rendering
from rubrickit.core.reading.lines import Lines, all_of
from rubrickit.core.reading.located import Items, Located, Pairs, Scalar
from rubrickit.errors import RubrickitError


@dataclass(frozen=True, slots=True)
class Put:
    """A key of the node at `path` ("" for the rubric); the value None removes it."""

    path: str
    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class Remove:
    path: str


@dataclass(frozen=True, slots=True)
class Insert:
    """A node as the last child of the branch at `parent` ("" for the root)."""

    parent: str
    node: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Move:
    """To be the last child of the branch at `parent` ("" for the root)."""

    path: str
    parent: str


Edit = Put | Remove | Insert | Move
Chain = tuple[Pairs | Items, ...]
"""The way down to a node: rubric, its list, a node, its list, a node …"""


def prepared(text: str, tree: Pairs, edit: Edit) -> str | None:
    """With the outermost thing in braces that is in the edit's way as a block.

    None where nothing is. Raises RubrickitError for a path that is not there.
    """
    lines = Lines(text, tree)
    for chain in _chains(tree, edit):
        for at, container in enumerate(chain):
            if not lines.is_block(container):
                _unfold(lines, chain, at, _step(lines, tree))
                return lines.text()
    return None


def applied(text: str, tree: Pairs, edit: Edit) -> str:
    """Needs a text in which `prepared` finds nothing. Raises RubrickitError."""
    lines = Lines(text, tree)
    step = _step(lines, tree)
    if isinstance(edit, Put):
        _put(lines, _find(tree, edit.path)[-1], edit, step)
    elif isinstance(edit, Remove):
        _cut(lines, _find(tree, edit.path))
    elif isinstance(edit, Insert):
        siblings = _children(_find(tree, edit.parent), edit.parent)
        _add(lines, siblings, rendering.item(edit.node, step))
    else:
        _move(lines, tree, edit)
    return lines.text()


def _chains(tree: Pairs, edit: Edit) -> Iterator[Chain]:
    if isinstance(edit, Put):
        yield _find(tree, edit.path)
    if isinstance(edit, Remove | Move):
        yield _find(tree, edit.path)[:-1]
    if isinstance(edit, Insert | Move):
        chain = _find(tree, edit.parent)
        yield (*chain, _children(chain, edit.parent))


def _find(tree: Pairs, path: str) -> Chain:
    chain: Chain = (tree,)
    for name in path.split("/") if path else ():
        siblings = _children(chain, path)
        node = next((one for one in siblings.items if _is_named(one, name)), None)
        if not isinstance(node, Pairs):
            _refuse(f"no node `{path}`", "paths are ids, joined by `/`")
        _refuse_repeated(tree, node, path)
        chain = (*chain, siblings, node)
    return chain


def _children(chain: Chain, path: str) -> Items:
    key = "children" if len(chain) > 1 else "nodes"
    found = _entry(chain[-1], key)
    if found is None or not isinstance(found[1], Items) or not found[1].items:
        _refuse(f"`{path}` is no branch", "name a node that has `children`")
    _refuse_repeated(chain[0], found[1], path)
    return found[1]


def _refuse_repeated(tree: Located, value: Located, path: str) -> None:
    """One edit would change what stands elsewhere."""
    if sum(one is value for one in all_of(tree)) > 1:
        hint = "write it out in place of the alias"
        _refuse(f"`{path}` is repeated by an alias and cannot be edited", hint)


def _is_named(node: Located, name: str) -> bool:
    id_, use = _entry(node, "id"), _entry(node, "use")
    if id_ is not None:
        return isinstance(id_[1], Scalar) and id_[1].text == name
    return (
        use is not None
        and isinstance(use[1], Scalar)
        and use[1].text.endswith(f".{name}")
    )


def _entry(node: Located, key: str) -> tuple[Located, Located] | None:
    for name, value in node.entries if isinstance(node, Pairs) else ():
        if isinstance(name, Scalar) and name.text == key:
            return name, value
    return None


def _step(lines: Lines, tree: Pairs) -> int:
    """How far the lists of this file stand to the right of their keys."""
    found = _entry(tree, "nodes")
    if found and isinstance(found[1], Items) and lines.is_block(found[1]):
        return max(found[1].column - found[0].column, 0)
    return 2


def _unfold(lines: Lines, chain: Chain, at: int, step: int) -> None:
    container = chain[at]
    if isinstance(container, Items):
        owner = chain[at - 1]
        key = "children" if at > 1 else "nodes"
        new = rendering.entry(key, rendering.plain(container), step)
        _replace_entry(lines, owner, key, new)
        return
    values = rendering.plain(container)
    if at == 0:
        new = [line for k, v in values.items() for line in rendering.entry(k, v, step)]
        start, stop = container.line - 1, lines.stop(container.line - 1, container, 0)
        lines.replace(start, stop, new)
        return
    line, column = lines.dash(container)
    comment = lines.comment_after(container).strip()
    above = [comment] if comment else []
    stop = lines.stop(line, container, column)
    lines.replace(line, stop, [*above, *rendering.item(values, step)], column)


def _replace_entry(lines: Lines, owner: Located, key: str, new: list[str]) -> None:
    found = _entry(owner, key)
    assert found is not None
    name, value = found
    line, column = name.line - 1, name.column - 1
    before = _lead(lines, name)
    stop = lines.stop(line, value, column)
    lines.replace(line, stop, new, column)
    lines.lines[line] = before + lines.lines[line][column:]


def _lead(lines: Lines, key: Located) -> str:
    """What stands before a key on its line: blanks, or the dash of its node."""
    before = lines.lines[key.line - 1][: key.column - 1]
    if before.strip() not in ("", "-"):
        message = f"line {key.line}: this key is written in a way that cannot be edited"
        _refuse(message, "write it as `key: value`")
    return before


def _put(lines: Lines, node: Located, edit: Put, step: int) -> None:
    found = _entry(node, edit.key)
    if edit.value is None:
        if found is not None:
            _drop_entry(lines, node, found)
        return
    new = rendering.entry(edit.key, edit.value, step)
    if found is not None:
        name, value = found
        one_line = lines.stop(name.line - 1, value, name.column - 1) == name.line
        if one_line and value.line == name.line:
            new[0] += lines.comment_after(value)
        _replace_entry(lines, node, edit.key, new)
        return
    name, value = _first_entry(node)
    _lead(lines, name)
    stop = lines.stop(name.line - 1, value, name.column - 1)
    lines.replace(stop, stop, new, name.column - 1)


def _first_entry(node: Located) -> tuple[Located, Located]:
    names = ("question_id", "id", "use")
    found = next(filter(None, (_entry(node, name) for name in names)), None)
    if found is None:
        _refuse("this node has no `id`")
    return found


def _drop_entry(lines: Lines, node: Located, found: tuple[Located, Located]) -> None:
    name, value = found
    line, column = name.line - 1, name.column - 1
    before = _lead(lines, name)
    stop = lines.stop(line, value, column)
    if before.strip():
        entries = node.entries if isinstance(node, Pairs) else ()
        following = [other for other, _ in entries if other.line > name.line]
        if not following:
            _refuse("a node cannot lose its only key")
        below = following[0].line - 1
        lines.lines[below] = before + lines.lines[below][column:]
    del lines.lines[line:stop]


def _cut(lines: Lines, chain: Chain) -> tuple[list[str], int]:
    """The lines of a node, without them in the text, and the column of its dash."""
    if len(chain) < 3:
        _refuse("the rubric itself cannot be removed")
    siblings, node = chain[-2], chain[-1]
    if isinstance(siblings, Items) and len(siblings.items) == 1:
        _refuse("the branch would be empty", "remove or move the branch itself")
    line, column = lines.dash(node)
    start = lines.first_with_comments(line, column)
    stop = lines.stop(line, node, column)
    taken = lines.lines[start:stop]
    del lines.lines[start:stop]
    return taken, column


def _add(lines: Lines, siblings: Items, new: list[str]) -> None:
    _, column = lines.dash(siblings.items[0])
    stop = _end_of_list(lines, siblings)
    lines.replace(stop, stop, new, column)


def _end_of_list(lines: Lines, siblings: Items) -> int:
    line, column = lines.dash(siblings.items[-1])
    return lines.stop(line, siblings.items[-1], column)


def _move(lines: Lines, tree: Pairs, edit: Move) -> None:
    chain = _find(tree, edit.path)
    if f"{edit.parent}/".startswith(f"{edit.path}/"):
        _refuse(f"`{edit.path}` cannot move into itself")
    siblings = _children(_find(tree, edit.parent), edit.parent)
    target = _end_of_list(lines, siblings)
    _, column = lines.dash(siblings.items[0])
    start = lines.first_with_comments(*lines.dash(chain[-1])) if len(chain) > 1 else 0
    taken, before = _cut(lines, chain)
    if start < target:
        target -= len(taken)
    shifted = [_shifted(line, column - before) for line in taken]
    lines.lines[target:target] = shifted


def _shifted(line: str, by: int) -> str:
    if not line.strip():
        return line
    if by >= 0:
        return " " * by + line
    indent = len(line) - len(line.lstrip(" "))
    return line[min(-by, indent) :]


def _refuse(message: str, hint: str = "") -> Never:
    raise RubrickitError(message, hint=hint)
