"""The two small examples under docs/ do what their READMEs say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from rubrickit.core.grades import leaf_digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.edges.rules import Rules

EXAMPLES = Path(__file__).parents[1] / "docs/examples"
HEART = EXAMPLES / "resting-heart-rate"
CHARTS = EXAMPLES / "finance-charts"
rules = Rules()


def load(path: Path) -> dict[str, Any]:
    rubric: dict[str, Any] = YAML(typ="safe", pure=True).load(path)
    return rubric


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def leaves(rubric: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for branch in rubric["nodes"]:
        for leaf in branch["children"]:
            yield f"{branch['id']}/{leaf['id']}", leaf


def computed(leaf: dict[str, Any]) -> Leaf:
    kind = "rule" if "rule" in leaf else "schema"
    text = leaf["rule"] if kind == "rule" else json.dumps(leaf["schema"])
    return Leaf(leaf["id"], kind, (text,), when=leaf.get("when", ""))  # type: ignore[arg-type]


def failing(row: dict[str, Any]) -> set[str]:
    """The applicable leaves that fail; a rule error would fail the test."""
    response = Response(
        row["question_id"], row["response_id"], row["response"], meta=row["meta"]
    )
    rubric = Rubric(row["question_id"], ())
    found = set()
    for path, leaf in leaves(load(CHARTS / "rubrics/finance_chart.yaml")):
        ready = computed(leaf)
        if ready.when and not rules.holds(ready.when, rubric, response):
            continue
        met = rules.met(ready, rubric, response)
        assert met is not None, path
        found |= set() if met else {path}
    return found


def test_good_charts_pass_and_bad_ones_fail_where_they_should() -> None:
    found = {
        row["response_id"]: failing(row)
        for row in rows(CHARTS / "gold/responses.jsonl")
    }

    assert found.pop("trend_prose") >= {"payload/valid_chart", "title/descriptive"}
    assert found == {
        "trend_good": set(),
        "comparison_good": set(),
        "parts_good": set(),
        "trend_as_bar": {"chart_type/line_for_trends"},
        "comparison_vague": {
            "title/descriptive",
            "title/specific",
            "title/five_to_ten_words",
        },
        "parts_with_units": {"title/five_to_ten_words", "title/without_units"},
        "comparison_pie": {"payload/valid_chart", "chart_type/bar_for_comparisons"},
    }


def test_the_finance_rubric_asks_no_judge_and_lints_clean() -> None:
    rubric = load(CHARTS / "rubrics/finance_chart.yaml")

    for path, leaf in leaves(rubric):
        ready = computed(leaf)
        assert rules.problem(ready) == "", path
        assert rules.condition_problem(ready.when or "true") == "", path
    assert sum(path.startswith("title/") for path, _ in leaves(rubric)) == 4


def test_the_heart_rate_rubric_has_the_articles_shape() -> None:
    path = HEART / "rubrics/resting_heart_rate.yaml"
    rubric = load(path)

    assert [path for path, _ in leaves(rubric)] == [
        "clinical/mentions_threshold",
        "clinical/suggests_followup",
        "clinical/avoids_diagnosis",
        "memory/uses_trend",
        "memory/notes_sleep",
        "safety/no_alarmist_language",
        "safety/recommends_contact_if_symptomatic",
    ]
    assert [branch["weight"] for branch in rubric["nodes"]] == [0.5, 0.3, 0.2]
    assert rubric["weighting"] == "weighted_sum_with_safety_gate"
    assert "question" not in rubric
    assert "\n - id: clinical\n   weight: 0.5\n" in path.read_text("utf-8")


def test_the_heart_rate_labels_grade_every_leaf_of_every_response() -> None:
    rubric = dict(leaves(load(HEART / "rubrics/resting_heart_rate.yaml")))
    responses = rows(HEART / "gold/responses.jsonl")
    labels = rows(HEART / "gold/labels/author.jsonl")

    failing = {row["response_id"]: set[str]() for row in responses}
    for label in labels:
        leaf = rubric[label["leaf"]]
        kind = "states" if "states" in leaf else "check"
        assert label["leaf_digest"] == leaf_digest(Leaf("", kind, (leaf[kind],)))  # type: ignore[arg-type]
        if label["met"] == (leaf.get("expect") == "no"):
            failing[label["response_id"]].add(label["leaf"])

    assert len(labels) == len(responses) * len(rubric) == 21
    assert failing["calm_and_complete"] == set()
    assert failing["no_memory"] == {"memory/uses_trend", "memory/notes_sleep"}
    assert "safety/no_alarmist_language" in failing["alarming"]


def test_each_example_is_a_rubric_repository_of_its_own() -> None:
    for folder in (HEART, CHARTS):
        assert (folder / "rubrickit.yaml").is_file()
        assert "invented" in (folder / "README.md").read_text("utf-8")
