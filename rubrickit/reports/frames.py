"""Scores, deltas and plans as pandas tables, for notebooks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Literal

import numpy as np
import pandas as pd

from rubrickit.core import moves, scoring
from rubrickit.core.deltas import Comparison, Side
from rubrickit.core.moves import VERDICTS
from rubrickit.core.planning import Cell
from rubrickit.core.responses import Response
from rubrickit.core.results import Delta, PlanReport, QuestionScores, Scores
from rubrickit.core.rubric import PlacedLeaf
from rubrickit.core.scoring import Score
from rubrickit.core.sheets import Column

Shape = Literal["long", "wide"]
Row = tuple[Any, ...]
Indexes = np.ndarray[Any, np.dtype[np.int_]]

LEAVES = "leaves."
"""What a wide table puts before a leaf's path: no leaf can be named as a column is."""

_RESULTS = ("pass", "fail", "pending", "not_applicable")
_TYPES: dict[str, Any] = {
    "question_id": "category",
    "response_id": "string",
    "agent": "category",
    "sample": "int64",
    "leaf": "category",
    "check": "string",
    "node": "string",
    "kind": "category",
    "verdict": pd.CategoricalDtype(tuple(VERDICTS.values())),
    "tier": pd.CategoricalDtype(("required", "additional")),
    "result": pd.CategoricalDtype(_RESULTS),
    "gate": "bool",
    "calls": "int64",
    "counted": "bool",
    "required_met": "boolean",
    "before": "string",
    "after": "string",
}
"""By column; every other column is a number, `float64`, with NaN where there is none.

`boolean` is pandas' own with three values: True, False and NA.
"""

_RESPONSE = ("question_id", "response_id", "agent", "sample")
_PLACED = ("leaf", "tier", "gate")
_LONG = (*_RESPONSE, *_PLACED, "weight", "share", "verdict", "score")
_WIDE = (
    *_RESPONSE, "score", "ungated_score", "low", "high", "result", "required_met",
    "required_share", "additional_share",
)  # fmt: skip
_DELTA_LONG = (*_RESPONSE, *_PLACED, "counted", "verdict_base", "verdict_head")
_DELTA_WIDE = (
    *_RESPONSE, "counted", "score_base", "score_head", "delta", "result_base",
    "result_head",
)  # fmt: skip
_EDITS = ("question_id", "kind", "node", "before", "after", "contribution")
_PLAN_LONG = ("question_id", "response_id", "agent", "sample", "leaf", "check", "calls")


@dataclass(frozen=True, slots=True)
class _Block:
    """One question: a row a response, a row a leaf, and where the two meet.

    `verdicts` holds, for each column of the table, a column of codes a leaf.
    """

    responses: tuple[Row, ...]
    leaves: tuple[Row, ...]
    verdicts: tuple[tuple[Column, ...], ...]


def of_scores(report: Scores, shape: Shape) -> pd.DataFrame:
    """Long: a row for each response and leaf. Wide: a row for each response."""
    every = report.questions
    if shape == "long":
        names = (*_RESPONSE, "score"), (*_PLACED, "weight", "share"), ("verdict",)
        return _crossed([_block(question) for question in every], *names)[[*_LONG]]
    facts = _table(_WIDE, (row for question in every for row in _facts(question)))
    return pd.concat([facts, _verdicts([q.side for q in every])], axis="columns")


def _block(question: QuestionScores) -> _Block:
    side = question.side
    shares = scoring.shares(side.rubric)
    scored = zip(question.sheet.responses, side.scores, strict=True)
    return _Block(
        tuple(
            (*_response(question.question_id, response), _number(score.value))
            for response, score in scored
        ),
        tuple(
            (*_placed(placed), _weight(placed), _number(shares[placed.path]))
            for placed in side.scheme.leaves
        ),
        (side.columns,),
    )


def _facts(question: QuestionScores) -> Iterator[Row]:
    for response, score in zip(
        question.sheet.responses, question.side.scores, strict=True
    ):
        yield (*_response(question.question_id, response), *_scored(score))


def _scored(score: Score) -> Row:
    return (
        _number(score.value),
        _number(score.ungated),
        _number(score.low),
        _number(score.high),
        score.result,
        score.required_met,
        _number(score.required.share),
        _number(score.additional.share),
    )


def _verdicts(sides: Sequence[Side]) -> pd.DataFrame:
    """A column for each leaf path of any question, NA where a question lacks it."""
    by_path = [dict(zip(s.scheme.paths, s.columns, strict=True)) for s in sides]
    absent = [_absent(side.size) for side in sides]
    return pd.DataFrame(
        {
            f"{LEAVES}{path}": _categories(
                b"".join(
                    own.get(path, none)
                    for own, none in zip(by_path, absent, strict=True)
                )
            )
            for path in dict.fromkeys(path for own in by_path for path in own)
        }
    )


def of_delta(report: Delta, shape: Shape) -> pd.DataFrame:
    """Of the changed questions. Long: a row for each response and leaf of either
    side. Wide: a row for each response."""
    comparisons = report.evidence.comparisons
    if shape == "wide":
        rows = (row for comparison in comparisons for row in _moves(comparison))
        return _table(_DELTA_WIDE, rows)
    names = (*_RESPONSE, "counted"), _PLACED, ("verdict_base", "verdict_head")
    blocks = [_compared(comparison) for comparison in comparisons]
    return _crossed(blocks, *names)[[*_DELTA_LONG]]


