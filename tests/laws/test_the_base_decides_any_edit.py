"""Law 4: a pull request is data, and what decides is read from the base."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support import trees
from support.command_line import RUBRIC, TEXTS, Repository, repository, rows
from support.laws import EDITED, SEEDS, judge
from support.worlds import HEAD, SPAN, MemoryRepository, a_world, asked

from rubrickit.core.config import Config
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Rubric
from rubrickit.core.versions import Version
from rubrickit.flows import delta as flow
from rubrickit.world import World


class Guarded(MemoryRepository):
    """Of the head it shows the rubrics, and of everything else only the base's."""

    def _base_only(self, version: Version) -> None:
        assert version != HEAD, "the head was asked for what decides about it"

    def responses(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> Mapping[str, tuple[Response, ...]]:
        self._base_only(version)
        return MemoryRepository.responses(self, version, question_ids)

    def questions_with_responses(self, version: Version) -> frozenset[str]:
        self._base_only(version)
        return MemoryRepository.questions_with_responses(self, version)

    def labels(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> tuple[Label, ...]:
        self._base_only(version)
        return MemoryRepository.labels(self, version, question_ids)

    def config(self, version: Version) -> Config:
        self._base_only(version)
        return MemoryRepository.config(self, version)


def guarded(world: World) -> World:
    plain = world.repository
    assert isinstance(plain, MemoryRepository)
    return replace(
        world,
        repository=Guarded(
            plain.before, plain.after, plain.gold, settings=world.config
        ),
    )


@settings(max_examples=40)
@given(EDITED, trees.gold(), SEEDS, st.booleans())
def test_of_the_head_only_the_rubrics_are_read(
    pair: tuple[Rubric, Rubric], gold: list[Response], seed: int, full: bool
) -> None:
    def told(prepare: Callable[[World], World]) -> list[object]:
        world = prepare(a_world(pair[:1], pair[1:], gold, judge=judge(seed)))
        result = flow.delta(world, SPAN, full=full)
        found = result.evidence
        parts = [(c.delta, c.contributions) for c in found.comparisons]
        decided = (result.decision, result.means, found.total, found.loosening, parts)
        return [decided, [task.key for task in asked(world)]]

    assert told(guarded) == told(lambda world: world)


LEAVES = ("facts/names_dose", "facts/names_route", "safety/warns")
BASE_SETTINGS = "judge: {kind: human}\ngate: {max_regression: 0.01}\n"
OTHER_SETTINGS = (
    "",
    "judge: {kind: local}\n",
    "judge: {kind: human}\ngate: {max_regression: 1, loosening: report}\n",
    "judge: {kind: human}\ngate: {max_regression: 0, max_question_regression: 0}\n",
    "judge: {kind: human}\npaths: {gold: elsewhere, rubrics: other, scores: none}\n",
    "judge: {kind: openai, model: m, base_url: 'http://127.0.0.1:9/v1'}\n",
    "gate: [no\n",
    "\x00",
)
EDITS = (
    ("weight: 3", "weight: 5"),
    ("weight: 2", "weight: 7"),
    ("id: names_dose", "id: says_dose"),
    ("weighting: weighted_sum_with_safety_gate\n", ""),
    ("an overdose?", "taking too much?"),
    ("# none\n", "# a comment\n"),
)


def labels(votes: Mapping[tuple[str, int], bool], rater: str = "a") -> str:
    return "".join(
        json.dumps(
            {
                "question_id": "dose",
                "response_id": f"dose-r{number}",
                "rater": rater,
                "leaf": leaf,
                "met": met,
            }
        )
        + "\n"
        for (leaf, number), met in votes.items()
    )


cells = st.tuples(st.sampled_from(LEAVES), st.integers(0, len(TEXTS) - 1))
votes = st.dictionaries(cells, st.booleans())
rubric_edits = st.lists(st.sampled_from(EDITS), min_size=1, unique=True).map(
    lambda chosen: _edited("# none\n" + RUBRIC, chosen)
)
data_edits = st.fixed_dictionaries(
    {},
    optional={
        "rubrickit.yaml": st.sampled_from(OTHER_SETTINGS),
        "gold/dose.jsonl": st.sampled_from(
            [rows("dose", TEXTS[:2]), rows("dose", ["x", *TEXTS]), ""]
        ),
        "gold/more.jsonl": st.just(rows("dose", ["new"]).replace("-r0", "-new")),
        "gold/labels/a.jsonl": votes.map(labels),
        "gold/labels/b.jsonl": votes.map(lambda found: labels(found, "b")),
        "scores/ledger/2026/junk.jsonl": st.just("{}\n"),
    },
)


def _edited(text: str, chosen: list[tuple[str, str]]) -> str:
    for old, new in chosen:
        text = text.replace(old, new)
    return text


@settings(max_examples=10, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(votes, rubric_edits, data_edits)
def test_no_data_of_the_head_changes_what_is_decided(
    voted: dict[tuple[str, int], bool], rubric: str, data: dict[str, str]
) -> None:
    with TemporaryDirectory() as folder:
        place = repository(
            Path(folder),
            {
                "rubrickit.yaml": BASE_SETTINGS,
                "rubrics/dose.yaml": "# none\n" + RUBRIC,
                "gold/dose.jsonl": rows("dose", TEXTS),
                "gold/labels/a.jsonl": labels(voted),
            },
        )
        place.branch("edit")
        place.write({"rubrics/dose.yaml": rubric})
        alone = decided(place)
        place.write(data)

        together = decided(place)

    assert together.pop("numbers") == alone.pop("numbers")
    if together["altered"] == alone["altered"] == []:
        assert together == alone
    else:
        assert together["outcome"] == "fail"


def decided(place: Repository) -> dict[str, Any]:
    """What the report says, its lists of the data that the edit touched left out."""
    done = place.run("delta", "--format", "json")
    report = done.json
    report.pop("added")
    report.pop("damage")
    notes = report.pop("notes")
    assert not any(str(place.root) in note for note in notes)
    ignored = report.pop("ignored")
    return {
        "altered": [line for line in ignored if not line.startswith("rubrickit.yaml")],
        "outcome": report.pop("outcome"),
        "reasons": report.pop("reasons"),
        "code": done.code,
        "numbers": report,
    }
