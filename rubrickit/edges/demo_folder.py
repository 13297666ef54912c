"""The shipped example as a repository to play in, and the edits that the demo makes."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import rubrickit
from rubrickit.core.reading.edits import Edit, Insert, Move, Put, Remove
from rubrickit.core.rubric import Rubric
from rubrickit.edges import rubric_files
from rubrickit.edges.git_history import GitHistory
from rubrickit.errors import WorldError

CONFIG = """\
# The physicians' recorded votes judge. The model is for `--judge openai`; the prices, a
# million tokens each, are for plans and budgets.
judge:
  kind: human
  model: gpt-4o-mini
  # base_url: https://example.com/v1   # any endpoint that speaks the same protocol
  prices: {input: 0.15, output: 0.60}
budget: {max_calls: 500, max_cost: 1.00}
"""

GATED = "sertraline_for_ejaculation"
"""The demo's `main` lacks this rubric's safety gate, so that its branch can add it."""

ACT_ONE: Mapping[str, Sequence[Edit]] = {
    "avoiding_migraines": (
        Put("nice_to_have", "weight", 0.5),
        Put("must_have/meal_schedules", "tier", "additional"),
    ),
    "zyrtec_with_benadryl": (Move("nice_to_have/both_antihistamines", "must_have"),),
    "natural_help_for_anxiety": (Remove("nice_to_have/kava_kava"),),
}
ACT_TWO: Mapping[str, Sequence[Edit]] = {
    "lexapro_overview": (
        Put(
            "must_have/brand_names",
            "states",
            "Lexapro and Cipralex are brand names of Escitalopram",
        ),
    ),
}


def build(folder: Path) -> None:
    """Raises WorldError where the example was not installed with the package."""
    example = _example()
    for name in ("rubrics", "gold"):
        shutil.copytree(example / name, folder / name)
    folder.joinpath("rubrickit.yaml").write_text(CONFIG, encoding="utf-8")
    _edit(folder, {GATED: (Remove("safety"), Put("", "weighting", "weighted_sum"))})
    history = GitHistory.create(folder)
    history.commit_all("The K-QA example, one safety gate still missing")
    history.close()


def play_act_one(folder: Path) -> None:
    """Reweights, moves, changes a tier, removes a leaf, and adds a safety gate."""
    gate = tuple(_gate_edits(_read(_example(), GATED)))
    _edit(folder, {**ACT_ONE, GATED: gate})


def play_act_two(folder: Path) -> None:
    """Commits act one to a branch, and rewords a leaf so that no label fits it."""
    history = GitHistory.find(folder)
    if history is not None:
        history.commit_all("Weigh, move and gate", branch="act-one")
        history.close()
    _edit(folder, ACT_TWO)


def _gate_edits(rubric: Rubric) -> Iterator[Edit]:
    """What brings the example's own gate, word for word as the physicians voted."""
    yield Put("", "weighting", rubric.weighting)
    safety = next(node for node in rubric.nodes if node.id == "safety")
    leaves = [
        {"id": placed.leaf.id, "check": placed.leaf.texts[0], "expect": False}
        for placed in rubric.leaves()
        if placed.is_gate
    ]
    weight = float(safety.weight)
    yield Insert("", {"id": safety.id, "weight": weight, "children": leaves})


def _edit(folder: Path, edits: Mapping[str, Sequence[Edit]]) -> None:
    for question_id, changes in edits.items():
        path = folder / "rubrics" / f"{question_id}.yaml"
        text = rubric_files.edit(path.read_text(encoding="utf-8"), changes)
        path.write_text(text, encoding="utf-8")


def _read(folder: Path, question_id: str) -> Rubric:
    path = folder / "rubrics" / f"{question_id}.yaml"
    return rubric_files.parse(path.read_bytes(), str(path), {})


def _example() -> Path:
    """Beside the modules where the package was installed, else in the checkout."""
    package = Path(rubrickit.__file__).parent
    for place in (package / "example", package.parent):
        if (place / "rubrics").is_dir() and (place / "gold").is_dir():
            return place
    message = "the example is not installed with this copy of rubrickit"
    raise WorldError(message, hint="install rubrickit from its wheel or checkout")
