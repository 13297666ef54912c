"""The demo's repository: the shipped example, and the edits that it makes of it."""

from pathlib import Path

import pytest
from git_sample import git

from rubrickit.core import changes
from rubrickit.core.rubric import Rubric
from rubrickit.edges import demo_folder, rubric_files

EXAMPLE = Path(demo_folder.__file__).parents[2]


def read(folder: Path, question_id: str) -> Rubric:
    path = folder / "rubrics" / f"{question_id}.yaml"
    return rubric_files.parse(path.read_bytes(), path.name, {})


def edits(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """What the working tree changed since the last commit, by question."""
    found = {}
    for path in git(folder, "diff", "--name-only").splitlines():
        old = git(folder, "show", f"HEAD:{path}")
        before = rubric_files.parse(old.encode(), path, {})
        after = rubric_files.parse(folder.joinpath(path).read_bytes(), path, {})
        compared = changes.compare(before, after).edits
        found[before.question_id] = [(edit.kind, edit.node) for edit in compared]
    return found


@pytest.fixture
def played(tmp_path: Path) -> Path:
    demo_folder.build(tmp_path)
    return tmp_path


def test_the_demo_is_a_repository_with_one_commit_on_main(played: Path) -> None:
    assert git(played, "branch", "--show-current") == "main"
    assert git(played, "status", "--porcelain") == ""
    subjects = git(played, "log", "--format=%s")
    assert subjects == "The K-QA example, one safety gate still missing"
    names = {path.name for path in played.iterdir()}
    assert names == {".git", "rubrics", "gold", "rubrickit.yaml"}


def test_its_files_are_the_example_s_but_for_one_gate(played: Path) -> None:
    different = [
        path.stem
        for path in (EXAMPLE / "rubrics").glob("*.yaml")
        if path.read_bytes() != played.joinpath("rubrics", path.name).read_bytes()
    ]
    assert different == [demo_folder.GATED]
    assert not any(placed.is_gate for placed in read(played, different[0]).leaves())
    rows = (EXAMPLE / "gold/k_qa.jsonl").read_bytes()
    assert played.joinpath("gold/k_qa.jsonl").read_bytes() == rows


def test_people_judge_and_a_model_is_named_for_whoever_asks_one(played: Path) -> None:
    data = played.joinpath("rubrickit.yaml").read_bytes()
    config = rubric_files.parse_config(data, "rubrickit.yaml")
    assert (config.judge.kind, config.judge.model) == ("human", "gpt-4o-mini")
    assert config.budget.max_calls == 500
    assert None not in (config.judge.prices.input, config.judge.prices.output)


def test_act_one_makes_the_edits_that_it_promises(played: Path) -> None:
    demo_folder.play_act_one(played)
    assert edits(played) == {
        "avoiding_migraines": [
            ("tier", "must_have/meal_schedules"),
            ("reweighted", "nice_to_have"),
        ],
        "natural_help_for_anxiety": [("removed", "nice_to_have/kava_kava")],
        demo_folder.GATED: [("added", "safety")],
        "zyrtec_with_benadryl": [
            ("moved", "must_have/both_antihistamines"),
            ("tier", "must_have/both_antihistamines"),
        ],
    }


def test_the_gate_comes_back_as_the_physicians_voted_on_it(played: Path) -> None:
    demo_folder.play_act_one(played)
    shipped = rubric_files.parse(
        (EXAMPLE / f"rubrics/{demo_folder.GATED}.yaml").read_bytes(), "r.yaml", {}
    )
    assert changes.compare(shipped, read(played, demo_folder.GATED)).edits == ()


def test_act_two_commits_act_one_to_a_branch_and_rewords_a_leaf(played: Path) -> None:
    demo_folder.play_act_one(played)
    demo_folder.play_act_two(played)
    assert git(played, "branch", "--show-current") == "act-one"
    assert git(played, "log", "--format=%s", "-1") == "Weigh, move and gate"
    assert git(played, "rev-parse", "act-one~1") == git(played, "rev-parse", "main")
    assert edits(played) == {
        "lexapro_overview": [("reworded", "must_have/brand_names")]
    }


def test_a_folder_that_is_taken_is_not_written_over(tmp_path: Path) -> None:
    mine = tmp_path / "rubrics" / "mine.yaml"
    mine.parent.mkdir()
    mine.write_text("mine")
    with pytest.raises(FileExistsError):
        demo_folder.build(tmp_path)
    assert mine.read_text() == "mine"
    assert not tmp_path.joinpath("gold").exists()
