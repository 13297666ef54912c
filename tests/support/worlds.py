"""A world in memory, whose judge remembers all that it was asked."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from rubrickit.core import canonical
from rubrickit.core.approving import Landed
from rubrickit.core.canonical import Digest
from rubrickit.core.chronicle import Step
from rubrickit.core.config import Config, JudgeConfig, Passes
from rubrickit.core.grades import Answer, Grade, GradeKey, Task, Usage, Verdictless
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.signoffs import Recorded, SignOff
from rubrickit.core.versions import (
    DataChanges,
    EditedRubrics,
    RubricCommit,
    Span,
    Version,
)
from rubrickit.world import Judge, KnownJudge, World

BASE = Version("base", "b" * 40)
HEAD = Version("head", "a" * 40)
SPAN = Span(BASE, HEAD, "given")
NOW = datetime(2026, 1, 31, 10, tzinfo=UTC)


@dataclass(slots=True)
class MemoryRepository:
    """Two states of the rubrics; responses and labels are the same in both."""

    before: dict[str, Rubric]
    after: dict[str, Rubric]
    gold: dict[str, tuple[Response, ...]]
    people: tuple[Label, ...] = ()
    settings: Config = field(default_factory=Config)
    data: DataChanges = field(default_factory=DataChanges)
    signed: Recorded = field(default_factory=Recorded)
    history: tuple[Step, ...] = ()
    releases: Mapping[str, str] = field(default_factory=dict)
    commits: tuple[RubricCommit, ...] = ()
    kept: tuple[SignOff, ...] = ()
    merges: tuple[Landed, ...] = ()

    def version(self, ref: str | None) -> Version:
        return BASE if ref == BASE.ref else HEAD

    def span(self, base: str | None, head: str | None) -> Span:
        return Span(self.version(base), self.version(head), "given")

    def _at(self, version: Version) -> dict[str, Rubric]:
        return self.before if version.commit == BASE.commit else self.after

    def rubrics(self, version: Version) -> tuple[Rubric, ...]:
        found = self._at(version)
        return tuple(found[question_id] for question_id in sorted(found))

    def edited(self, span: Span) -> EditedRubrics:
        before, after = self._at(span.base), self._at(span.head)
        same = {q for q in before.keys() & after.keys() if before[q] == after[q]}
        return EditedRubrics(
            before={q: rubric for q, rubric in before.items() if q not in same},
            after={q: rubric for q, rubric in after.items() if q not in same},
        )

    def responses(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> Mapping[str, tuple[Response, ...]]:
        del version
        if question_ids is None:
            return self.gold
        return {q: self.gold[q] for q in question_ids if q in self.gold}

    def questions_with_responses(self, version: Version) -> frozenset[str]:
        return frozenset(self._at(version).keys() & self.gold.keys())

    def labels(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> tuple[Label, ...]:
        del version, question_ids
        return self.people

    def config(self, version: Version) -> Config:
        del version
        return self.settings

    def rubric_commits(self, version: Version, most: int) -> Sequence[RubricCommit]:
        del version
        return self.commits[:most]

    def data_changes(self, span: Span) -> DataChanges:
        del span
        return self.data

    def steps(self, version: Version, question_id: str | None = None) -> Iterator[Step]:
        del version, question_id
        return iter(self.history)

    def release_of(self, commit: str) -> str:
        return self.releases.get(commit, "")

    def sign_offs(self, span: Span) -> Recorded:
        del span
        return self.signed

    def kept_sign_offs(self) -> tuple[SignOff, ...]:
        return self.kept

    def landed(self, span: Span, most: int) -> tuple[Landed, ...]:
        del span
        return self.merges[-most:]


@dataclass(slots=True)
class MemoryLedger:
    """The first grade of a key counts; later ones that contradict it are clashes."""

    grades: dict[tuple[Digest, Digest, Digest, int], dict[Digest, bool]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    reasons_given: dict[GradeKey, str] = field(default_factory=dict)
    known_cards: dict[Digest, JudgeCard] = field(default_factory=dict)
    clashes: int = 0
    damage: tuple[str, ...] = ()

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        return self.grades.get((judge, question, leaf, pass_number), {})

    def reasons(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, str]:
        column = (judge, question, leaf, pass_number)
        return {
            key.response: reason
            for key, reason in self.reasons_given.items()
            if (key.judge, key.question, key.leaf, key.pass_number) == column
        }

    def reason(self, key: GradeKey) -> str:
        return self.reasons_given.get(key, "")

    def cards(self) -> Mapping[Digest, JudgeCard]:
        return self.known_cards

    @contextmanager
    def recording(self, created: datetime) -> Iterator["MemoryLedger"]:
        del created
        yield self

    def record(self, grade: Grade, card: JudgeCard) -> None:
        key = grade.key
        self.known_cards[card.digest] = card
        column = self.grades[key.judge, key.question, key.leaf, key.pass_number]
        if column.setdefault(key.response, grade.met) != grade.met:
            self.clashes += 1
        self.reasons_given.setdefault(key, grade.reason)


Says = Callable[[Task], bool | Verdictless]
"""What a judge answers, or why it does not."""


def words(task: Task) -> bool:
    """Whether the response holds the last word of the check."""
    return task.leaf.texts[0].rstrip("?.").split()[-1] in task.response


def by_chance(seed: object = "", share: int = 70) -> Says:
    """Met with a chance of so many per cent, always the same for the same texts."""

    def says(task: Task) -> bool:
        key = task.key
        return chance(seed, key.question, key.leaf, key.response) < share

    return says


def chance(*parts: object) -> int:
    """0 to 99, the same for the same parts."""
    return int(canonical.digest([str(part) for part in parts])[:8], 16) % 100


class ScriptedJudge:
    """Answers as it is told and remembers every task.

    `flips`: per cent of the questions that it answers the other way when it is asked
    them again.
    """

    def __init__(self, says: Says = words, *, flips: int = 0) -> None:
        self._says = says
        self._flips = flips
        self.asked: list[Task] = []
        self._times: Counter[tuple[Digest, Digest, Digest]] = Counter()

    @property
    def card(self) -> JudgeCard:
        return JudgeCard(kind="openai", model="scripted")

    @property
    def destination(self) -> str:
        return "memory"

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        return (self._answer(task) for task in tasks)

    def _answer(self, task: Task) -> Answer:
        self.asked.append(task)
        key = task.key
        cell = key.question, key.leaf, key.response
        self._times[cell] += 1
        said, usage = self._says(task), Usage(1, 100, 10)
        if isinstance(said, str):
            return Answer(task, None, said, usage=usage)
        if self._times[cell] > 1 and chance(*cell, self._times[cell]) < self._flips:
            said = not said
        return Answer(task, Grade(key, said, "because"), usage=usage)


@dataclass(frozen=True, slots=True)
class ScriptedRules:
    """By callables; without them a rule's text must stand in the response, and a
    condition holds where the response's metadata says so, or says nothing."""

    of_leaf: Callable[[Leaf, Rubric, Response], bool | None] | None = None
    of_condition: Callable[[str, Rubric, Response], bool | None] | None = None

    def met(self, leaf: Leaf, rubric: Rubric, response: Response) -> bool | None:
        if self.of_leaf:
            return self.of_leaf(leaf, rubric, response)
        return leaf.texts[0] in response.text

    def holds(self, condition: str, rubric: Rubric, response: Response) -> bool | None:
        if self.of_condition:
            return self.of_condition(condition, rubric, response)
        known: bool | None = response.meta.get(condition, True)
        return known


