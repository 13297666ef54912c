"""Past releases under the rubrics of others: would they have shipped?"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rubrickit.audits import Releases, States
from rubrickit.core import counterfactual, deltas, estimates
from rubrickit.core.canonical import Digest
from rubrickit.core.counterfactual import (
    Cell,
    Counterfactual,
    Gated,
    Marks,
    Past,
    Under,
)
from rubrickit.core.deltas import Side
from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.tags import Listed
from rubrickit.core.responses import Response, of_agents
from rubrickit.core.results import PlanReport, Run
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Version
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import evidence, grading
from rubrickit.flows.grading import Graded
from rubrickit.world import World


def releases(
    known: Releases,
    states: States,
    current: Version,
    under: Sequence[str],
    *,
    in_full: bool,
) -> Counterfactual:
    """Every release's responses under the rubrics of each, and under the current ones.

    Unless it is `in_full` only under its own, the last release's, the current ones and
    those that `under` names, and not by agent. Grades are those that are recorded now.
    Raises RubrickitError where `under` names what is no release.
    """
    listed = known.listed()
    released = [_version(each) for each in listed if not each.fault]
    asked = _places(under, [version.ref for version in released])
    deciding = [*released, current]
    columns = [*map(_Columns(states).column, deciding, states.rubrics(deciding))]
    rows = [*map(_Rows(known, states).row, released, states.responses(released))]
    marking = _Marking(by_agent=in_full)
    shown = range(len(columns)) if in_full else sorted(asked | {*_last(columns)})
    found = counterfactual.table(
        [row.entries for row in rows],
        [column.entries for column in columns],
        [*_cells(rows, columns, shown)],
        marking.marks,
    )
    return Counterfactual(
        past=tuple(
            replace(
                row.told,
                cells=tuple(found.get((at, c)) for c in range(len(columns))),
                newly_closed=_newly_closed(row, columns[at], columns[-1], marking),
            )
            for at, row in enumerate(rows)
        ),
        under=tuple(column.told for column in columns),
        asked=asked,
        strangers=tuple((each.name, each.fault) for each in listed if each.fault),
        plans=tuple(_plans(rows, [columns[at] for at in shown], marking.unjudged)),
    )


def _last(columns: Sequence["_Column"]) -> range:
    """The places of the last release and of the current rubrics."""
    return range(max(len(columns) - 2, 0), len(columns))


def _cells(
    rows: Sequence["_Row"], columns: Sequence["_Column"], shown: Sequence[int]
) -> Iterator[Cell]:
    """Each row's own column, then the others; what cannot be compared is left out."""
    own = ((at, at) for at in range(len(rows)))
    rest = ((row, shown[at]) for at, row in counterfactual.every(len(shown), len(rows)))
    for row, column in dict.fromkeys((*own, *rest)):
        if not (rows[row].told.fault or columns[column].told.fault):
            yield row, column


def _newly_closed(
    row: "_Row", own: "_Column", current: "_Column", marking: "_Marking"
) -> int | None:
    """A question that its own rubrics did not have had no gate to close."""
    if row.told.fault or own.told.fault or current.told.fault:
        return None
    found = 0
    for name in row.entries.keys() & current.entries.keys():
        responses = row.entries[name]
        now = marking.gates(responses, current.entries[name])
        if now.closed:
            was = own.entries.get(name)
            found += now.newly_closed(marking.gates(responses, was) if was else Gated())
    return found


def _version(listed: Listed) -> Version:
    return Version(listed.name, listed.commit)


def _places(under: Sequence[str], names: Sequence[str]) -> frozenset[int]:
    """Raises RubrickitError for a stranger."""
    for name in under:
        if name not in names:
            hint = f"releases: {', '.join(names[-5:]) or 'none so far'}"
            raise RubrickitError(f"`{name}` is no release here", hint=hint)
    return frozenset(names.index(name) for name in under)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A rubric and the world that judges by it; one object for the same two."""

    rubric: Rubric
    world: World


@dataclass(frozen=True, slots=True)
class _Column:
    told: Under
    entries: Mapping[str, _Entry]


@dataclass(frozen=True, slots=True)
class _Columns:
    """What decides the same is one world, whatever state it was found in."""

    states: States
    worlds: dict[tuple[Digest, object], World] = field(default_factory=dict)
    entries: dict[tuple[int, int], _Entry] = field(default_factory=dict)

    def column(self, version: Version, rubrics: Mapping[str, Rubric] | str) -> _Column:
        try:
            world = self._same(version, self.states.world(version))
        except WorldError:
            raise
        except RubrickitError as error:
            return _Column(Under(version, fault=str(error)), {})
        if isinstance(rubrics, str):
            return _Column(Under(version, fault=rubrics), {})
        entries = {name: self._entry(each, world) for name, each in rubrics.items()}
        return _Column(Under(version, world.judge.card), entries)

    def _same(self, version: Version, world: World) -> World:
        """People's labels are those of one state."""
        judge = world.judge.card
        labels = version.commit if judge.kind == "human" else ""
        key = judge.digest, (world.config.judge.passes, labels)
        return self.worlds.setdefault(key, world)

    def _entry(self, rubric: Rubric, world: World) -> _Entry:
        key = id(rubric), id(world)
        return self.entries.setdefault(key, _Entry(rubric, world))


