"""Where the scores stand: by question and agent, always with the parts of a number."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rubrickit.core import counts
from rubrickit.core.counts import Counts
from rubrickit.core.deltas import Side
from rubrickit.core.judging import agreement
from rubrickit.core.judging.crosstab import Crosstab
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.responses import Response, outline_of
from rubrickit.core.rubric import Rubric
from rubrickit.core.scoring import mean
from rubrickit.core.sheets import Sheet
from rubrickit.core.totals import Totals, totals


@dataclass(frozen=True, slots=True)
class Agent:
    """`full` is the agent as responses name it, cut at its last `@`."""

    full: str
    name: str
    release: str


def agent(full: str) -> Agent:
    """A name without `@` has the release ""."""
    name, at, release = full.rpartition("@")
    return Agent(full, name, release) if at else Agent(full, full, "")


@dataclass(frozen=True, slots=True)
class Standing:
    """How some responses to one question, or to several, stand.

    `met` of the `known` meet their requirements. `required`, `additional` and `mean`
    are over responses within a question, then over questions.
    """

    size: int
    scored: int
    met: int
    known: int
    gates_closed: int
    pending: int
    required: Fraction | None
    additional: Fraction | None
    mean: Fraction | None
    verdicts: Counts


@dataclass(frozen=True, slots=True)
class Group:
    """Some responses to one question; `leaves` has counts for each leaf in order."""

    size: int
    totals: Totals
    leaves: tuple[Counts, ...]

    @property
    def standing(self) -> Standing:
        found = self.totals
        return Standing(
            size=self.size,
            scored=found.scored,
            met=found.met,
            known=found.known,
            gates_closed=found.failed,
            pending=found.pending,
            required=found.required,
            additional=found.additional,
            mean=found.mean,
            verdicts=counts.together(self.leaves),
        )


@dataclass(frozen=True, slots=True)
class QuestionOverview:
    """One question: all its responses, and those of each agent by its full name.

    `labels` says of each leaf how judge and people agree. `reasons` has the judge's by
    leaf path and the response's index; empty where they were not asked for.
    """

    sheet: Sheet
    side: Side
    whole: Group
    by_agent: Mapping[str, Group]
    labels: tuple[Crosstab | None, ...]
    reasons: Mapping[str, Mapping[int, str]]

    @property
    def rubric(self) -> Rubric:
        return self.side.rubric


def question(
    sheet: Sheet,
    side: Side,
    people: HumanJudge | None = None,
    reasons: Mapping[str, Mapping[int, str]] | None = None,
) -> QuestionOverview:
    """Without `people` no leaf has labels."""
    leaves = side.scheme.leaves
    labels: list[Crosstab | None] = [None] * len(leaves)
    if people is not None:
        labels = [
            agreement.with_people(side.rubric, placed, sheet, people)
            for placed in leaves
        ]
    return QuestionOverview(
        sheet=sheet,
        side=side,
        whole=whole(side),
        by_agent=by_agent(side, sheet.responses),
        labels=tuple(labels),
        reasons=reasons or {},
    )


def whole(side: Side) -> Group:
    """All responses of the side."""
    return Group(side.size, side.totals, tuple(map(counts.of, side.columns)))


def by_agent(side: Side, responses: Sequence[Response]) -> Mapping[str, Group]:
    """In the order of agents' full names."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, agent in enumerate(outline_of(responses).agents):
        places[agent].append(place)
    return {name: _group(side, places[name]) for name in sorted(places)}


ByAgent = Mapping[str, Standing]
"""By an agent's full name."""


def standings(groups: Mapping[str, Group]) -> ByAgent:
    return {name: group.standing for name, group in groups.items()}


def _group(side: Side, indexes: Sequence[int]) -> Group:
    columns = tuple(bytes([column[at] for at in indexes]) for column in side.columns)
    size = len(indexes)
    found = totals(side.scheme, columns, size)
    return Group(size, found, tuple(map(counts.of, columns)))


def overall(standings: Sequence[Standing]) -> Standing:
    """Of several questions; a mean is over those that have the figure."""

    def count(figure: Callable[[Standing], int]) -> int:
        return sum(map(figure, standings))

    def average(figure: Callable[[Standing], Fraction | None]) -> Fraction | None:
        return mean([f for s in standings if (f := figure(s)) is not None])

    return Standing(
        size=count(lambda s: s.size),
        scored=count(lambda s: s.scored),
        met=count(lambda s: s.met),
        known=count(lambda s: s.known),
        gates_closed=count(lambda s: s.gates_closed),
        pending=count(lambda s: s.pending),
        required=average(lambda s: s.required),
        additional=average(lambda s: s.additional),
        mean=average(lambda s: s.mean),
        verdicts=counts.together(s.verdicts for s in standings),
    )


def overall_by_agent(questions: Iterable[QuestionOverview]) -> ByAgent:
    """Over the questions that the agent has responses to."""
    found: dict[str, list[Standing]] = defaultdict(list)
    for each in questions:
        for name, group in each.by_agent.items():
            found[name].append(group.standing)
    return {name: overall(found[name]) for name in sorted(found)}
