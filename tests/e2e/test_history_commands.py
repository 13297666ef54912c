"""`log` and `blame` over real commits: what is graded counts, and nothing else."""

from pathlib import Path

import pytest
from git_sample import git
from support import ssh_keys
from support.command_line import Repository, judged, repository, rows
from support.judge_server import JudgeServer
from support.ssh_keys import needs_ssh_keygen

DOSE = """\
question_id: dose
question: "How much may I take?"
nodes:
  - id: names_dose
    rule: response.contains("mg")
  - id: warns
    rule: response.contains("overdose")
    gate: true
"""
SLEEP = "question_id: sleep\nnodes:\n  - {id: short, rule: size(response) < 40}\n"
PATH = "rubrics/dose.yaml"


@pytest.fixture
def work(tmp_path: Path) -> Repository:
    return repository(
        tmp_path / "work",
        {PATH: DOSE, "gold/dose.jsonl": rows("dose", ["5 mg", "no overdose"])},
    )


def commit(work: Repository, message: str, **edit: str) -> str:
    """Each edit is `old=new` of the dose's file; its id."""
    for old, new in edit.items():
        work.edit(PATH, old, new)
    git(work.root, "add", "--all")
    git(work.root, "commit", "--quiet", "--message", message)
    return git(work.root, "rev-parse", "HEAD")


