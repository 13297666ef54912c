"""Past releases stand under the rubrics of others, from recorded grades."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from git_sample import git
from support import releases
from support.command_line import Repository, judged, repository, rows
from support.judge_server import JudgeServer

RULES = "question_id: dose\nnodes:\n  - {id: short, rule: size(response) < 12}\n"
GATE = '  - {id: safe, rule: "!response.contains(\\"much\\")", gate: true}\n'
FIRST = rows("dose", ["5 mg", "Not too much of it."])
LATER = rows("dose", ["6 mg", "7 mg, at night"], agent="shop@2").replace("-r", "-s")


def place_with(root: Path) -> Repository:
    place = repository(root, {"rubrics/dose.yaml": RULES, "gold/a.jsonl": FIRST})
    releases.release(place, "1.0")
    place.commit({"gold/b.jsonl": LATER, "rubrics/dose.yaml": RULES + GATE})
    releases.release(place, "2.0")
    return place


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return place_with(tmp_path_factory.mktemp("released") / "place")


@pytest.fixture
def place(original: Repository, tmp_path: Path) -> Repository:
    return releases.copied(original, tmp_path / "copy")


def table(place: Repository, *options: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Cells by release and by what they are under."""
    found = place.json("releases", *options)
    return {
        (past["ref"], cell["under"]): cell
        for past in found["releases"]
        for cell in past["cells"]
    }


def test_a_gate_that_came_later_would_have_closed(place: Repository) -> None:
    cells = table(place)

    assert {key: cell["word"] for key, cell in cells.items()} == {
        ("1.0", "1.0"): "clear",
        ("1.0", "2.0"): "gate closed",
        ("1.0", "working tree"): "gate closed",
        ("2.0", "1.0"): "clear",
        ("2.0", "2.0"): "gate closed",
        ("2.0", "working tree"): "gate closed",
    }
    told = place.run("releases")
    assert told.code == 0
    assert "1.0: the gates of working tree close on responses" in told.out
    assert "1.0 " in told.out


def test_a_gate_that_opens_does_not_hide_another_that_closes(tmp_path: Path) -> None:
    gold = rows("dose", ["much", "many"])
    files = {"rubrics/dose.yaml": RULES + GATE, "gold/a.jsonl": gold}
    place = repository(tmp_path / "place", files)
    releases.release(place, "1.0")
    place.commit({"rubrics/dose.yaml": RULES + GATE.replace("much", "many")})

    (past,) = place.json("releases")["releases"]

    assert [cell["gates_closed"] for cell in past["cells"]] == [1, 1]
    assert past["newly_closed"] == 1
    assert "1.0: the gates of working tree close" in place.run("releases").out


def test_a_failed_question_that_went_leaves_no_clear_release(tmp_path: Path) -> None:
    sleep = (RULES + GATE).replace("dose", "sleep")
    files = {
        "rubrics/dose.yaml": RULES + GATE,
        "rubrics/sleep.yaml": sleep,
        "gold/a.jsonl": FIRST + rows("sleep", ["8 h"]),
    }
    place = repository(tmp_path / "place", files)
    releases.release(place, "1.0")
    (place.root / "rubrics/dose.yaml").unlink()
    place.commit()

    told = place.run("releases").out

    assert "clear (1 of 3)" in told
    assert place.json("releases")["releases"][0]["newly_closed"] == 0


def test_a_gate_of_a_question_that_a_release_never_had_is_told(
    place: Repository,
) -> None:
    place.commit({"rubrics/sleep.yaml": (RULES + GATE).replace("dose", "sleep")})

    cells = table(place)

    assert {key: cell["unanswered"] for key, cell in cells.items()} == {
        ("1.0", "1.0"): 0, ("1.0", "2.0"): 0, ("1.0", "working tree"): 1,
        ("2.0", "1.0"): 0, ("2.0", "2.0"): 0, ("2.0", "working tree"): 1,
    }  # fmt: skip


def test_what_is_clear_but_for_an_unanswered_question_says_so(tmp_path: Path) -> None:
    files = {"rubrics/dose.yaml": RULES, "gold/a.jsonl": FIRST}
    place = repository(tmp_path / "place", files)
    releases.release(place, "1.0")
    place.commit({"rubrics/sleep.yaml": (RULES + GATE).replace("dose", "sleep")})

    told = place.run("releases").out

    assert "clear, 1 unanswered" in told
    assert "unanswered: so many" in told


