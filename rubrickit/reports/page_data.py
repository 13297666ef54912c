"""What the HTML page is told of a report: compact, and cut where it would not open."""

from collections.abc import Iterator, Mapping
from typing import Any

from rubrickit.reports import numbers
from rubrickit.reports.documents import Document

TEXTS = 1_500_000
"""Characters of responses and reasons in one page."""
MOVED = 2_000
"""Moved responses in one page before each rubric shows those that moved most."""
MOVED_EACH = 20

_TOTALS = (
    "n", "scored", "requirements_met", "requirements_n", "required_share",
    "additional_share", "gates_closed", "pending", "mean", "pass_rate", "verdicts",
    "unjudged",
)  # fmt: skip


def islands(document: Document) -> dict[str, Any]:
    """By name, what the page reads apart and only once somebody looks at it."""
    questions: list[Document] = document["questions"]
    agents = [each["agent"] for each in document["agents"]]
    told = with_texts(questions)
    left_out = len(questions) - len(told)
    found = {
        "summary": _summary(document, agents, left_out),
        "failed": document["most_failed"],
        "slices": document["slices"],
        "trend": document["trend"],
    }
    if document["delta"]:
        found["delta"] = _delta(document["delta"])
    if document["comparison"]:
        found["comparison"] = document["comparison"]
    for index, question in enumerate(questions):
        found[f"question-{index}"] = _question(question, agents, index in told)
    return found


def with_texts(questions: list[Document], room: int = TEXTS) -> frozenset[int]:
    """Which questions keep their responses' texts: those with the lowest mean first."""

    def urgency(index: int) -> tuple[float, int]:
        mean = questions[index]["mean"]
        return (-1.0 if mean is None else mean, index)

    kept = set[int]()
    for index in sorted(range(len(questions)), key=urgency):
        room -= sum(map(_text_size, questions[index]["responses"]))
        if room < 0:
            break
        kept.add(index)
    return frozenset(kept)


def _text_size(response: Document) -> int:
    return len(response["text"] or "") + sum(map(len, response["reasons"].values()))


def _summary(document: Document, agents: list[str], left_out: int) -> Document:
    return {
        "tool": document["tool"],
        "kind": document["kind"],
        "version": document["version"],
        "judge": document["judge"],
        "judges": {each["digest"]: each["model"] for each in document["judges"]},
        "notes": [*document["notes"], *_said_of_texts(left_out)],
        "ungraded": document["ungraded"],
        "agents": agents,
        "totals": _totals(document["totals"]),
        "by_agent": _by_agent(document, agents),
        "questions": [
            [
                question["question_id"],
                question["question"],
                question["weighting"],
                _totals(question),
                _by_agent(question, agents),
            ]
            for question in document["questions"]
        ],
    }


def _said_of_texts(left_out: int) -> Iterator[str]:
    if left_out:
        questions = numbers.count(left_out, "question")
        yield (
            f"To keep this page small, the responses and reasons of {questions} are "
            "left out, the best scores first."
        )


def _totals(totals: Document) -> list[float | None]:
    return [totals[name] for name in _TOTALS]


def _by_agent(holder: Document, agents: list[str]) -> list[list[float | None] | None]:
    found = holder["by_agent"]
    return [_totals(found[agent]) if agent in found else None for agent in agents]


def _question(question: Document, agents: list[str], texts: bool) -> Document:
    leaves = {path: index for index, path in enumerate(question["leaf_paths"])}
    places = {agent: index for index, agent in enumerate(agents)}
    return {
        "leaf_paths": question["leaf_paths"],
        "nodes": [_node(node, agents) for node in question["nodes"]],
        "responses": [
            [
                response["response_id"],
                places[response["agent"]],
                response["sample"],
                response["created"],
                response["score"],
                response["ungated_score"],
                response["result"],
                response["required_met"],
                response["leaves"],
                response["text"] if texts else None,
                _reasons(response, leaves) if texts else [],
            ]
            for response in question["responses"]
        ],
    }


def _reasons(response: Document, leaves: Mapping[str, int]) -> list[list[Any]]:
    return [[leaves[path], text] for path, text in response["reasons"].items()]


def _node(node: Document, agents: list[str]) -> Document:
    rates = node["by_agent"]
    return {
        **node,
        "by_agent": [
            [rates[agent]["pass_rate"], rates[agent]["n"]] if agent in rates else None
            for agent in agents
        ],
        "children": [_node(child, agents) for child in node["children"]],
    }


def _delta(delta: Document) -> Document:
    total = sum(len(question["moved"]) for question in delta["questions"])
    most = None if total <= MOVED else MOVED_EACH
    return {
        **delta,
        "questions": [
            {
                **question,
                "moved": sorted(question["moved"], key=_least_moved)[:most],
                "moved_total": len(question["moved"]),
            }
            for question in delta["questions"]
        ],
    }


def _least_moved(move: Document) -> float:
    """Sorts the widest move first; what is not known yet comes last."""
    return -abs(float(move["delta"] or 0))
