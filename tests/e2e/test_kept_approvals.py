"""Approvals of a merge become sign-offs, which a release then rests on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from git_sample import git
from support import ci_runs, releases
from support.ci_runs import NUMBER, Hosted, pushed
from support.command_line import Repository, repository
from support.gated import GOLD, PATH, RUBRIC, SOFTER
from support.github_server import GitHubServer

EDIT = {PATH: SOFTER}
SETTINGS = """\
gate: {max_regression: 1, max_question_regression: 1}
experts:
  people:
    - {id: ada, name: Ada L, github: gh-ada}
    - {id: ben, github: gh-ben, gates: [safety]}
    - {id: cleo, github: gh-cleo, gates: [form]}
    - {id: author, github: an-author}
"""
BRANCH = "rubrickit-ledger"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hosted]:
    files = {"rubrickit.yaml": SETTINGS, PATH: RUBRIC, **GOLD}
    with GitHubServer() as server:
        work = repository(tmp_path / "work", files)
        yield ci_runs.hosted(tmp_path, work, server)
        assert server.violations == []


def merged(at: Hosted, how: str = "merge") -> str:
    """The pull request lands on `main`; what that held before."""
    before = git(at.origin, "rev-parse", "main")
    head = at.server.pulls[NUMBER].head
    root = at.work.root
    git(root, "checkout", "--quiet", "-B", "landed", before)
    land = {
        "merge": ("merge", "--quiet", "--no-ff", "--no-edit", head),
        "squash": ("merge", "--quiet", "--squash", head),
        "rebase": ("cherry-pick", f"{before}..{head}"),
    }
    git(root, *land[how])
    if how == "squash":
        git(root, "commit", "--quiet", "--message", "Squashed (#7)")
    git(root, "push", "--quiet", "origin", "landed:main")
    pull = at.server.pulls[NUMBER]
    pull.state, pull.merged_as = "closed", git(root, "rev-parse", "landed")
    landed = git(root, "rev-list", f"{before}..landed").split()
    at.server.rebased[NUMBER] = landed if how == "rebase" else []
    return before


def kept(at: Hosted, branch: str = BRANCH) -> list[dict[str, Any]]:
    """The rows of sign-offs that a branch of the host's has."""
    if git(at.origin, "for-each-ref", f"refs/heads/{branch}") == "":
        return []
    listed = git(at.origin, "ls-tree", "-r", "--name-only", branch).split()
    files = [name for name in listed if name.startswith("scores/signoffs/")]
    texts = [git(at.origin, "cat-file", "blob", f"{branch}:{name}") for name in files]
    return [json.loads(line) for text in texts for line in text.split("\n") if line]


def approve(at: Hosted, *logins: str, **more: str) -> None:
    for login in logins:
        at.server.review(NUMBER, login, **more)


def signers(at: Hosted) -> list[str]:
    return sorted(row["id"] for row in kept(at))


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
def test_approvals_are_written_down_when_they_are_merged(at: Hosted, how: str) -> None:
    at.open({**EDIT, "README.md": "one"})
    at.push({"README.md": "two"})
    head = at.push({PATH: SOFTER + "# wrapped\n"})
    approve(at, "gh-ada", "GH-ben")

    done = pushed(at, merged(at, how))

    assert done.code == 0, done.ran.err
    page = f"https://github.example/{at.server.repository}"
    assert [(row["id"], row["name"], row["leaf"]) for row in kept(at)] == [
        ("ada", "Ada L", "safety/warns"),
        ("ben", "", "safety/warns"),
    ]
    for row, login in zip(kept(at), ("gh-ada", "GH-ben"), strict=True):
        assert (row["meaning"], "signature" in row) == ("approval", False)
        assert row["approval"] == {
            "page": page, "pull_request": NUMBER, "commit": head, "login": login,
        }  # fmt: skip


def test_the_same_push_again_writes_nothing_more(at: Hosted) -> None:
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    before = merged(at)
    pushed(at, before)
    tip = git(at.origin, "rev-parse", BRANCH)

    again = pushed(at, before)

    assert again.code == 0
    assert git(at.origin, "rev-parse", BRANCH) == tip


