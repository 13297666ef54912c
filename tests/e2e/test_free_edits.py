"""What changes no text that a judge sees costs no call, and says so."""

from collections.abc import Callable
from pathlib import Path

import pytest
from git_sample import git
from support.command_line import OTHER, RUBRIC, TEXTS, Repository, judged, rows
from support.judge_server import JudgeServer

DOSE = "rubrics/dose.yaml"
CHECK = "Does the answer name a dose?"
Edit = Callable[[Repository], None]

# The texts of the same leaves in another layout: order, quotes, folds, line ends.
REORDERED = """\
weighting: weighted_sum_with_safety_gate
nodes:
  - children:
      - {check: "Does the answer warn of an overdose?", id: warns}
    weight: 1
    id: safety
  - weight: 3
    id: facts
    children:
      - weight: 2
        check: Does the answer name a route?
        id: names_route
      - check: 'Does the answer name a dose?'
        id: names_dose
question: 'How much may I take?'
question_id: dose
"""
FOLDED = RUBRIC.replace(
    f'check: "{CHECK}"', "check: >\n          Does the answer\n          name a dose?"
)
TWO = """\
question_id: route
question: "How much may I take?"
nodes:
  - id: facts
    children:
      - id: names_route
        check: "Does the answer name a route?"
"""


def text(old: str, new: str, name: str = DOSE) -> Edit:
    return lambda place: place.edit(name, old, new)


def whole(content: str | bytes, name: str = DOSE) -> Edit:
    return lambda place: place.write({name: content})


def rename(new: str, old: str = DOSE) -> Edit:
    def move(place: Repository) -> None:
        (place.root / new).parent.mkdir(parents=True, exist_ok=True)
        git(place.root, "mv", old, new)

    return move


def both(*edits: Edit) -> Edit:
    return lambda place: [edit(place) for edit in edits] and None


GRADING: dict[str, Edit] = {
    "weight": text("weight: 3", "weight: 9"),
    "weight of 0": text("weight: 3", "weight: 0"),
    "gate off": text("weighting: weighted_sum_with_safety_gate\n", ""),
    "gate on": text("id: names_dose", "id: names_dose\n        gate: true"),
    "tier": text("id: names_dose", "id: names_dose\n        tier: additional"),
    "id": text("id: names_dose", "id: dose_named"),
    "expect": text(f'check: "{CHECK}"', f'check: "{CHECK}"\n        expect: no'),
    "when": text("id: names_dose", "id: names_dose\n        when: sample < 9"),
    "move": whole(
        RUBRIC.replace(f'      - id: names_dose\n        check: "{CHECK}"\n', "")
        + f'  - id: names_dose\n    check: "{CHECK}"\n'
    ),
    "removal": text(f'      - id: names_dose\n        check: "{CHECK}"\n', ""),
    "branch renamed": text("id: facts", "id: content"),
    "rename with an edit": both(
        rename("rubrics/medicine/dosage.yaml"),
        text("weight: 3", "weight: 4", "rubrics/medicine/dosage.yaml"),
    ),
    "rule": text("size(response) < 400", "size(response) < 9", "rubrics/sleep.yaml"),
}
LAYOUT: dict[str, Edit] = {
    "comment": text("nodes:", "# A comment.\nnodes:  # and one more"),
    "note": text("id: names_dose", "id: names_dose\n        note: by hand"),
    "order and quotes": whole(REORDERED),
    "folded": whole(FOLDED),
    "CRLF": whole(RUBRIC.replace("\n", "\r\n")),
    "BOM": whole(b"\xef\xbb\xbf" + RUBRIC.encode()),
    "trailing blanks": whole(RUBRIC.replace("\n", "  \n")),
    "file renamed": rename("rubrics/other name ü.yaml"),
    "other folder": rename("rubrics/medicine/deep/dose.yaml"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Scored and committed, with grades; each test works on a clone of it."""
    with JudgeServer() as server:
        place = judged(tmp_path_factory.mktemp("graded"), server.url)
        assert place.run("score").code == 0
    place.commit()
    return place


@pytest.fixture
def place(graded: Repository, tmp_path: Path) -> Repository:
    """Its judge is gone, so that one call would be an error."""
    return graded.clone(tmp_path / "clone")


@pytest.mark.parametrize("name", GRADING)
def test_an_edit_of_the_grading_alone_asks_nobody(place: Repository, name: str) -> None:
    GRADING[name](place)

    report = place.json("delta")

    assert (report["calls"], report["outcome"] in ("pass", "fail")) == (0, True)
    assert report["questions"][0]["edits"]
    assert report["questions"][0]["responses"] == 4
    assert place.json("plan")["calls_max"] == 0


@pytest.mark.parametrize("name", LAYOUT)
def test_an_edit_of_the_layout_changes_nothing_that_is_graded(
    place: Repository, name: str
) -> None:
    LAYOUT[name](place)
    before = place.files()

    report = place.json("delta")
    scores = place.json("score")

    assert report["outcome"] == "none"
    assert (report["calls"], report["questions"]) == (0, [])
    assert report["mean"]["delta"] == 0
    assert (scores["calls"], scores["pending"]) == (0, 0)
    assert place.files() == before
    assert place.run("diff").code == 0


def test_a_rubric_split_in_two_keeps_its_grades(place: Repository) -> None:
    place.edit(
        DOSE,
        '      - id: names_route\n        check: "Does the answer name a route?"\n'
        "        weight: 2\n",
        "",
    )
    place.write({"rubrics/route.yaml": TWO, "gold/route.jsonl": rows("route", TEXTS)})

    report = place.json("delta")
    scores = place.json("score")

    assert (report["calls"], scores["calls"], scores["pending"]) == (0, 0, 0)
    assert [(q["question_id"], q["status"]) for q in report["questions"]] == [
        ("dose", "changed"),
        ("route", "new"),
    ]
    assert report["questions"][1]["delta"] is None


def test_a_revert_asks_nobody(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.run("score")
        place.commit()
        place.edit(DOSE, CHECK, "Is a dose named?")
        place.run("delta")
        place.commit()
        calls = server.calls

        place.edit(DOSE, "Is a dose named?", CHECK)
        report = place.json("delta", "HEAD")

        assert report["outcome"] in ("pass", "fail")
        assert report["questions"][0]["edits"][0]["kind"] == "reworded"
        assert server.calls == calls


def test_a_leaf_made_shared_keeps_its_grades_and_its_edit_names_every_user(
    tmp_path: Path,
) -> None:
    use = "      - use: common.dose\n"
    own = f'      - id: names_dose\n        check: "{CHECK}"\n'
    rubric = RUBRIC.replace(own, use)
    other = OTHER + "  - use: common.dose\n"
    shared = f'- id: dose\n  check: "{CHECK}"\n'
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.run("score")
        place.commit()
        place.write({DOSE: rubric, "rubrics/_shared/common.yaml": f"nodes:\n{shared}"})
        moved = place.json("delta")
        assert moved["calls"] == 0, moved
        place.write({"rubrics/sleep.yaml": other})
        place.run("score")
        place.commit()
        calls = server.calls

        place.edit("rubrics/_shared/common.yaml", CHECK, "Is a dose named?")
        report = place.json("delta")

    found = {
        question["question_id"]: [edit["kind"] for edit in question["edits"]]
        for question in report["questions"]
    }
    assert found == {"dose": ["shared"], "sleep": ["shared"]}
    assert server.calls - calls == report["calls"] == 2 * 4 * 2
