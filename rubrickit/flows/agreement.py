"""A delta's judge held against the people who labelled the same checks."""

from rubrickit.core.judging import agreement
from rubrickit.core.judging.agreement import Agreement
from rubrickit.core.results import Delta
from rubrickit.world import World


def of(world: World, report: Delta) -> Agreement | None:
    """None where people are the judge. Reads the base's labels, whatever the edit."""
    if report.judge.kind == "human":
        return None
    found = report.evidence.comparisons
    ids = frozenset(comparison.question_id for comparison in found)
    labels = world.repository.labels(report.span.base, ids) if ids else ()
    return agreement.count(found, labels)
