"""The report's figures are those of the ledger, whoever recomputes them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from support.command_line import OTHER, RUBRIC, Repository, judged, repository, rows
from support.judge_server import Asked, JudgeServer
from support.reports import HOSTILE

from rubrickit.core import responses
from rubrickit.core.grades import leaf_digest, question_digest
from rubrickit.edges import rubric_files

DOSE = "rubrics/dose.yaml"
TEXTS = ("5 mg by mouth.", "Take 2 mg.", "Ask first.", "3 mg at night.", "No dose.")
VERDICT = ["question_id", "leaf"]


def by_check(asked: Asked) -> bool:
    """Met where answer and check have a word of the same length."""
    check, answer = asked.block("check").split(), asked.block("response").split()
    return len(check[-1]) in {len(word) + len(answer) for word in answer}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Repository]:
    """Graded, with two commits of the rubrics."""
    with JudgeServer(verdict=by_check) as server:
        gold = {"gold/dose.jsonl": rows("dose", TEXTS, slices={"sex": "f"})}
        made = judged(tmp_path, server.url, **gold)
        made.run("score")
        made.commit()
        made.edit(DOSE, "weight: 2", "weight: 4")
        made.commit()
        yield made


def ledger_rows(root: Path) -> pd.DataFrame:
    """One row a grade, straight from the segments."""
    found = []
    for path in sorted(root.glob("scores/ledger/**/*.jsonl")):
        block: dict[str, Any] = {}
        for line in map(json.loads, path.read_text().splitlines()):
            block = line if "judge" in line else block
            if "met" in line:
                pairs = zip(block["responses"], line["met"], strict=True)
                found += [
                    {"question": block["question"], "digest": line["leaf"],
                     "pass": line["pass"], "response": response, "met": met == "y"}
                    for response, met in pairs if met != "-"
                ]  # fmt: skip
    return pd.DataFrame(found)


def leaf_rows(root: Path) -> pd.DataFrame:
    """One row a judged leaf, with the digests that the ledger knows it by."""
    trees = [rubric_files.parse(p.read_bytes(), "", {}) for p in root.glob("rubrics/*")]
    return pd.DataFrame(
        {"question_id": tree.question_id, "question": question_digest(tree),
         "leaf": placed.path, "digest": leaf_digest(placed.leaf)}
        for tree in trees for placed in tree.leaves() if placed.leaf.is_judged
    )  # fmt: skip


def response_rows(root: Path) -> pd.DataFrame:
    texts = [path.read_text("utf-8") for path in root.glob("gold/*.jsonl")]
    lines = "".join(texts).splitlines()
    frame = pd.DataFrame(map(json.loads, lines))
    frame["digest"] = [responses.digests(t, "", "")[0] for t in frame["response"]]
    return frame


def verdicts(root: Path) -> pd.DataFrame:
    """One row a verdict, judged or computed, with `passed`, `agent` and `release`."""
    settled = (
        ledger_rows(root)
        .groupby(["question", "digest", "response"])["met"]
        .mean()
        .gt(0.5)
        .rename("passed")
        .reset_index()
    )
    gold = response_rows(root)
    found = settled.merge(leaf_rows(root), on=["question", "digest"]).merge(
        gold[["question_id", "digest", "response_id", "agent"]],
        left_on=["question_id", "response"],
        right_on=["question_id", "digest"],
    )
    short = gold[gold["question_id"] == "sleep"].copy()
    short["leaf"], short["passed"] = "short", short["response"].str.len() < 400
    columns = [*VERDICT, "response_id", "agent", "passed"]
    both = pd.concat([found[columns], short[columns]], ignore_index=True)
    both["release"] = both["agent"].str.rpartition("@")[2]
    return both


def test_pass_rates_are_what_pandas_makes_of_the_ledgers_rows(
    place: Repository,
) -> None:
    report = place.json("report")

    frame = verdicts(place.root)
    by_question = frame.groupby("question_id")["passed"].mean()
    by_agent = frame.groupby(["question_id", "agent"])["passed"].mean()
    assert 0 < by_question["dose"] < 1
    assert {q["question_id"]: q["pass_rate"] for q in report["questions"]} == dict(
        by_question
    )
    assert {
        (q["question_id"], agent): standing["pass_rate"]
        for q in report["questions"]
        for agent, standing in q["by_agent"].items()
    } == dict(by_agent)
    assert report["totals"]["pass_rate"] == frame["passed"].mean()
    assert report["totals"]["verdicts"] == len(frame)


def test_the_leaves_that_fail_most_are_what_pandas_makes_of_them(
    place: Repository,
) -> None:
    report = place.json("report")

    groups = verdicts(place.root).groupby([*VERDICT, "agent", "release"])["passed"]
    frame = groups.agg(n="size", passed="sum", pass_rate="mean").reset_index()
    frame["failed"] = frame["n"] - frame["passed"]
    worst = frame[frame["failed"] > 0].sort_values(
        ["pass_rate", "n", *VERDICT, "agent"], ascending=[True, False, True, True, True]
    )
    columns = [*VERDICT, "agent", "release", "n", "failed", "pass_rate"]
    assert len(worst) > 3
    assert report["most_failed"] == worst[columns].to_dict("records")


def test_every_node_adds_up_to_what_pandas_counts(place: Repository) -> None:
    report = place.json("report")

    frame = verdicts(place.root)
    for question in report["questions"]:
        own = frame[frame["question_id"] == question["question_id"]]
        for node in every_node(question["nodes"]):
            path = node["path"]
            below = own[(own["leaf"] == path) | own["leaf"].str.startswith(f"{path}/")]
            assert node["n"] == len(below)
            assert node["pass_rate"] == below["passed"].mean()


def every_node(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        yield from every_node(node["children"])


def test_equal_reports_are_equal_bytes(place: Repository) -> None:
    first, second = (place.run("report", "--format", "json").out for _ in range(2))

    assert first == second
    page, again = place.root / "a.html", place.root / "b.html"
    for path in (page, again):
        assert place.run("report", "--out", str(path)).code == 0
    assert page.read_bytes() == again.read_bytes()


def test_a_report_asks_no_judge_and_changes_no_file(tmp_path: Path) -> None:
    with JudgeServer() as server:
        made = judged(tmp_path, server.url)
        before = made.files()

        done = made.run("report", "--format", "json")

        assert (done.code, server.calls, made.files()) == (0, 0, before)
    assert done.json["totals"]["pending"] == 8
    assert done.json["totals"]["mean"] is None


@pytest.mark.parametrize("kind", ["human", "local"])
def test_a_configured_judge_that_knows_answers_at_once(
    tmp_path: Path, kind: str
) -> None:
    states = RUBRIC.replace('check: "Does the answer name a dose?"', "states: dose")
    made = repository(
        tmp_path,
        {
            "rubrickit.yaml": f"judge: {{kind: {kind}}}\n",
            DOSE: states,
            "gold/dose.jsonl": rows("dose", ["No dose here.", "Ask."]),
            "gold/labels/l.jsonl": label("dose", "dose-r1", states),
        },
    )

    report = made.json("report")
    recorded = made.json("report", "--judge", "recorded")
    compared = made.json("compare", "HEAD", "HEAD")

    assert report["judge"]["kind"] == kind
    assert report["totals"]["verdicts"] > 0
    assert compared["base"]["judge"] == report["judge"]["digest"]
    assert recorded["totals"]["verdicts"] == 0


def label(question_id: str, response_id: str, tree: str) -> str:
    """Somebody's no to the first leaf."""
    first, *_ = rubric_files.parse(tree.encode(), "", {}).leaves()
    row = {"question_id": question_id, "response_id": response_id, "rater": "dr-a",
           "leaf_digest": leaf_digest(first.leaf), "met": False}  # fmt: skip
    return json.dumps(row) + "\n"


