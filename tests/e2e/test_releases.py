"""A release is whole or not there, and can be recomputed from a clone of its tag."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from git_sample import git
from source_code import ROOT
from support import releases
from support.command_line import Repository, repository, rows
from support.releases import TAG

from rubrickit.core.releasing import manifest

RULES = "question_id: dose\nnodes:\n  - {id: short, rule: size(response) < 12}\n"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return releases.graded(tmp_path_factory.mktemp("graded") / "place")


@pytest.fixture
def place(original: Repository, tmp_path: Path) -> Repository:
    return releases.copied(original, tmp_path / "copy")


def state(place: Repository) -> tuple[object, ...]:
    """Files, index, branch and tags."""
    refs = git(place.root, "for-each-ref", "--format=%(refname) %(objectname)")
    return place.files(), git(place.root, "status", "--porcelain"), refs


def by_rules(root: Path, **files: str) -> Repository:
    """Nothing in it needs a judge."""
    gold = {"gold/dose.jsonl": rows("dose", ["5 mg", "Ask your doctor first."])}
    return repository(root, {"rubrics/dose.yaml": RULES, **gold, **files})


def test_a_release_is_one_commit_with_three_files_and_its_tag(
    place: Repository,
) -> None:
    before = git(place.root, "rev-parse", "HEAD")

    releases.release(place)

    added = git(place.root, "diff", "--name-status", before, "HEAD").split("\n")
    assert added == [f"A\tscores/releases/1.0.{end}" for end in ("html", "json", "md")]
    assert git(place.root, "cat-file", "-t", TAG) == "tag"
    assert git(place.root, "rev-parse", f"{TAG}^{{commit}}", "HEAD~1").split() == [
        git(place.root, "rev-parse", "HEAD"),
        before,
    ]
    assert git(place.root, "status", "--porcelain") == ""


def test_the_tag_names_the_rubric_commit_and_the_manifest(place: Repository) -> None:
    before = git(place.root, "rev-parse", "HEAD")

    releases.release(place)

    said = git(place.root, "tag", "--list", "--format=%(contents)", TAG)
    assert f"Rubrics: {before}" in said
    assert f"Manifest: {releases.recorded(place).digest}" in said


def test_a_dry_run_makes_nothing(place: Repository) -> None:
    before = state(place)

    told = place.json("release", TAG, "--dry-run")

    assert told["commit"] is None
    assert state(place) == before


def test_two_builds_on_other_days_and_machines_have_one_digest(
    place: Repository, tmp_path: Path
) -> None:
    elsewhere = place.clone(tmp_path / "another folder")
    shutil.rmtree(place.root / ".git/rubrickit", ignore_errors=True)
    arguments = ("release", TAG, "--dry-run", "--format", "json", "--quiet")

    here = place.start(*arguments, TZ="Asia/Tokyo", LC_ALL="C")
    there = elsewhere.start(
        *arguments,
        TZ="America/Lima",
        LC_ALL="C.UTF-8",
        PYTHONHASHSEED="7",
        GIT_COMMITTER_NAME="Somebody Else",
        GIT_COMMITTER_DATE="2031-05-06T07:08:09Z",
    )

    assert here.json["digest"] == there.json["digest"]


def test_a_clone_of_the_tag_alone_verifies_without_network_or_key(
    place: Repository, tmp_path: Path
) -> None:
    releases.release(place)
    address = f"file://{place.root}"
    git(tmp_path, "clone", "-q", "--depth=1", f"--branch={TAG}", address, "clone")
    clone = Repository(tmp_path / "clone", key="")

    done = clone.run("verify", TAG, "--format", "json")

    assert (done.code, done.json["ok"]) == (0, True)
    assert {each["what"] for each in done.json["unchecked"]} == {
        "who made this release",
        "the tree of the rubric commit",
        "the commit of the thresholds",
    }
    assert done.json["checked"]["verdicts"] == 20


def test_a_whole_clone_leaves_only_the_maker_unchecked(
    place: Repository, tmp_path: Path
) -> None:
    releases.release(place)
    clone = place.clone(tmp_path / "clone")

    told = clone.json("verify", TAG)

    (unsigned,) = told["unchecked"]
    assert (told["ok"], unsigned["what"]) == (True, "who made this release")


def test_verify_writes_nothing(place: Repository) -> None:
    releases.release(place)
    before = state(place)

    place.run("verify", TAG)

    assert state(place) == before


def test_later_commits_change_nothing_for_an_old_release(place: Repository) -> None:
    releases.release(place)
    place.edit("rubrics/dose.yaml", "weight: 3", "weight: 30")
    place.commit({"gold/new.jsonl": rows("other", ["5 mg"])})

    assert releases.differences(place) == {}


def test_releases_form_a_chain(place: Repository) -> None:
    releases.release(place, "1.0")
    first = releases.recorded(place, "1.0").digest

    releases.release(place, "2.0")

    assert releases.recorded(place, "2.0").previous == (first,)
    assert releases.differences(place, "2.0") == {}


def test_grades_of_the_data_branch_come_along(
    place: Repository, tmp_path: Path
) -> None:
    other = '{"judge": "none of ours"}\n'
    _onto_data_branch(place, {"scores/ledger/2026/damaged.jsonl": other})

    releases.release(place)

    address = f"file://{place.root}"
    git(tmp_path, "clone", "-q", "--depth=1", f"--branch={TAG}", address, "clone")
    clone = Repository(tmp_path / "clone")
    assert clone.run("verify", TAG).code == 0
    kinds = {Path(name).parent.parts[1] for name in clone.files() if "scores/" in name}
    assert kinds == {"ledger", "judges", "releases"}
    assert "scores/ledger/2026/damaged.jsonl" not in clone.files()
    assert git(place.root, "status", "--porcelain") == ""


def _onto_data_branch(place: Repository, more: dict[str, str]) -> None:
    """All grades leave the main branch."""
    git(place.root, "branch", "rubrickit-ledger")
    git(place.root, "checkout", "-q", "rubrickit-ledger")
    place.commit(dict(more))
    git(place.root, "checkout", "-q", "main")
    shutil.rmtree(place.root / "scores")
    place.commit()


def test_rules_need_no_judge_to_be_released(tmp_path: Path) -> None:
    place = by_rules(tmp_path / "place")

    releases.release(place)

    assert releases.differences(place) == {}
    assert releases.recorded(place).hashed["results"]["mean"] == "1/2"


@pytest.mark.parametrize("name", ["finance-charts", "resting-heart-rate"])
def test_an_example_can_be_released_and_verified(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs/examples" / name, tmp_path / "place")
    place = repository(tmp_path / "place", {})

    releases.release(place)

    address = f"file://{place.root}"
    git(tmp_path, "clone", "-q", "--depth=1", f"--branch={TAG}", address, "clone")
    assert Repository(tmp_path / "clone", key="").run("verify", TAG).code == 0


def test_the_shipped_example_is_released_by_what_physicians_labelled(
    tmp_path: Path,
) -> None:
    """Nobody voted on the physicians' own answers, so these cannot be released."""
    for name in ("rubrics", "gold"):
        shutil.copytree(ROOT / name, tmp_path / "place" / name)
    place = repository(tmp_path / "place", {"rubrickit.yaml": "judge: {kind: human}\n"})
    agents = ("askk@k-qa", "bard@k-qa", "gpt-3.5@k-qa", "gpt-4@k-qa")
    chosen = [word for agent in agents for word in ("--agent", agent)]

    everybody = place.run("release", TAG)
    done = place.run("release", TAG, *chosen)

    assert (everybody.code, done.code) == (2, 0), done.err
    told = place.json("verify", TAG)
    counted = [told["checked"][what] for what in ("questions", "responses")]
    assert (told["ok"], counted) == (True, [13, 13])
    found = releases.recorded(place)
    assert (found.agents, [*found.hashed["results"]["agents"]]) == (agents, [*agents])
    mean = place.json("score")["mean_exact"]
    assert found.hashed["results"]["mean"] == mean