def test_a_release_rests_on_them_until_the_leaf_is_reworded(
    at: Hosted, tmp_path: Path
) -> None:
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    pushed(at, merged(at))
    git(tmp_path, "clone", "--quiet", str(at.origin), "releasing")
    place = Repository(tmp_path / "releasing")

    releases.release(place)

    told = place.json("verify", releases.TAG)
    assert told["ok"], told
    unsigned, approvals = told["unchecked"]
    assert unsigned["what"] == "who made this release"
    assert approvals == {
        "what": "2 approval(s)",
        "why": "the code host said so at the merge, and no signature proves it",
    }
    log = place.run("log", "dose").out
    assert "signed by ada (approval), ben (approval)" in log
    reworded = RUBRIC.replace("overdose", "less")
    place.commit({PATH: reworded})
    refused = place.run("release", "2.0")
    assert refused.code == 2
    assert "dose: safety/warns" in refused.err


def test_a_release_is_refused_where_one_of_two_approved(
    at: Hosted, tmp_path: Path
) -> None:
    at.open(EDIT)
    approve(at, "gh-ada")
    pushed(at, merged(at))
    git(tmp_path, "clone", "--quiet", str(at.origin), "releasing")

    refused = Repository(tmp_path / "releasing").run("release", "1.0")

    assert (refused.code, signers(at)) == (2, ["ada"])
    assert "dose: safety/warns" in refused.err


@pytest.mark.parametrize(
    "login",
    ["a-stranger", "an-author", "gh-cleo"],
    ids=["who is not listed", "who made it", "who may sign for other gates"],
)
def test_a_word_that_counts_for_nothing_is_not_written_down(
    at: Hosted, login: str
) -> None:
    at.open(EDIT)
    approve(at, login, "gh-ada")

    pushed(at, merged(at))

    assert signers(at) == ["ada"]


def test_an_approval_of_an_older_commit_is_not_written_down(at: Hosted) -> None:
    at.open({"README.md": "first"})
    approve(at, "gh-ada")
    at.push(EDIT)
    approve(at, "gh-ben")

    pushed(at, merged(at))

    assert signers(at) == ["ben"]


def test_an_approval_that_was_dismissed_is_not_written_down(at: Hosted) -> None:
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    approve(at, "gh-ben", state="DISMISSED")

    pushed(at, merged(at))

    assert signers(at) == ["ada"]


def test_whom_the_merge_itself_lists_does_not_count(at: Hosted) -> None:
    at.open({**EDIT, "rubrickit.yaml": SETTINGS.replace("gh-ben", "eve")})
    approve(at, "gh-ada", "eve")

    pushed(at, merged(at))

    assert signers(at) == ["ada"]


@pytest.mark.parametrize("how", ["merge", "squash"])
def test_a_co_author_is_an_author(at: Hosted, how: str) -> None:
    at.open(EDIT)
    told = "Soften\n\nCo-authored-by: ben <1+gh-ben@users.noreply.github.com>"
    git(at.work.root, "commit", "--quiet", "--amend", "--message", told)
    at.offer("edit")
    approve(at, "gh-ada", "gh-ben")

    gate = at.run()
    pushed(at, merged(at, how))

    assert gate.code == 1
    assert "only ada" in gate.ran.out
    assert signers(at) == ["ada"]


def test_a_merge_into_another_branch_is_none_here(at: Hosted) -> None:
    at.open(EDIT)
    at.server.pulls[NUMBER].base_branch = "next"
    approve(at, "gh-ada", "gh-ben")

    pushed(at, merged(at))

    assert kept(at) == []


def test_a_direct_push_has_no_approvals(at: Hosted) -> None:
    before = git(at.origin, "rev-parse", "main")
    at.work.commit(EDIT)
    git(at.work.root, "push", "--quiet", "origin", "HEAD:main")

    done = pushed(at, before)

    assert (done.code, kept(at)) == (0, [])


