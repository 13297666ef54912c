"""A rubric, or a file of shared nodes, out of its located tree."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, cast

from rubrickit.core.findings import Finding, FindingError, mistake
from rubrickit.core.reading import fields, scalars, structure
from rubrickit.core.reading.fields import Fields
from rubrickit.core.reading.keys import CONTENTS, NODE, RUBRIC, SHARED, Keys, NodeKind
from rubrickit.core.reading.located import Items, Located, Pairs, Problems
from rubrickit.core.rubric import Branch, Leaf, Node, Rubric

MAX_NODES = 20_000

SharedNodes = Mapping[str, Node]

_OVERRIDES = ("id", "weight", "tier", "gate", "when", "points")
_BRANCH_OPTIONS = ("weight", "tier", "gate", "when")


def read_rubric(
    tree: Located | None, problems: Problems, shared: SharedNodes
) -> Rubric | None:
    """None where `problems` got anything."""
    found = _root(tree, RUBRIC, problems)
    if found is None:
        return None
    _, read = found
    values = read.values
    items = values.pop("nodes", None)
    values.pop("format", None)
    nodes = _Nodes(problems, shared).all_of(items) if items else ()
    if "question_id" not in values or problems.found:
        return None
    place = problems.place(read.present["question_id"])
    rubric = Rubric(nodes=nodes, place=place, **values)
    structure.check(rubric, problems)
    return None if problems.found else rubric


def read_shared(
    tree: Located | None, problems: Problems, prefix: str
) -> dict[str, Node]:
    """Root nodes by the name that `use` knows them by: `<prefix>.<id>`."""
    found = _root(tree, SHARED, problems)
    items = found[1].values.get("nodes") if found else None
    if items is None:
        return {}
    nodes = _Nodes(problems, None).all_of(items)
    return {f"{prefix}.{node.id}": node for node in nodes}


def shared_twice(found: SharedNodes, more: SharedNodes) -> Iterator[Finding]:
    """The names in `more` that another file gave before: `a/s.yaml` and `s.yml`."""
    for name in found.keys() & more.keys():
        message = f"the shared node `{name}` stands twice; first at {found[name].place}"
        hint = "give one of the two files another name"
        yield mistake("duplicate-shared", more[name].place, message, hint)


def _root(
    tree: Located | None, keys: Keys, problems: Problems
) -> tuple[Pairs, Fields] | None:
    if tree is None or scalars.is_null(tree):
        at = tree or Items((), 1, 1)
        problems.add("empty", at, "nothing in this file", "write `question_id: …`")
        return None
    if not isinstance(tree, Pairs):
        hint = f"begin with one of: {', '.join(keys)}"
        problems.add("type", tree, "a file must hold keys and values", hint)
        return None
    return tree, fields.read(tree, keys, problems)


@dataclass(slots=True)
class _Nodes:
    """Reads nodes; `shared` is None in a shared file, where `use` has no place."""

    problems: Problems
    shared: SharedNodes | None
    count: int = 0

    def all_of(self, items: Items) -> tuple[Node, ...]:
        nodes: list[Node] = []
        first: dict[str, Located] = {}
        for item in items.items:
            node = self._node(item)
            if node is None:
                continue
            nodes.append(node)
            if node.id in first:
                self._twice(node.id, item, first[node.id])
            first.setdefault(node.id, item)
        return tuple(nodes)

    def _twice(self, id_: str, item: Located, first: Located) -> None:
        message = f"the id `{id_}` stands twice among siblings; first on line "
        hint = "give one of them another id"
        self.problems.add("duplicate-id", item, f"{message}{first.line}", hint)

    def _node(self, item: Located) -> Node | None:
        if not isinstance(item, Pairs):
            hint = "write `- id: …` and what it checks"
            self.problems.add("type", item, "a node must hold keys and values", hint)
            return None
        read = fields.read(item, NODE, self.problems)
        content = self._content(item, read)
        if content is None:
            return None
        self._misplaced(read, content)
        if "id" not in read.present and content != "use":
            message = "this node has no `id`"
            self.problems.add("missing", item, message, "add `id: …` as its first key")
        if content == "children":
            return self._branch(item, read)
        return self._used(item, read) if content == "use" else self._leaf(item, read)

    def _content(self, item: Pairs, read: Fields) -> str | None:
        found = [name for name in CONTENTS if name in read.present]
        if len(found) == 1:
            return found[0]
        if found:
            at: Located = read.present[found[1]]
            message = f"a node has both `{found[0]}` and `{found[1]}`"
            self.problems.add("content", at, message, "make it two nodes")
        else:
            hint = "add exactly one of: " + ", ".join(CONTENTS)
            self.problems.add("content", item, "this node checks nothing", hint)
        return None

    def _misplaced(self, read: Fields, content: str) -> None:
        kinds: dict[str, NodeKind] = {"children": "branch", "use": "use"}
        kind = kinds.get(content, "leaf")
        for name, at in read.present.items():
            if kind not in NODE[name].on:
                owners = " and ".join(f"`{owner}`" for owner in NODE[name].on)
                message = f"`{name}` has no place on a node with `{content}`"
                hint = f"it belongs to a {owners} node"
                self.problems.add("misplaced", at, message, hint)

    def _branch(self, item: Pairs, read: Fields) -> Branch | None:
        children = read.values.get("children")
        nodes = self.all_of(children) if children else ()
        id_ = read.values.get("id")
        if id_ is None:
            return None
        self._count(item, 1)
        options = _picked(read.values, _BRANCH_OPTIONS)
        return Branch(id_, nodes, place=self.problems.place(item), **options)

    def _leaf(self, item: Pairs, read: Fields) -> Leaf | None:
        options = dict(read.values)
        kind = next((name for name in CONTENTS if name in options), None)
        id_ = options.pop("id", None)
        if id_ is None or kind is None:
            return None
        self._count(item, 1)
        content = options.pop(kind)
        texts = tuple(content) if kind == "states" else (content,)
        place = self.problems.place(item)
        leaf_kind = cast("Literal['check', 'states', 'rule', 'schema']", kind)
        return Leaf(id_, leaf_kind, texts, place=place, **options)

    def _used(self, item: Pairs, read: Fields) -> Node | None:
        name = read.values.get("use")
        if name is None:
            return None
        node = self._shared_node(read.present["use"], name)
        if node is None:
            return None
        self._count(item, sum(1 for _ in islice(_walk(node), MAX_NODES + 1)))
        options = _picked(read.values, _OVERRIDES)
        if "points" in options and isinstance(node, Branch):
            at = read.present["points"]
            hint = f"`{name}` is a branch; give the points to its leaves"
            self.problems.add("misplaced", at, "a branch has no `points`", hint)
            return None
        place = self.problems.place(item)
        return replace(node, shared=name, place=place, **options)

    def _shared_node(self, at: Located, name: str) -> Node | None:
        if self.shared is None:
            message = "a shared node cannot `use` another"
            self.problems.add("use", at, message, "write it out here")
        elif name in self.shared:
            return self.shared[name]
        else:
            hint = fields.suggestion(name, sorted(self.shared))
            if not self.shared:
                hint = "shared nodes stand in the folder `_shared` beside the rubrics"
            self.problems.add("use", at, f"no shared node is named `{name}`", hint)
        return None

    def _count(self, item: Located, more: int) -> None:
        self.count += more
        if self.count > MAX_NODES:
            message = f"more than {MAX_NODES:,} nodes, shared ones included"
            place = self.problems.place(item)
            hint = "split the rubric"
            raise FindingError(mistake("size", place, message, hint))


def _picked(values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _walk(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Branch):
        for child in node.children:
            yield from _walk(child)