def test_a_statement_of_the_results_can_be_written(
    place: Repository, tmp_path: Path
) -> None:
    done = place.run("release", TAG, "--statement", str(tmp_path / "statement.json"))

    told = json.loads((tmp_path / "statement.json").read_text("utf-8"))
    data = (place.root / "scores/releases/1.0.json").read_bytes()
    assert done.code == 0
    assert told["subject"] == [
        {"name": "scores/releases/1.0.json",
         "digest": {"sha256": hashlib.sha256(data).hexdigest()}},
        {"name": TAG, "digest": {"gitCommit": git(place.root, "rev-parse", "HEAD")}},
    ]  # fmt: skip
    predicate = told["predicate"]
    assert sorted(
        name
        for kind in ("passed", "warned", "failed")
        for name in predicate[f"{kind}Tests"]
    ) == ["dose", "sleep"]


def test_an_agent_that_answered_nothing_cannot_be_released(place: Repository) -> None:
    before = state(place)

    done = place.run("release", TAG, "--agent", "nobody@1")

    assert (done.code, state(place)) == (2, before)
    assert "there is no response of `nobody@1`" in done.err


def test_a_rubric_repository_in_a_folder_of_a_bigger_one(tmp_path: Path) -> None:
    whole = repository(tmp_path / "whole", {"README.md": "code"})
    inner = Repository(whole.root / "rubrics of ours")
    inner.write({"rubrickit.yaml": "", "rubrics/dose.yaml": RULES})
    inner.write({"gold/dose.jsonl": rows("dose", ["5 mg"])})
    whole.commit()

    releases.release(inner)

    assert releases.differences(inner) == {}
    assert git(whole.root, "status", "--porcelain") == ""