def _compared(comparison: Comparison) -> _Block:
    counted = frozenset(comparison.counted)
    pairs = tuple(moves.leaf_pairs(comparison))
    before, after = comparison.before, comparison.after
    none = _absent(before.size)
    return _Block(
        tuple(
            (*_response(comparison.question_id, response), index in counted)
            for index, response in enumerate(comparison.sheet.responses)
        ),
        tuple(_placed(placed) for placed, _, _ in pairs),
        (
            tuple(none if i is None else before.columns[i] for _, i, _ in pairs),
            tuple(none if i is None else after.columns[i] for _, _, i in pairs),
        ),
    )


def _moves(comparison: Comparison) -> Iterator[Row]:
    counted = frozenset(comparison.counted)
    for index, response in enumerate(comparison.sheet.responses):
        known = _response(comparison.question_id, response)
        one, other = comparison.before.scores[index], comparison.after.scores[index]
        change = moves.Move(response, one, other, ()).delta
        scores = map(_number, (one.value, other.value, change))
        yield (*known, index in counted, *scores, one.result, other.result)


def edits(report: Delta) -> pd.DataFrame:
    """A row for each edit of a changed question that has responses."""
    return _table(
        _EDITS,
        (
            (c.question_id, e.kind, e.node, e.before, e.after, _number(part))
            for c in report.evidence.comparisons
            for e, part in zip(c.changes.edits, c.contributions, strict=True)
        ),
    )


def of_plan(report: PlanReport, shape: Shape) -> pd.DataFrame:
    """Long: a row for each check and text that lacks a grade. Wide: each question."""
    rows = (_asked(cell, calls) for cell, calls in report.plan.calls_by_cell())
    found = _table(_PLAN_LONG, rows)
    if shape == "long":
        return found
    sums = found.groupby("question_id", observed=True, sort=False)["calls"].sum()
    return sums.reset_index()


def _asked(cell: Cell, calls: int) -> Row:
    known = _response(cell.rubric.question_id, cell.response)
    return (*known, cell.leaf.id, cell.leaf.texts[0], calls)


def _response(question_id: str, response: Response) -> Row:
    return question_id, response.response_id, response.agent, response.sample


def _placed(placed: PlacedLeaf) -> Row:
    return placed.path, placed.tier, placed.is_gate


def _weight(placed: PlacedLeaf) -> float:
    points = placed.leaf.points
    return float(placed.leaf.weight if points is None else points)


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _crossed(
    blocks: Sequence[_Block],
    of_response: Sequence[str],
    of_leaf: Sequence[str],
    of_both: Sequence[str],
) -> pd.DataFrame:
    """Every response beside every leaf of its question, leaf after leaf."""
    responses = _table(of_response, (row for b in blocks for row in b.responses))
    leaves = _table(of_leaf, (row for b in blocks for row in b.leaves))
    sizes = [(len(b.responses), len(b.leaves)) for b in blocks]
    rows, columns, at_row, at_column = [], [], 0, 0
    for height, width in sizes:
        rows.append(np.repeat(np.arange(at_row, at_row + height), width))
        columns.append(np.tile(np.arange(at_column, at_column + width), height))
        at_row, at_column = at_row + height, at_column + width
    parts = [_taken(responses, rows), _taken(leaves, columns)]
    for index, name in enumerate(of_both):
        codes = b"".join(_by_response(b.verdicts[index]) for b in blocks)
        parts.append(pd.DataFrame({name: _categories(codes)}))
    return pd.concat(parts, axis="columns")


def _taken(table: pd.DataFrame, places: Sequence[Indexes]) -> pd.DataFrame:
    every = np.concatenate(places) if places else np.arange(0)
    return table.take(every).reset_index(drop=True)


def _by_response(columns: Sequence[Column]) -> bytes:
    return bytes(chain.from_iterable(zip(*columns, strict=True)))


def _absent(size: int) -> Column:
    return bytes(size)


def _categories(codes: bytes) -> pd.Categorical:
    """Of verdict codes; NA where no leaf stands."""
    found = _PLACES[np.frombuffer(codes, np.uint8)]
    return pd.Categorical.from_codes(found, dtype=_TYPES["verdict"])


def _places() -> np.ndarray[Any, np.dtype[np.int8]]:
    """By verdict code, its place among the categories; -1 stands for NA."""
    places = np.full(256, -1, np.int8)
    places[list(VERDICTS)] = range(len(VERDICTS))
    return places


_PLACES = _places()


def _table(names: Sequence[str], rows: Iterable[Row]) -> pd.DataFrame:
    """Typed also where there is no row."""
    columns = tuple(zip(*rows, strict=True)) or ((),) * len(names)
    return pd.DataFrame(
        {
            name: pd.Series(list(values), dtype=_type(name))
            for name, values in zip(names, columns, strict=True)
        }
    )


def _type(name: str) -> Any:
    """`verdict_base` is typed as `verdict` is."""
    stem = name.removesuffix("_base").removesuffix("_head")
    return _TYPES.get(stem, "float64")