def test_grades_of_the_data_branch_alone_count(tmp_path: Path) -> None:
    place = releases.released(tmp_path / "place")
    before = table(place)["1.0", "working tree"]
    git(place.root, "branch", "rubrickit-ledger")
    git(place.root, "rm", "--quiet", "-r", "scores/ledger")
    git(place.root, "commit", "--quiet", "-m", "No grades here")

    assert table(place)["1.0", "working tree"] == before
    assert before["unjudged"] == 0


def test_its_own_cell_is_what_a_release_recorded(place: Repository) -> None:
    found = place.json("releases")

    for past in found["releases"]:
        (own,) = (cell for cell in past["cells"] if cell["under"] == past["ref"])
        recorded = releases.recorded(place, past["ref"]).hashed["results"]
        assert own["mean_exact"] == past["recorded_mean"] == recorded["mean"]
        by_agent = {name: of["mean"] for name, of in recorded["agents"].items()}
        assert {n: of["mean_exact"] for n, of in own["by_agent"].items()} == by_agent
    assert "Not what it was released with" not in place.run("releases").out


def test_a_cell_is_the_score_of_those_rubrics_over_those_responses(
    place: Repository, tmp_path: Path
) -> None:
    cells = table(place)
    for rubrics, gold in (("1.0", "2.0"), ("2.0", "1.0")):
        git(tmp_path, "clone", "-q", str(place.root), f"mixed-{rubrics}")
        mixed = Repository(tmp_path / f"mixed-{rubrics}")
        git(mixed.root, "checkout", "-q", gold)
        git(mixed.root, "checkout", "-q", rubrics, "--", "rubrics")

        scored = mixed.json("score")

        assert cells[gold, rubrics]["mean_exact"] == scored["mean_exact"]


def test_a_release_of_chosen_agents_has_their_responses_alone(
    place: Repository,
) -> None:
    place.commit({"README.md": "more"})
    assert place.run("release", "3.0", "--agent", "shop@2").code == 0

    cells = table(place)

    assert list(cells["3.0", "1.0"]["by_agent"]) == ["shop@2"]
    assert [cells["3.0", "2.0"][what] for what in ("responses", "word")] == [2, "clear"]


def test_many_releases_of_chosen_agents_keep_apart(tmp_path: Path) -> None:
    """Each has other responses to each question; their figures never mix."""
    names = [f"q{number}" for number in range(8)]
    rubrics = {f"rubrics/{n}.yaml": (RULES + GATE).replace("dose", n) for n in names}
    place = repository(tmp_path / "place", rubrics)
    for number in range(8):
        answers = {
            f"gold/{name}.jsonl": rows(
                name,
                ["5 mg, not much" if at == number else f"{number} mg"],
                agent="shop@1",
            )
            for at, name in enumerate(names)
        }
        place.commit(answers)
        done = place.run("release", f"{number}.0", "--agent", "shop@1")
        assert done.code == 0, done.err

    for past in place.json("releases")["releases"]:
        own = {cell["under"]: cell for cell in past["cells"]}[past["ref"]]
        assert own["mean_exact"] == past["recorded_mean"]
        assert own["gates_closed"] == 1


def test_some_columns_can_be_asked_for(place: Repository) -> None:
    cells = table(place, "--under", "1.0")

    assert {under for _, under in cells} == {"1.0", "2.0", "working tree"}
    assert ("1.0", "2.0") not in cells
    refused = place.run("releases", "--under", "9.9")
    assert (refused.code, "`9.9` is no release here" in refused.err) == (2, True)


def test_the_current_rubrics_are_those_of_a_ref(place: Repository) -> None:
    assert {under for _, under in table(place, "HEAD~2")} == {"1.0", "2.0", "HEAD~2"}


def test_questions_that_came_or_went_are_counted_apart(place: Repository) -> None:
    (place.root / "rubrics/dose.yaml").unlink()
    place.commit(
        {
            "rubrics/sleep.yaml": RULES.replace("dose", "sleep"),
            "gold/sleep.jsonl": rows("sleep", ["8 h"]),
        }
    )

    cell = table(place)["2.0", "working tree"]

    assert (cell["responses"], cell["without_rubric"]) == (0, 4)
    assert (cell["word"], cell["mean"]) == ("no responses", None)