Spoil = Callable[[Repository], object]

REFUSED: dict[str, Spoil] = {
    "not the commit: `rubrics/dose.yaml`": lambda place: place.edit(
        "rubrics/dose.yaml", "weight: 3", "weight: 4"
    ),
    "not the commit: `notes.txt`": lambda place: place.write({"notes.txt": "mine"}),
    "there is a tag `1.0` already": lambda place: git(place.root, "tag", TAG),
    "responses without a score yet: 1, in `dose`": lambda place: (
        place.edit("rubrics/dose.yaml", "name a dose", "say how much"),
        place.commit(),
    ),
    "the embedded `local` judge would decide `dose`, `sleep`": lambda place: (
        place.commit({"rubrickit.yaml": "judge: {kind: local}\n"})
    ),
    "lint finds 1 wrong: rubrics/dose.yaml:": lambda place: (
        place.edit("rubrics/dose.yaml", "weight: 3", "weight: -3"),
        place.commit(),
    ),
    "no rubric has a response": lambda place: (
        shutil.rmtree(place.root / "gold"),
        place.commit(),
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_refusal_says_why_and_changes_nothing(place: Repository, why: str) -> None:
    REFUSED[why](place)
    before = state(place)

    done = place.run("release", TAG)

    assert done.code in (2, 4)
    assert why in done.err
    assert "\nhint: " in done.err
    assert state(place) == before


def test_a_shallow_clone_is_refused(place: Repository, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{place.root}", "clone")

    done = Repository(tmp_path / "clone").run("release", TAG)

    assert (done.code, "the clone is shallow" in done.err) == (2, True)


@pytest.mark.parametrize(
    "name", ["-f", "a/b", "../x", "1.lock", "1..2", "", "1 0", "ä"]
)
def test_a_version_must_be_able_to_be_a_tag(place: Repository, name: str) -> None:
    done = place.bare("release", "--repo", str(place.root), "--", name)

    assert (done.code, "cannot be a tag" in done.err) == (2, True)
    assert not manifest.is_name(name)


def test_a_file_in_the_way_leaves_neither_commit_nor_tag(place: Repository) -> None:
    place.commit({".gitignore": "scores/releases\n"})
    place.write({"scores/releases/1.0.json": "somebody's own"})
    before = state(place)

    done = place.run("release", TAG)

    assert done.code == 3
    assert state(place) == before


def test_a_key_that_does_not_work_leaves_neither_commit_nor_tag(
    place: Repository,
) -> None:
    git(place.root, "config", "gpg.format", "ssh")
    git(place.root, "config", "user.signingkey", str(place.root / "no such key"))
    before = state(place)

    done = place.run("release", TAG)

    assert (done.code, "Git did not make the release" in done.err) == (3, True)
    assert state(place) == before


def test_verify_says_where_tags_come_from(place: Repository) -> None:
    done = place.run("verify", "9.9")

    assert done.code == 2
    assert "there is no tag `9.9` here\nhint: " in done.err


@pytest.mark.parametrize("name", ["release", "verify"])
def test_a_file_that_is_no_utf_8_is_named(place: Repository, name: str) -> None:
    path = place.root.parent / "latin"
    path.write_bytes(b"caf\xe9\n")
    given = {"release": ("9.0", "--notes"), "verify": ("1.0", "--signers")}[name]

    done = place.run(name, *given, str(path))

    assert done.code == 2
    assert f"{path}: not UTF-8" in done.err
    assert "hint: save the file as UTF-8" in done.err


def test_a_statement_that_cannot_be_written_is_said_before_the_release(
    place: Repository,
) -> None:
    before = state(place)

    done = place.run("release", "9.0", "--statement", "nowhere/statement.json")

    assert done.code == 2
    assert "there is no folder `nowhere`" in done.err
    assert state(place) == before


@pytest.mark.parametrize("mark", ["\0", "\x1b[2J", "\x7f"])
def test_notes_that_git_or_a_terminal_would_not_show_are_refused(
    place: Repository, mark: str
) -> None:
    path = place.root.parent / "notes"
    path.write_text(f"Better{mark}\nthan ever.\n")

    done = place.run("release", "9.0", "--notes", str(path))

    assert done.code == 2
    assert f"the notes hold the control character U+{ord(mark[0]):04X}" in done.err
