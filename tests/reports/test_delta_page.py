"""What a person reads about an edit, in every format."""

from pathlib import Path

import pytest
from support.builders import leaf, response, rubric
from support.reports import AFTER, BEFORE, a_delta

from rubrickit.core.results import Delta
from rubrickit.core.versions import DataChanges
from rubrickit.reports import comment, delta_document, figures, pages, terminal
from rubrickit.reports.dialects import PLAIN
from rubrickit.reports.pages import Page
from rubrickit.world import World

GOLDEN = Path(__file__).parent / "golden"


def a_page(report: Delta, world: World) -> Page:
    document = delta_document.delta(report, world.config)
    return pages.delta(figures.delta(document))


@pytest.fixture(scope="module")
def page() -> Page:
    return a_page(*a_delta())


def test_the_terminal_reads_like_this(page: Page) -> None:
    text = terminal.text(page, width=100, color=False)

    assert text == (GOLDEN / "delta.txt").read_text(encoding="utf-8")


def test_nothing_is_wider_than_eighty_columns(page: Page) -> None:
    lines = terminal.text(page, width=80, color=False).splitlines()

    assert max(map(len, lines)) <= 80


def test_without_colour_there_are_no_escapes(page: Page) -> None:
    assert "\x1b" not in terminal.text(page, width=100, color=False)
    assert "\x1b" in terminal.text(page, width=100, color=True)


def test_every_format_shows_the_same_numbers() -> None:
    report, world = a_delta()
    document = delta_document.delta(report, world.config)
    page = a_page(report, world)
    texts = (
        terminal.text(page, width=200, color=False),
        comment.markdown(document),
        comment.markdown(document, dialect=PLAIN),
    )

    question = document["questions"][0]
    shown = [
        f"{question['base']:.3f}",
        f"{question['head']:.3f}",
        *(f"{abs(edit['contribution']):.3f}" for edit in question["edits"]),
    ]

    for text in texts:
        assert all(number in text for number in shown)


def test_the_worst_question_comes_first() -> None:
    worse = rubric(leaf("a", "names doctor"), id="worse")
    better = rubric(leaf("a", "names nobody"), id="better")
    answers = [
        response("ask a doctor", "r1", question_id=name) for name in ("worse", "better")
    ]
    from support.worlds import SPAN, a_world

    from rubrickit.flows import delta

    world = a_world(
        base=[worse, better],
        head=[
            rubric(leaf("a", "names nobody"), id="worse"),
            rubric(leaf("a", "names doctor"), id="better"),
        ],
        responses=answers,
    )

    report = delta.delta(world, SPAN)
    found = figures.delta(delta_document.delta(report, world.config))

    assert [row.question_id for row in found.questions] == ["worse", "better"]


def test_an_edit_without_effect_says_so() -> None:
    page = a_page(*a_delta(BEFORE, BEFORE))

    assert page.lead[0] == "nothing that is graded changed"
    assert not any(table.rows for table in page.tables)


def test_one_pass_is_said(page: Page) -> None:
    assert any(note.startswith("One pass a check") for note in page.notes)


def test_what_the_edit_may_not_decide_is_listed_as_ignored() -> None:
    report, world = a_delta()
    world.repository.data = DataChanges(
        added=("gold/a.jsonl: 1 row(s) added",),
        altered=("gold/a.jsonl: 1 row(s) edited or deleted",),
        settings=("rubrickit.yaml",),
    )
    from support.worlds import SPAN

    from rubrickit.flows import delta

    report = delta.delta(world, SPAN)

    groups = {group.heading: group.lines for group in a_page(report, world).groups}

    assert report.decision.outcome == "fail"
    assert groups["Ignored: the base's count"] == (
        "rubrickit.yaml: the base's settings decide",
        "gold/a.jsonl: 1 row(s) edited or deleted",
    )
    assert groups["Added rows"] == ("gold/a.jsonl: 1 row(s) added",)


def test_the_judge_s_reason_stands_beside_the_flip() -> None:
    report, world = a_delta()
    document = delta_document.delta(report, world.config)

    flips = [
        flip for moved in document["questions"][0]["moved"] for flip in moved["flips"]
    ]

    assert {"leaf": "safety/doctor", "base": "pass", "head": "fail"}.items() <= flips[
        0
    ].items()
    assert {flip["reason"] for flip in flips} == {"because"}


def test_an_added_leaf_was_absent_before() -> None:
    report, world = a_delta()
    document = delta_document.delta(report, world.config)

    flips = [
        flip for moved in document["questions"][0]["moved"] for flip in moved["flips"]
    ]

    assert {"leaf": "short", "base": "", "head": "fail", "reason": "because"} in flips
    assert AFTER != BEFORE
