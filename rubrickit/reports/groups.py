"""Lines under a heading: what a delta lists beside its numbers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rubrickit.core import policy
from rubrickit.core.gates import Loosening
from rubrickit.reports import numbers
from rubrickit.reports.documents import Document

_MOST_LEAVES = 3


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading; not shown where there are none."""

    heading: str
    lines: tuple[str, ...]


def of_delta(document: Document) -> Iterator[Group]:
    """In the order of concern; those without a line among them."""

    def named(status: str) -> tuple[str, ...]:
        of_status = (q for q in document["questions"] if q["status"] == status)
        return tuple(q["question_id"] for q in of_status if not is_compared(q))

    yield Group("Weakened", tuple(map(weakened, document["weakening"])))
    yield Group("Gates loosened", tuple(map(loosened, document["loosening"])))
    yield Group("Ungraded leaves", tuple(_ungraded(document["questions"])))
    yield Group("New rubrics", named("new"))
    yield Group("Deleted rubrics", named("deleted"))
    yield Group("Changed, without responses", named("changed"))
    yield Group("Added rows", tuple(document["added"]))
    yield Group("Ignored: the base's count", tuple(document["ignored"]))


def loosened(item: Document) -> str:
    """One entry of `loosening` in words."""
    fields: dict[str, Any] = {k: item[k] for k in ("question_id", "kind", "leaf")}
    responses = tuple(item["responses"])
    found = Loosening(**fields, leaf_digest=item["leaf_digest"], response_ids=responses)
    names = [f"{each['id']} ({each['meaning']})" for each in item["signed_by"]]
    return "; signed by ".join(filter(None, [policy.loosened(found), ", ".join(names)]))


def weakened(item: Document) -> str:
    """One entry of `weakening` in words."""
    leaf = f" {item['leaf']}" if item["leaf"] else ""
    after = f" → {item['after']}" if item["after"] else ""
    return f"{item['question_id']}{leaf}: {item['kind']} ({item['before']}{after})"


def _ungraded(questions: list[Document]) -> Iterator[str]:
    """Of the new trees, responses that the delta leaves out among them. A line each."""
    for question in questions:
        found: Document = question.get("ungraded") or {}
        if not found:
            continue
        counts: Counter[str] = sum(map(Counter, found.values()), Counter())
        answered = question["checks"] - counts.total()
        checks = numbers.count(question["checks"], "check")
        told = ", ".join(f"{n} {code}" for code, n in sorted(counts.items()))
        name, where = question["question_id"], _some(list(found))
        yield f"{name}: {answered} of {checks} answered; {told} ({where})"


def _some(leaves: list[str]) -> str:
    shown = ", ".join(leaves[:_MOST_LEAVES])
    more = len(leaves) - _MOST_LEAVES
    return f"{shown} and {more} more" if more > 0 else shown


def is_compared(question: Document) -> bool:
    """Changed, with a response to show it on."""
    return bool(question["status"] == "changed" and question["responses_total"])
