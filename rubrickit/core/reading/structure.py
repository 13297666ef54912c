"""What a rubric as a whole must have: a gate where it promises one, points or none."""

from collections.abc import Iterator

from rubrickit.core.findings import Finding, mistake
from rubrickit.core.reading.located import Problems
from rubrickit.core.rubric import SAFETY, Branch, Leaf, Node, Rubric


def check(rubric: Rubric, problems: Problems) -> None:
    """Needs a rubric whose nodes are right one by one."""
    if rubric.weighting == "weighted_sum_with_safety_gate":
        problems.found.extend(_without_gate(rubric))
    if rubric.weighting == "points":
        problems.found.extend(_without_points(rubric))
    else:
        problems.found.extend(_with_points(rubric))


def _without_gate(rubric: Rubric) -> Iterator[Finding]:
    if any(rubric.is_safety_gate(node) for node in rubric.nodes):
        return
    message = f"the weighting promises a safety gate, and no root branch is `{SAFETY}`"
    hint = f"add a branch `- id: {SAFETY}` to `nodes`, or use `weighting: weighted_sum`"
    yield mistake("safety-gate", rubric.place, message, hint)


def _without_points(rubric: Rubric) -> Iterator[Finding]:
    leaves = list(_leaves(rubric.nodes))
    for leaf in leaves:
        if leaf.points is None:
            message = f"the leaf `{leaf.id}` has no `points`"
            hint = "with `weighting: points` each leaf needs `points: …`"
            yield mistake("points", leaf.place, message, hint)
    if not any(leaf.points is None or leaf.points > 0 for leaf in leaves):
        message = "no leaf has points above 0, so no score can be earned"
        yield mistake("points", rubric.place, message, "give one `points: 1`")


def _with_points(rubric: Rubric) -> Iterator[Finding]:
    for leaf in _leaves(rubric.nodes):
        if leaf.points is not None:
            message = f"the leaf `{leaf.id}` has `points`, which count for nothing here"
            hint = "add `weighting: points` at the root, or use `weight`"
            yield mistake("points", leaf.place, message, hint)


def _leaves(nodes: tuple[Node, ...]) -> Iterator[Leaf]:
    for node in nodes:
        if isinstance(node, Branch):
            yield from _leaves(node.children)
        else:
            yield node
