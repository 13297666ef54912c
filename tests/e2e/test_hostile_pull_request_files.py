"""Files of a stranger's pull request that are too much, lead away, or never end."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from git_sample import git
from support.attacked import DOSE, HARDER, LOOSE, WORSE, Target
from support.attacked import target as a_target
from support.command_line import OTHER, RUBRIC, rows, settings

from rubrickit.reports.comment import SUMMARY

GOLD = "gold/dose.jsonl"


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    with a_target(tmp_path) as found:
        yield found


def leaves(question_id: str, count: int) -> str:
    nodes = [f"  - id: a{n}\n    check: Does it name {n}?\n" for n in range(count)]
    return f"question_id: {question_id}\nnodes:\n{''.join(nodes)}"


@pytest.mark.slow
def test_ten_thousand_leaves_are_refused_before_the_first_call(tmp_path: Path) -> None:
    few = {f"gold/{name}.jsonl": rows(name, ["5 mg."]) for name in ("dose", "sleep")}
    many = {f"rubrics/{name}.yaml": leaves(name, 5000) for name in ("dose", "sleep")}
    with a_target(tmp_path, **few) as target:
        found = target.attack(many)

        assert target.spent == 0

    assert (found.code, found.outputs["pending"]) == (4, "10000")
    assert "Nobody was asked: budget.max_calls is 5,000;" in found.ran.err
    top = found.summary[:2000]
    assert top.startswith("### ⏳ pending")
    assert "Nobody was asked&#58; budget.max&#95;calls is 5,000" in top
    assert len(found.summary.encode()) <= SUMMARY
    assert found.summary.count("<details") == found.summary.count("</details>")


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{chr(ord(name) - 1)}'] * 9)}]\n"
    for name in "bcdefgh"
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            RUBRIC.replace("name a dose", "n" * 1_000_000),
            "`check` is longer than 20,000",
        ),
        (OTHER.replace("sleep better", "s" * 1_000_000), "is longer than 100,000"),
        (leaves("dose", 30_000), "more than 50,000 values"),
        (BOMB + "nodes: *h\n", "more than 50,000 values"),
        ("nodes: !!python/object/apply:os.system [id]\n", "tag"),
    ],
    ids=["leaf", "question", "leaves", "bomb", "tag"],
)
def test_a_file_that_is_too_much_is_refused_before_the_first_call(
    target: Target, text: str, told: str
) -> None:
    found = target.attack({DOSE: text})

    assert (found.code, found.outputs["verdict"]) == (1, "error")
    assert target.spent == 0
    assert told in found.ran.err


LOOPS = "[1, 2].all(a, [1, 2].all(b, [1, 2].all(c, [1, 2].all(d, [1].all(e, true)))))"


@pytest.mark.parametrize(
    "leaf",
    [
        f'rule: "{LOOPS}"',
        "rule: response.matches('^(([a-zA-Z .0-9]+)+)+!$')",
        "schema: {type: string, pattern: '^(([a-zA-Z .0-9]+)+)+!$'}",
    ],
    ids=["loops", "rule", "schema"],
)
def test_a_rule_that_would_never_end_ends(target: Target, leaf: str) -> None:
    started = time.monotonic()

    found = target.attack(
        {"rubrics/sleep.yaml": OTHER.replace("rule: size(response) < 400", leaf)}
    )

    assert (found.code, target.spent) == (1, 0)
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("name", "leads_to"),
    [
        (DOSE, "/etc/hostname"),
        ("rubrics/evil", "/etc"),
        (GOLD, "/proc/self/environ"),
        ("gold/labels", "../rubrics"),
        ("scores/ledger/evil.jsonl", "/etc/hostname"),
    ],
)
def test_a_symbolic_link_is_refused_and_not_followed(
    target: Target, name: str, leads_to: str
) -> None:
    target.link(name, leads_to)

    found = target.push()

    assert (found.code != 0, found.outputs["verdict"]) == (True, "error")
    assert f"{name}" in found.ran.err
    assert "is a symbolic link, which is not followed" in found.ran.err
    assert target.spent == 0


def test_a_link_in_place_of_the_configuration_leads_nowhere(
    target: Target, tmp_path: Path
) -> None:
    loose = tmp_path / "loose.yaml"
    loose.write_text(settings(target.thief.url, LOOSE))
    target.link("rubrickit.yaml", str(loose))

    found = target.push({DOSE: HARDER})

    assert (found.code, found.outputs["verdict"]) == (1, "error")
    assert "rubrickit.yaml:1: is a symbolic link" in found.ran.err
    assert target.spent == 0


@pytest.mark.parametrize("folder", ["rubrics", "gold", "scores/ledger"])
def test_a_submodule_brings_nothing_in(target: Target, folder: str) -> None:
    target.edit()
    entry = f"160000,{'1' * 40},{folder}/sub"
    git(target.work.root, "update-index", "--add", "--cacheinfo", entry)
    git(target.work.root, "commit", "--quiet", "--message", "a submodule")

    found = target.push({DOSE: WORSE})

    assert (found.code, target.spent) == (1, 0)
    assert found.outputs["max-drop"] == "-0.1"