def test_what_came_in_beside_what_was_approved_is_not_covered(at: Hosted) -> None:
    """Whoever merges may change the leaf in the merge itself."""
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    before = merged(at)
    evil = RUBRIC.replace("overdose", "")
    at.work.write({PATH: evil})
    git(at.work.root, "commit", "--quiet", "--all", "--amend", "--no-edit")
    git(at.work.root, "push", "--quiet", "--force", "origin", "HEAD:main")
    at.server.pulls[NUMBER].merged_as = git(at.work.root, "rev-parse", "HEAD")

    done = pushed(at, before)

    assert (done.code, kept(at)) == (0, [])


def test_an_edit_that_touches_no_gate_asks_the_host_nothing(at: Hosted) -> None:
    at.open({PATH: RUBRIC.replace('"mg"', '"g"')})
    approve(at, "gh-ada", "gh-ben")
    before = merged(at)
    asked = len(at.server.requests)

    done = pushed(at, before)

    assert (done.code, kept(at)) == (0, [])
    assert len(at.server.requests) == asked


@pytest.mark.slow
def test_a_thousand_reviews_are_read(at: Hosted) -> None:
    at.open(EDIT)
    approve(at, *(f"stranger-{number}" for number in range(1000)))
    approve(at, "gh-ada", "gh-ben")

    pushed(at, merged(at))

    assert signers(at) == ["ada", "ben"]


def test_a_host_that_fails_is_told_and_changes_nothing_else(at: Hosted) -> None:
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    before = merged(at)
    at.server.permissions = {"checks": "write"}

    done = pushed(at, before)

    assert (done.code, done.outputs["verdict"]) == (0, "pass")
    assert "The approvals could not be written down" in done.ran.err
    assert "pull-requests: read" in done.ran.err
    assert kept(at) == []


def test_a_branch_that_may_not_be_written_is_told(at: Hosted) -> None:
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    before = merged(at)
    hook = at.origin / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho protected >&2\nexit 1\n")
    hook.chmod(0o755)

    done = pushed(at, before)

    assert done.code == 0
    assert "The approvals could not be written down" in done.ran.err


def test_they_go_to_the_default_branch_where_grades_do(at: Hosted) -> None:
    at.work.commit({"rubrickit.yaml": f"{SETTINGS}ledger: {{write: commit}}\n"})
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")

    pushed(at, merged(at))

    assert [row["id"] for row in kept(at, "main")] == ["ada", "ben"]
    assert kept(at) == []


def forged(at: Hosted) -> dict[str, str]:
    """What a pull request would have to bring to sign for itself."""
    at.open(EDIT)
    approve(at, "gh-ada", "gh-ben")
    head = git(at.work.root, "rev-parse", "edit")
    pushed(at, merged(at))
    text = "".join(f"{json.dumps(row)}\n" for row in kept(at))
    git(at.origin, "update-ref", "-d", f"refs/heads/{BRANCH}")
    git(at.origin, "update-ref", "refs/heads/main", f"{head}^")
    git(at.work.root, "checkout", "--quiet", "main")
    at.server.reviews.clear()
    at.server.pulls[NUMBER].state, at.server.pulls[NUMBER].merged_as = "open", ""
    return {"scores/signoffs/2026/forged.jsonl": text}


def test_a_pull_request_that_brings_approvals_fails_and_they_do_not_count(
    at: Hosted,
) -> None:
    rows_of_others = forged(at)
    at.open({**EDIT, **rows_of_others})

    done = at.run()

    assert done.code == 1
    assert "2 approval(s) added: only the run at a merge writes them" in done.ran.out
    assert "nobody signed it" in done.ran.out
    (comment,) = at.server.bodies(NUMBER)
    assert "an approval counts in the pull request that it was given to" in comment


def test_a_pull_request_that_brings_approvals_alone_fails_too(at: Hosted) -> None:
    rows_of_others = forged(at)
    at.open({**rows_of_others, PATH: RUBRIC + "# said again\n"})

    done = at.run()

    assert done.code == 1
    assert "only the run at a merge writes them" in done.ran.out
