"""All that a manifest hashes, out of a state's files and their recomputed scores."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from typing import Any

from rubrickit.core.config import Config
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.releasing import inputs as files_of
from rubrickit.core.releasing import manifest, signed, tables
from rubrickit.core.releasing.differences import Unchecked
from rubrickit.core.releasing.inputs import Inputs
from rubrickit.core.releasing.manifest import Hashed
from rubrickit.core.releasing.signed import Signed
from rubrickit.core.results import Ledgered, QuestionScores

_FULL_CLONE = "the clone is shallow: `git fetch --unshallow` brings what is missing"


@dataclass(frozen=True, slots=True)
class Tool:
    """What computes. `lock` is the hash of the dependencies that it is shipped with."""

    version: str
    lock: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Which commit is released; "" for what a shallow clone does not know.

    `gate` is the commit that last changed the settings, and so the thresholds. `agents`
    are those whose responses count, where any are named.
    """

    version: str
    tool: Tool
    commit: str
    tree: str
    gate: str
    agents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recomputed:
    """Scores out of the files alone. `ungraded` questions have no response."""

    judge: JudgeCard
    questions: tuple[QuestionScores, ...]
    ungraded: tuple[str, ...]
    ledger: Ledgered
    signed: Signed = field(default_factory=dict)

    @property
    def pending(self) -> dict[str, int]:
        """Responses without a score, by question."""
        counts = {q.question_id: q.side.totals.pending for q in self.questions}
        return {name: count for name, count in counts.items() if count}


def hashed(origin: Origin, inputs: Inputs, found: Recomputed) -> Hashed:
    """Plain JSON, the same on every machine that has these files."""
    names = files_of.segment_names(inputs.files)
    others = files_of.manifests(inputs.files, besides=origin.version).values()
    people = () if found.judge.kind == "human" else inputs.labels
    return {
        "version": origin.version,
        "tool": asdict(origin.tool),
        "rubrics": {"commit": origin.commit, "tree": origin.tree},
        "agents": sorted(origin.agents),
        "questions": tables.leaves(inputs.rubrics),
        "files": files_of.hashes(inputs.files),
        "ledger": {
            "segments": names,
            "root": files_of.root_of(names),
            "damage": sorted(found.ledger.damage),
            "clashes": found.ledger.clashes,
        },
        "judge": {"digest": found.judge.digest, **found.judge.document()},
        "passes": inputs.config.judge.passes,
        "gate": {**_gate(inputs.config), "commit": origin.gate},
        "results": tables.results(found.questions),
        "ungraded": list(found.ungraded),
        "pending": found.pending,
        "signed": found.signed,
        "agreement": tables.agreement(found.questions, people),
        "previous": manifest.tips(each for each in others if each),
    }


def _gate(config: Config) -> dict[str, Any]:
    values = asdict(config.gate)
    return {
        name: format(value, "f") if isinstance(value, Decimal) else value
        for name, value in values.items()
    }


def as_recorded(
    origin: Origin, recorded: Hashed
) -> tuple[Origin, tuple[Unchecked, ...]]:
    """What this clone or this version cannot know is taken from the manifest, aloud."""
    tool, rubrics, gate = (_part(recorded, n) for n in ("tool", "rubrics", "gate"))
    unchecked = []
    if not is_made_by(origin.tool, recorded):
        ours = f"this is rubrickit {origin.tool.version}"
        what = "the tool that made the release, and the pages that it wrote"
        unchecked.append(Unchecked(what, ours))
    if not origin.tree and rubrics.get("tree"):
        unchecked.append(Unchecked("the tree of the rubric commit", _FULL_CLONE))
    if not origin.gate and gate.get("commit"):
        unchecked.append(Unchecked("the commit of the thresholds", _FULL_CLONE))
    recorded_tool = Tool(str(tool.get("version", "")), str(tool.get("lock", "")))
    return replace(
        origin,
        tool=recorded_tool,
        tree=origin.tree or str(rubrics.get("tree", "")),
        gate=origin.gate or str(gate.get("commit", "")),
    ), tuple(unchecked)


def is_made_by(tool: Tool, recorded: Hashed) -> bool:
    return asdict(tool) == _part(recorded, "tool")


def _part(recorded: Hashed, name: str) -> Mapping[str, Any]:
    value = recorded.get(name)
    return value if isinstance(value, Mapping) else {}


def counts(inputs: Inputs, found: Recomputed) -> dict[str, int]:
    """What was looked at, for people and programs."""
    sizes: Sequence[int] = [q.side.size for q in found.questions]
    widths = [len(q.side.columns) for q in found.questions]
    return {
        "files": files_of.count(inputs.files),
        "segments": len(inputs.files.segments),
        "judges": len(inputs.files.judges),
        "manifests": len(inputs.files.manifests),
        "questions": len(sizes),
        "responses": sum(sizes),
        "verdicts": sum(a * b for a, b in zip(sizes, widths, strict=True)),
        "approvals": signed.approvals(found.signed),
    }