def test_tags_that_are_no_releases_are_named_or_left_alone(place: Repository) -> None:
    git(place.root, "tag", "--annotate", "-m", "Ours", "ours")
    git(place.root, "tag", "light")
    releases.moved(place, "HEAD~1", "1.0")

    found = place.run("releases")

    assert found.code == 0
    assert "1.0: its message tells of another commit than it points at" in found.out
    assert "ours" not in found.out
    assert [key for key in table(place) if key[0] == "1.0"] == []


def test_a_clone_that_ends_at_a_release_says_how_to_go_on(
    place: Repository, tmp_path: Path
) -> None:
    address = f"file://{place.root}"
    git(tmp_path, "clone", "-q", "--depth=1", "--branch=1.0", address, "shallow")

    found = Repository(tmp_path / "shallow").run("releases")

    assert found.code == 0
    assert "1.0: the clone ends at it: `git fetch --unshallow`" in found.out


def test_a_state_that_cannot_be_read_is_named_and_stops_nothing(
    place: Repository,
) -> None:
    place.commit({"rubrics/dose.yaml": b"nodes: ["})
    broken = git(place.root, "commit-tree", "HEAD^{tree}", "-p", "1.0~1", "-m", "x")
    said = git(place.root, "tag", "-l", "--format=%(contents)", "1.0")
    git(place.root, "tag", "--annotate", "-m", said, "0.9", broken)
    git(place.root, "checkout", "-q", "--force", "2.0")

    found = place.run("releases")

    assert found.code == 0
    assert "0.9: rubrics/dose.yaml:2: not YAML" in found.out
    assert ("1.0", "2.0") in table(place)


def test_without_a_release_there_is_nothing_to_tell(tmp_path: Path) -> None:
    place = repository(
        tmp_path / "place", {"rubrics/dose.yaml": RULES, "gold/a.jsonl": FIRST}
    )

    done = place.run("releases")

    assert (done.code, "no release so far" in done.out) == (0, True)
    assert place.json("releases")["releases"] == []


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


def test_what_has_no_grade_is_unjudged_and_has_the_price_of_a_plan(
    server: JudgeServer, tmp_path: Path
) -> None:
    place = judged(tmp_path / "place", server.url)
    assert place.run("score").code == 0
    place.commit()
    releases.release(place)
    calls = server.calls
    text = (place.root / "rubrics/dose.yaml").read_text()
    gate = '  - {id: extra, check: "Names a pharmacist", gate: true, weight: 0}\n'
    place.write({"rubrics/dose.yaml": text + gate})

    cell = table(place)["1.0", "working tree"]

    plan = place.json("plan")
    (price,) = place.json("releases")["price"]
    assert (cell["word"], cell["gates_closed"]) == ("gate closed", 3)
    assert cell["gates_unjudged"] == cell["unjudged"] == 4
    assert cell["calls"] == plan["calls"] == 8
    assert [price[what] for what in ("calls", "calls_max")] == [
        plan["calls"], plan["calls_max"]
    ]  # fmt: skip
    assert server.calls == calls
    assert "Grading the rest would take" in place.run("releases").out


def test_a_damaged_segment_counts_for_nothing(
    server: JudgeServer, tmp_path: Path
) -> None:
    place = judged(tmp_path / "place", server.url)
    assert place.run("score").code == 0
    calls = server.calls
    place.commit()
    releases.release(place)
    path = releases.only_file(place, "scores/ledger/**/*.jsonl")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n\n", 1))
    place.commit()

    cell = table(place)["1.0", "1.0"]

    assert (cell["word"], cell["scored"]) == ("unjudged", 0)
    assert cell["calls"] == calls == 2 * cell["unjudged"]
    assert "Not what it was released with" in place.run("releases").out


def test_hostile_names_stay_names(place: Repository) -> None:
    name = "a`b<img/src=x>|c"
    git(place.root, "tag", name, "1.0^{}", "--annotate", "-m",
        git(place.root, "tag", "-l", "--format=%(contents)", "1.0"))  # fmt: skip

    done = place.run("releases", "--format", "markdown")

    assert done.code == 0
    assert "<img" not in done.out
    assert json.loads(place.run("releases", "--format", "json").out)["releases"]
