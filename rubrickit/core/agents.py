"""Is one agent better than another? Two versions on the same rubrics and judge."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import stdev
from typing import Literal

from rubrickit.core import inference, pairing, signflips
from rubrickit.core.inference import Interval
from rubrickit.core.pairing import Flips, LeafPair, QuestionPair
from rubrickit.core.policy import Decision, Outcome, signed
from rubrickit.core.responses import Response, of_agents, outline_of
from rubrickit.core.results import Scores
from rubrickit.core.scoring import mean
from rubrickit.core.signflips import SignFlips
from rubrickit.errors import RubrickitError

Answer = Literal["better", "worse", "inconclusive"]

LEVEL = 0.05
"""The chance to call two equal agents different, to both sides together."""

FEWEST = 6
"""Differing questions; with five, chance alone goes as far as it can in 1 of 16."""

FEW = 20
"""With fewer differing questions an interval is narrower than it says (T3)."""

SEED = "sign flips/1"


@dataclass(frozen=True, slots=True)
class Finding:
    """The mean difference over `questions`, those that both agents have a mean of.

    `differing` of them have two means that are not equal. `needed` is how many such
    questions would decide, 0 where nothing says how many.
    """

    before: Fraction | None
    after: Fraction | None
    questions: int
    differing: int
    interval: Interval | None
    test: SignFlips
    needed: int

    @property
    def delta(self) -> Fraction | None:
        if self.before is None or self.after is None:
            return None
        return self.after - self.before

    @property
    def answer(self) -> Answer:
        """Decided only where the exact test and the interval, if any, both say so."""
        bounds = self.interval
        is_open = bounds is not None and bounds.low <= 0 <= bounds.high
        if not self.delta or self.test.p >= LEVEL or is_open:
            return "inconclusive"
        return "better" if self.delta > 0 else "worse"


@dataclass(frozen=True, slots=True)
class LeafFinding:
    """`p` is McNemar's, None without a flip; `adjusted` for all leaves that flipped."""

    question_id: str
    leaf: LeafPair
    p: float | None
    adjusted: float | None = None


