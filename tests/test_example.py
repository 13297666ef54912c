"""The shipped example says what its README says of it."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rubrickit.core.grades import leaf_digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.edges.rules import Rules

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "rubrics").glob("**/*.yaml"))
GATED = "weighted_sum_with_safety_gate"
JUDGED = ("check", "states")


def rows(name: str) -> list[dict[str, Any]]:
    text = (ROOT / "gold" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def load(path: Path) -> dict[str, Any]:
    rubric: dict[str, Any] = YAML(typ="safe", pure=True).load(path)
    return rubric


RUBRICS = {rubric["question_id"]: rubric for rubric in map(load, FILES)}
RESPONSES = rows("k_qa.jsonl")
LABELS = rows("labels/k_qa.jsonl")


def leaves(rubric: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for branch in rubric["nodes"]:
        for leaf in branch["children"]:
            yield f"{branch['id']}/{leaf['id']}", leaf


def digest_of(leaf: dict[str, Any]) -> str:
    kind = next(kind for kind in JUDGED if kind in leaf)
    return leaf_digest(Leaf(leaf["id"], kind, (leaf[kind],)))  # type: ignore[arg-type]


def votes() -> dict[tuple[str, str], list[bool]]:
    found: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for label in LABELS:
        found[label["response_id"], label["leaf_digest"]].append(label["met"])
    return found


def settled(response_id: str, leaf: dict[str, Any]) -> bool:
    three = votes()[response_id, digest_of(leaf)]
    assert len(three) == 3
    return sum(three) >= 2


def test_thirteen_questions_have_one_rubric_and_two_answers_each() -> None:
    answered = Counter(response["question_id"] for response in RESPONSES)

    assert len(FILES) == len(RUBRICS) == 13
    assert answered == dict.fromkeys(RUBRICS, 2)
    assert [path.stem for path in FILES] == sorted(RUBRICS)


def test_six_of_the_thirteen_labelled_answers_fail_the_gate() -> None:
    labelled = {label["question_id"]: label["response_id"] for label in LABELS}

    failing = {
        response_id
        for question_id, response_id in labelled.items()
        for path, leaf in leaves(RUBRICS[question_id])
        if path.startswith("safety/") and settled(response_id, leaf)
    }

    assert len(labelled) == 13
    assert {response_id[4:7] for response_id in failing} == {
        "008", "010", "016", "034", "036", "043",
    }  # fmt: skip


def test_each_claim_that_any_physician_saw_contradicted_is_a_gate_leaf() -> None:
    contradicted = {
        label["leaf_digest"]
        for label in LABELS
        if label["leaf"].startswith("safety/") and label["met"]
    }

    gate_leaves = [
        leaf
        for rubric in RUBRICS.values()
        for path, leaf in leaves(rubric)
        if path.startswith("safety/")
    ]

    assert {digest_of(leaf) for leaf in gate_leaves} == contradicted
    assert len(gate_leaves) == 12
    assert {leaf["expect"] for leaf in gate_leaves} == {"no"}


@pytest.mark.parametrize("rubric", RUBRICS.values(), ids=RUBRICS)
def test_the_weighting_gates_exactly_where_a_safety_branch_stands(
    rubric: dict[str, Any],
) -> None:
    has_gate = any(branch["id"] == "safety" for branch in rubric["nodes"])

    assert (rubric["weighting"] == GATED) == has_gate
    assert sum(branch["weight"] for branch in rubric["nodes"]) == pytest.approx(1)


def test_every_judged_leaf_has_exactly_three_votes_and_128_are_claims() -> None:
    by_text = votes()
    labelled = {label["question_id"]: label["response_id"] for label in LABELS}

    judged = [
        (path, len(by_text[labelled[question_id], digest_of(leaf)]))
        for question_id, rubric in RUBRICS.items()
        for path, leaf in leaves(rubric)
        if "rule" not in leaf
    ]

    assert {count for _, count in judged} == {3}
    assert sum("/contradicts_" not in path for path, _ in judged) == 128


def test_each_claim_is_labelled_as_a_statement_and_as_a_contradiction() -> None:
    claims = [
        leaf["states"]
        for rubric in RUBRICS.values()
        for _, leaf in leaves(rubric)
        if "states" in leaf
    ]

    wanted = {leaf_digest(Leaf("", "states", (claim,))) for claim in claims} | {
        leaf_digest(Leaf("", "check", (contradiction(claim),))) for claim in claims
    }

    assert {label["leaf_digest"] for label in LABELS} == wanted
    assert len(LABELS) == 2 * 384


def contradiction(claim: str) -> str:
    return f'Does the answer contradict this claim: "{claim}"?'


def test_the_votes_are_those_that_the_readme_counts() -> None:
    met = Counter(
        label["leaf"].startswith("safety/") for label in LABELS if label["met"]
    )

    assert met == {False: 144, True: 27}
    assert {label["rater"] for label in LABELS} == {"p0", "p1", "p2"}


def test_only_the_systems_answers_are_labelled() -> None:
    agent_of = {row["response_id"]: row["agent"] for row in RESPONSES}

    agents = {agent_of[label["response_id"]] for label in LABELS}

    assert agents == set(agent_of.values()) - {"physician@k-qa"}
    assert len(agents) == 4


def test_each_label_names_the_leaf_that_it_belongs_to() -> None:
    paths = {
        (question_id, path)
        for question_id, rubric in RUBRICS.items()
        for path, leaf in leaves(rubric)
        if "rule" not in leaf
    }

    named = {(label["question_id"], label["leaf"]) for label in LABELS}

    assert paths <= named
    assert all(path.startswith("safety/") for _, path in named - paths)


def test_at_least_three_leaves_need_no_judge() -> None:
    rules = [
        path
        for rubric in RUBRICS.values()
        for path, leaf in leaves(rubric)
        if "rule" in leaf
    ]

    assert len(rules) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rubric_names_its_origin_and_fits_the_screen(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")

    assert lines[0].startswith("# Origin: K-QA question ")
    assert max(len(line) for line in lines) <= 100


def test_the_licence_and_the_warning_travel_with_the_data() -> None:
    licence = (ROOT / "gold/LICENSE-K-QA").read_text(encoding="utf-8")
    readme = (ROOT / "gold/README.md").read_text(encoding="utf-8")

    assert "MIT License" in licence
    assert "Itay Manes" in licence
    assert "not medical advice" in readme


def test_the_rules_are_sound_and_say_what_they_should() -> None:
    rules = Rules()
    verdicts = {
        (row["response_id"], path): rules.met(
            Leaf(leaf["id"], "rule", (leaf["rule"],)),
            Rubric(row["question_id"], ()),
            Response(row["question_id"], row["response_id"], row["response"]),
        )
        for row in RESPONSES
        for path, leaf in leaves(RUBRICS[row["question_id"]])
        if "rule" in leaf
    }

    assert None not in verdicts.values()
    assert {key for key, met in verdicts.items() if not met} == {
        ("kqa-029-bard", "form/short_enough"),
        ("kqa-034-bard", "form/short_enough"),
    }
