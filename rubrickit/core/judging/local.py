"""The embedded judge: word matching that says `unsure` more often than not."""

from collections.abc import Sequence

from rubrickit.core import canonical
from rubrickit.core.grades import Verdictless
from rubrickit.core.judging import evidence
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric


class LocalJudge:
    """Answers `states` leaves from their words; it may close a gate, never open one."""

    may_pass_gates = False

    @property
    def card(self) -> JudgeCard:
        return JudgeCard(kind="local", model=evidence.MATCHER)

    def met(
        self, rubric: Rubric, leaf: Leaf, responses: Sequence[Response]
    ) -> list[bool | Verdictless]:
        """`rubric` is not looked at: only the statement and the text count."""
        del rubric
        if leaf.kind != "states":
            return ["unsure"] * len(responses)
        phrasings = [canonical.folded(text) for text in leaf.texts]
        seen = (r.trace if leaf.looks_at == "trace" else r.text for r in responses)
        answers = (evidence.met(phrasings, text) for text in seen)
        return ["unsure" if answer is None else answer for answer in answers]
