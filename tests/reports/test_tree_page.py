"""Trees of scores, as a terminal shows them."""

import re
from pathlib import Path

import pytest
from support.builders import branch, leaf, response, rubric
from support.reports import BEFORE, HOSTILE, RESPONSES, some_scores

from rubrickit.core.results import Scores
from rubrickit.core.rubric import Rubric
from rubrickit.errors import RubrickitError
from rubrickit.reports import terminal, tree_page

GOLDEN = Path(__file__).parent / "golden"
POINTED = rubric(
    leaf("good", "names 5mg", points=4),
    leaf("bad", "names mouth", points=-1),
    id="pointed",
    weighting="points",
)
WIDE = rubric(
    branch(
        "a_branch_with_quite_a_long_name_that_somebody_chose",
        leaf("a_leaf_whose_name_is_longer_than_names_should_ever_be", "names 5mg"),
        branch("inner", leaf("other", "names mouth", when="old")),
        tier="additional",
    ),
    leaf("gate", "names doctor", gate=True),
    id="wide",
)


def scores(*rubrics: Rubric) -> Scores:
    """All of the same three responses; `old` holds for none but the first."""
    rows = [
        response(
            each.text, each.response_id, question_id=tree.question_id,
            meta={"old": each.response_id == "r1"},
        )
        for tree in rubrics
        for each in RESPONSES
    ]  # fmt: skip
    return some_scores(*rubrics, responses=rows)


def shown(report: Scores, question: str = "", width: int = 80) -> str:
    page = tree_page.page(report, question)
    return terminal.text(page, width=width, color=False)


@pytest.mark.parametrize(("name", "width"), [("tree", 80), ("tree-narrow", 40)])
def test_trees_read_as_their_golden_file(name: str, width: int) -> None:
    found = shown(scores(BEFORE, POINTED, WIDE), width=width)

    assert found == GOLDEN.joinpath(f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("width", [80, 40])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    lines = shown(scores(BEFORE, POINTED, WIDE), width=width).splitlines()

    assert max(map(len, lines)) <= width


def test_one_question_is_shown_alone() -> None:
    found = shown(scores(BEFORE, POINTED), "pointed")

    assert "points -1" in found
    assert "doctor" not in found


def test_the_lowest_means_are_shown_and_the_rest_is_counted() -> None:
    many = [rubric(leaf("a", "names 5mg"), id=f"many{at:02}") for at in range(20)]
    low = rubric(leaf("a", "names nothing"), id="zzz")

    found = shown(scores(*many, low))

    trees = re.findall(r"^(many\d\d|zzz)  mean", found, re.MULTILINE)
    assert trees == ["zzz", *(f"many{at:02}" for at in range(11))]
    assert "9 more rubrics with higher means: `--tree QUESTION` shows one." in found


def test_colour_only_repeats_what_the_words_say() -> None:
    page = tree_page.page(scores(BEFORE, WIDE))

    colored = terminal.text(page, width=80, color=True)

    assert "\x1b[31m" in colored
    plain = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert plain == terminal.text(page, width=80, color=False)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_names(text: str) -> None:
    tree = rubric(branch(text, leaf(text, "names 5mg")), id=text)

    found = shown(scores(tree))

    for sign in "\x1b\x07\x00\u202e\u2066\u200b\ufeff\ud800":
        assert sign not in found
    assert max(map(len, found.splitlines())) <= 80
    assert len(re.findall(r"^(?:├|└|    └)", found, re.MULTILINE)) == 2


def test_a_name_that_is_not_known_gets_the_nearest_one() -> None:
    known = {"pointed", "wide"}

    tree_page.check("wide", known)
    with pytest.raises(RubrickitError, match="no question `wilde` has") as near:
        tree_page.check("wilde", known)
    with pytest.raises(RubrickitError) as far:
        tree_page.check("main", known)

    assert near.value.hint == "did you mean `wide`?"
    assert far.value.hint == "a REF goes before `--tree`"