@dataclass(frozen=True, slots=True)
class AgentComparison:
    """Worst question first. `scores` are those of both agents' responses.

    `only_before` and `only_after` name the questions that one agent alone was asked.
    """

    scores: Scores
    before: str
    after: str
    questions: tuple[QuestionPair, ...]
    leaves: tuple[LeafFinding, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    finding: Finding
    decision: Decision

    @property
    def pending(self) -> int:
        """Responses that would have counted, had they a score by now."""
        return sum(question.pending for question in self.questions)


def by_agents(
    responses: Mapping[str, Sequence[Response]], names: tuple[str, str]
) -> dict[str, Sequence[Response]]:
    """What these two answered, by question; raises RubrickitError for a stranger."""
    every = {
        agent for given in responses.values() for agent in outline_of(given).agents
    }
    for name in names:
        if name not in every:
            raise RubrickitError(
                f"no response to a rubric is by `{name}`", hint=_known(every)
            )
    if names[0] == names[1]:
        raise RubrickitError(
            f"`{names[0]}` is on both sides", hint="name two agents or versions"
        )
    kept = {
        question_id: of_agents(given, names) for question_id, given in responses.items()
    }
    return {question_id: given for question_id, given in kept.items() if given}


def _known(agents: Iterable[str]) -> str:
    names = sorted(filter(None, agents))
    if not names:
        return "a response names its agent by `agent`"
    return f"agents with responses: {', '.join(names)}"


def compare(scores: Scores, before: str, after: str) -> AgentComparison:
    """A question counts once, whatever the number of responses to it."""
    every = [pairing.pair(question, before, after) for question in scores.questions]
    both = [q for q in every if q.before.responses and q.after.responses]
    found = finding(both)
    return AgentComparison(
        scores=scores,
        before=before,
        after=after,
        questions=tuple(sorted(both, key=_worst_first)),
        leaves=_leaves(both),
        only_before=tuple(q.question_id for q in every if not q.after.responses),
        only_after=tuple(q.question_id for q in every if not q.before.responses),
        finding=found,
        decision=_decide(found, sum(q.pending for q in both), before, after),
    )


def _worst_first(question: QuestionPair) -> tuple[bool, Fraction, str]:
    """Those without a difference last."""
    delta = question.delta
    return delta is None, delta or Fraction(0), question.question_id


def finding(questions: Sequence[QuestionPair]) -> Finding:
    """Over the questions that both have a mean of."""
    means = [(question.before.mean, question.after.mean) for question in questions]
    both = [(old, new) for old, new in means if old is not None and new is not None]
    deltas = [new - old for old, new in both]
    return Finding(
        before=mean([old for old, _ in both]),
        after=mean([new for _, new in both]),
        questions=len(both),
        differing=sum(map(bool, deltas)),
        interval=_interval(deltas),
        test=signflips.test(deltas, SEED),
        needed=_needed(deltas),
    )


def _interval(deltas: Sequence[Fraction]) -> Interval | None:
    """No further than means of scores can move."""
    found = inference.mean_interval([float(delta) for delta in deltas])
    if found is None:
        return None
    return replace(found, low=max(found.low, -1.0), high=min(found.high, 1.0))


def _needed(deltas: Sequence[Fraction]) -> int:
    """More than there are, and enough for the exact test to say anything (T16)."""
    moved = mean(deltas)
    if not moved or len(deltas) < 2:
        return 0
    spread = stdev(map(float, deltas))
    enough = inference.needed(spread, abs(float(moved)), 1 - LEVEL / 2)
    return max(enough, len(deltas) + 1, FEWEST)


def _leaves(questions: Sequence[QuestionPair]) -> tuple[LeafFinding, ...]:
    """Most significant first, then the largest fall."""
    rows = [(q.question_id, leaf) for q in questions for leaf in q.leaves]
    found = [LeafFinding(name, leaf, _p(leaf.flips)) for name, leaf in rows]
    tested = [each for each in found if each.p is not None]
    adjusted = inference.discovered([each.p or 0.0 for each in tested])
    done = [replace(each, adjusted=p) for each, p in zip(tested, adjusted, strict=True)]
    rest = [each for each in found if each.p is None]
    return tuple(sorted((*done, *rest), key=_most_telling_first))


def _p(flips: Flips | None) -> float | None:
    if flips is None or not (flips.broke or flips.mended):
        return None
    return inference.mcnemar(flips.broke, flips.mended)


def _most_telling_first(found: LeafFinding) -> tuple[float, Fraction, str, str]:
    before, after = found.leaf.before.share, found.leaf.after.share
    moved = Fraction(0) if before is None or after is None else after - before
    p = 2.0 if found.p is None else found.p
    return p, moved, found.question_id, found.leaf.path


def _decide(found: Finding, pending: int, before: str, after: str) -> Decision:
    """Worse beats pending, and what is pending keeps a better agent from being so."""
    if found.delta is None:
        nothing = f"no question has a score of both {before} and {after}"
        return Decision("pending", (nothing,))
    said = (_said(found, before, after), *_doubts(found))
    if found.answer == "worse":
        return Decision("fail", said)
    if pending:
        return Decision("pending", (f"{pending} response(s) pending", *said))
    outcome: Outcome = "pass" if found.answer == "better" else "inconclusive"
    return Decision(outcome, said)


def _said(found: Finding, before: str, after: str) -> str:
    over = f"over {found.questions} question(s)"
    if not found.differing:
        return f"{after} scores as {before} does {over}"
    words = {
        "better": f"{after} is better than {before}",
        "worse": f"{after} is worse than {before}",
        "inconclusive": f"{after} is not shown to be better or worse than {before}",
    }[found.answer]
    return f"{words}: {signed(found.delta)} {over}, p = {found.test.p:.2g}"


def _doubts(found: Finding) -> Iterable[str]:
    if found.answer != "inconclusive" or not found.differing:
        return
    if found.differing < FEWEST:
        yield (
            f"{found.differing} question(s) differ,"
            f" and fewer than {FEWEST} can never decide"
        )
    if found.test.p < LEVEL:
        yield "the interval holds 0 all the same: a few questions did most of it"
    if found.needed:
        yield f"about {found.needed:,} questions like these would decide"
