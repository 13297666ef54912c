"""People's labels as a judge: exact where they exist, silent elsewhere."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Verdictless, leaf_digest
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Leaf, Rubric

LabelKey = tuple[str, str, Digest]
"""(question id, response id, leaf digest): a label belongs to the exact check."""


class HumanJudge:
    """Settles by majority of raters; a tie, like no label at all, is no verdict."""

    may_pass_gates = True

    def __init__(self, labels: Iterable[Label]) -> None:
        self._votes = votes(labels)

    @property
    def card(self) -> JudgeCard:
        return JudgeCard(kind="human", model="labels settled by majority")

    def met(
        self, rubric: Rubric, leaf: Leaf, responses: Sequence[Response]
    ) -> list[bool | Verdictless]:
        digest = leaf_digest(leaf)
        keys = ((rubric.question_id, r.response_id, digest) for r in responses)
        return [_majority(self._votes.get(key, {})) for key in keys]


def votes(labels: Iterable[Label]) -> Mapping[LabelKey, Mapping[str, bool]]:
    """By rater; a later row of the same rater replaces the earlier one."""
    found: dict[LabelKey, dict[str, bool]] = defaultdict(dict)
    for label in labels:
        key = (label.question_id, label.response_id, label.leaf_digest)
        found[key][label.rater] = label.met
    return found


def _majority(raters: Mapping[str, bool]) -> bool | Verdictless:
    met = sum(raters.values())
    if not raters:
        return "not_labelled"
    return "split" if 2 * met == len(raters) else 2 * met > len(raters)


def stale(labels: Iterable[Label], rubrics: Iterable[Rubric]) -> tuple[Label, ...]:
    """The labels whose leaf asks something else now; their leaf is named by its path.

    A label for a check that stands nowhere waits for a leaf, and is not stale.
    """
    asked = {
        (rubric.question_id, placed.path): leaf_digest(placed.leaf)
        for rubric in rubrics
        for placed in rubric.leaves()
    }
    return tuple(
        label
        for label in labels
        if asked.get((label.question_id, label.leaf), label.leaf_digest)
        != label.leaf_digest
    )
