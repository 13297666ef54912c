"""The usual mistakes: one line that names the place, the next step, an exit code."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from git_sample import git
from support.command_line import RUBRIC, TEXTS, Repository, judged, repository, rows
from support.judge_server import FAULTS, JudgeServer

from rubrickit.cli.main import Boundary

HELP = "hint: `main {} --help` lists what there is\n"


@pytest.fixture
def place(tmp_path: Path) -> Repository:
    """Without a judge that could be asked."""
    return repository(
        tmp_path, {"rubrics/dose.yaml": RUBRIC, "gold/dose.jsonl": rows("dose", TEXTS)}
    )


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("score --formt x", "no such option '--formt'. (Did you mean one of: "),
        ("score --format xml", "invalid value for '--format': 'xml' is not one of "),
        ("delta --format xml", "invalid value for '--format': 'xml' is not one of "),
        ("plan a b c", "got unexpected extra argument (c)\n"),
        ("diff --wide", "no such option '--wide'. (Did you mean one of: "),
        ("compare one", "missing argument 'AFTER'\n"),
        ("compare a b --max-regression 2", "invalid value for '--max-regression': `2`"),
        ("compare a b --max-regression x", "invalid value for '--max-regression': `x`"),
        ("lint nowhere", "invalid value for '[PATHS]...': Path 'nowhere' does not ex"),
        ("schema thing", "invalid value for '[rubric|shared|config]': 'thing' is not "),
        ("score --responses no.jsonl", "invalid value for '--responses': File 'no.js"),
    ],
)
def test_a_wrong_word_is_named_with_the_way_to_help(
    place: Repository, words: str, error: str
) -> None:
    done = place.run(*words.split())

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")
    assert done.err.endswith(HELP.format(words.split(maxsplit=1)[0]))
    assert len(done.err.splitlines()) == 2


def test_an_unknown_command_is_named_with_the_nearest(place: Repository) -> None:
    done = place.bare("scroe")

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "error: no such command 'scroe'. Did you mean 'score'?\n"
        "hint: `main --help` lists what there is\n"
    )


FETCH = "hint: `git fetch origin` brings the branches of the remote\n"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("score nope", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        ("delta nope", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        ("delta HEAD nope", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        ("plan nope", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        ("diff nope", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        ("compare nope HEAD", 2, f"error: Git knows no commit `nope`\n{FETCH}"),
        (
            "compare old.json new.json",
            2,
            "error: there is no file `old.json`\n"
            "hint: `rubrickit score --out old.json` writes it\n",
        ),
        (
            "score --out no/where.json",
            2,
            "error: there is no folder `no`\n"
            "hint: name a file in a folder that exists\n",
        ),
    ],
)
def test_what_does_not_exist_is_named(
    place: Repository, words: str, code: int, told: str
) -> None:
    done = place.run(*words.split())

    assert (done.code, done.out, done.err) == (code, "", told)


def test_a_folder_that_cannot_take_the_scores_stops_before_the_first_call(
    tmp_path: Path,
) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        before = place.files()
        for out in (tmp_path / "no/where.json", tmp_path / "rubrics"):
            assert place.run("score", "--out", str(out)).code == 2

    assert (server.calls, place.files()) == (0, before)


def test_scores_go_through_a_pipe_and_a_link_and_leave_both(place: Repository) -> None:
    pipe, link, target = (place.root / name for name in ("pipe", "link", "target.json"))
    os.mkfifo(pipe)
    link.symlink_to(target)
    with ThreadPoolExecutor() as threads:
        read = threads.submit(pipe.read_text)
        for path in (pipe, link):
            assert place.run("score", "--out", str(path), "--judge", "human").code == 4

        assert json.loads(read.result(20))["schema"] == "rubrickit.score/1"
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert target.read_text() == read.result()


NOTHING = "error: nothing was graded: "
BROKEN = [
    ("gold/dose.jsonl", "{", 2, "error: gold/dose.jsonl:1: not JSON at column 2: "),
    ("gold/dose.jsonl", "", 4, f"{NOTHING}there is no response\n"),
    (
        "gold/dose.jsonl",
        rows("other", TEXTS),
        4,
        f"{NOTHING}no response ",
    ),
    (
        "rubrics/dose.yaml",
        "nodes: [",
        2,
        "error: rubrics/dose.yaml:2: not YAML at ",
    ),
    ("rubrics/dose.yaml", "# nothing\n", 2, "error: rubrics/dose.yaml:1: "),
    (
        "rubrics/dose.yaml",
        RUBRIC.replace("weight: 3", "weight: -3"),
        2,
        "error: rubrics/dose.yaml:6: `weight` must be 0 or more, not -3\n",
    ),
    (
        "rubrickit.yaml",
        "jugde: {}",
        2,
        "error: rubrickit.yaml:1: unknown key `jugde`\nhint: did you mean `judge`?\n",
    ),
    (
        "rubrickit.yaml",
        "judge: {kind: openai}",
        2,
        "error: `judge.model` is empty\nhint: name the model to ask\n",
    ),
    (
        "rubrickit.yaml",
        "judge: {kind: openai, model: m, base_url: 'ftp://host'}",
        2,
        "error: `judge.base_url` is no web address\n",
    ),
    (
        "rubrickit.yaml",
        "judge: {kind: openai, model: m}\nbudget: {max_cost: 1}",
        2,
        "error: `budget.max_cost` cannot be held without `judge.prices`\n",
    ),
]


@pytest.mark.parametrize(("name", "text", "code", "told"), BROKEN)
def test_a_broken_file_stops_the_run_before_anything_is_graded(
    place: Repository, name: str, text: str, code: int, told: str
) -> None:
    place.write({name: text})

    done = place.run("score")

    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(told)
    assert len(done.err.splitlines()) <= 2
    assert "Traceback" not in done.err


def test_a_hosted_model_without_a_key_is_never_asked(place: Repository) -> None:
    place.commit({"rubrickit.yaml": "judge: {kind: openai, model: m}\n"})

    plan = place.run("plan", "--all", env={"OPENAI_API_KEY": ""})
    done = place.run("score", env={"OPENAI_API_KEY": ""})

    assert plan.code == 0
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-2:] == [
        "error: OPENAI_API_KEY is not set, and https://api.openai.com/v1 needs a key",
        "hint: `export OPENAI_API_KEY=…`, or name another `judge`",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("delta", "is not in a Git repository\nhint: `git init`, then commit your rub"),
        ("score HEAD", "is not in a Git repository\nhint: `git init`, then commit you"),
        (
            "score",
            "hint: is this the right folder? `--repo` and `--rubrics` name others",
        ),
    ],
)
def test_a_folder_outside_of_git_is_told(tmp_path: Path, words: str, told: str) -> None:
    done = Repository(tmp_path).run(*words.split())

    assert done.code == (4 if words == "score" else 2)
    assert told in done.err


def test_a_repository_without_a_commit_is_told(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch=main")

    done = Repository(tmp_path).run("delta")

    assert done.code == 2
    assert done.err == (
        "error: there is no commit yet\n"
        "hint: commit your rubrics first: `git add -A && git commit`\n"
    )


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        ("401", "check the key in OPENAI_API_KEY"),
        ("404", "check `judge.model` (`loopback`) and `base_url`"),
    ],
)
def test_a_refusal_that_is_final_stops_at_once(
    tmp_path: Path, fault: str, hint: str
) -> None:
    with JudgeServer(verdict=lambda _: FAULTS[fault]) as server:
        place = judged(tmp_path, server.url)
        done = place.run("score")

    assert (done.code, done.out, server.calls) == (3, "", 1)
    assert done.err.splitlines()[1:] == [
        f"error: {server.url}: HTTP {fault}: "
        + ("wrong key" if fault == "401" else "no such model"),
        f"hint: {hint}",
    ]


def test_an_endpoint_that_nobody_serves_is_one_line(tmp_path: Path) -> None:
    with JudgeServer() as server:
        url = server.url
    done = judged(tmp_path, url).run("score", "--quiet")

    assert (done.code, done.out) == (3, "")
    assert done.err == (
        f"error: {url}: no connection: [Errno 111] Connection refused\n"
        "hint: is it running? check `judge.base_url`\n"
    )


def test_a_bug_is_a_traceback_and_exit_code_70() -> None:
    @click.group(cls=Boundary)
    def group() -> None:
        """Stands for the real one."""

    @group.command()
    def broken() -> None:
        raise KeyError("ours")

    done = CliRunner().invoke(group, ["broken"])

    assert (done.exit_code, done.stdout) == (70, "")
    assert "Traceback (most recent call last):" in done.stderr
    assert "KeyError: 'ours'" in done.stderr
    assert done.stderr.endswith("this is a bug of rubrickit's; please report it\n")


def test_two_judges_are_not_compared(place: Repository, tmp_path: Path) -> None:
    files = [str(tmp_path / f"{judge}.json") for judge in ("local", "human")]
    for file in files:
        place.run("score", "--judge", Path(file).stem, "--out", file)

    done = place.run("compare", *files)

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error: `{files[0]}` and `{files[1]}` come from two judges, so a difference"
        " says nothing of the rubric\nhint: score both with one judge\n"
    )


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"schema": "rubrickit.score/1"}'])
def test_a_file_that_holds_no_scores_is_named(place: Repository, text: str) -> None:
    place.write({"bad.json": text})
    file = str(place.root / "bad.json")

    done = place.run("compare", file, file)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {file}")
    assert len(done.err.splitlines()) == 2
