"""What a sign-off binds of a leaf: its text alone would let more through.

Somebody who read a gate's words has not agreed to remove it, nor to a condition that
came after: so whoever signs for a loosened gate signs the leaf as it was and as it is.
"""

from typing import Any

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import leaf_digest, question_digest
from rubrickit.core.rubric import PlacedLeaf, Rubric


def bond(
    old: Rubric,
    was: PlacedLeaf,
    new: Rubric | None = None,
    now: PlacedLeaf | None = None,
) -> Digest:
    """Of one leaf before and after an edit; `now` is None where it is gone.

    Weights, ids and places of the new tree are left out: they open no gate.
    """
    return canonical.digest(
        {
            "question_id": old.question_id,
            "leaf": was.path,
            "before": _graded(old, was),
            "after": _graded(new, now) if new and now else None,
        }
    )


def is_only_reworded(
    old: Rubric, was: PlacedLeaf, new: Rubric, now: PlacedLeaf
) -> bool:
    """The new words are all that changed, so who signed them signed the edit."""
    before, after = _graded(old, was), _graded(new, now)
    return before.pop("leaf") != after.pop("leaf") and before == after


def graded(rubric: Rubric, placed: PlacedLeaf) -> Digest:
    """Of one leaf as it decides: what a release may say was signed."""
    return canonical.digest(_graded(rubric, placed))


def _graded(rubric: Rubric, placed: PlacedLeaf) -> dict[str, Any]:
    """All that decides whether a response fails this gate."""
    return {
        "question": question_digest(rubric),
        "reference": canonical.text(rubric.reference),
        "leaf": leaf_digest(placed.leaf),
        "expect": placed.leaf.expect,
        "gate": placed.is_gate,
        "when": list(placed.conditions),
    }
