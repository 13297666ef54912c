"""What a reader must know of judge, run and ledger before believing a number."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rubrickit.core.judging import evidence
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.results import Ledgered, Run
from rubrickit.core.rubric import Rubric
from rubrickit.reports import numbers

MODEST = "A modest share with every requirement met is a good result."


def judge(kind: str, model: str, endpoint: str) -> str:
    """Who judged, in a few words."""
    if kind == "human":
        return "people's labels, settled by majority"
    if kind == "local":
        return f"the embedded matcher {model}"
    return f"{model} at {endpoint}" if endpoint else model


def of_card(card: JudgeCard) -> str:
    """Who judged, in a few words."""
    return judge(card.kind, card.model, card.endpoint)


def of_judge(card: JudgeCard, rubrics: Iterable[Rubric]) -> Iterator[str]:
    """Nothing where no leaf of the rubrics was judged."""
    leaves = (placed.leaf for rubric in rubrics for placed in rubric.leaves())
    if card.kind == "local" and any(leaf.is_judged for leaf in leaves):
        yield f"The local judge {evidence.ACCURACY}."
        yield "It can close a gate, never open one, and never counts for a release."


def of_run(run: Run) -> Iterator[str]:
    """How often was asked, what in vain and why, and whose grades were of no use."""
    if run.passes == 1:
        yield "One pass a check: how often the judge changes its mind is not known."
    for code, count in sorted(Counter(run.failures.values()).items()):
        detail = run.details.get(code)
        yield f"Not answered: {count:,} {code}{f' ({detail})' if detail else ''}"
    if run.other_judges:
        names = ", ".join(f"{c.model} ({c.digest[:8]})" for c in run.other_judges)
        yield f"The instrument changed: grades by {names} are not reused."


def of_ledger(ledger: Ledgered) -> Iterator[str]:
    """Clashes, and a line for each file that does not count."""
    if ledger.clashes:
        clashes = numbers.count(ledger.clashes, "clash", "clashes")
        yield f"{clashes} in the ledger: the earliest grade counts."
    yield from (f"Not counted: {line}" for line in ledger.damage)
