"""Experts approve a loosened gate at GitHub, and the next run believes the host."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from git_sample import git
from support import ci_runs, ssh_keys
from support.ci_runs import NUMBER, Hosted
from support.command_line import repository, rows
from support.github_server import GitHubServer
from support.ssh_keys import needs_ssh_keygen

RUBRIC = """\
question_id: dose
question: "How much may I take?"
nodes:
  - id: names_dose
    rule: response.contains("mg")
  - id: warns
    rule: response.contains("overdose")
    gate: true
"""
SOFTER = {"rubrics/dose.yaml": RUBRIC.replace("overdose", "much")}
SETTINGS = """\
gate: {max_regression: 1, max_question_regression: 1}
experts:
  people:
    - {id: ada, github: gh-ada}
    - {id: ben, github: gh-ben}
    - {id: author, github: an-author}
"""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hosted]:
    files = {
        "rubrickit.yaml": SETTINGS,
        "rubrics/dose.yaml": RUBRIC,
        "gold/dose.jsonl": rows("dose", ["5 mg, not much", "mg, no overdose"]),
    }
    with GitHubServer() as server:
        work = repository(tmp_path / "work", files)
        yield ci_runs.hosted(tmp_path, work, server)
        assert server.violations == []


def verdict(at: Hosted, **event: str) -> tuple[int, str]:
    """Exit code, and the comment that says why."""
    given = {"name": "pull_request_review"} if event else {}
    done = at.run(**given)  # type: ignore[arg-type]
    return done.code, at.server.bodies(NUMBER)[-1]


def test_two_approvals_of_the_head_are_enough(at: Hosted) -> None:
    at.open(SOFTER)
    before = verdict(at)
    for login in ("gh-ada", "GH-ben"):
        at.server.review(NUMBER, login)

    after = verdict(at, name="pull_request_review")

    assert before[0] == 1
    assert "nobody signed it" in before[1]
    assert after[0] == 0, after[1]
    assert "ada (approval)" in after[1]


@pytest.mark.parametrize(
    ("logins", "code"), [(("gh-ada", "gh-ben"), 0), (("gh-ada", "an-author"), 1)]
)
def test_a_merge_queue_sees_the_approvals_of_the_pull_request_that_it_adds(
    at: Hosted, logins: tuple[str, ...], code: int
) -> None:
    at.open(SOFTER)
    for login in logins:
        at.server.review(NUMBER, login)
    base, head = (git(at.work.root, "rev-parse", name) for name in ("main", "merged"))
    queued = f"refs/heads/gh-readonly-queue/main/pr-{NUMBER}-{base}"
    group = {"base_sha": base, "head_sha": head, "head_ref": queued,
             "base_ref": "refs/heads/main"}  # fmt: skip
    event = {**at.event(), "merge_group": group, "sender": {"login": "queue[bot]"}}

    done = at.run(name="merge_group", event=event)

    assert done.code == code, done.ran.out


def test_one_approval_and_one_of_the_author_are_not(at: Hosted) -> None:
    at.open(SOFTER)
    at.server.review(NUMBER, "gh-ada")
    at.server.review(NUMBER, "an-author")

    code, comment = verdict(at)

    assert code == 1
    assert "only ada" in comment
    assert "that person made the edit" in comment


def test_an_approval_expires_with_the_next_push(at: Hosted) -> None:
    at.open(SOFTER)
    for login in ("gh-ada", "gh-ben"):
        at.server.review(NUMBER, login)
    at.push({"README.md": "more"})

    code, comment = verdict(at)

    assert (code, "nobody signed it" in comment) == (1, True)


def test_a_stranger_and_whom_the_pull_request_lists_do_not_count(at: Hosted) -> None:
    at.open({**SOFTER, "rubrickit.yaml": SETTINGS.replace("gh-ben", "eve")})
    for login in ("gh-ada", "eve"):
        at.server.review(NUMBER, login)

    code, comment = verdict(at)

    assert (code, "only ada" in comment) == (1, True)


def test_approvals_over_many_pages_are_read(at: Hosted) -> None:
    at.open(SOFTER)
    for number in range(130):
        at.server.review(NUMBER, f"stranger-{number}")
    for login in ("gh-ada", "gh-ben"):
        at.server.review(NUMBER, login)

    assert verdict(at)[0] == 0


def test_approvals_that_cannot_be_read_are_none_and_are_told(at: Hosted) -> None:
    at.open(SOFTER)
    at.server.permissions = {"checks": "write", "statuses": "write"}

    done = at.run()

    assert done.code == 1
    assert "The approvals could not be read" in done.ran.err
    assert "nobody signed it" in done.ran.out


@needs_ssh_keygen
def test_a_signed_row_in_the_pull_request_and_an_approval_add_up(
    at: Hosted, tmp_path: Path
) -> None:
    key = ssh_keys.make_key(tmp_path, "ben")
    listed = SETTINGS.replace("gh-ben", f'gh-ben, key: "{ssh_keys.public(key)}"')
    at.work.commit({"rubrickit.yaml": listed})
    at.open(SOFTER)
    given = ("--as", "ben", "--meaning", "clinical review", "--key", str(key))
    signed = at.work.run("signoff", "dose", *given, "--format", "json")
    at.push({})
    at.server.review(NUMBER, "gh-ada")

    code, comment = verdict(at)

    assert json.loads(signed.out)["path"].startswith("scores/signoffs/2026/")
    assert code == 0, comment
    assert "ben (clinical review)" in comment