def test_the_trend_says_which_commit_moved_which_agent(place: Repository) -> None:
    report = place.json("report")

    dates = [point["date"] for point in report["trend"]]
    commits = list(dict.fromkeys(point["commit"] for point in report["trend"]))
    assert dates == sorted(dates)
    assert len(commits) == 2
    for commit in commits:
        scores = place.json("score", commit, "--judge", "recorded")
        means = [p["mean"] for p in report["trend"] if p["commit"] == commit]
        assert means == [mean_of(scores, agent) for agent in ("coach@0", "coach@1")]
    assert [card["model"] for card in report["judges"]] == ["loopback"]
    assert place.json("report", "--commits", "0")["trend"] == []


def mean_of(scores: dict[str, Any], agent: str) -> float:
    means = [
        pd.Series(own).mean()
        for question in scores["questions"]
        if (own := [r["score"] for r in question["responses"] if r["agent"] == agent])
    ]
    return float(pd.Series(means).mean())


def test_a_commit_whose_rubrics_are_broken_is_left_out_aloud(
    place: Repository,
) -> None:
    before = place.json("report")["trend"]
    text = (place.root / DOSE).read_text()
    broken = place.commit({DOSE: "question_id: [not, a rubric\n"})
    place.commit({DOSE: text.replace("weight: 4", "weight: 5")})

    report = place.json("report")

    assert report["trend"][: len(before)] == before
    assert len(report["trend"]) == len(before) + 2
    assert broken not in {point["commit"] for point in report["trend"]}
    (note,) = [n for n in report["notes"] if n.startswith("The trend leaves out")]
    assert broken[:12] in note
    assert f"{DOSE}:2: not YAML" in note


