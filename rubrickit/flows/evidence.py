"""Lays out what is known of one question's responses, from judge, ledger and rules."""

from collections.abc import Mapping, Sequence
from functools import partial

from rubrickit.core import grades, passes, planning, sheets
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Verdictless
from rubrickit.core.planning import Check
from rubrickit.core.responses import Response, digests_of
from rubrickit.core.results import Run
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.sheets import (
    NO,
    NOT_APPLICABLE,
    UNKNOWN,
    YES,
    Column,
    ConditionKey,
    FrameKey,
    Sheet,
)
from rubrickit.world import World

_CODES = {True: YES, False: NO, None: UNKNOWN}
Known = tuple[Column, Mapping[int, Verdictless]]
"""A column, and by index why a response has no verdict in it."""


def sheet(
    world: World, rubrics: Sequence[Rubric], responses: Sequence[Response], run: Run
) -> Sheet:
    """Every column that these versions of one question's rubric may need.

    What is computed costs nothing, so every version's rules and conditions are put to
    each question; a judge is only looked up for what it was asked.
    """
    known: dict[FrameKey, Known] = {}
    holds: dict[ConditionKey, Column] = {}
    every = [placed for rubric in rubrics for placed in rubric.leaves()]
    computed = [placed.leaf for placed in every if not placed.leaf.is_judged]
    conditions = {condition for placed in every for condition in placed.conditions}
    for rubric in rubrics:
        frame = sheets.frame_digest(rubric)
        for leaf in (*planning.judged_leaves(rubric), *computed):
            key = frame, grades.leaf_digest(leaf)
            if key not in known:
                known[key] = _known(world, rubric, leaf, responses, run)
        for condition in conditions:
            if (frame, condition) not in holds:
                column = _holding(world, condition, rubric, responses)
                holds[frame, condition] = column
    return Sheet(
        responses=responses,
        met={key: column for key, (column, _) in known.items()},
        holds=holds,
        codes={key: codes for key, (_, codes) in known.items() if codes},
        may_pass_gates=world.known_judge is None or world.known_judge.may_pass_gates,
    )


def _holding(
    world: World, condition: str, rubric: Rubric, responses: Sequence[Response]
) -> Column:
    return bytes(_CODES[world.rules.holds(condition, rubric, r)] for r in responses)


def _known(
    world: World, rubric: Rubric, leaf: Leaf, responses: Sequence[Response], run: Run
) -> Known:
    """A response without a trace is not asked what only a trace could tell."""
    digests = digests_of(responses, leaf.looks_at)
    asked = responses
    if "" in digests:
        asked = [responses[at] for at, digest in enumerate(digests) if digest]
    if not leaf.is_judged:
        column, codes = _computed(world, rubric, leaf, asked)
    elif world.known_judge is not None:
        column, codes = _answered(world.known_judge.met(rubric, leaf, asked))
    else:
        column, codes = _recorded(world, rubric, leaf, asked, run)
    if len(asked) == len(responses):
        return column, codes
    places = [at for at, digest in enumerate(digests) if digest]
    spread = bytearray([NOT_APPLICABLE]) * len(responses)
    for place, code in zip(places, column, strict=True):
        spread[place] = code
    return bytes(spread), {places[index]: code for index, code in codes.items()}


def _computed(
    world: World, rubric: Rubric, leaf: Leaf, responses: Sequence[Response]
) -> Known:
    answers = (world.rules.met(leaf, rubric, response) for response in responses)
    return _answered(["rule_error" if answer is None else answer for answer in answers])


def _answered(answers: Sequence[bool | Verdictless]) -> Known:
    codes = {i: answer for i, answer in enumerate(answers) if isinstance(answer, str)}
    column = bytes(UNKNOWN if isinstance(a, str) else _CODES[a] for a in answers)
    return column, codes


def _recorded(
    world: World,
    rubric: Rubric,
    leaf: Leaf,
    responses: Sequence[Response],
    run: Run,
) -> Known:
    known = partial(world.ledger.column, world.judge.card.digest)
    policy = world.config.judge.passes
    check = grades.question_digest(rubric), grades.leaf_digest(leaf)
    columns = planning.pass_columns(known, check, policy, responses, leaf)
    digests = digests_of(responses, leaf.looks_at)
    settled = passes.settle_columns(columns, policy)
    if UNKNOWN not in settled:
        return settled, {}
    codes = {
        index: _why(check, digests[index], votes, run)
        for index, votes in enumerate(zip(*columns, strict=True))
        if settled[index] == UNKNOWN
    }
    return settled, codes


def _why(check: Check, response: Digest, votes: Sequence[int], run: Run) -> Verdictless:
    """The failure of the last pass that was asked, else that passes disagree."""
    for number in range(len(votes), 0, -1):
        if failure := run.failures.get((*check, response, number)):
            return failure
    return "not_asked" if UNKNOWN in votes else "split"
