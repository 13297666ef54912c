"""Two agents' answers from verdicts that are written down, sample by sample."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from support.builders import leaf, response, rubric
from support.comparing import Met, sheet
from support.worlds import HEAD

from rubrickit.core import deltas
from rubrickit.core.agents import AgentComparison, compare
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.pairing import AgentSide, QuestionPair
from rubrickit.core.responses import Response
from rubrickit.core.results import Ledgered, QuestionScores, Run, Scores
from rubrickit.core.rubric import Rubric

OLD, NEW = "coach@1", "coach@2"
JUDGE = JudgeCard(kind="openai", model="scripted")


def scored(
    tree: Rubric,
    met: Met,
    responses: Sequence[Response],
    holds: Met | None = None,
) -> QuestionScores:
    """`met`: check text → a letter a response."""
    known = sheet([tree], met, responses, holds)
    side = deltas.side(tree, known)
    return QuestionScores(known, side, side.totals.mean)


def answers(agent: str, count: int, samples: Iterable[int] = ()) -> list[Response]:
    """With the samples 0, 1 … where none are given."""
    numbers = list(samples) or list(range(count))
    return [
        response(f"{agent} {at}", agent=agent, sample=sample)
        for at, sample in enumerate(numbers[:count])
    ]


def question(
    id: str,
    old: str,
    new: str,
    *,
    samples: tuple[Iterable[int], Iterable[int]] = ((), ()),
) -> QuestionScores:
    """One check; `old` and `new` are the verdicts of the two agents' responses."""
    tree = rubric(leaf("a", "A"), id=id)
    given = [
        *answers(OLD, len(old), samples[0]),
        *answers(NEW, len(new), samples[1]),
    ]
    return scored(tree, {"A": old + new}, given)


def scores(*questions: QuestionScores) -> Scores:
    return Scores(HEAD, JUDGE, questions, (), 0, None, Run(), Ledgered())


def compared(*questions: QuestionScores) -> AgentComparison:
    return compare(scores(*questions), OLD, NEW)


def difference(id: str, delta: str | Fraction, base: str = "1/2") -> QuestionPair:
    """A question of one pair whose score moved by so much."""
    before = Fraction(base)
    return QuestionPair(
        question_id=id,
        is_paired=True,
        before=AgentSide(1, (0,), before, 0),
        after=AgentSide(1, (1,), before + Fraction(delta), 0),
        pending=0,
        leaves=(),
    )


def differences(*deltas_: str | Fraction) -> list[QuestionPair]:
    return [difference(f"q{at}", delta) for at, delta in enumerate(deltas_)]
