"""A release's results as plain values: every fraction as a text, with what it is of."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rubrickit.core.deltas import Side
from rubrickit.core.grades import leaf_digest, question_digest
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Label, Response, outline_of
from rubrickit.core.results import QuestionScores
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import mean
from rubrickit.core.sheets import NO, YES, frame_digest
from rubrickit.core.totals import Totals, totals

Table = dict[str, Any]
_Group = tuple[str, str]
"""A slice and its value; "" and the agent's name."""

_AGENT = ""
_CELLS = {
    (YES, True): "both_yes",
    (YES, False): "judge_only",
    (NO, True): "people_only",
    (NO, False): "both_no",
}


def leaves(rubrics: Iterable[Rubric]) -> Table:
    """By question id: its own digest, and each leaf's by path."""
    return {
        rubric.question_id: {
            "question": question_digest(rubric),
            "leaves": {p.path: leaf_digest(p.leaf) for p in rubric.leaves()},
        }
        for rubric in rubrics
    }


def results(questions: Sequence[QuestionScores]) -> Table:
    """Means are over responses within a question, then over questions.

    `n` counts what a mean is over: questions overall and by tier, responses with a
    score in all else.
    """
    groups = _groups(questions)
    return {
        **_figure([q.mean for q in questions]),
        "questions": {q.question_id: _question(q) for q in questions},
        "tiers": {
            "required": _figure([q.side.totals.required for q in questions]),
            "additional": _figure([q.side.totals.additional for q in questions]),
        },
        "agents": {value: group for (name, value), group in groups if name == _AGENT},
        "slices": _by_slice(groups),
    }


def _question(question: QuestionScores) -> Table:
    found = question.side.totals
    return {
        "mean": exact(question.mean),
        "n": found.scored,
        "responses": question.side.size,
        "met": found.met,
        "failed": found.failed,
        "pending": found.pending,
        "required": exact(found.required),
        "additional": exact(found.additional),
    }


def _figure(values: Iterable[Fraction | None]) -> Table:
    known = [value for value in values if value is not None]
    return {"mean": exact(mean(known)), "n": len(known)}


def exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _groups(questions: Sequence[QuestionScores]) -> list[tuple[_Group, Table]]:
    """Each agent and value of a slice, over the questions that it has scores in."""
    means: dict[_Group, list[Fraction]] = defaultdict(list)
    counts: dict[_Group, int] = defaultdict(int)
    for question in questions:
        for group, places in _places(question.sheet.responses).items():
            found = _totals_of(question.side, places)
            if found.mean is not None:
                means[group].append(found.mean)
                counts[group] += found.scored
    return [
        (group, {"mean": exact(mean(found)), "n": counts[group]})
        for group, found in sorted(means.items())
    ]


def _places(responses: Sequence[Response]) -> Mapping[_Group, list[int]]:
    """Where each group's responses stand."""
    known = outline_of(responses)
    found: dict[_Group, list[int]] = defaultdict(list)
    for place, agent in enumerate(known.agents):
        if agent:
            found[_AGENT, agent].append(place)
    for place, slices in enumerate(known.slices):
        for group in slices.items():
            found[group].append(place)
    return found


def _totals_of(side: Side, places: Sequence[int]) -> Totals:
    columns = [bytes([column[at] for at in places]) for column in side.columns]
    return totals(side.scheme, columns, len(places))


def _by_slice(groups: Iterable[tuple[_Group, Table]]) -> Table:
    found: dict[str, Table] = defaultdict(dict)
    for (name, value), group in groups:
        if name != _AGENT:
            found[name][value] = group
    return dict(found)


def agreement(questions: Iterable[QuestionScores], labels: Iterable[Label]) -> Table:
    """The judge against people: by question and leaf, counts of the four cases.

    Only leaves that both have a settled verdict on are told.
    """
    every = tuple(labels)
    people, labelled = HumanJudge(every), {label.question_id for label in every}
    found: Table = {}
    for question in questions:
        if question.question_id in labelled:
            counts = dict(_agreement(question, people))
            found |= {question.question_id: counts} if counts else {}
    return found


def _agreement(
    question: QuestionScores, people: HumanJudge
) -> Iterator[tuple[str, Mapping[str, int]]]:
    rubric, sheet = question.side.rubric, question.sheet
    for placed in question.side.scheme.leaves:
        if not placed.leaf.is_judged:
            continue
        column = sheet.met[frame_digest(rubric), leaf_digest(placed.leaf)]
        counts = dict.fromkeys(_CELLS.values(), 0)
        said = people.met(rubric, placed.leaf, sheet.responses)
        for code, label in zip(column, said, strict=True):
            if isinstance(label, bool) and (code, label) in _CELLS:
                counts[_CELLS[code, label]] += 1
        if any(counts.values()):
            yield placed.path, counts