def told(work: Repository, *arguments: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """By subject, the kinds of edits and their nodes; newest first."""
    document = work.json("log", *arguments)
    return [
        (
            each["subject"],
            [
                (edit["kind"], edit["node"])
                for question in each["questions"]
                for edit in question["edits"] or [{"kind": question["status"],
                                                   "node": question["question_id"]}]
            ],
        )
        for each in document["commits"]
    ]  # fmt: skip


def blamed(work: Repository, *arguments: str) -> dict[str, tuple[str, str | None]]:
    """By leaf, the subject of its commit and the release."""
    leaves = work.json("blame", "dose", *arguments)["leaves"]
    return {each["leaf"]: (each["commit"]["subject"], each["release"])
            for each in leaves}  # fmt: skip


def test_a_history_tells_each_step_and_leaves_out_what_grades_nothing(
    work: Repository,
) -> None:
    commit(work, "say much", overdose="much")
    commit(work, "indent", **{"  - id: warns": "\n  # why\n  - id: warns"})
    work.write({"rubrics/sleep.yaml": SLEEP})
    commit(work, "sleep")
    commit(work, "weigh", **{"    gate: true": "    gate: true\n    weight: 3"})

    assert told(work) == [
        ("weigh", [("reweighted", "warns")]),
        ("sleep", [("new", "sleep")]),
        ("say much", [("reworded", "warns")]),
        ("change", [("new", "dose")]),
    ]
    assert [subject for subject, _ in told(work, "dose")] == [
        "weigh", "say much", "change"
    ]  # fmt: skip
    assert told(work, "--max-count", "1") == [("weigh", [("reweighted", "warns")])]


def test_a_step_tells_the_means_before_and_after(work: Repository) -> None:
    commit(work, "say mg", overdose="5")

    newest, oldest = work.json("log", "dose")["commits"]

    (change,) = newest["questions"]
    assert (change["base"], change["head"]) == (0.25, 0.5)
    (first,) = oldest["questions"]
    assert (first["base"], first["head"]) == (None, 0.25)


def test_a_broken_version_is_told_with_its_line_and_deletes_nothing(
    work: Repository,
) -> None:
    commit(work, "break", **{"nodes:": "nodes: ]"})
    commit(work, "still broken", overdose="much")
    commit(work, "mend", **{"nodes: ]": "nodes:"})

    newest, second, first, oldest = work.json("log")["commits"]

    assert [edit["kind"] for edit in newest["questions"][0]["edits"]] == ["reworded"]
    for broken in (second, first):
        assert broken["questions"] == []
        assert broken["faults"][0].startswith("rubrics/dose.yaml:3: ")
    assert oldest["questions"][0]["status"] == "new"
    assert blamed(work)["warns"][0] == "mend"
    assert blamed(work)["names_dose"][0] == "change"


def test_a_deleted_rubric_is_told(work: Repository) -> None:
    (work.root / PATH).unlink()
    commit(work, "gone")

    assert told(work)[0] == ("gone", [("deleted", "dose")])


def test_a_question_keeps_its_history_when_its_file_is_renamed(
    work: Repository,
) -> None:
    commit(work, "say much", overdose="much")
    git(work.root, "mv", PATH, "rubrics/amount.yaml")
    git(work.root, "commit", "--quiet", "--message", "move")

    assert [subject for subject, _ in told(work, "dose")][-2:] == ["say much", "change"]
    assert blamed(work)["warns"][0] == "say much"


def test_an_edit_of_a_shared_branch_is_part_of_the_history(work: Repository) -> None:
    shared = "rubrics/_shared/safety.yaml"
    work.write({shared: "nodes:\n  - id: no_change\n    rule: size(response) < 50\n"})
    use = "    gate: true\n  - use: safety.no_change"
    commit(work, "share", **{"    gate: true": use})
    work.edit(shared, "50", "60")
    commit(work, "tighten")

    assert told(work, "dose")[0] == ("tighten", [("shared", "no_change")])
    assert blamed(work)["no_change"][0] == "tighten"
    assert blamed(work)["warns"][0] == "change"


def test_blame_names_who_last_changed_what_a_leaf_grades(work: Repository) -> None:
    commit(work, "say much", overdose="much")
    git(work.root, "tag", "bookmark")
    commit(work, "rename", names_dose="dose_named")
    git(work.root, "tag", "--annotate", "--message", "r", "2026.1")
    commit(work, "say mcg", **{'"mg"': '"mcg"'})

    assert blamed(work) == {
        "dose_named": ("say mcg", None),
        "warns": ("say much", "2026.1"),
    }
    assert blamed(work, "--ref", "2026.1") == {
        "dose_named": ("change", "2026.1"),
        "warns": ("say much", "2026.1"),
    }


def test_a_pull_request_is_told_where_it_was_merged(work: Repository) -> None:
    work.branch("edit")
    commit(work, "say much", overdose="much")
    git(work.root, "checkout", "--quiet", "main")
    git(work.root, "merge", "--quiet", "--no-ff", "--message", "merge 7", "edit")

    assert told(work)[0] == ("merge 7", [("reworded", "warns")])


def test_history_ends_where_a_shallow_clone_does(
    work: Repository, tmp_path: Path
) -> None:
    commit(work, "say much", overdose="much")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=2", f"file://{work.root}", str(clone))
    shallow = Repository(clone)

    leaves = {each["leaf"]: each["commit"] for each in
              shallow.json("blame", "dose")["leaves"]}  # fmt: skip

    assert told(shallow) == [("say much", [("reworded", "warns")])]
    assert leaves["warns"]["subject"] == "say much"


def test_the_pages_are_for_people(work: Repository) -> None:
    commit(work, "say much", overdose="much")

    text, blame = work.run("log").out, work.run("blame", "dose").out

    assert "rubrickit: 2 commits changed what is graded" in text
    assert "2026-01-02 A. Author: say much" in text
    assert 'dose: reworded warns: response.contains("overdose") →' in text
    assert "dose: new, 2 leaves" in text
    assert "names_dose" in blame
    assert "**dose" not in work.run("log", "--format", "markdown").out


@pytest.mark.parametrize("command", ["log", "blame"])
def test_an_unknown_question_is_refused(work: Repository, command: str) -> None:
    ran = work.run(command, "doze")

    assert ran.code == 2
    assert "there is no rubric `doze` at HEAD" in ran.err


def test_nobody_is_asked_and_a_missing_grade_gives_no_mean(tmp_path: Path) -> None:
    with JudgeServer() as server:
        paid = judged(tmp_path / "paid", server.url)
        paid.run("score")
        paid.commit()
        asked = server.calls
        paid.edit(PATH, "name a dose", "name its dose")
        paid.commit()
        signing = ("--as", "ada", "--meaning", "approval", "--dry-run")

        newest, oldest = paid.json("log", "dose")["commits"]
        paid.run("blame", "dose")
        paid.run("signoff", "dose", *signing)

    (graded,), (ungraded,) = oldest["questions"], newest["questions"]
    assert server.calls == asked
    assert graded["head"] is not None
    assert (ungraded["base"], ungraded["head"]) == (graded["head"], None)


@needs_ssh_keygen
def test_a_step_names_who_signed(work: Repository, tmp_path: Path) -> None:
    keys = {name: ssh_keys.make_key(tmp_path, name) for name in ("ada", "ben", "eve")}
    work.commit({"rubrickit.yaml": ssh_keys.settings(list(keys.items()))})
    work.edit(PATH, "overdose", "5")
    for name in ("ada", "ben"):
        given = ("--as", name, "--meaning", "approval", "--key", str(keys[name]))
        assert work.run("signoff", "dose", *given).code == 0
    commit(work, "say 5")

    newest, oldest = work.json("log", "dose")["commits"]

    signed = newest["questions"][0]["signed_by"]
    assert [each["id"] for each in signed] == ["ada", "ben"]
    assert oldest["questions"][0]["signed_by"] == []
    assert "signed by ada (approval), ben (approval)" in work.run("log").out


@pytest.mark.parametrize("command", [("log",), ("log", "dose"), ("blame", "dose")])
def test_a_clone_without_history_says_so(
    work: Repository, tmp_path: Path, command: tuple[str, ...]
) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{work.root}", "clone")

    done = Repository(tmp_path / "clone").run(*command)

    assert done.code == 2
    assert "the clone is shallow, so the rubrics' history is not here" in done.err
    assert "git fetch --unshallow" in done.err