@dataclass(frozen=True, slots=True)
class NamedSignatures:
    """A signature is the public key that made it, and its text does not matter."""

    def fits(self, text: str, signature: str, key: str) -> bool:
        del text
        return signature == key


@dataclass(slots=True)
class SilentProgress:
    expected: int = 0
    answers: int = 0
    destinations: list[str] = field(default_factory=list)

    def sending(self, destination: str, model: str) -> None:
        self.destinations.append(f"{destination} {model}")

    def expect(self, calls: int) -> None:
        self.expected += calls

    def answered(self, answer: Answer) -> None:
        del answer
        self.answers += 1


def a_world(
    base: Sequence[Rubric] = (),
    head: Sequence[Rubric] | None = None,
    responses: Sequence[Response] = (),
    *,
    judge: Judge | KnownJudge | None = None,
    passes: Passes = 1,
    rules: ScriptedRules | None = None,
    config: Config | None = None,
) -> World:
    """Without a head the rubrics are the same before and after."""
    gold: dict[str, tuple[Response, ...]] = {}
    for response in responses:
        found = gold.get(response.question_id, ())
        gold[response.question_id] = (*found, response)
    settings = replace(config or Config(), judge=JudgeConfig(passes=passes))
    return World(
        repository=MemoryRepository(
            before={rubric.question_id: rubric for rubric in base},
            after={r.question_id: r for r in (base if head is None else head)},
            gold=gold,
            settings=settings,
        ),
        ledger=MemoryLedger(),
        judge=judge or ScriptedJudge(),
        rules=rules or ScriptedRules(),
        progress=SilentProgress(),
        signatures=NamedSignatures(),
        config=settings,
        now=NOW,
    )


def asked(world: World) -> list[Task]:
    """Every task that the world's scripted judge was asked, in order."""
    assert isinstance(world.judge, ScriptedJudge)
    return world.judge.asked
