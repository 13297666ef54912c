"""What a pull request's reader sees: complete, within its budget, and inert."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.builders import leaf, response, rubric
from support.reports import HOSTILE, a_delta
from support.worlds import SPAN, a_world

from rubrickit.core.judging.agreement import Agreement
from rubrickit.flows import delta
from rubrickit.reports import comment, delta_document
from rubrickit.reports.comment import BUDGET, Surroundings
from rubrickit.reports.dialects import GITHUB, PLAIN, Dialect
from rubrickit.reports.documents import Document

GOLDEN = Path(__file__).parent / "golden"
MARKER = 'rubrickit:delta {"id": ""}'
AROUND = Surroundings(
    marker=MARKER,
    run_url="https://github.com/acme/rubrics/actions/runs/7",
    line_url=lambda path, line: f"https://example.com/{path}?line={line}",
    earlier=("1234567: pass, overall 0.000",),
)


def a_document(*rubrics: Any, **world: Any) -> Document:
    report, made = a_delta(*rubrics, **world)
    return delta_document.delta(report, made.config, Agreement(3, 4))


def many(count: int) -> Document:
    """So many rubrics, each with a leaf that no response passes any more."""
    ids = [f"question-{number:04}" for number in range(count)]
    world = a_world(
        base=[rubric(leaf("a", "names doctor"), id=name) for name in ids],
        head=[rubric(leaf("a", "names nobody"), id=name) for name in ids],
        responses=[response("a doctor", "r1", question_id=name) for name in ids],
    )
    return delta_document.delta(delta.delta(world, SPAN), world.config)


@pytest.mark.parametrize(
    ("dialect", "name"), [(GITHUB, "delta.md"), (PLAIN, "delta-plain.md")]
)
def test_the_comment_reads_like_this(dialect: Dialect, name: str) -> None:
    text = comment.markdown(a_document(), AROUND, dialect)

    assert text == (GOLDEN / name).read_text(encoding="utf-8")


def test_four_hundred_changed_rubrics_keep_to_the_budget() -> None:
    document = many(400)

    text = comment.markdown(document, AROUND, budget=BUDGET)

    assert len(text.encode()) <= BUDGET
    assert text.startswith(f"<!-- {MARKER} -->\n### ❌ fail")
    assert "question-0000" in text
    assert re.search(r"\d+( more)? in the full report", text)
    assert _is_whole(text)


def test_a_report_without_a_budget_holds_every_rubric() -> None:
    text = comment.markdown(many(400))

    assert all(f"question&#45;{number:04}" in text for number in range(400))


@pytest.mark.parametrize("budget", [3000, 5000, 9000, 20_000])
def test_a_small_budget_drops_whole_rows(budget: int) -> None:
    text = comment.markdown(many(60), AROUND, budget=budget)

    assert len(text.encode()) <= budget
    assert _is_whole(text)


def _is_whole(text: str) -> bool:
    """Every row ends, every fold is closed."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    folds = len(re.findall("<details", text)) == text.count("</details>")
    return folds and all(row.endswith("|") for row in rows)


def test_the_edits_that_moved_a_score_stand_beside_it_with_their_parts() -> None:
    document = a_document()

    text = comment.markdown(document)

    row = next(line for line in text.splitlines() if line.startswith("| <code>q1"))
    for edit in document["questions"][0]["edits"]:
        assert f"**{edit['contribution']:+.3f}** {edit['kind']}" in row


def test_the_largest_part_comes_first() -> None:
    row = comment.markdown(a_document()).split("| <code>q1")[1].splitlines()[0]

    parts = [abs(float(part)) for part in re.findall(r"\*\*([+-]\d\.\d+)\*\* \w", row)]
    assert parts == sorted(parts, reverse=True)
    assert len(parts) == 3


def test_an_edit_leads_to_its_line_among_the_files() -> None:
    document = a_document()
    document["questions"][0]["edits"][0] |= {"path": "rubrics/a.yaml", "line": 7}

    text = comment.markdown(document, AROUND)

    assert '<a href="https://example.com/rubrics/a.yaml?line=7">reweighted</a>' in text


@pytest.mark.parametrize("dialect", [GITHUB, PLAIN])
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_check_breaks_no_row(text: str, dialect: Dialect) -> None:
    before = rubric(leaf("a", f"{text} names doctor"))
    after = rubric(leaf("a", f"{text} names mouth"))

    told = comment.markdown(a_document(before, after), AROUND, dialect)

    rows = [line for line in told.splitlines() if line.startswith("|")]
    assert {_cells(line) for line in rows} <= {7, 6, 5, 4}
    assert "<!-- swallow" not in told
    assert told.count("<!--") == (dialect is GITHUB)
    assert "\u202e" not in told
    assert not re.search(r"@[a-z]", told)


def _cells(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", row)) - 1


def test_what_was_held_back_stands_above_the_tables() -> None:
    text = comment.markdown(a_document(), Surroundings(notes=("Nobody was asked.",)))

    assert text.index("judge calls") < text.index("Nobody was asked.")
    assert text.index("Nobody was asked.") < text.index("<details")


def test_without_a_changed_rubric_there_is_no_table_of_them() -> None:
    document = a_document() | {"questions": []}

    assert "| rubric | before" not in comment.markdown(document)


def test_what_could_not_be_graded_replaces_the_last_verdict() -> None:
    text = comment.failure("rubrics/a.yaml:3: no", "write yes", AROUND, GITHUB)

    assert text.startswith(f"<!-- {MARKER} -->\n### ❌ rubrickit could not grade")
    assert "rubrics/a.yaml&#58;3&#58; no" in text
    assert "write yes" in text


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (None, "judged by scripted ·"),
        (Agreement(0, 0), "never compared with people here"),
        (Agreement(3, 4), "agrees with people on 75 % of 4 checks"),
    ],
)
def test_the_foot_says_how_far_the_judge_agrees_with_people(
    found: Agreement | None, told: str
) -> None:
    report, world = a_delta()
    document = delta_document.delta(report, world.config, found)

    assert told in comment.markdown(document, AROUND)


def test_no_number_reads_as_minus_zero_or_as_a_float_s_tail() -> None:
    document = a_document()
    document["questions"][0] |= {"base": 0.07000000000000001, "bounds": [-0.0, -0.0]}

    text = comment.markdown(document)

    assert "0.070 |" in text
    assert "-0.0 " not in text
    assert "-0.000" not in text


def test_the_largest_fall_is_exact_for_programs() -> None:
    document = a_document()

    lowest = document["questions"][0]["bounds"][0]
    assert float(comment.lowest(document)) == lowest
    assert comment.lowest({"questions": []}) == "0"
