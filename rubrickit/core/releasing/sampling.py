"""A sample of a release's grades, asked again: does the judge repeat itself?"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import product
from math import sqrt

from rubrickit.core import passes, planning
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import GradeKey, Task, leaf_digest, question_digest, task
from rubrickit.core.planning import Known
from rubrickit.core.releasing.inputs import Inputs
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric

_NORMAL = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A grade of a judge, with the texts that it is of."""

    key: GradeKey
    rubric: Rubric
    leaf: Leaf
    response: Response
    met: bool

    def task(self) -> Task:
        return task(self.key, self.rubric, self.leaf, self.response)


@dataclass(frozen=True, slots=True)
class Regraded:
    """`agreed` of `answered` grades came out as recorded; `asked` were drawn."""

    seed: str
    asked: int
    answered: int
    agreed: int

    @property
    def is_dead(self) -> bool:
        """Grades were asked for, and not one call brought an answer."""
        return bool(self.asked) and not self.answered

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the rate of agreement, at 95 %; None where nothing was answered.

        Wilson's score interval (E. B. Wilson, JASA 22, 1927), which stays between
        0 and 1 and is of use for few answers.
        """
        n = self.answered
        if not n:
            return None
        rate, square = self.agreed / n, _NORMAL**2
        middle = rate + square / (2 * n)
        reach = _NORMAL * sqrt(rate * (1 - rate) / n + square / (4 * n * n))
        low, high = ((middle + side) / (1 + square / n) for side in (-reach, reach))
        return max(low, 0.0), min(high, 1.0)


def grades(judge: Digest, inputs: Inputs, known: Known) -> Iterator[Recorded]:
    """Every grade that the release's scores rest on: each pass, equal texts once."""
    last = passes.last_pass(inputs.config.judge.passes)
    for rubric in inputs.rubrics:
        question = question_digest(rubric)
        responses = inputs.responses.get(rubric.question_id, ())
        for leaf, number in product(planning.judged_leaves(rubric), range(1, last + 1)):
            digest = leaf_digest(leaf)
            met = known(question, digest, number)
            for response in planning.distinct(responses, leaf.looks_at):
                text = response.digest_for(leaf.looks_at)
                if text in met:
                    key = GradeKey(judge, question, digest, text, number)
                    yield Recorded(key, rubric, leaf, response, met[text])


def draw(every: Iterable[Recorded], size: int, seed: str) -> list[Recorded]:
    """The same for the same seed, whoever draws: those with the least hashes."""

    def place(one: Recorded) -> bytes:
        key = one.key
        told = f"{seed} {key.question} {key.leaf} {key.response} {key.pass_number}"
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()

    return nsmallest(size, every, key=place)