def test_the_figures_are_those_of_score(place: Repository) -> None:
    report, scores = place.json("report"), place.json("score")

    assert report["totals"]["mean"] == scores["mean"]
    for told, scored in zip(report["questions"], scores["questions"], strict=True):
        assert told["mean"] == scored["mean"]
        for one, other in zip(told["responses"], scored["responses"], strict=True):
            letters = dict(zip(told["leaf_paths"], one["leaves"], strict=True))
            words = {path: word[0].upper() for path, word in other["leaves"].items()}
            assert letters == words
            same = ("response_id", "agent", "score", "ungated_score", "result")
            assert [one[key] for key in same] == [other[key] for key in same]


def test_a_delta_is_shown_over_the_responses_of_its_base(place: Repository) -> None:
    place.branch("more")
    place.edit(DOSE, "weight: 4", "weight: 1")
    place.write({"gold/new.jsonl": rows("dose", ["new"]).replace("dose-r0", "new")})
    place.commit()

    report = place.json("report", "--delta", "main..more")

    delta = place.json("delta", "main", "more")
    assert (report["kind"], report["version"]["ref"]) == ("delta", "more")
    assert report["delta"]["questions"] == delta["questions"]
    assert report["delta"]["mean"] == delta["mean"]
    (dose,) = [q for q in report["questions"] if q["question_id"] == "dose"]
    assert dose["n"] == len(TEXTS)
    assert dose["mean"] == delta["questions"][0]["head"]
    unnamed = place.json("report", "--delta", "main...")
    assert unnamed["version"] == {"ref": "working tree", "commit": None}


def test_a_delta_as_html_is_the_page_that_a_report_on_it_writes(
    place: Repository,
) -> None:
    place.branch("more")
    place.edit(DOSE, "weight: 4", "weight: 1")
    place.commit()
    target = place.root.parent / "page.html"
    place.run("report", "--delta", "main..more", "--out", str(target))

    done = place.run("delta", "main", "more", "--format", "html")

    assert done.code == place.run("delta", "main", "more").code
    assert done.out == target.read_text("utf-8")


def test_a_delta_as_html_grades_what_is_missing_and_a_report_does_not(
    place: Repository,
) -> None:
    place.edit(DOSE, "weight: 4", "weight: 1")
    place.write({"gold/dose.jsonl": rows("dose", [*TEXTS, "A text without grades."])})
    place.commit()
    place.edit(DOSE, "weight: 1", "weight: 3")
    pending = place.json("report", "--delta", "HEAD")["totals"]["pending"]

    place.run("delta", "HEAD", "--format", "html")

    assert pending == 1
    assert place.json("report", "--delta", "HEAD")["totals"]["pending"] == 0


def test_a_plan_has_no_page(place: Repository) -> None:
    done = place.run("delta", "--dry-run", "--format", "html")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: a plan cannot be told as html\n")