@dataclass(frozen=True, slots=True)
class _Row:
    told: Past
    entries: Mapping[str, Sequence[Response]]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The same responses of the same agents are one object, too.

    `chosen` keeps what its keys are ids of: another object could get the id else.
    """

    known: Releases
    states: States
    chosen: dict[tuple[int, tuple[str, ...]], tuple[Sequence[Response], ...]] = field(
        default_factory=dict
    )

    def row(
        self, version: Version, found: Mapping[str, Sequence[Response]] | str
    ) -> _Row:
        if isinstance(found, str):
            return _Row(Past(version, fault=found), {})
        path = manifest.path(self.states.config(version).paths.scores, version.ref)
        made = self.known.manifest(version.commit or "", path)
        if made is None:
            return _Row(Past(version, fault=f"{path}: no manifest of ours"), {})
        own = {name: self._of(made.agents, each) for name, each in found.items()}
        entries = {name: each for name, each in own.items() if each}
        size = sum(map(len, entries.values()))
        return _Row(Past(version, made.agents, size, made.mean), entries)

    def _of(
        self, agents: tuple[str, ...], responses: Sequence[Response]
    ) -> Sequence[Response]:
        key = id(responses), agents
        if key not in self.chosen:
            self.chosen[key] = responses, of_agents(responses, agents)
        return self.chosen[key][-1]


@dataclass(frozen=True, slots=True)
class _Marking:
    """Each responses under each rubric once, for as long as a table is made."""

    by_agent: bool
    known: dict[tuple[int, int], Marks] = field(default_factory=dict)
    gated: dict[tuple[int, int], Gated] = field(default_factory=dict)
    unjudged: set[str] = field(default_factory=set)

    def marks(self, responses: Sequence[Response] | None, entry: _Entry) -> Marks:
        if responses is None:
            return counterfactual.unanswered(entry.rubric)
        key = id(responses), id(entry)
        if key not in self.known:
            sheet = evidence.sheet(entry.world, [entry.rubric], responses, Run())
            side = deltas.side(entry.rubric, sheet)
            self.gated[key] = counterfactual.gated(side)
            self.known[key] = self._marked(responses, entry, side)
        return self.known[key]

    def _marked(
        self, responses: Sequence[Response], entry: _Entry, side: Side
    ) -> Marks:
        found = counterfactual.whole(side)
        if any(mark.unjudged for mark in found.values()):
            self.unjudged.add(entry.rubric.question_id)
            calls = grading.calls(entry.world, entry.rubric, responses)
            found = counterfactual.needing(found, calls)
        agents = counterfactual.by_agent(side, responses) if self.by_agent else {}
        return {**agents, **found}

    def gates(self, responses: Sequence[Response], entry: _Entry) -> Gated:
        self.marks(responses, entry)
        return self.gated[id(responses), id(entry)]


def _plans(
    rows: Sequence[_Row], columns: Sequence[_Column], unjudged: Collection[str]
) -> Iterator[PlanReport]:
    """What is open of these questions on all responses, each judge's for itself."""
    every = _texts(rows, unjudged)
    by_world: dict[int, dict[int, _Entry]] = {}
    for column in columns:
        for name, entry in column.entries.items():
            if name in every:
                by_world.setdefault(id(entry.world), {})[id(entry)] = entry
    for entries in map(list, map(dict.values, by_world.values())):
        graded = [(each.rubric, every[each.rubric.question_id]) for each in entries]
        found = _plan(entries[0].world, graded)
        if found.plan.open_cells:
            yield found


def _texts(
    rows: Sequence[_Row], names: Collection[str]
) -> dict[str, Sequence[Response]]:
    """By question id one response of each text, whatever release it is of."""
    found: dict[str, dict[tuple[Digest, Digest], Response]] = {}
    seen: set[int] = set()
    for row in rows:
        for name, responses in row.entries.items():
            if name in names and id(responses) not in seen:
                seen.add(id(responses))
                texts = {(each.digest, each.trace_digest): each for each in responses}
                found.setdefault(name, {}).update(texts)
    return {name: [*texts.values()] for name, texts in found.items()}


def _plan(world: World, graded: Graded) -> PlanReport:
    """Of whoever need not be asked it is empty."""
    plan = grading.plan(world, graded)
    price = estimates.estimate(plan, world.config)
    return PlanReport(None, world.judge.card, True, plan, price, frozenset(), 0)
