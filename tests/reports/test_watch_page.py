"""What stands beside the editor: faults first, about a screen, nothing dangerous."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.builders import leaf, rubric
from support.reports import BEFORE, HOSTILE, a_delta
from support.worlds import ScriptedJudge

from rubrickit.core.findings import Finding
from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.rubric import Place
from rubrickit.errors import Exit, NothingToGradeError, RubrickitError, WorldError
from rubrickit.reports import delta_document, terminal, watch_page
from rubrickit.reports.watch_page import Look

GOLDEN = Path(__file__).parent / "golden"
FAULT = Finding("number", "error", Place("rubrics/a.yaml", 3, 5), "no number", "mend")
ADVICE = replace(FAULT, level="advice", message="say more")


def document(**given: Any) -> dict[str, Any]:
    report, made = a_delta(**given)
    return delta_document.delta(report, made.config)


def look(**given: Any) -> Look:
    every = {"changed": (), "findings": (), "delta": None, "error": None} | given
    return Look(**every)


def text(found: Look, width: int = 80) -> str:
    return terminal.text(watch_page.page(found), width=width, color=False)


def unrecorded() -> dict[str, Any]:
    """Nobody was asked for what is new."""
    says = ScriptedJudge(
        lambda task: "not_recorded" if "phar" in task.leaf.texts[0] else True
    )
    return document(judge=says)


LOOKS = {
    "watch": look(changed=("rubrics/a.yaml",), delta=document(), findings=(ADVICE,)),
    "watch-open": look(delta=unrecorded()),
    "watch-broken": look(
        changed=("a.yaml", "b.yaml", "c.yaml", "d.yaml"),
        findings=(ADVICE, FAULT),
        error=RubrickitError("rubrics/a.yaml:3: no number"),
    ),
    "watch-none": look(error=WorldError("`x` is not in a Git repository", hint="do")),
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_reads_as_its_golden_file(name: str) -> None:
    assert text(LOOKS[name]) == GOLDEN.joinpath(f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", LOOKS)
def test_no_look_is_wider_than_its_terminal(name: str) -> None:
    assert max(map(len, text(LOOKS[name]).splitlines())) <= 80


def test_a_judge_that_is_no_reason_to_believe_is_told() -> None:
    found = text(look(delta=document(judge=LocalJudge())))

    assert "The local judge matches words" in found
    assert "judged by the embedded matcher" in found


def test_a_long_list_is_cut_and_counted() -> None:
    found = text(look(findings=(*[ADVICE] * 30, FAULT), delta=document()))

    assert "31 findings" in found
    assert "19 more: `rubrickit lint`" in found
    assert found.index("error: no number") < found.index("advice: say more")


def test_edits_beyond_a_screen_are_left_to_the_delta() -> None:
    many = [rubric(*(leaf(f"a{at}", f"{says} {at}") for at in range(20)))
            for says in ("old", "new")]  # fmt: skip

    found = text(look(delta=document(before=many[0], after=many[1])), 200)

    assert found.count("reworded") == 12


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (look(delta=document(before=BEFORE, after=BEFORE)), Exit.OK),
        (look(delta=document()), Exit.GATE_FAILED),
        (look(delta=unrecorded()), Exit.PENDING),
        (
            look(delta=document(before=BEFORE, after=BEFORE), findings=(ADVICE,)),
            Exit.OK,
        ),
        (look(findings=(FAULT,), error=WorldError("x")), Exit.GATE_FAILED),
        (look(error=WorldError("x")), Exit.WORLD_FAILED),
        (look(error=NothingToGradeError("x")), Exit.PENDING),
    ],
)
def test_one_look_ends_as_lint_and_the_delta_would(found: Look, code: Exit) -> None:
    assert found.exit == code


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_stay_words(words: str) -> None:
    tree = rubric(*BEFORE.nodes, leaf(words, "names x"))
    fault = replace(FAULT, place=Place(words, 1, 1), message=words)

    found = text(
        look(
            changed=(words,),
            findings=(fault,),
            delta=document(after=tree),
        )
    ) + text(look(error=RubrickitError(words, hint=words)))

    for sign in "\x1b\x07\x00\u202e\u2066\u200b\ufeff\ud800":
        assert sign not in found