def test_two_agents_are_compared_as_compare_does_it(place: Repository) -> None:
    names = ("--agents", "coach@1", "coach@0")

    report = place.json("report", *names)

    told = json.loads(place.run("compare", *names, "--format", "json").out)
    assert report["comparison"] == told
    text = place.run("report", *names, "--format", "text").out
    assert told["reasons"][0] in text
    assert "Leaves that differ" in text
    assert place.json("report")["comparison"] is None


def test_an_agent_has_no_equal_to_be_compared_with(place: Repository) -> None:
    done = place.run("report", "--agents", "coach@1", "coach@1")

    assert done.code == 2
    assert done.err.startswith("error: `coach@1` is on both sides\n")


def test_two_agents_are_shown_alone(place: Repository) -> None:
    report = place.json("report", "--agents", "coach@1", "coach@0")

    assert report["kind"] == "agents"
    assert [agent["agent"] for agent in report["agents"]] == ["coach@0", "coach@1"]
    done = place.run("report", "--agents", "coach@1", "coach@2")
    assert (done.code, done.err) == (
        2,
        "error: no response to a rubric is by `coach@2`\n"
        "hint: agents with responses: coach@0, coach@1\n",
    )


@pytest.mark.parametrize(
    ("more", "given"), [(("HEAD",), "`HEAD`"), (("--agents", "a", "b"), "`--agents`")]
)
def test_a_delta_and_another_report_are_two(
    place: Repository, more: tuple[str, ...], given: str
) -> None:
    done = place.run("report", "--delta", "main..", *more)

    assert done.code == 2
    assert done.err.startswith(f"error: `--delta` and {given} are two reports\n")


def test_texts_and_reasons_can_stay_out(place: Repository) -> None:
    done = place.run("report", "--no-texts", "--format", "json")

    assert not [text for text in TEXTS if text in done.out]
    assert "by the server" not in done.out
    assert "by the server" in place.run("report", "--format", "json").out


@pytest.mark.parametrize("format_name", ["json", "text", "html"])
def test_a_report_goes_where_it_is_sent(place: Repository, format_name: str) -> None:
    target = place.root.parent / "out"

    done = place.run("report", "--format", format_name, "--out", str(target))

    assert (done.code, done.out, done.err) == (0, "", f"{target} written\n")
    if format_name != "html":
        assert target.read_text() == place.run("report", "--format", format_name).out


def test_a_place_that_cannot_be_written_is_told_before_anything_is_read(
    tmp_path: Path,
) -> None:
    done = Repository(tmp_path).run("report", "--out", str(tmp_path))

    assert done.code == 2
    assert "is a folder" in done.err


def test_without_a_response_there_is_nothing_to_show(tmp_path: Path) -> None:
    done = repository(tmp_path, {DOSE: RUBRIC}).run("report", "--format", "json")

    assert (done.code, done.out) == (4, "")


def test_what_the_terminal_shows_has_the_parts_of_every_mean(place: Repository) -> None:
    shown = place.run("report", "--format", "text").out.splitlines()

    report = place.json("report")
    totals = report["totals"]
    met = f"{totals['requirements_met']} of {totals['requirements_n']}"
    assert shown[0] == f"rubrickit: requirements met by {met} responses"
    for heading in ("By agent", "By rubric and agent"):
        columns = shown[shown.index(heading) + 1].split()
        parts = ["met", "required", "additional", "closed", "open", "mean"]
        assert columns[-6:] == parts
    assert max(map(len, shown)) <= 100


def test_hostile_texts_stay_texts_in_every_format(tmp_path: Path) -> None:
    texts = [text.replace("\ud800", "") for text in HOSTILE]
    made = repository(
        tmp_path,
        {
            DOSE: RUBRIC,
            "rubrics/sleep.yaml": OTHER,
            "gold/dose.jsonl": rows("dose", texts, slices={"who": HOSTILE[6]}),
            "gold/sleep.jsonl": rows("sleep", texts),
        },
    )

    report = made.json("report")
    shown = made.run("report", "--format", "text")
    page = tmp_path / "page.html"
    made.run("report", "--out", str(page))

    assert {r["text"] for r in report["questions"][0]["responses"]} == set(texts)
    assert shown.code == 0
    assert not set("\x1b\x07\x00\u202e") & set(shown.out)
    assert "<script>alert" not in page.read_text("utf-8")
