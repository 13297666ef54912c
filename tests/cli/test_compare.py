"""`compare` of two agents and of two judges: what is printed, and the exit code."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Repository, judged, repository
from support.judge_server import Asked, JudgeServer

RULED = """\
question_id: {id}
nodes:
  - id: kind
    rule: response.contains("please")
  - id: safe
    rule: '!response.contains("rm")'
    gate: true
"""
STATED = """\
question_id: late
nodes:
  - id: refund
    states: "Customers receive a refund after three weeks."
"""
REFUND = "Customers receive a refund after three weeks."
OTHERWISE = "Nothing helps here, sadly."


def row(question_id: str, agent: str, text: str, sample: int = 0) -> str:
    response_id = f"{question_id}-{agent}-{sample}"
    made = {
        "question_id": question_id,
        "response_id": response_id,
        "response": text,
        "agent": agent,
        "sample": sample,
    }
    return json.dumps(made) + "\n"


def ruled(root: Path, old: Sequence[str], new: Sequence[str]) -> Repository:
    """A question for each pair of answers; rules grade them, so no judge is needed."""
    ids = [f"q{at}" for at in range(len(old))]
    rows = [
        row(name, "v1", one) + row(name, "v2", other)
        for name, one, other in zip(ids, old, new, strict=True)
    ]
    rubrics = {f"rubrics/{name}.yaml": RULED.format(id=name) for name in ids}
    return repository(root, {**rubrics, "gold/a.jsonl": "".join(rows)})


POLITE, RUDE, UNSAFE = "yes please", "no", "rm please"
EXITS = [
    ([POLITE] * 6, [RUDE] * 6, 1, "worse"),
    ([RUDE] * 6, [POLITE] * 6, 0, "better"),
    ([RUDE] * 5, [POLITE] * 5, 4, "inconclusive"),
    ([POLITE] * 6, [POLITE] * 6, 4, "inconclusive"),
]


@pytest.mark.parametrize(("old", "new", "code", "answer"), EXITS)
def test_only_a_worse_agent_fails(
    tmp_path: Path, old: list[str], new: list[str], code: int, answer: str
) -> None:
    place = ruled(tmp_path, old, new)

    done = place.run("compare", "--agents", "v1", "v2", "--format", "json")

    assert (done.code, done.err) == (code, "")
    assert done.json["schema"] == "rubrickit.compare-agents/1"
    assert done.json["answer"] == answer
    assert done.json["version"]["commit"] is None


def test_numbers_of_agents_are_exact(tmp_path: Path) -> None:
    place = ruled(tmp_path, [POLITE, POLITE, RUDE], [RUDE, UNSAFE, RUDE])

    found = place.json("compare", "--agents", "v1", "v2")

    mean = found["mean"]
    assert (mean["base"], mean["head"]) == (5 / 6, 1 / 3)
    assert (mean["delta"], mean["n"], mean["differing"]) == (-0.5, 3, 2)
    assert (mean["p"], mean["draws"], mean["seed"]) == (0.5, 0, "")
    assert mean["interval"][0] < -0.5 < mean["interval"][1]
    worst = found["questions"][0]
    assert (worst["question_id"], worst["delta"], worst["paired"]) == ("q1", -1, True)
    assert worst["head"]["gates_closed"] == 1
    assert worst["leaves"]["safe"] == {
        "base": {"n": 1, "passed": 1},
        "head": {"n": 1, "passed": 0},
        "broke": 1,
        "mended": 0,
        "p": 1,
        "p_adjusted": 1,
    }


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_people_read_the_answer_first(tmp_path: Path, name: str) -> None:
    place = ruled(tmp_path, [POLITE] * 6, [RUDE] * 6)

    done = place.run("compare", "--agents", "v1", "v2", "--format", name)

    first, *rest = [line for line in done.out.splitlines() if line.strip()]
    assert "❌ worse" in first
    assert rest[0].startswith("v2 is worse than v1")
    assert "-0.5 over 6 question(s), p = 0.031" in rest[0]


def test_a_commit_may_be_named_as_the_state(tmp_path: Path) -> None:
    place = ruled(tmp_path, [POLITE], [RUDE])
    place.write({"gold/a.jsonl": row("q0", "v1", RUDE) + row("q0", "v2", RUDE)})

    now = place.json("compare", "--agents", "v1", "v2")
    then = place.json("compare", "--agents", "v1", "v2", "main")

    assert (now["mean"]["delta"], then["mean"]["delta"]) == (0, -0.5)
    assert then["version"]["ref"] == "main"
    assert len(then["version"]["commit"]) == 40


def test_a_judge_that_answers_at_once_does(tmp_path: Path) -> None:
    """The embedded judge is the default, and needs no recorded grades."""
    rows = row("late", "v1", REFUND) + row("late", "v2", OTHERWISE)
    place = repository(tmp_path, {"rubrics/late.yaml": STATED, "gold/a.jsonl": rows})

    found = place.json("compare", "--agents", "v1", "v2")
    scores = place.json("compare", "main", "main")

    assert (found["pending"], found["mean"]["delta"]) == (0, -1)
    assert found["judge"]["kind"] == "local"
    assert (scores["outcome"], scores["base"]["pending"]) == ("pass", 0)


def met(*words: str) -> Callable[[Asked], bool]:
    return lambda asked: any(word in asked.block("response") for word in words)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Repository]:
    """Graded by two models, one after the other; the second is configured."""
    with JudgeServer(verdict=met("mg", "two")) as server:
        made = judged(tmp_path, server.url)
        assert made.run("score").code == 0
    with JudgeServer(verdict=met("mg")) as server:
        settings = (made.root / "rubrickit.yaml").read_text()
        made.write({"rubrickit.yaml": settings.replace("loopback", "second")})
        made.edit(
            "rubrickit.yaml", settings.split("base_url: ")[1].split(",")[0], server.url
        )
        assert made.run("score").code == 0
        made.commit()
        yield made


def digests(place: Repository) -> dict[str, str]:
    """Of the recorded judges, by model."""
    files = (place.root / "scores/judges").iterdir()
    return {json.loads(file.read_text())["model"]: file.stem for file in files}


def test_agents_are_compared_by_the_configured_judges_grades(place: Repository) -> None:
    found = place.json("compare", "--agents", "coach@0", "coach@1")

    assert found["judge"]["model"] == "second"
    assert (found["pending"], found["calls"]) == (0, 0)
    assert {each["question_id"] for each in found["questions"]} == {"dose", "sleep"}


def test_a_grade_that_is_missing_is_waited_for(place: Repository) -> None:
    place.edit("rubrics/dose.yaml", "name a dose", "name its dose")

    done = place.run("compare", "--agents", "coach@0", "coach@1", "--format", "json")

    assert done.code == 4
    assert done.json["outcome"] == "pending"
    assert done.json["pending"] > 0
    assert {each["code"] for each in done.json["not_answered"]} == {"not_recorded"}


def test_two_recorded_judges_are_compared(place: Repository) -> None:
    old, new = digests(place)["loopback"], digests(place)["second"]

    done = place.run("compare", "--judges", old[:8], new[:8], "--format", "json")

    found: Any = done.json
    assert (done.code, done.err) == (0, "")
    assert found["schema"] == "rubrickit.compare-judges/1"
    assert [found[side]["judge"]["digest"] for side in ("base", "head")] == [old, new]
    table = found["verdicts"]
    counts = ("pass_pass", "pass_fail", "fail_pass", "fail_fail", "open")
    assert [table[name] for name in counts] == [4, 4, 0, 8, 0]
    assert (table["agreement"], table["kappa"], table["ac1"]) == (0.75, 0.5, 9 / 17)


@pytest.mark.parametrize(
    ("names", "kinds", "code"),
    [
        (("configured", "{loopback}"), ("openai", "openai"), 0),
        (("configured", "local"), ("openai", "local"), 4),
        (("human", "{second}"), ("human", "openai"), 4),
    ],
)
def test_judges_are_named_by_kind_or_digest(
    place: Repository, names: tuple[str, str], kinds: tuple[str, str], code: int
) -> None:
    full = [name.format(**digests(place)) for name in names]

    done = place.run("compare", "--judges", *full, "--format", "json")

    assert done.code == code
    found = done.json
    assert (found["base"]["judge"]["kind"], found["head"]["judge"]["kind"]) == kinds


def test_a_judge_that_is_named_twice_is_a_mistake(place: Repository) -> None:
    done = place.run("compare", "--judges", "configured", digests(place)["second"])

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: both names stand for one judge")


def test_a_judge_of_nobody_lists_those_that_graded(place: Repository) -> None:
    done = place.run("compare", "--judges", "human", "nobody")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: no judge is named `nobody`\n")
    for model, digest in digests(place).items():
        assert f"{digest[:8]} ({model})" in done.err


@pytest.mark.parametrize("words", ["--agents coach@0 coach@1", "--judges human local"])
def test_nobody_is_asked_and_nothing_is_written(place: Repository, words: str) -> None:
    place.edit("rubrics/dose.yaml", "name a dose", "name its dose")
    before = place.files()

    done = place.run("compare", *words.split())

    assert done.code == 4
    assert "sending" not in done.err
    assert place.files() == before


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--agents a b --judges human local", "`--agents` and `--judges` are two "),
        ("--agents a b main main", "got unexpected extra argument (main)"),
        ("--judges human local main main", "got unexpected extra argument (main)"),
        ("--agents a b --max-regression 0.1", "`--max-regression` is for two sets"),
        ("--judges human local --judge human", "`--judge` is for one judge;"),
        ("--agents a b", "no response to a rubric is by `a`"),
        ("--agents a b nowhere", "Git knows no commit `nowhere`"),
        ("", "missing argument 'BEFORE'"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    tmp_path: Path, words: str, error: str
) -> None:
    place = ruled(tmp_path, [POLITE], [RUDE])

    done = place.run("compare", *words.split())

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")
    assert "hint: " in done.err
