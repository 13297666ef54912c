"""Which grades are missing: the difference between what is wanted and known."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rubrickit.core import grades, passes
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import Marked
from rubrickit.core.config import Passes
from rubrickit.core.grades import GradeKey, Task
from rubrickit.core.passes import Vote
from rubrickit.core.responses import Digests, Response, digests_of
from rubrickit.core.rubric import Leaf, LooksAt, Rubric
from rubrickit.core.sheets import NO, UNKNOWN, YES, Column

_CODES = {True: YES, False: NO, None: UNKNOWN}
Known = Callable[[Digest, Digest, int], Mapping[Digest, bool]]
"""What the ledger holds of (question, leaf, pass number): met by response digest."""

Check = tuple[Digest, Digest]
"""(question digest, leaf digest): what a judge is asked of a text."""

CellKey = tuple[Digest, Digest, Digest, int]
"""A grade key without its judge: (question, leaf, response, pass number)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One check put to one distinct text, with the passes known so far."""

    rubric: Rubric
    leaf: Leaf
    check: Check
    response: Response
    votes: tuple[Vote, ...]

    @property
    def text(self) -> Digest:
        return self.response.digest_for(self.leaf.looks_at)


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells that are not settled; each (question, leaf, text) stands once.

    `reused` counts the grades that the ledger holds already, which cost nothing.
    """

    judge: Digest
    passes: Passes
    open_cells: tuple[Cell, ...]
    reused: int

    @property
    def calls(self) -> int:
        """The least: every adaptive pair agrees."""
        return sum(calls for _, calls in self.calls_by_cell())

    def calls_by_cell(self) -> Iterator[tuple[Cell, int]]:
        """The least each open cell needs."""
        for cell in self.open_cells:
            yield cell, len(passes.wanted(cell.votes, self.passes))

    @property
    def calls_max(self) -> int:
        """Every adaptive pass; budgets check this one."""
        return sum(passes.most_calls(c.votes, self.passes) for c in self.open_cells)

    def tasks(self, tried: Collection[CellKey] = ()) -> Iterator[Task]:
        """What to ask next, each key once; `tried` was asked for in this run."""
        for cell in self.open_cells:
            numbers = range(1, passes.last_pass(self.passes) + 1)
            asked = {n for n in numbers if (*cell.check, cell.text, n) in tried}
            for number in passes.wanted(cell.votes, self.passes, asked):
                key = GradeKey(self.judge, *cell.check, cell.text, number)
                yield grades.task(key, cell.rubric, cell.leaf, cell.response)


def plan(
    judge: Digest,
    pass_policy: Passes,
    graded: Iterable[tuple[Rubric, Sequence[Response]]],
    known: Known,
) -> Plan:
    """Over every judged leaf of the rubrics and their responses.

    Equal texts to one question share their grades, and so do equal leaves of two
    versions of a rubric, so that each key is wanted once.
    """
    unsettled: dict[tuple[Digest, Digest, Digest], Cell] = {}
    known_grades: dict[tuple[str, Digest, Digest], int] = {}
    for rubric, responses in graded:
        question = grades.question_digest(rubric)
        texts: dict[LooksAt, Sequence[Response]] = {}
        for leaf in judged_leaves(rubric):
            digest = grades.leaf_digest(leaf)
            if (rubric.question_id, question, digest) in known_grades:
                continue
            if leaf.looks_at not in texts:
                texts[leaf.looks_at] = distinct(responses, leaf.looks_at)
            asked = texts[leaf.looks_at]
            columns = pass_columns(known, (question, digest), pass_policy, asked, leaf)
            known_grades[rubric.question_id, question, digest] = sum(
                len(column) - column.count(UNKNOWN) for column in columns
            )
            for index in _open(columns, pass_policy):
                votes = passes.votes_of([column[index] for column in columns])
                cell = Cell(rubric, leaf, (question, digest), asked[index], votes)
                unsettled.setdefault((question, digest, cell.text), cell)
    return Plan(
        judge, pass_policy, tuple(unsettled.values()), sum(known_grades.values())
    )


def calls(
    rubric: Rubric, responses: Sequence[Response], pass_policy: Passes, known: Known
) -> int:
    """`Plan.calls` of these alone; no text is read for it."""
    question = grades.question_digest(rubric)
    leaves = {grades.leaf_digest(leaf): leaf for leaf in judged_leaves(rubric)}
    rows: Counter[tuple[int, ...]] = Counter()
    for digest, leaf in leaves.items():
        columns = pass_columns(known, (question, digest), pass_policy, responses, leaf)
        texts = digests_of(responses, leaf.looks_at)
        row_of = dict(zip(texts, zip(*columns, strict=True), strict=True))
        row_of.pop("", None)
        rows.update(row_of.values())
    return sum(
        count * len(passes.wanted(passes.votes_of(codes), pass_policy))
        for codes, count in rows.items()
    )


def pass_columns(
    known: Known,
    check: Check,
    pass_policy: Passes,
    responses: Sequence[Response],
    leaf: Leaf,
) -> tuple[Column, ...]:
    """What the ledger holds of a (question, leaf): a column a pass, `u` unknown."""
    digests = digests_of(responses, leaf.looks_at)
    return tuple(
        _codes(known(*check, number), digests)
        for number in range(1, passes.last_pass(pass_policy) + 1)
    )


def _codes(column: Mapping[Digest, bool], digests: Digests) -> Column:
    if isinstance(column, Marked):
        return column.codes(digests)
    if not column:
        return bytes([UNKNOWN]) * len(digests)
    return bytes([_CODES[column.get(digest)] for digest in digests])


def _open(columns: Sequence[Column], pass_policy: Passes) -> list[int]:
    """Adaptive cells close when settled; a fixed number of passes is always asked."""
    watched = (
        [passes.settle_columns(columns, pass_policy)]
        if pass_policy == "adaptive"
        else columns
    )
    if not any(UNKNOWN in column for column in watched):
        return []
    return [i for i, row in enumerate(zip(*watched, strict=True)) if UNKNOWN in row]


def checks(rubric: Rubric | None) -> frozenset[Check]:
    """Everything that a judge is asked of each text; nothing without a rubric."""
    if rubric is None:
        return frozenset()
    question = grades.question_digest(rubric)
    return frozenset((question, grades.leaf_digest(x)) for x in judged_leaves(rubric))


def calls_of(
    old: Rubric | None,
    new: Rubric | None,
    responses: Sequence[Response],
    pass_policy: Passes,
) -> int:
    """The least calls for the checks that `old` did not put to these responses."""
    asked = checks(old)
    graded = [(new, responses)] if new else []
    pairs = plan("", pass_policy, graded, nothing_known).calls_by_cell()
    return sum(calls for cell, calls in pairs if cell.check not in asked)


def nothing_known(*_: Digest | int) -> Mapping[Digest, bool]:
    """A `Known` for what a plan would be without any grade."""
    return {}


def judged_leaves(rubric: Rubric) -> Iterator[Leaf]:
    return (placed.leaf for placed in rubric.leaves() if placed.leaf.is_judged)


def distinct(responses: Sequence[Response], looks_at: LooksAt) -> Sequence[Response]:
    """The first of each text; those without a trace are not asked about it."""
    digests = digests_of(responses, looks_at)
    first: dict[Digest, int] = {}
    for index, digest in enumerate(digests):
        first.setdefault(digest, index)
    first.pop("", None)
    if len(first) == len(digests):
        return responses
    return tuple([responses[index] for index in first.values()])
