"""The two lines of the article that this tool answers, word for word."""

import json
from contextlib import chdir
from fractions import Fraction
from pathlib import Path

import pytest
from source_code import ROOT
from support.command_line import OTHER, RUBRIC, TEXTS, Ran, repository, rows

SCORE = "score --rubrics rubrics/ --responses gold_responses.jsonl --out scores_pr.json"
COMPARE = "compare scores_main.json scores_pr.json --max-regression 0.02"
RULED = """\
question_id: ruled
question: "How much?"
nodes:
  - id: short
    rule: size(response) < 9
"""


def test_the_first_line_scores_what_the_default_judge_can_and_says_the_rest(
    tmp_path: Path,
) -> None:
    gold = rows("dose", TEXTS) + rows("sleep", TEXTS)
    place = repository(
        tmp_path,
        {
            "rubrics/dose.yaml": RUBRIC,
            "rubrics/sleep.yaml": OTHER,
            "gold_responses.jsonl": gold,
        },
    )

    done = place.start(*SCORE.split())

    assert (done.code, done.err) == (4, "")
    written = json.loads((tmp_path / "scores_pr.json").read_text())
    assert (written["pending"], written["mean"], written["calls"]) == (8, None, 0)
    assert written["judge"]["kind"] == "local"
    assert "8 pending" in done.out
    assert "The local judge matches words, not meaning" in done.out


def test_the_first_line_with_labels_scores_every_response(tmp_path: Path) -> None:
    example = ROOT / "docs/examples/resting-heart-rate"
    files = {
        str(path.relative_to(example)): path.read_bytes()
        for path in example.rglob("*")
        if path.is_file()
    }
    place = repository(tmp_path, {**files, "rubrickit.yaml": ""})
    moved = files["gold/responses.jsonl"]
    (tmp_path / "gold/responses.jsonl").unlink()
    place.write({"gold_responses.jsonl": moved})

    done = place.start(*SCORE.split(), "--judge", "human")

    assert (done.code, done.err) == (0, "")
    written = json.loads((tmp_path / "scores_pr.json").read_text())
    (question,) = written["questions"]
    found = {row["response_id"]: row["score"] for row in question["responses"]}
    assert found == {"calm_and_complete": 1, "no_memory": 0.7, "alarming": 0}
    assert written["mean_exact"] == "17/30"


def compared(root: Path, before: int, after: int, of: int, *limit: str) -> Ran:
    """Two sets of scores, so many responses of which pass."""
    place = repository(root, {"rubrics/ruled.yaml": RULED})
    for name, passing in (("main", before), ("pr", after)):
        texts = ["short"] * passing + ["much too long"] * (of - passing)
        place.write({"gold_responses.jsonl": rows("ruled", texts)})
        with chdir(root):
            done = place.bare(*SCORE.replace("_pr", f"_{name}").split())
        assert done.code == 0, done
        written = json.loads((root / f"scores_{name}.json").read_text())
        assert written["mean_exact"] == str(Fraction(passing, of))
    with chdir(root):
        return place.bare(*COMPARE.split(), *limit)


@pytest.mark.parametrize(
    ("after", "of", "code", "said"),
    [
        (90, 100, 0, "rubrickit: ✅ pass\nthe mean moved by 0 (limit 0.02)"),
        (88, 100, 0, "rubrickit: ✅ pass\nthe mean moved by -0.02 (limit 0.02)"),
        (87, 100, 1, "rubrickit: ❌ fail\nthe mean moved by -0.03 (limit 0.02)"),
        (100, 100, 0, "rubrickit: ✅ pass\nthe mean moved by +0.1 (limit 0.02)"),
    ],
)
def test_the_second_line_passes_a_fall_of_its_limit_and_no_more(
    tmp_path: Path, after: int, of: int, code: int, said: str
) -> None:
    done = compared(tmp_path, 90, after, of)

    assert (done.code, done.err) == (code, "")
    assert done.out.startswith(said)


def test_a_fall_by_a_ten_thousandth_more_than_the_limit_fails(tmp_path: Path) -> None:
    done = compared(tmp_path, 9000, 8799, 10_000)

    assert done.code == 1
    assert "the mean moved by -0.0201 (limit 0.02)" in done.out


def test_a_limit_of_0_is_a_limit(tmp_path: Path) -> None:
    done = compared(tmp_path, 10, 9, 10, "--max-regression", "0")

    assert done.code == 1
